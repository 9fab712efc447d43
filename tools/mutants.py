"""make mutants TITLE=red-dragon: delete the body of every rule function once; a case must break.

    python tools/mutants.py red-dragon [--jobs 2] [--rule 9.7]

A function counts when one of its numbers is called done in the title's rulebook.json.  Its body is replaced by
``return None``: a procedure (a generator) asks nothing, draws nothing, changes nothing and ends; a check finds no
fault; a computation gives nothing.  Functions whose body says nothing anyway are left out.

First every case is run once as it is, and it is noted which functions it enters.  Then each function loses its body,
in memory and in a process of its own, so that nothing it left in a cache is seen by another; the cases that name one of
its numbers are run first, then the others that enter it, until one breaks.  A function that only a case of another rule
notices is told, and is no fault.

tools/survivors.json holds reasons: {title: {"module.function": "why no case can notice it"}}.  Exit code 0: every
mutant is noticed or has a reason; 1: some are not, a case fails as it is, or a reason has outlived its mutant.
"""

import argparse
import ast
import inspect
import json
import multiprocessing
import os
import signal
import sys
import textwrap

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
REASONS = os.path.join(ROOT, "tools", "survivors.json")
PATIENCE = 10  # seconds of the processor for one case: a rule without its body may go round for ever


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("title")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--rule", help="only functions that carry this number")
    arguments = parser.parse_args()
    mutants = Mutants(arguments.title)
    mutants.entered, broken = _apart(mutants.survey)
    for name, why in broken.items():
        print(f"fails as it is: case {name}: {why}")
    mutants.cases = [case for case in mutants.cases if case["id"] not in broken]
    places = [place for place, function in enumerate(mutants.functions)
              if arguments.rule is None or arguments.rule in function.rule_numbers]
    with _processes(arguments.jobs, mutants) as pool:
        verdicts = [Verdict(mutants.functions[place], *told)
                    for place, told in zip(places, pool.map(_try, places, chunksize=1))]
    faults = report(verdicts, reasons(arguments.title), arguments.rule is None)
    print(f"{len(mutants.cases)} cases run, {len(broken)} fail as they are.")
    return 1 if faults or broken else 0


def report(verdicts, reasons, is_whole):
    """Print what became of each mutant; how many faults there are."""
    faults = 0
    for verdict in verdicts:
        reason = reasons.get(verdict.name)
        if verdict.killer is None and reason:
            print(f"not noticed, with a reason: {verdict}: {reason}")
        elif verdict.killer is None:
            faults += 1
            print(f"not noticed: {verdict}: {verdict.ran} cases enter it and none breaks")
        elif not verdict.by_own:
            print(f"noticed only by a case of another rule: {verdict}: {verdict.killer}")
    alive = {verdict.name for verdict in verdicts if verdict.killer is None}
    for name in sorted(set(reasons) - alive) if is_whole else ():
        faults += 1
        print(f"survivors.json gives a reason for {name}, which is noticed or is no rule")
    noticed = len(verdicts) - len(alive)
    print(f"{len(verdicts)} rule functions, each without its body once: {noticed} noticed, {len(alive)} not.")
    return faults


def reasons(title):
    with open(REASONS, encoding="utf-8") as file:
        return json.load(file).get(title, {})


class Verdict:
    """What became of one mutant: the case that broke or None, whether it names the rule, and how many cases ran."""

    def __init__(self, function, killer, by_own, ran):
        self.function, self.killer, self.by_own, self.ran = function, killer, by_own, ran

    @property
    def name(self):
        return f"{self.function.__module__.rpartition('.')[2]}.{self.function.__name__}"

    def __str__(self):
        code = self.function.__code__
        where = f"{os.path.relpath(code.co_filename, ROOT)}:{code.co_firstlineno}"
        return f"{where} {self.function.__name__} [{', '.join(self.function.rule_numbers)}]"


class Mutants:
    """The rule functions of a title and its cases.

    functions   the undecorated functions with ``rule_numbers``, in the order of the code
    cases       those that are not doubtful
    entered     {case id: places of the functions that it enters}, from `survey`
    """

    def __init__(self, title):
        from pbem.core.rules.game import load
        from pbem.core.rules.rulebook import implementations

        self.game = load(title)
        self.cases = read_cases(title)
        self.functions = functions(implementations(self.game.package), done_numbers(self.game.package))
        self.entered = {}

    def survey(self):
        """Run every case as it is: ``({case id: places of the functions entered}, {case id: why it fails})``."""
        places = {function.__code__: place for place, function in enumerate(self.functions)}
        entered, broken = {}, {}
        for case in self.cases:
            with entering(places) as found:
                why = broken_by(self.game, case)
            entered[case["id"]] = found
            if why:
                broken[case["id"]] = why
        return entered, broken

    def killer(self, place):
        """``(id of the first case that breaks without the function's body or None, whether it names one of the
        function's rules, how many ran)``."""
        function = self.functions[place]
        own = {case["id"] for case in self.cases if names(case, function.rule_numbers)}
        cases = [case for case in self.cases if place in self.entered[case["id"]]]
        cases.sort(key=lambda case: case["id"] not in own)
        with without_body(function):
            for ran, case in enumerate(cases, 1):
                if broken_by(self.game, case):
                    return case["id"], case["id"] in own, ran
        return None, False, len(cases)


class entering:
    """``with entering(places) as found``: the places of the code objects that are entered meanwhile."""

    def __init__(self, places):
        self.places, self.found = places, set()

    def __enter__(self):
        def note(frame, event, _):
            if event == "call" and frame.f_code in self.places:
                self.found.add(self.places[frame.f_code])

        sys.setprofile(note)
        return self.found

    def __exit__(self, *_):
        sys.setprofile(None)


def read_cases(title):
    folder = os.path.join(ROOT, "tests", "cases", title)
    cases = []
    for name in sorted(os.listdir(folder)):
        if name.endswith(".json"):
            with open(os.path.join(folder, name), encoding="utf-8") as file:
                found = json.load(file)
            cases += found if isinstance(found, list) else found.get("cases", [found])
    return [case for case in cases if case.get("status", "runs") == "runs"]


def done_numbers(package):
    with open(os.path.join(ROOT, "pbem", "games", package, "rulebook.json"), encoding="utf-8") as file:
        numbers = json.load(file)["rules"]
    return {number for number, row in numbers.items() if row["status"] == "done"}


def functions(owners, done):
    """The functions behind the numbers that are done, each once, with all its numbers as ``rule_numbers``."""
    found = {}
    for number, carriers in owners.items():
        for function in map(inspect.unwrap, carriers):  # below the decorators of a title
            found.setdefault(id(function), (function, []))[1].append(number)
    chosen = []
    for function, numbers in found.values():
        if done & set(numbers) and not is_idle(function):
            function.rule_numbers = tuple(dict.fromkeys(numbers))
            chosen.append(function)
    return sorted(chosen, key=lambda function: (function.__module__, function.__code__.co_firstlineno))


def is_idle(function):
    """True if the body does nothing, so that deleting it changes nothing."""
    tree = ast.parse(textwrap.dedent(inspect.getsource(function)))
    body = tree.body[0].body
    idle = (ast.Pass, ast.Return, ast.Expr)
    return all(isinstance(node, idle) and _says_nothing(node) for node in body)


def _says_nothing(node):
    value = getattr(node, "value", None)
    return value is None or isinstance(value, ast.Constant) or (isinstance(value, ast.Yield) and value.value is None)


def names(case, numbers):
    """True if a case names one of the numbers, or a part of one: 9.3 is shown by a case of 9.3.2."""
    return any(named == number or named.startswith(f"{number}.") for named in case["rules"] for number in numbers)


class without_body:
    """For as long as it lasts, the function returns None at once; a generator function still makes a generator."""

    def __init__(self, function):
        self.function, self.code = function, function.__code__

    def __enter__(self):
        self.function.__code__ = empty_code(self.code.co_freevars, inspect.isgeneratorfunction(self.function))

    def __exit__(self, *_):
        self.function.__code__ = self.code


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


def broken_by(game, case):
    """Why a case does not hold now, or an empty text."""
    from pbem.core.rules import cases

    def give_up(*_):
        raise _Stuck(f"no end after {PATIENCE} s")

    before = signal.signal(signal.SIGPROF, give_up)
    signal.setitimer(signal.ITIMER_PROF, PATIENCE)
    try:
        result = cases.run(case, game)
        return "; ".join(result.failures)
    except Exception as error:  # whatever a rule without its body leads to
        return f"{type(error).__name__}: {error}"
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


# -- in the processes --------------------------------------------------------------------------------------

_OWN = []


def _processes(jobs, mutants):
    """Processes that try one mutant each: forked from one that has run no case, so that their caches are empty."""
    return multiprocessing.get_context("fork").Pool(jobs, _begin, [mutants], maxtasksperchild=1)


def _begin(mutants):
    _OWN[:] = [mutants]


def _try(place):
    (mutants,) = _OWN
    return mutants.killer(place)


def _apart(function):
    """What a function returns, run in a process of its own."""
    _OWN[:] = [function]
    with multiprocessing.get_context("fork").Pool(1) as pool:
        return pool.apply(_run_own)


def _run_own():
    (function,) = _OWN
    return function()


if __name__ == "__main__":
    sys.path.insert(0, ROOT)
    sys.exit(main())
