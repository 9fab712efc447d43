"""make mutants TITLE=red-dragon: delete the body of every rule function once; one of that rule's cases must break.

    python tools/mutants.py red-dragon [--jobs 2] [--rule 9.7]

A function counts when one of its numbers is called done in the title's rulebook.json.  Its body is replaced by
``return None`` (a generator stays one), and the cases that name one of its numbers are run.  Functions whose body says
nothing anyway are left out.  Exit code 0: every mutant is noticed; 1: some are not, or a case fails as it is.
"""

import argparse
import ast
import inspect
import json
import os
import signal
import sys
import textwrap
from concurrent.futures import ProcessPoolExecutor

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
PATIENCE = 10  # seconds for one case: a rule without its body may go round for ever


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("title")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--rule", help="only functions that carry this number")
    arguments = parser.parse_args()
    bench = Mutants(arguments.title)
    broken = bench.failing()
    for name, why in broken.items():
        print(f"fails as it is: case {name}: {why}")
    places = [place for place, found in enumerate(bench.functions)
              if arguments.rule is None or arguments.rule in found.rule_numbers]
    with ProcessPoolExecutor(arguments.jobs, initializer=_begin, initargs=(arguments.title, sorted(broken))) as pool:
        verdicts = list(pool.map(_try, places, chunksize=4))
    survivors = [(place, ran) for place, (killer, ran) in zip(places, verdicts) if killer is None]
    for place, ran in survivors:
        told = f"{ran} cases ran and none broke" if ran else "no case names its rules"
        print(f"not noticed: {bench.described(bench.functions[place])}: {told}")
    print(f"{len(places)} rule functions of {arguments.title}, each without its body once: "
          f"{len(places) - len(survivors)} noticed, {len(survivors)} not. {len(bench.cases)} cases, "
          f"{len(broken)} of them fail as they are.")
    return 1 if survivors or broken else 0


class Mutants:
    """The rule functions of a title and its cases.

    functions   the undecorated functions with ``rule_numbers``, in the order of the code
    cases       those that are not doubtful
    """

    def __init__(self, title, skip=()):
        from pbem.core.game import load
        from pbem.core.rulebook import implementations

        self.game = load(title)
        self.cases = [case for case in read_cases(title) if case["id"] not in skip]
        self.functions = functions(implementations(self.game.package), done_numbers(self.game.package))

    def failing(self):
        """``{case id: why}`` of cases that fail although nothing is deleted."""
        return {case["id"]: why for case in self.cases if (why := broken_by(self.game, case))}

    def killer(self, function):
        """``(id of the first case that breaks without the function's body or None, how many ran)``."""
        cases = [case for case in self.cases if names(case, function.rule_numbers)]
        with without_body(function):
            for ran, case in enumerate(cases, 1):
                if broken_by(self.game, case):
                    return case["id"], ran
        return None, len(cases)

    def described(self, function):
        code = function.__code__
        where = f"{os.path.relpath(code.co_filename, ROOT)}:{code.co_firstlineno}"
        return f"{where} {function.__name__} [{', '.join(function.rule_numbers)}]"


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
        for function in carriers:
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
    from pbem.core import cases

    def give_up(*_):
        raise _Stuck(f"no end after {PATIENCE} s")

    before = signal.signal(signal.SIGALRM, give_up)
    signal.alarm(PATIENCE)
    try:
        result = cases.run(case, game)
        return "; ".join(result.failures)
    except Exception as error:  # whatever a rule without its body leads to
        return f"{type(error).__name__}: {error}"
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


# -- in the processes --------------------------------------------------------------------------------------

_OWN = []


def _begin(title, skip):
    _OWN[:] = [Mutants(title, skip)]


def _try(place):
    (bench,) = _OWN
    return bench.killer(bench.functions[place])


if __name__ == "__main__":
    sys.path.insert(0, ROOT)
    sys.exit(main())
