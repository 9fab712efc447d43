"""make mutants: change each rule function a little, in every way that a slip could; a case must break.

    python tools/mutants.py                             all titles, every mutant: under two hours on two cores
    python tools/mutants.py pacific --rule SEA-5        the functions that bear one number
    python tools/mutants.py pacific --only rules.sea    the functions of one module
    python tools/mutants.py --sample 300 --at-most 25   some of them, always the same; 25 % of a title may go unnoticed

A function counts when it bears a number (pbem/core/rules/bearers.py) that the title's rulebook.json calls done, and
acts on the board or judges an answer, rather than tell.  tools/mutation.py says what is changed: the whole body left
out, conditions, comparisons, constants, orders, arguments, statements.

First every case is run once as it is, and it is noted which lines of the functions it runs.  Then each mutant is tried
in a process of its own, forked from one that has run no case, so that nothing that a mutant leaves in a cache is seen
by another, nor anything that the rule as it is has left there; only the cases that run the changed lines are played,
those that name the rule first, until one breaks.  A case breaks when it does not come out as it expects, or when what
it records cannot be told any more.

What nothing notices is told in three kinds: "recorded", where a case records something else than before and asks for
none of it; "alive", where every case records the same; "never run", where no case runs the line.  tools/survivors.json
holds reasons: {title: {"rules.combat.take_loss": {label: "why no case can notice it"}}}.  Exit code 0: every mutant is
noticed or has a reason; 1: more of them are not than --at-most allows, a case fails as it is, or a reason has outlived
its mutant.
"""

import argparse
import ast
import gc
import hashlib
import importlib
import inspect
import json
import multiprocessing
import os
import re
import resource
import signal
import sys
import time
from collections import Counter

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.path.insert(0, ROOT)

from tools import mutation  # noqa: E402

REASONS = os.path.join(ROOT, "tools", "survivors.json")
PATIENCE = 2  # seconds of the processor for one case, and ten times what it takes as it is
MEMORY = 4 << 30  # bytes: a loop that does not end may gather for ever
LEFT_OUT = mutation.Mutant("body", "the whole body", None, None)


def main(arguments=None):
    from pbem.core.rules.game import titles

    options = _options().parse_args(arguments)
    wanted = options.titles or titles()
    made = {title: Mutants(title, options.rule, options.only) for title in wanted}
    chosen = sample(made, options.sample, options.seed)
    faults, survivors = [], {}
    for title, mutants in made.items():
        started = time.monotonic()
        faults += [f"{title} fails as it is: case {name}: {why}" for name, why in mutants.survey().items()]
        with multiprocessing.get_context("fork").Pool(options.jobs, _begin, [mutants]) as pool:
            verdicts = [Verdict(*told) for told in pool.imap_unordered(_try, chosen[title], chunksize=4)]
        known = reasons(title)
        faults += outlived(title, mutants, verdicts, known, not (options.rule or options.only or options.sample))
        survivors[title] = report(title, mutants, verdicts, known)
        faults += too_many(title, verdicts, survivors[title], options.at_most)
        print(f"{title}: {len(mutants.cases)} cases, {time.monotonic() - started:.0f} s", flush=True)
    if options.save:
        with open(options.save, "w", encoding="utf-8") as file:
            json.dump(survivors, file, indent=1, ensure_ascii=False)
    print("\n".join(faults) or "No fault.")
    return 1 if faults else 0


def _options():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("titles", nargs="*")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--rule", help="only functions that bear this number")
    parser.add_argument("--only", default="", metavar="PLACE", help="only functions whose place begins so")
    parser.add_argument("--sample", type=int, help="so many of all mutants")
    parser.add_argument("--seed", default="pbem", help="another one chooses another sample")
    parser.add_argument("--at-most", type=float, default=0, metavar="PERCENT", help="of a title may go unnoticed")
    parser.add_argument("--save", metavar="FILE", help="write what nothing noticed, as survivors.json has it")
    return parser


def sample(made, count, seed):
    """``{title: [(rule, mutant)]}``, places: all, or those `count` whose digest with the seed is the smallest.  A
    mutant stays in the sample when others come and go."""
    ranked = []
    for title, mutants in made.items():
        for place, rule in enumerate(mutants.rules):
            for number, mutant in enumerate(rule.mutants):
                said = f"{seed} {title} {rule.name} {mutant.operator} {mutant.label}"
                ranked.append((hashlib.sha256(said.encode()).digest() if count else b"", title, place, number))
    ranked.sort()
    chosen = {title: [] for title in made}
    for _, title, place, number in ranked[:count]:
        chosen[title].append((place, number))
    return chosen


# -- what there is ---------------------------------------------------------------------------------------------


def name_of(bearer):
    """Its place in the title: rules.combat.take_loss."""
    return f"{bearer.module.split('.', 3)[-1]}.{bearer.name}"


class Rule:
    """A rule function and what can be wrong with it.

    name      its place: rules.combat.take_loss
    function  the undecorated function
    numbers   the numbers that it bears
    node      its ast.FunctionDef, with the lines of its file
    classes   names of the classes that it stands in
    """

    def __init__(self, bearer):
        self.function, self.numbers = bearer.function, bearer.numbers
        self.name = name_of(bearer)
        *self.classes, _ = bearer.name.split(".")
        source, first = inspect.getsourcelines(self.function)
        self.node = ast.increment_lineno(ast.parse(inspect.cleandoc("\n" + "".join(source))).body[0], first - 1)
        whole = [] if mutation.is_idle(self.node) else [LEFT_OUT]
        self.mutants = whole + [each for each in mutation.mutants(self.node) if not says_the_same(each, bearer.mark)]

    @property
    def where(self):
        code = self.function.__code__
        return f"{os.path.relpath(code.co_filename, ROOT)}:{code.co_firstlineno}"

    def code(self, mutant):
        """The code object of the function as the mutant has it, or None if that is no other code."""
        if mutant is LEFT_OUT:
            return empty_code(self.function.__code__.co_freevars, inspect.isgeneratorfunction(self.function))
        file = self.function.__code__.co_filename
        return mutation.code(self.node, mutant.place, self.function.__name__, self.classes, file)


def says_the_same(mutant, mark):
    """Whether it only leaves out the number of a fact, which takes that very number by itself."""
    left_out = re.search(r"\[(?:, )?rule='([^']*)'(?:, )? -> \]", mutant.label)
    return bool(left_out) and left_out[1] == mark and ".emit(" in mutant.text


class Mutants:
    """The rule functions of a title and its cases.

    rules    a Rule each
    cases    those that are not doubtful
    ran      {(place of a rule, line): bits of the places of the cases that run it}, from `survey`; line 0 stands for
             the call
    seconds  of each case, by its place
    records  what each case records, as a digest, by its place
    """

    def __init__(self, title, number=None, place=""):
        from pbem.core.rules.game import load

        self.game = load(title)
        self.cases = read_cases(title)
        self.rules = [Rule(bearer) for bearer in rule_functions(self.game)
                      if number in (None, *bearer.numbers) and name_of(bearer).startswith(place)]  # fmt: skip
        self.ran, self.seconds, self.records = {}, [], []

    def survey(self):
        """Run every case as it is, apart; the cases that fail leave, and are returned with the reason."""
        self.ran, self.seconds, self.records, broken, modules = _apart(self._survey)
        self._prepare(modules)
        return {self.cases[place]["id"]: why for place, why in broken.items()}

    def _prepare(self, modules):
        """Have ready what no rule makes, so that each process need not: the modules and the index of names."""
        for name in modules:
            importlib.import_module(name)
        names = getattr(self.game, "names", None)
        if hasattr(names, "index"):
            names.index  # noqa: B018  makes it

    def _survey(self):
        places = {code: place for place, rule in enumerate(self.rules) for code in _codes(rule.function.__code__)}
        ran, seconds, records, broken = {}, [], [], {}
        for number, case in enumerate(self.cases):
            with running(places) as found:
                why, _ = played(self.game, case, 60)
            start = time.process_time()
            records.append(played(self.game, case, 60)[1])
            seconds.append(time.process_time() - start)
            if why:
                broken[number] = why
            for line in found if not why else ():
                ran[line] = ran.get(line, 0) | 1 << number
        return ran, seconds, records, broken, [name for name in sys.modules if name.startswith("pbem.")]

    def cases_of(self, place, mutant):
        """The places of the cases that run what a mutant changes: those that name the rule first, then by quickness."""
        rule = self.rules[place]
        lines = [0] if mutant.lines is None else range(mutant.lines[0], mutant.lines[1] + 1)
        bits = 0
        for line in lines:
            bits |= self.ran.get((place, line), 0)
        found = [number for number in range(len(self.cases)) if bits >> number & 1]
        return sorted(found, key=lambda number: (not names(self.cases[number], rule.numbers), self.seconds[number]))

    def try_one(self, place, number):
        """``(kind, killer, ran)`` as a Verdict has them.  Leaves the function changed: to be called in a process that
        ends then."""
        rule = self.rules[place]
        mutant = rule.mutants[number]
        code = rule.code(mutant)
        if code is None:
            return "same", None, 0
        cases = self.cases_of(place, mutant)
        rule.function.__code__ = code
        kind = "alive" if cases else "never run"
        for ran, case in enumerate(cases, 1):
            why, record = played(self.game, self.cases[case], PATIENCE + 10 * self.seconds[case])
            if why:
                return "noticed", self.cases[case]["id"], ran
            kind = "recorded" if record != self.records[case] else kind
        return kind, None, len(cases)


def rule_functions(game):
    """The Bearers of numbers that are done, but for those that only tell."""
    from pbem.core.rules.coverage import Coverage

    coverage = Coverage(game)
    done = {number for number, row in coverage.numbers.items() if row["status"] == "done"}
    return [bearer for bearer in coverage.bearers if bearer.does and done & set(bearer.numbers)]


def read_cases(title):
    """The cases of a title that count."""
    from pbem.core.rules.cases import read
    from tests.case_files import case_files

    cases = [case for path in case_files(title) for case in read(path.read_bytes())]
    return [case for case in cases if case.get("status", "runs") == "runs"]


def names(case, numbers):
    """True if a case names one of the numbers, or a part of one: 9.3 is shown by a case of 9.3.2."""
    return any(named == number or named.startswith(f"{number}.") for named in case["rules"] for number in numbers)


def _codes(code):
    """A code object and those of the functions in it."""
    yield code
    for const in code.co_consts:
        if hasattr(const, "co_code"):
            yield from _codes(const)


class running:
    """``with running(places) as found``: (place, line) of every line that runs meanwhile, 0 for a call.

    places  {code object: place}
    """

    def __init__(self, places):
        self.places, self.found = places, set()

    def __enter__(self):
        places, found = self.places, self.found

        def call(frame, event, _):
            place = places.get(frame.f_code)
            if place is None:
                return None
            found.add((place, 0))

            def line(frame, event, _):
                found.add((place, frame.f_lineno))
                return line

            return line

        self.before = sys.gettrace()
        sys.settrace(call)
        return found

    def __exit__(self, *_):
        sys.settrace(self.before)


def empty_code(free, is_generator):
    """The code of a function that returns None, with the free variables of the one that it stands in for."""
    lines = ["def home():", *(f"    {name} = None" for name in free)]
    lines += ["    def stub(*args, **kwargs):", "        return"]
    lines += [f"        {name}" for name in free] + ["        yield"] * is_generator + ["    return stub"]
    space = {}
    exec("\n".join(lines), space)  # the text is made of our own names alone
    return space["home"]().__code__


class _Stuck(Exception):
    """A case did not come to an end."""


def played(game, case, seconds):
    """``(why a case does not hold now or an empty text, digest of what it records)``; it is given up after so many
    seconds of the processor."""
    from pbem.cli.case import story
    from pbem.core.rules import cases

    def give_up(*_):
        raise _Stuck(f"no end after {seconds:.1f} s")

    before = signal.signal(signal.SIGPROF, give_up)
    signal.setitimer(signal.ITIMER_PROF, seconds, 1)  # again, should the rules catch the first
    try:
        result = cases.run(case, game)
        told = [json.dumps(result.facts, sort_keys=True), *(story(game, result) if hasattr(game, "telling") else ())]
        return "; ".join(result.failures), hashlib.sha256("\n".join(told).encode()).digest()
    except Exception as error:  # whatever a changed rule leads to
        return f"{type(error).__name__}: {error}", b""
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


# -- what is told ----------------------------------------------------------------------------------------------


class Verdict:
    """What became of one mutant.

    rule, mutant  places
    kind          noticed, recorded, alive, never run (see above), or same (no other code)
    killer        the id of the case that broke
    ran           how many cases were played
    """

    def __init__(self, rule, mutant, kind, killer, ran):
        self.rule, self.mutant, self.kind, self.killer, self.ran = rule, mutant, kind, killer, ran

    @property
    def survives(self):
        return self.kind in ("recorded", "alive", "never run")


def reasons(title):
    """``{function: {label: reason}}`` of a title."""
    with open(REASONS, encoding="utf-8") as file:
        return json.load(file).get(title, {})


def report(title, mutants, verdicts, known):
    """Print what became of the mutants of a title; those that nothing noticed and no reason explains, as reasons are
    written: ``{function: {label: kind}}``."""
    left = {}
    for verdict in sorted(verdicts, key=lambda verdict: (verdict.rule, verdict.mutant)):
        rule = mutants.rules[verdict.rule]
        mutant = rule.mutants[verdict.mutant]
        if verdict.survives and mutant.label not in known.get(rule.name, {}):
            left.setdefault(rule.name, {})[mutant.label] = verdict.kind
            line = "" if mutant.lines is None else f":{mutant.lines[0]}"
            where = rule.where.rpartition(":")[0] + line if line else rule.where
            print(f"{verdict.kind}: {where} {rule.name} [{', '.join(rule.numbers)}] {mutant.operator}: {mutant.label}")
    for operator in mutation.OPERATORS:
        some = [v for v in verdicts if mutants.rules[v.rule].mutants[v.mutant].operator == operator]
        print(f"{title}: {operator:<11} {counts(some)}")
    print(f"{title}: {'all':<11} {counts(verdicts)}; {sum(map(len, left.values()))} without a reason")
    return left


def counts(verdicts):
    """So many, and of which kind, as text."""
    kinds = Counter(verdict.kind for verdict in verdicts)
    count = len(verdicts) - kinds["same"]
    share = 100 * kinds["noticed"] / count if count else 100
    return (f"{count:>6} mutants, {kinds['noticed']:>6} noticed ({share:.1f} %), {kinds['recorded']} recorded, "
            f"{kinds['alive']} alive, {kinds['never run']} never run")  # fmt: skip


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


# -- in the processes ------------------------------------------------------------------------------------------

_OWN = []


def _begin(mutants):
    _OWN[:] = [mutants]
    gc.collect()
    gc.freeze()  # its children share the memory that they do not change
    gc.disable()


def _try(chosen):
    """What a Verdict takes of one mutant, tried in a child of this process, which has run no case itself."""
    (mutants,) = _OWN
    try:
        return *chosen, *_apart(lambda: mutants.try_one(*chosen))
    except EOFError:
        return *chosen, "noticed", "the process ends", 1


def _apart(function):
    """What a function returns, run in a process of its own; raises EOFError if that ends without a word."""
    import pickle

    reading, writing = os.pipe()
    child = os.fork()
    if not child:
        status = 1
        try:
            os.close(reading)
            resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
            with os.fdopen(writing, "wb") as out:
                pickle.dump(function(), out)
            status = 0
        finally:
            os._exit(status)
    os.close(writing)
    with os.fdopen(reading, "rb") as source:
        data = source.read()
    os.waitpid(child, 0)
    return pickle.loads(data)


if __name__ == "__main__":
    sys.exit(main())
