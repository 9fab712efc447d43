"""make mutants: change each rule function a little, in every way that a slip could; a case must break.

    python tools/mutants.py                             all titles, every mutant: within an hour on two cores
    python tools/mutants.py --title pacific --rule SEA-5        the functions that bear one number
    python tools/mutants.py --title pacific --only rules.sea    the functions of one module
    python tools/mutants.py --sample 300 --at-most 25   some of them, always the same; 25 % of a title may go unnoticed
    python tools/mutants.py --results ~/mutants         keep what became of each, and try only what is new

A function counts when it bears a number (pbem/core/title/rule_index.py) that the title's rulebook.json calls done, and
acts on the board or judges an answer, rather than tell.  tools/mutation.py says what is changed: the whole body left
out, conditions, comparisons, constants, orders, arguments, statements; tools/mutant_runs.py how it is tried.

What nothing notices is told as it comes, in three kinds: "recorded", where a case records something else than before
and asks for none of it; "alive", where every case records the same; "never run", where no case runs the line.
tools/survivors.json holds reasons: {title: {"rules.combat.take_loss": {label: "why no case can notice it"}}}.

A run that is broken off goes on with the same --results DIR, a folder outside the checkout, a file a title
(tools/mutant_results.py).  --save FILE writes the survivors that have no reason, and --only-survivors FILE tries just
those again.

Exit code 0: every mutant is noticed or has a reason; 1: more of them are not than --at-most allows, a case fails as it
is, or a reason has outlived its mutant; 130: broken off.
"""

import argparse
import hashlib
import json
import os
import sys
import time
from collections import Counter

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.path.insert(0, ROOT)

from tools import mutation  # noqa: E402
from tools.mutant_results import Results  # noqa: E402
from tools.mutant_runs import Mutants, Verdict, tried  # noqa: E402

REASONS = os.path.join(ROOT, "tools", "survivors.json")


def main(arguments=None):
    from pbem.core.title.game import titles

    options = _options().parse_args(arguments)
    made = {title: Mutants(title) for title in options.titles or titles()}
    chosen = sample(made, options)
    faults, survivors = [], {}
    try:
        for title, mutants in made.items():
            survivors[title] = {}
            faults += run(title, mutants, chosen[title], options, survivors[title])
    except KeyboardInterrupt:
        print("broken off; what was tried is kept" if options.results else "broken off")
        return 130
    if options.save:
        with open(options.save, "w", encoding="utf-8") as file:
            json.dump(survivors, file, indent=1, ensure_ascii=False)
    print("\n".join(faults) or "No fault.")
    return 1 if faults else 0


def _options():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--title", action="append", dest="titles", help="only this title; may be given again")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--rule", help="only functions that bear this number")
    parser.add_argument("--only", default="", metavar="PLACE", help="only functions whose place begins so")
    parser.add_argument("--only-survivors", metavar="FILE", help="only those that --save wrote")
    parser.add_argument("--sample", type=int, help="so many of all mutants")
    parser.add_argument("--seed", default="pbem", help="another one chooses another sample")
    parser.add_argument("--at-most", type=float, default=0, metavar="PERCENT", help="of a title may go unnoticed")
    parser.add_argument("--results", metavar="DIR", help="keep what became of each mutant, and go on from there")
    parser.add_argument("--save", metavar="FILE", help="write what nothing noticed, as survivors.json has it")
    return parser


def sample(made, options):
    """``{title: [(rule, mutant)]}``, places: those that are wanted, or of them the `options.sample` whose digest with
    the seed is the smallest.  A mutant stays in the sample when others come and go."""
    ranked = []
    for title, place, number in wanted(made, options):
        rule = made[title].rules[place]
        mutant = rule.mutants[number]
        said = f"{options.seed} {title} {rule.name} {mutant.operator} {mutant.label}"
        ranked.append((hashlib.sha256(said.encode()).digest() if options.sample else b"", title, place, number))
    ranked.sort()
    chosen = {title: [] for title in made}
    for _, title, place, number in ranked[: options.sample]:
        chosen[title].append((place, number))
    return chosen


def wanted(made, options):
    """``(title, rule, mutant)`` of all mutants that the options do not leave out."""
    again = None
    if options.only_survivors:
        with open(options.only_survivors, encoding="utf-8") as file:
            again = json.load(file)
    for title, mutants in made.items():
        for place, rule in enumerate(mutants.rules):
            if options.rule not in (None, *rule.numbers) or not rule.name.startswith(options.only):
                continue
            labels = None if again is None else again.get(title, {}).get(rule.name, ())
            for number, mutant in enumerate(rule.mutants if labels is None or labels else ()):
                if labels is None or mutant.label in labels:
                    yield title, place, number


def run(title, mutants, chosen, options, left):
    """Try the chosen mutants of a title and tell of them; what nothing noticed goes to `left`, as reasons are written:
    ``{function: {label: kind}}``.  Yields faults."""
    started = time.monotonic()
    results = Results(options.results and os.path.join(options.results, f"mutants-{title}.jsonl"), mutants)
    broken = mutants.survey(results.runs, options.jobs)
    results.keep_runs()
    yield from (f"{title} fails as it is: case {name}: {why}" for name, why in broken.items())
    known, verdicts = reasons(title), []
    for verdict in verdicts_of(mutants, results, chosen, options.jobs):
        verdicts.append(verdict)
        rule, mutant = mutants.rules[verdict.rule], mutants.rules[verdict.rule].mutants[verdict.mutant]
        if verdict.survives and mutant.label not in known.get(rule.name, {}):
            left.setdefault(rule.name, {})[mutant.label] = verdict.kind
            print(
                f"{verdict.kind}: {rule.where(mutant)} {rule.name} [{', '.join(rule.numbers)}] {mutant.operator}: "
                f"{mutant.label}",
                flush=True,
            )
    is_whole = not (options.rule or options.only or options.sample or options.only_survivors)
    yield from outlived(title, mutants, verdicts, known, is_whole)
    report(title, mutants, verdicts, left)
    yield from too_many(title, verdicts, left, options.at_most)
    print(f"{title}: {len(mutants.cases)} cases, {time.monotonic() - started:.0f} s", flush=True)


def verdicts_of(mutants, results, chosen, jobs):
    """A Verdict of each, first of those of which it is known."""
    new = []
    for place, number in chosen:
        said, seen = results.known(place, number)
        if said:
            yield Verdict(place, number, *said, 0)
        else:
            new.append((place, number, seen))
    for verdict in tried(mutants, new, jobs):
        results.keep(verdict)
        yield verdict


# -- what is told ----------------------------------------------------------------------------------------------


def reasons(title):
    """``{function: {label: reason}}`` of a title."""
    with open(REASONS, encoding="utf-8") as file:
        return json.load(file).get(title, {})


def report(title, mutants, verdicts, left):
    """Print what became of the mutants of a title, by operator."""
    for operator in mutation.OPERATORS:
        some = [v for v in verdicts if mutants.rules[v.rule].mutants[v.mutant].operator == operator]
        print(f"{title}: {operator:<11} {counts(some)}")
    alive, without = sum(verdict.survives for verdict in verdicts), sum(map(len, left.values()))
    count = sum(verdict.kind != "same" for verdict in verdicts) or 1
    print(
        f"{title}: {'all':<11} {counts(verdicts)}; {alive - without} with a reason "
        f"({100 * (alive - without) / count:.1f} %), {without} without ({100 * without / count:.1f} %)"
    )


def counts(verdicts):
    """So many, and of which kind, as text."""
    kinds = Counter(verdict.kind for verdict in verdicts)
    count = len(verdicts) - kinds["same"]
    share = 100 * kinds["noticed"] / count if count else 100
    return (
        f"{count:>6} mutants, {kinds['noticed']:>6} noticed ({share:.1f} %), {kinds['recorded']} recorded, "
        f"{kinds['alive']} alive, {kinds['never run']} never run"
    )


def too_many(title, verdicts, left, percent):
    """A sentence if more mutants than `percent` go unnoticed without a reason."""
    count = sum(verdict.kind != "same" for verdict in verdicts)
    alive = sum(map(len, left.values()))
    if alive * 100 > percent * count:
        yield f"{title}: {alive} of {count} mutants go unnoticed without a reason; {percent:g} % may"


def outlived(title, mutants, verdicts, known, is_whole):
    """Sentences on reasons for what is noticed now or, if all mutants were tried, is not there."""
    labels = {verdict: mutants.rules[verdict.rule].mutants[verdict.mutant].label for verdict in verdicts}
    alive = {(mutants.rules[verdict.rule].name, labels[verdict]) for verdict in verdicts if verdict.survives}
    noticed = {(mutants.rules[verdict.rule].name, labels[verdict]) for verdict in verdicts if not verdict.survives}
    for name, given in known.items():
        for label in given:
            if (name, label) in noticed or (is_whole and (name, label) not in alive):
                yield f"{title}: survivors.json gives a reason for {name}: {label}, which is noticed or is not there"


if __name__ == "__main__":
    sys.exit(main())
