"""make fuzz MINUTES=5: strange input of every kind against the command line, in process.

    python tests/fuzz.py [--minutes 5] [--seed 1] [--titles red-dragon,…] [--surfaces text,json,…] [--findings FOLDER]

Nothing may end in a bug (exit code 1), take longer than PATIENCE, change a file that it was given to read, leave a
part of a file behind, or write a game file that cannot be read again.  What does is kept in tests/fuzz_findings, whole,
as the command line and the files it was given; tests/test_fuzz.py tries every finding again.

Input is made of what is right: orders of every kind as robots give them, forms, game files, single lines, sealed
documents, patches, positions, packs and secrets, then mangled by words, by JSON values or by bytes.  Of game files half
are bound by their heads anew and signed with the key of whoever opened them, as somebody would who wants to be
believed.

Exit code 0: nothing found; 1: something.
"""

import argparse
import base64
import contextlib
import io
import json
import os
import random
import signal
import sys
import tempfile
import time
import traceback
from hashlib import sha256

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
FINDINGS = os.path.join(ROOT, "tests", "fuzz_findings")
DOCUMENTED = (0, 2, 3, 4, 5)
PATIENCE = 10  # seconds of the processor for one command
SMALL = {"red-dragon": "ready", "pacific": "balanced", "cataclysm": "c2"}  # the scenario that is soonest played


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--minutes", type=float, default=5)
    parser.add_argument("--seed", type=int, default=int(time.time()))
    parser.add_argument("--titles", default="red-dragon", help="titles that are installed; by default red-dragon")
    parser.add_argument("--surfaces", default="", help=f"of {', '.join(SURFACES)}; by default all")
    parser.add_argument("--findings", default=FINDINGS, help="the folder for what is found")
    arguments = parser.parse_args()
    print(f"seed {arguments.seed}", flush=True)
    chance, tried, found = random.Random(arguments.seed), {}, {}
    seeds = [Seeds(title, arguments.seed) for title in arguments.titles.split(",")]
    surfaces = arguments.surfaces.split(",") if arguments.surfaces else list(SURFACES)
    until = time.monotonic() + 60 * arguments.minutes
    while time.monotonic() < until:
        surface = chance.choice(surfaces)
        argv, files = SURFACES[surface](chance.choice(seeds), chance)
        code, fault = attempt(argv, files)
        tried.setdefault(surface, {}).setdefault(code, 0)
        tried[surface][code] += 1
        if fault and (place := place_of(fault)) not in found:
            found[place] = keep(arguments.findings, surface, argv, files, fault)
            print(f"{surface}: {' '.join(argv)}\n{fault}\nkept as {found[place]}\n", flush=True)
    for surface, codes in sorted(tried.items()):
        told = ", ".join(f"{code}: {codes[code]}" for code in sorted(codes))
        print(f"{surface:<9} {sum(codes.values()):>7} inputs; exit codes {told}")
    print(f"{sum(sum(codes.values()) for codes in tried.values())} inputs, {len(found)} findings")
    return 1 if found else 0


# -- one input ------------------------------------------------------------------------------------------------


class Stuck(BaseException):
    """A command took too long; no handler of ordinary errors may catch it."""


def attempt(argv, files):
    """Run a command line in a folder with these files (name: bytes): ``(exit code, what is wrong with it or "")``."""
    before = os.getcwd()
    with tempfile.TemporaryDirectory(prefix="pbem-fuzz-") as folder, forgetful():
        lay_out(folder, files)
        os.chdir(folder)
        try:
            code, fault = run(argv)
            return code, fault or aftermath(argv, files, code)
        finally:
            os.chdir(before)


@contextlib.contextmanager
def forgetful():
    """Nothing that was reached of a game is remembered afterwards."""
    before = os.environ.get("PBEM_MEMORY")
    with tempfile.TemporaryDirectory(prefix="pbem-fuzz-memory-") as folder:
        os.environ["PBEM_MEMORY"] = folder
        try:
            yield
        finally:
            os.environ.pop("PBEM_MEMORY")
            os.environ.update({"PBEM_MEMORY": before} if before else {})


def lay_out(folder, files):
    for name, data in files.items():
        path = os.path.join(folder, name)
        os.makedirs(os.path.dirname(path), mode=0o700, exist_ok=True)
        with open(os.open(path, os.O_WRONLY | os.O_CREAT, 0o600), "wb") as file:
            file.write(data)


def run(argv):
    """The exit code of a command line, and what is wrong with how it ended."""
    from pbem.cli import group

    bugs = []

    def note(error):
        bugs.append("".join(traceback.format_exception(error)))
        return group.BUG

    def give_up(*_):
        raise Stuck

    usual, group._bug = group._bug, note
    outputs = [io.TextIOWrapper(io.BytesIO(), "utf-8") for _ in range(2)]
    for sign in (signal.SIGPROF, signal.SIGALRM):
        signal.signal(sign, give_up)
    signal.setitimer(signal.ITIMER_PROF, PATIENCE)
    signal.alarm(12 * PATIENCE)  # for one that waits
    try:
        with contextlib.redirect_stdout(outputs[0]), contextlib.redirect_stderr(outputs[1]):
            code = group.run(argv)
    except Stuck:
        return group.BUG, f"no end after {PATIENCE} s:\n{traceback.format_exc()}"
    except BaseException:
        return group.BUG, traceback.format_exc()
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.alarm(0)
        group._bug = usual
    fault = bugs[0] if bugs else "" if code in DOCUMENTED else f"exit code {code}"
    outputs[1].flush()
    if code not in (0, 5) and not fault and not outputs[1].buffer.getvalue().strip() and "verify" not in argv:
        fault = f"exit code {code} without a word"
    return code, fault


def aftermath(argv, files, code):
    """What is wrong with the files that a command left behind."""
    output = argv[1] if argv[0] == "take" else argv[argv.index("-o") + 1] if "-o" in argv else None
    for folder, _, names in os.walk("."):
        for name in names:
            path = os.path.relpath(os.path.join(folder, name), ".")
            if path.endswith((".part", ".lock")):
                return f"{path} was left behind"
            if path.endswith((".secret", ".state")) or ".mail" in path or ".fork-" in path:
                continue  # these remember what happened
            if path in files and path != output:
                with open(path, "rb") as file:
                    if file.read() != files[path]:
                        return f"{path} was only to be read, and is changed"
            if path not in files and code not in (0, 5):
                return f"{path} was written in spite of exit code {code}"
    return unreadable(output) if output and code == 0 and os.path.exists(output) else ""


def unreadable(path):
    """Why a game file that was just written cannot be made again from its lines."""
    from pbem.core.data.problems import BrokenFile
    from pbem.core.play.gamefile import read
    from pbem.core.play.verify import verify

    try:
        problems = verify(read(path)).problems
    except BrokenFile as error:
        problems = error.problems
    return f"wrote a file that does not hold: {problems[0]}" if problems else ""


def place_of(fault):
    """What tells one fault from another: where it was raised, or its words without numbers."""
    lines = [line.strip() for line in fault.splitlines() if line.strip().startswith("File ")]
    return lines[-1] if lines else "".join(letter for letter in fault if not letter.isdigit())


# -- findings -------------------------------------------------------------------------------------------------


def keep(folder, surface, argv, files, fault):
    """Write a finding; its name."""
    finding = {
        "surface": surface,
        "argv": argv,
        "fault": fault.strip().splitlines()[-1],
        "files": {name: packed(data) for name, data in files.items()},
    }
    data = json.dumps(finding, indent=1, ensure_ascii=False) + "\n"
    name = f"{surface}-{sha256(data.encode()).hexdigest()[:12]}.json"
    os.makedirs(folder, exist_ok=True)
    with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
        file.write(data)
    return name


def packed(data):
    """Bytes as JSON: text where they are text, else base64."""
    try:
        text = data.decode()
    except UnicodeDecodeError:
        return {"base64": base64.b64encode(data).decode()}
    return text


def unpacked(value):
    return value.encode() if isinstance(value, str) else base64.b64decode(value["base64"])


def read_finding(path):
    """``(argv, files)`` of a finding."""
    with open(path, encoding="utf-8") as file:
        finding = json.load(file)
    return finding["argv"], {name: unpacked(value) for name, value in finding["files"].items()}


# -- what is right: the seeds -----------------------------------------------------------------------------------


class Moment:
    """A game at one of its stops: its file and secret as bytes, its lines, and orders that are legal now."""

    def __init__(self, file, keeper, orders, folder):
        from pbem.core.orders.orderfile import text_of
        from pbem.core.play.gamefile import render

        self.file, self.keeper = file, keeper
        self.secret = secret_of(file, keeper, os.path.join(folder, f"{file.n}.secret"))
        self.bytes = render(file)
        self.charter = file.charter
        self.orders = orders
        self.texts = [text_of(order) for order in orders]
        self.seats = list(file.charter["seats"])
        self.desk = desk_of(self)


def secret_of(file, keeper, path):
    """The secret file of whoever opens the entries, as it is after the last one, as bytes."""
    from pbem.core.record.secret import Secret

    secret = Secret.create(path, length=keeper.secret.chain.length, secret=keeper.secret_bytes)
    secret.bind(file.game_id, keeper.participant, file.head_of(0))
    if file.n:
        secret.verified = {"entry": file.n, "head": file.head}
        secret.released = {"entry": file.n, "head": file.head_of(file.n - 1), "digest": file.head}
        secret.save()
    with open(path, "rb") as kept:
        return kept.read()


def desk_of(moment):
    """The mail desk of a game in which everybody has an address, as `pbem mail set-up` writes it."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "g.json")
        lay_out(folder, {"g.json": moment.bytes})
        seats = [word for seat in moment.seats for word in ("--seat", f"{seat}={seat}@example.org")]
        with forgetful():
            code, fault = run(["mail", "set-up", path, "--address", "desk@club.example", *seats])
        if code:
            raise RuntimeError(f"mail set-up ends with {code}: {fault}")
        with open(os.path.join(folder, "g.json.mail", "desk.json"), "rb") as file:
            return file.read()


class Seeds:
    """What is right of a title: moments of a few games, order lines, patches, positions and packs."""

    def __init__(self, title, seed, games=2, stops=12):
        from pbem.core.data import components
        from pbem.core.record import charter as charters
        from pbem.core.title import positions
        from pbem.core.title.game import load

        self.title, self.game = title, load(title)
        self.scenario = SMALL.get(title) or next(iter(self.game.scenarios))
        referee = {"referee": {"first": "0" * 64, "key": "0" * 64, "n": 1}}
        charter = charters.make(self.game, "fuzz", self.scenario, anchors=referee)
        self.moments, self.boards = [], []
        for number in range(games):
            self._play({**charter, "windows": "ask"}, f"fuzz/{seed}/{number}", stops)
        self.table = self._shared({**charter, "windows": "ask"}, f"fuzz/{seed}")
        self.lines = sorted(
            {
                line
                for moment in self.moments
                for text in moment.texts
                for line in text.splitlines()
                if line and not line.startswith(("game ", "seat ", "entry ", "head ", "--"))
            }
        )
        self.lines += [form for kind in self.game.kinds.values() for row in kind.grammar() for form in row[::2] if form]
        self.cases = cases_of(title)
        self.lines += [
            line
            for case in self.cases
            for play in case.get("play", ())
            for text in play.values()
            if isinstance(text, str)
            for line in text.splitlines()
        ]
        self.conditions = [form for form, _ in self.game.conditions.grammar()]
        self.words = sorted({word for line in self.lines for word in line.split()}) + STRANGE_WORDS
        self.positions = [positions.write(board, self.game) for board in self.boards]
        package = self.game.package
        self.components = {name: components.load_raw(package, name) for name in components.names(package)}

    def _play(self, charter, seed, stops):
        from pbem.core.trial import robots
        from pbem.core.trial.selfplay import Chance

        club, chance = robots.Club(charter, seed), Chance(seed)
        file = club.new_game()
        with tempfile.TemporaryDirectory() as folder:
            for _ in range(stops):
                if file.is_over:
                    break
                orders = robots.random_orders(file, chance)
                if orders:
                    self.moments.append(Moment(file, club.signers["referee"], orders, folder))
                    self.boards.append(file.rest_board())
                file = club.adjudicate(file, orders).file

    def _shared(self, charter, seed):
        """A table where everybody has a chain: ``(Moment, keepers, sealed documents of all who are due)``."""
        from pbem.core.trial import robots

        club = robots.Club(charter, seed, "shared")
        file = club.new_game()
        orders = [{**robots.blank_order(file, seat), "ready": True} for seat in file.people]
        with tempfile.TemporaryDirectory() as folder:
            moment = Moment(file, club.signers["referee"], orders, folder)
        return moment, club.signers, club._sealed(file, play_call(file), orders)


def play_call(file):

    return file.call()


def cases_of(title):
    """The cases of a title."""
    folder, cases = os.path.join(ROOT, "tests", "cases", title), []
    for name in sorted(name for name in os.listdir(folder) if name.endswith(".json")):
        with open(os.path.join(folder, name), encoding="utf-8") as file:
            found = json.load(file)
        cases += found.get("cases", [])
    return cases


# -- what is wrong: the mangling ---------------------------------------------------------------------------------

STRANGE_WORDS = [
    "",
    "-",
    "--",
    "->",
    "→",
    "…",
    "“x”",
    "'",
    '"',
    "\\",
    "\0",
    "\x1b[31m",
    "\u202e",
    "\ufeff",
    "e\u0301",
    "ß",
    "İ",
    "null",
    "true",
    "0",
    "-1",
    "1e9",
    "999999999999999999999",
    "٣",
    "½",
    "x" * 300,
    "(",
    ")",
    "((((",
    ",",
    ",,",
    ";",
    ";;",
    ":",
    "*",
    "*3",
    "3",
    "3 3",
    "!",
    "#",
    "{",
    "[]",
    "and",
    "if",
    "else",
    "else:",
    "when",
    "secret",
    "then",
    "then then",
    "revoke",
    "ask",
    "me",
    "ask me",
    "only if",
    "with",
    "via",
    "to",
    "from",
    "in",
    "at",
    "of",
    "until",
    "by",
    "all",
    "all but",
    "nothing",
    "pass",
    "game",
    "seat prc",
    "ready",
    "link",
    "pinch",
    "seal",
    "> ",
    ">>",
    "\t",
    "\u00a0",
]
STRANGE_VALUES = [
    None,
    True,
    False,
    0,
    1,
    -1,
    2,
    3,
    10**15,
    2**53,
    -(2**53),
    2**64,
    1.5,
    "",
    "x",
    "0" * 64,
    "f" * 64,
    "g" * 64,
    "prc",
    "\0",
    "\ud800",
    "x" * 1000,
    [],
    {},
    [[]],
    [{}],
    [None],
    {"x": 1},
    {"": {}},
    [[[[[[]]]]]],
    "a/b/c",
    "../x",
    [1, 1],
]


def mangled_text(text, seeds, chance):
    """Order text with one to four faults."""
    for _ in range(chance.randint(1, 4)):
        text = chance.choice(TEXT_FAULTS)(text, seeds, chance)
    return text


def _line_added(text, seeds, chance):
    lines = text.split("\n")
    lines.insert(chance.randint(0, len(lines)), grown_line(seeds, chance))
    return "\n".join(lines)


def grown_line(seeds, chance):
    """An order line of the grammar: plain, conditional, standing, or taking one back."""
    line, condition = chance.choice(seeds.lines), chance.choice(seeds.conditions or ["x"])
    if chance.randint(0, 1):
        condition = " ".join(chance.choice(seeds.words) if word.isupper() else word for word in condition.split())
    kind = chance.choice(sorted(seeds.game.kinds))
    return chance.choice(
        [
            line,
            f"if {condition}: {line}",
            f"else: {line}",
            f"{line} ; else {line}",
            f"when {kind}: {line}",
            f"when {kind} in {chance.choice(seeds.words)}: {line} if {condition}; else ask me",
            f"secret when {kind}: {line}",
            f"when {kind} from {condition} until {condition}: {line}",
            f"revoke when {kind}",
            "revoke queue",
            "then",
            f"{chance.choice(list(seeds.moments[0].charter['powers']))}: {line}",
        ]
    )


def _line_lost(text, seeds, chance):
    lines = text.split("\n")
    del lines[chance.randrange(len(lines))]
    return "\n".join(lines)


def _lines_swapped(text, seeds, chance):
    lines = text.split("\n")
    chance.shuffle(lines)
    return "\n".join(lines)


def _word_changed(text, seeds, chance):
    words = text.split(" ")
    words[chance.randrange(len(words))] = chance.choice(seeds.words)
    return " ".join(words)


def _word_added(text, seeds, chance):
    words = text.split(" ")
    words.insert(chance.randint(0, len(words)), chance.choice(seeds.words))
    return " ".join(words)


def _word_lost(text, seeds, chance):
    words = text.split(" ")
    del words[chance.randrange(len(words))]
    return " ".join(words)


def _letters_changed(text, seeds, chance):
    place = chance.randint(0, len(text))
    inserted = chance.choice([chr(chance.randrange(32, 127)), chr(chance.randrange(0xD7FF)), "\n", "\r", "\u2028", ""])
    return text[:place] + inserted + text[place + chance.randint(0, 2) :]


def _cut(text, seeds, chance):
    return text[: chance.randint(0, len(text))]


def _repeated(text, seeds, chance):
    start = chance.randint(0, len(text))
    part = text[start : start + chance.randint(1, 40)]
    return text[:start] + part * chance.choice([2, 3, 50, 500]) + text[start:]


def _as_answered_mail(text, seeds, chance):
    return "\n".join(chance.choice(["> ", ">", ""]) + line for line in text.split("\n"))


TEXT_FAULTS = [
    _line_added,
    _line_added,
    _line_added,
    _line_lost,
    _lines_swapped,
    _word_changed,
    _word_changed,
    _word_added,
    _word_lost,
    _letters_changed,
    _letters_changed,
    _cut,
    _repeated,
    _as_answered_mail,
]


def encoded(text):
    return text.encode("utf-8", "surrogatepass")


def mangled_bytes(data, chance):
    data = bytearray(data)
    for _ in range(chance.randint(1, 6)):
        place = chance.randint(0, len(data))
        data[place : place + chance.randint(0, 3)] = chance.randbytes(chance.randint(0, 3))
    return bytes(data)


def mangled_json(value, chance, faults=3):
    """A JSON value with one to `faults` faults anywhere in it."""
    value = json.loads(json.dumps(value))
    for _ in range(chance.randint(1, faults)):
        places = list(_places(value))
        if not places:
            return chance.choice(STRANGE_VALUES)
        holder, key = chance.choice(places)
        others = [inner[at] for inner, at in chance.sample(places, min(5, len(places)))]
        _spoil(holder, key, others, chance)
    return value


def _places(value):
    """(holder, key) of every value inside a JSON value."""
    for key in list(value) if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else ():
        yield value, key
        yield from _places(value[key])


def _spoil(holder, key, others, chance):
    """Change, lose, double or rename one value."""
    how = chance.randrange(6)
    if how == 0:
        del holder[key]
    elif how == 1 and isinstance(holder, list):
        holder.insert(key, json.loads(json.dumps(holder[key])))
    elif how == 1:
        holder[chance.choice(["x", "", f"{key}x", "n", "power", "kind"])] = holder.pop(key)
    elif how == 2 and isinstance(holder[key], int):
        holder[key] += chance.choice([-1, 1, 2, 100])
    elif how == 3:
        holder[key] = json.loads(json.dumps(chance.choice(others)))
    elif how == 4 and isinstance(holder[key], str):
        holder[key] = _letters_changed(holder[key], None, chance)
    else:
        holder[key] = json.loads(json.dumps(chance.choice(STRANGE_VALUES)))


def written(value, chance):
    """A JSON value as bytes, now and then as no good writer would."""
    text = json.dumps(value, ensure_ascii=chance.random() < 0.3, indent=chance.choice([None, None, 1]))
    data = encoded(text)
    return mangled_bytes(data, chance) if chance.random() < 0.1 else data


def believed(objects, secret):
    """Objects of lines as a file: heads made anew, plays signed with this secret, where they have the shape for it."""
    from pbem.core.data.canon import encode
    from pbem.core.record.charter import game_id
    from pbem.core.record.lines import Pieces
    from pbem.core.record.log import Line, written
    from pbem.core.signing.adjudication import signed_line

    with contextlib.suppress(Exception):  # what cannot be hashed is left as it is
        game, lines = game_id(objects[0]["charter"]), [Line(written(encode(objects[0])))]
        for object in objects[1:]:
            object = {**object, "before": lines[-1].head.hex()}
            is_note = object.get("kind") == "note"
            lines.append(Line(written(encode(object))) if is_note else signed_line(object, secret, game))
        return b"".join(Pieces(lines))
    return encoded("".join(f'[{json.dumps(object, ensure_ascii=False)},""]\n' for object in objects))


def mangled_lines(objects, chance):
    """Objects of lines with faults: lines lost, doubled and out of order, or values in them."""
    objects = json.loads(json.dumps(objects))
    if chance.random() < 0.2:
        chance.shuffle(objects)
    place = chance.randrange(len(objects))
    spoiled = mangled_json(objects[place], chance)
    objects[place : place + 1] = chance.choice([[], [objects[place]] * 2, *[[spoiled]] * 6])
    return objects


# -- the surfaces: a command line and its files ---------------------------------------------------------------------


def text_orders(seeds, chance):
    moment = chance.choice(seeds.moments)
    text = mangled_text(chance.choice(moment.texts), seeds, chance)
    data = encoded(text)
    return _with_orders(moment, mangled_bytes(data, chance) if chance.random() < 0.05 else data, chance)


def json_orders(seeds, chance):
    moment = chance.choice(seeds.moments)
    order = json.loads(json.dumps(chance.choice(moment.orders)))
    if chance.random() < 0.3:
        order["standing"] = [_standing(seeds, chance)]
    if chance.random() < 0.2:
        order["petitions"] = [_petition(seeds, chance)]
    if chance.random() < 0.2:
        order["revoked"] = [{"what": "standing", "power": _power(seeds, chance), "kind": _kind(seeds, chance)}]
    if chance.random() < 0.6 and order.get("answers"):  # what no schema sees: a value that is only nearly right
        answer = chance.choice(order["answers"])
        answer["value"] = mangled_json(answer["value"], chance, 2)
    if chance.random() < 0.4:
        order = mangled_json(order, chance)
    return _with_orders(moment, written(order, chance), chance)


def _standing(seeds, chance):
    value = chance.choice(
        [answer["value"] for moment in seeds.moments for order in moment.orders for answer in order["answers"]]
    )
    line = {"power": _power(seeds, chance), "when": _kind(seeds, chance), "value": value}
    if chance.random() < 0.5:
        forms = seeds.game.conditions.forms
        name = chance.choice(sorted(forms)) if forms else "x"
        count = forms[name][0].count("{") if forms else 1
        line["if"] = [[name, *(chance.choice([*seeds.words, 1, 2]) for _ in range(count))]]
    return line


def _petition(seeds, chance):
    verb = chance.choice(sorted(seeds.game.petitions) or ["x"])
    return {"power": _power(seeds, chance), "verb": verb, "value": chance.choice([*STRANGE_VALUES, {"value": 1}])}


def _power(seeds, chance):
    return chance.choice(list(seeds.moments[0].charter["powers"]))


def _kind(seeds, chance):
    return chance.choice(sorted(seeds.game.kinds))


def _with_orders(moment, data, chance):
    files = {"g.json": moment.bytes, "o.txt": data, "g.json.secret": moment.secret}
    command = chance.choice(["check", "check", "adjudicate", "whatif"])
    more = {"adjudicate": ["-o", "next.json", "--report", "report.txt"]}.get(command, [])
    argv = [command, "g.json", "o.txt", *more]
    if command == "adjudicate" and chance.random() < 0.3:
        argv.append("--deadlines-passed")
    return argv, files


def game_files(seeds, chance):
    moment = chance.choice(seeds.moments)
    files = {"g.json": moment.bytes, "o.txt": moment.texts[0].encode(), "g.json.secret": moment.secret}
    if chance.random() < 0.1:
        files["g.json"] = mangled_bytes(moment.bytes, chance)
    else:
        objects = mangled_lines([line.object for line in moment.file.lines], chance)
        secret = moment.keeper.secret_bytes if chance.random() < 0.6 else b""
        files["g.json"] = believed(objects, secret)
    if chance.random() < 0.2:
        beside = chance.choice(["g.json.state", "g.json.calendar", "g.json.openings", "g.json.fork-1"])
        files[beside] = written(chance.choice(STRANGE_VALUES), chance)
    return chance.choice(_commands(moment, chance)), files


def lines(seeds, chance):
    """Lines that come by mail, taken up into a game that is some entries behind."""
    moment = chance.choice(seeds.moments)
    sent = moment.file.lines[chance.randint(0, moment.file.n) :]
    start = moment.file.lines[: chance.randint(1, moment.file.n + 1)]
    data = b"".join(line.raw + b"\n" for line in chance.sample(sent, len(sent)))
    if chance.random() < 0.6:
        data = believed(
            [line.object for line in moment.file.lines[:1]] + mangled_lines([line.object for line in sent], chance),
            moment.keeper.secret_bytes,
        )
    if chance.random() < 0.3:
        data = mangled_bytes(data, chance)
    return ["take", "g.json", "new.line"], {"g.json": b"".join(line.raw + b"\n" for line in start), "new.line": data}


def sealed_documents(seeds, chance):
    """Documents that seats have signed, at the level shared: altered on the way, or signed for what makes no sense."""
    moment, keepers, documents = seeds.table
    files, names = {"g.json": moment.bytes, "g.json.secret": moment.secret}, []
    for number, document in enumerate(documents):
        text = packed_again(document, moment, keepers, chance) if chance.random() < 0.7 else document_text(document)
        if chance.random() < 0.3:
            text = mangled_text(text, seeds, chance)
        names.append(f"{number}.txt")
        files[names[-1]] = encoded(text)
    return ["adjudicate", "g.json", *chance.sample(names, chance.randint(1, len(names))), "-o", "g.json"], files


def document_text(document):
    from pbem.core.record.documents import packed

    return packed(document)


def packed_again(document, moment, keepers, chance):
    """A document with faults in its object, signed again by its seat as often as not, as text."""
    from pbem.core.data.canon import encode
    from pbem.core.record.documents import Document, signed

    object, signature = mangled_json(document.object, chance, 2), document.signature
    with contextlib.suppress(Exception):  # what cannot be signed or written comes as it was
        if chance.random() < 0.7:
            signature = signed(object, keepers[document.seat].secret_bytes, moment.file.game_id).signature
        encode(object)
        return document_text(Document(object, signature, document.openings))
    return document_text(document)


def _commands(moment, chance):
    """What can be done with a game file."""
    seat = chance.choice(moment.seats)
    return [
        ["verify", "g.json"],
        ["verify", "g.json", "--schema"],
        ["status", "g.json"],
        ["status", "g.json", "--json"],
        ["show", "g.json"],
        ["report", "g.json"],
        ["report", "g.json", "--since", "0", "--format", "json"],
        ["report", "g.json", "--format", "markdown", "--seat", seat],
        ["form", "g.json", seat],
        ["check", "g.json", "o.txt"],
        ["adjudicate", "g.json", "o.txt", "-o", "next.json"],
        ["adjudicate", "g.json", "--deadlines-passed", "-o", "g.json"],
        ["whatif", "g.json", "o.txt"],
        ["reopen", "g.json", "--step", str(chance.randint(0, 5)), "--reason", "fuzz", "-o", "next.json"],
        ["explain", "g.json", f"{chance.randint(0, 5)}.{chance.randint(0, 5)}"],
        ["take", "g.json", "g.json"],
    ]


def patches(seeds, chance):
    moment = chance.choice(seeds.moments)
    position = chance.choice(seeds.positions)
    patch = {"pbem": "patch/1", **{key: value for key, value in position.items() if key in ("set", "control", "units")}}
    patch = _thinned(patch, chance)
    if chance.random() < 0.8:
        patch = _with_faults(patch, seeds, chance)
    files = {"g.json": moment.bytes, "p.json": written(patch, chance), "g.json.secret": moment.secret}
    return ["correct", "g.json", "p.json", "--reason", "fuzz", "-o", "next.json"], files


def positions(seeds, chance):
    position = _with_faults(_thinned(dict(chance.choice(seeds.positions)), chance), seeds, chance)
    return [
        "new",
        chance.choice([seeds.title, f"{seeds.title}/{seeds.scenario}"]),
        "--position",
        "p.json",
        "-o",
        "g.json",
    ], {"p.json": written(position, chance)}


def _thinned(position, chance):
    """A position with a few of its entries, so that faults are near."""
    for name in ("set", "control"):
        if isinstance(position.get(name), dict):
            names = sorted(position[name])
            position[name] = {key: position[name][key] for key in chance.sample(names, min(3, len(names)))}
    if isinstance(position.get("units"), str):
        groups = position["units"].split(";")
        position["units"] = ";".join(chance.sample(groups, min(3, len(groups))))
    return position


def _with_faults(position, seeds, chance):
    if isinstance(position.get("units"), str) and chance.random() < 0.5:
        position["units"] = mangled_text(position["units"], seeds, chance)
        return position
    return mangled_json(position, chance)


def packs(seeds, chance):
    about = {
        "pbem": "pack/1",
        "name": "fuzz",
        "version": "1",
        "title": seeds.title,
        "author": "nobody",
        "rights": "none",
    }
    name = chance.choice(sorted(seeds.components))
    changes = _some_of(seeds.components[name], chance)
    if chance.random() < 0.8:
        changes = mangled_json(changes, chance)
    if chance.random() < 0.2:
        about = mangled_json(about, chance)
    files = {"pack/pack.json": written(about, chance), f"pack/{name}.json": written(changes, chance)}
    return ["new", f"{seeds.title}/{seeds.scenario}", "--components", "pack", "-o", "g.json"], files


def _some_of(value, chance, depth=0):
    """A small part of a component file, with the way to it."""
    if not isinstance(value, dict) or not value or depth > chance.randint(2, 5):
        return value
    names = chance.sample(sorted(value), min(len(value), chance.choice([1, 1, 1, 2])))
    return {name: _some_of(value[name], chance, depth + 1) for name in names}


def cases(seeds, chance):
    case = mangled_json(chance.choice(seeds.cases), chance, 2)
    return ["case", "c.json", "--title", seeds.title], {"c.json": written(case, chance)}


def mails(seeds, chance):
    moment = chance.choice(seeds.moments)
    data = mangled_mail(mail(moment, seeds, chance), chance)
    files = {"g.json": moment.bytes, "m.eml": data, "g.json.mail/desk.json": moment.desk}
    if chance.random() < 0.2:
        files["g.json.mail/desk.json"] = written(mangled_json(json.loads(moment.desk), chance), chance)
    return ["mail", "in", "g.json", "--from", "m.eml", "--now", "2026-11-21T18:30"], files


def mail(moment, seeds, chance):
    """A mail with orders: plain, with a page beside it, or attached; in one of the usual encodings."""
    from email.message import EmailMessage

    text = chance.choice(moment.texts)
    if chance.random() < 0.5:
        text = mangled_text(text, seeds, chance)
    text = encoded(text).decode("utf-8", "replace")
    made = EmailMessage()
    transfer = chance.choice(["8bit", "base64", "quoted-printable"])
    made.set_content(text, charset="utf-8", cte=transfer)
    if chance.random() < 0.3:
        made.add_alternative(f"<html><p>{text}<br></p><table><tr><td>{text}", subtype="html")
    if chance.random() < 0.3:
        name = chance.choice(["o.txt", "../o"])
        made.add_attachment(encoded(text), maintype="text", subtype="plain", filename=name)
    headers = [
        b"From: "
        + chance.choice([moment.seats[0].encode() + b"@example.org", b"Ann <ann@x>", b"x", b"=?utf-8?q?=ff?="]),
        b"To: desk+fuzz@club.example",
        b"Subject: " + chance.choice([b"orders", b"Re: [fuzz] entry 1", b"x" * 2000, b"=?utf-8?b?/w==?="]),
        b"Message-ID: " + chance.choice([b"<1@example.org>", b"<1@example.org>", b"1", b"<>", b"<1@[x>"]),
        b"Date: "
        + chance.choice([b"Sat, 21 Nov 2026 18:30:00 +0000", b"yesterday", b"", b"Sat, 99 Nov 2026 99:99 +9999"]),
    ]
    return b"\n".join([*headers, made.as_bytes()])


def mangled_mail(data, chance):
    """A mail whose headers, boundaries or bytes are not what they should be."""
    lines = data.split(b"\n")
    for _ in range(chance.randint(0, 3)):
        place = chance.randrange(min(len(lines), 20))
        lines[place : place + 1] = chance.choice(
            [
                [],
                [lines[place]] * 2,
                [lines[place][: len(lines[place]) // 2]],
                [b"Content-Type: text/plain; charset=nosuch"],
                [b"Content-Transfer-Encoding: base64"],
                [b"Content-Type: multipart/mixed"],
                [b"From: \xff\xfe <@>"],
                [b"Content-Type: message/rfc822"],
                [b"In-Reply-To: " + b"<x>" * 300],
                [b""],
                [b"Auto-Submitted: auto-replied"],
                [b"Content-Type: text/html; charset=utf-7"],
                [b"Subject: =?utf-8?b?" + b"A" * 100],
                [b" folded"],
            ]
        )
    data = b"\n".join(lines)
    return mangled_bytes(data, chance) if chance.random() < 0.2 else data


def secrets(seeds, chance):
    moment = chance.choice(seeds.moments)
    secret = mangled_json(json.loads(moment.secret), chance)
    files = {"g.json": moment.bytes, "o.txt": moment.texts[0].encode(), "g.json.secret": written(secret, chance)}
    return ["adjudicate", "g.json", "o.txt", "-o", "next.json"], files


SURFACES = {
    "text": text_orders,
    "json": json_orders,
    "game": game_files,
    "line": lines,
    "sealed": sealed_documents,
    "patch": patches,
    "position": positions,
    "pack": packs,
    "case": cases,
    "mail": mails,
    "secret": secrets,
}

if __name__ == "__main__":
    sys.path.insert(0, ROOT)
    sys.exit(main())
