"""The rule functions of a title, its cases, and what becomes of a mutant: whether a case breaks.

First every case is run once as it is (`Mutants.survey`), and it is noted which lines of the functions it runs.  Then
each mutant is tried in a process of its own, forked from one that has run no case, so that nothing that a mutant leaves
in a cache is seen by another, nor anything that the rule as it is has left there; only the cases that run the changed
lines are played: those first that noticed another mutant of the function, then those that name the rule, until one
breaks.  A case breaks when it does not come out as it expects, or when what it records cannot be told any more, or when
it does not end: how much it may do is counted in lines of Python, so that a slow machine comes to the same result.
"""

import ast
import contextlib
import gc
import hashlib
import importlib
import inspect
import json
import multiprocessing
import os
import pickle
import re
import resource
import signal
import sys
import time
from functools import cached_property

from tools import mutation

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
PATIENCE = 0.5  # seconds of the processor; a case that takes longer is played again, its lines counted
WORK = 3_000_000  # lines that a case may run; the longest runs a fifth of them
SILENCE = 120  # seconds of the processor for those lines: a single call may be stuck
MEMORY = 4 << 30  # bytes: a loop that does not end may gather for ever
LEFT_OUT = mutation.Mutant("body", "the whole body", None, None)


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
    mutants   every Mutant of it
    """

    def __init__(self, bearer):
        self.function, self.numbers, self.mark = bearer.function, bearer.numbers, bearer.mark
        self.name = name_of(bearer)
        *self.classes, _ = bearer.name.split(".")

    @cached_property
    def node(self):
        source, first = inspect.getsourcelines(self.function)
        return ast.increment_lineno(ast.parse(inspect.cleandoc("\n" + "".join(source))).body[0], first - 1)

    @cached_property
    def mutants(self):
        whole = [] if mutation.is_idle(self.node) else [LEFT_OUT]
        return whole + [each for each in mutation.mutants(self.node) if not says_the_same(each, self.mark)]

    @property
    def file(self):
        return self.function.__code__.co_filename

    def where(self, mutant):
        """The file and line of a mutant."""
        line = mutant.lines[0] if mutant.lines else self.function.__code__.co_firstlineno
        return f"{os.path.relpath(self.file, ROOT)}:{line}"

    def code(self, mutant):
        """The code object of the function as the mutant has it, or None if that is no other code."""
        if mutant is LEFT_OUT:
            return empty_code(self.function.__code__.co_freevars, inspect.isgeneratorfunction(self.function))
        return mutation.code(self.node, mutant.place, self.function.__name__, self.classes, self.file)


def says_the_same(mutant, mark):
    """Whether it only leaves out the number of a fact, which takes that very number by itself."""
    left_out = re.search(r"\[(?:, )?rule='([^']*)'(?:, )? -> \]", mutant.label)
    return bool(left_out) and left_out[1] == mark and ".emit(" in mutant.text


class Run:
    """A case as it is: the milliseconds it takes, the digest of what it records, why it fails or an empty text, and
    ``{name of a rule: [lines of it that run]}``; line 0 stands for the call."""

    __slots__ = ("took", "record", "why", "lines")

    def __init__(self, took, record, why, lines):
        self.took, self.record, self.why, self.lines = took, record, why, lines

    def as_list(self):
        return [self.took, self.record, self.why, self.lines]


class Verdict:
    """What became of one mutant.

    rule, mutant  places
    kind          noticed, recorded, alive, never run (see mutants.py), or same (no other code)
    killer        the id of the case that broke
    ran           how many cases were played
    """

    def __init__(self, rule, mutant, kind, killer, ran):
        self.rule, self.mutant, self.kind, self.killer, self.ran = rule, mutant, kind, killer, ran

    @property
    def survives(self):
        return self.kind in ("recorded", "alive", "never run")


class Mutants:
    """The rule functions of a title and its cases.

    rules    a Rule each
    cases    those that are not doubtful
    digests  of the cases
    runs     a Run of each case, from `survey`
    """

    def __init__(self, title):
        from pbem.core.title.game import load

        self.take(load(title), [Rule(bearer) for bearer in rule_functions(load(title))], read_cases(title))

    def take(self, game, rules, cases):
        self.game, self.rules, self.cases = game, rules, cases
        self.digests = [digest(json.dumps(case, sort_keys=True)) for case in cases]
        self.runs, self.reached, self.killers = [], {}, {}

    def survey(self, known=None, jobs=1):
        """Run every case as it is, apart, but for those whose Run is `known` by their digest; the cases that fail
        leave, and are returned with the reason."""
        known = known or {}
        new = [place for place, each in enumerate(self.digests) if each not in known]
        found, modules = {}, set()
        with multiprocessing.get_context("fork").Pool(jobs, _begin, [self]) as pool:
            for runs, imported in pool.imap_unordered(_survey, [new[start::64] for start in range(64)]):
                found |= runs
                modules |= imported
        self.runs = [found[place] if place in found else known[each] for place, each in enumerate(self.digests)]
        self.reached = {}
        for place, run in enumerate(self.runs):
            for name, lines in run.lines.items() if not run.why else ():
                for line in lines:
                    self.reached[name, line] = self.reached.get((name, line), 0) | 1 << place
        self._prepare(modules)
        return {self.cases[place]["id"]: run.why for place, run in enumerate(self.runs) if run.why}

    def _prepare(self, modules):
        """Have ready what no rule makes, so that each process need not: the modules and the index of names."""
        for name in modules:
            importlib.import_module(name)
        names = getattr(self.game, "names", None)
        if hasattr(names, "index"):
            names.index  # noqa: B018  makes it

    def run_as_it_is(self, place):
        """The Run of a case."""
        rules = {code: rule.name for rule in self.rules for code in _codes(rule.function.__code__)}
        start = time.process_time()
        with running(rules) as found:
            why, record = played(self.game, self.cases[place], SILENCE)
        lines = {}
        for name, line in sorted(found):
            lines.setdefault(name, []).append(line)
        return Run(round(1000 * (time.process_time() - start), 1), record, why, lines)

    def cases_of(self, place, mutant):
        """The places of the cases that run what a mutant changes, the likeliest to notice it first."""
        rule = self.rules[place]
        lines = [0] if mutant.lines is None else range(mutant.lines[0], mutant.lines[1] + 1)
        bits = 0
        for line in lines:
            bits |= self.reached.get((rule.name, line), 0)
        killers = self.killers.get(place, {})
        return sorted(
            (number for number in range(len(self.cases)) if bits >> number & 1),
            key=lambda number: (
                -killers.get(number, 0),
                not names(self.cases[number], rule.numbers),
                self.runs[number].took,
            ),
        )

    def try_one(self, place, number, played_before=()):
        """``(kind, killer, ran)`` as a Verdict has them, of the cases whose digests are not among those that were
        `played_before`.  Leaves the function changed: to be called in a process that ends then."""
        rule = self.rules[place]
        mutant = rule.mutants[number]
        code = rule.code(mutant)
        if code is None:
            return "same", None, 0
        reaching = self.cases_of(place, mutant)
        cases = [case for case in reaching if self.digests[case] not in played_before]
        rule.function.__code__ = code
        kind = "alive" if reaching else "never run"
        for ran, case in enumerate(cases, 1):
            why, record = played(self.game, self.cases[case], PATIENCE)
            if why:
                return "noticed", self.cases[case]["id"], ran
            kind = "recorded" if record != self.runs[case].record else kind
        return kind, None, len(cases)

    def remember(self, place, killer):
        """That a case noticed a mutant of a rule: it is tried first on the next one."""
        number = next((number for number, case in enumerate(self.cases) if case["id"] == killer), None)
        if number is not None:
            counts = self.killers.setdefault(place, {})
            counts[number] = counts.get(number, 0) + 1


def rule_functions(game):
    """The Bearers of numbers that are done, but for those that only tell."""
    from pbem.core.title.coverage import Coverage

    coverage = Coverage(game)
    done = {number for number, row in coverage.numbers.items() if row["status"] == "done"}
    return [bearer for bearer in coverage.bearers if bearer.does and done & set(bearer.numbers)]


def read_cases(title):
    """The cases of a title that count."""
    from pbem.core.bench.cases import read
    from tests.case_files import case_files

    cases = [case for path in case_files(title) for case in read(path.read_bytes())]
    return [case for case in cases if case.get("status", "runs") == "runs"]


def names(case, numbers):
    """True if a case names one of the numbers, or a part of one: 9.3 is shown by a case of 9.3.2."""
    return any(named == number or named.startswith(f"{number}.") for named in case["rules"] for number in numbers)


def digest(text):
    return hashlib.sha256(text.encode()).hexdigest()[:12]


def _codes(code):
    """A code object and those of the functions in it."""
    yield code
    for const in code.co_consts:
        if hasattr(const, "co_code"):
            yield from _codes(const)


class running:
    """``with running(rules) as found``: (name, line) of every line that runs meanwhile, 0 for a call.

    rules  {code object: name}
    """

    def __init__(self, rules):
        self.rules, self.found = rules, set()

    def __enter__(self):
        rules, found = self.rules, self.found

        def call(frame, event, _):
            name = rules.get(frame.f_code)
            if name is None:
                return None
            found.add((name, 0))

            def line(frame, event, _):
                found.add((name, frame.f_lineno))
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


# -- playing ---------------------------------------------------------------------------------------------------


class _Stuck(BaseException):
    """A case did not come to an end; no rule may catch this."""


def played(game, case, patience):
    """``(why a case does not hold now or an empty text, digest of what it records)``.

    patience  seconds of the processor; a case that takes longer is played again and may run so many lines as WORK says
    """
    with contextlib.suppress(_Stuck), _clock(patience):
        return _played(game, case)
    try:
        with _clock(SILENCE), _counted(WORK):
            return _played(game, case)
    except _Stuck:
        return "it does not come to an end", ""


def _played(game, case):
    from pbem.cli.case import story
    from pbem.core.bench import cases

    try:
        result = cases.run(case, game)
        told = [json.dumps(result.facts, sort_keys=True), *(story(game, result) if hasattr(game, "telling") else ())]
        return "; ".join(result.failures), digest("\n".join(told))
    except Exception as error:  # whatever a changed rule leads to
        return f"{type(error).__name__}: {error}", ""


@contextlib.contextmanager
def _clock(seconds):
    """_Stuck after so many seconds of the processor."""

    def give_up(*_):
        raise _Stuck

    before = signal.signal(signal.SIGPROF, give_up)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


@contextlib.contextmanager
def _counted(most):
    """_Stuck after so many lines."""
    left = most

    def line(frame, event, _):
        nonlocal left
        left -= 1
        if left < 0:
            raise _Stuck
        return line

    before = sys.gettrace()
    sys.settrace(line)
    try:
        yield
    finally:
        sys.settrace(before)


# -- in the processes ------------------------------------------------------------------------------------------

_OWN = []


def tried(mutants, chosen, jobs):
    """A Verdict of each of the mutants ``[(rule, mutant, digests of the cases that were played before)]``, in no
    order."""
    with multiprocessing.get_context("fork").Pool(jobs, _begin_trying, [mutants]) as pool:
        for told in pool.imap_unordered(_try, chosen, chunksize=4):
            yield Verdict(*told)


def _begin(mutants):
    _OWN[:] = [mutants]


def _begin_trying(mutants):
    """For a process that runs no case itself, and has its children run them: they share what they do not change."""
    _begin(mutants)
    gc.collect()
    gc.freeze()
    gc.disable()


def _survey(places):
    """``({place: Run}, names of the modules)`` of some cases."""
    (mutants,) = _OWN
    runs = {place: mutants.run_as_it_is(place) for place in places}
    return runs, {name for name in sys.modules if name.startswith("pbem.")}


def _try(chosen):
    """What a Verdict takes of one mutant, tried in a child of this process, which has run no case itself."""
    (mutants,) = _OWN
    try:
        kind, killer, ran = _apart(lambda: mutants.try_one(*chosen))
    except EOFError:
        kind, killer, ran = "noticed", "the process ends", 1
    mutants.remember(chosen[0], killer)
    return *chosen[:2], kind, killer, ran


def _apart(function):
    """What a function returns, run in a process of its own; raises EOFError if that ends without a word."""
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
