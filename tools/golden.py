"""make golden TITLE=red-dragon: whole games, one for every way in which a game ends, that must come out as before.

    python tools/golden.py red-dragon            play every golden game again and write what it comes to
    python tools/golden.py red-dragon --because "8.12: interceptors fly first."
                                                 the same where facts change: the title's rules get a new revision, and
                                                 the changelog of rulings the line that says why; then `make golden`
                                                 writes the golden reports, the examples and the pages by it
    python tools/golden.py red-dragon --find 99  first play random games, and keep the shortest one for each ending
                                                 that has no golden game yet

A golden game is tests/golden/<title>/NAME.json, with its report beside it in NAME.txt:

    play     what was sent, stop by stop: {seat: order lines}
    draws    {label: results}, used up over the whole game; so the game hangs on no key, digest or revision
    seed     in the place of `draws`: of throw-away draws, entry by entry
    position what it starts from, for endings that are seldom reached
    expect   the result, the number of entries, and every fact with its entry

Those of a title from outside lie beside its package, in tests/golden, and its changelog of rulings is its CHANGELOG.md.

    python tools/golden.py diplomacy --find 20 --option last-year=1902
                                                 look for endings in games with these options

Facts that differ are told one by one, and never written without the reason of a new revision: whoever has a game of
the old one under way would have another one.  With the reason of the newest revision nothing rises: so `make golden` is
run again, with the same words, when what it named is mended.
Such games go through order text, adjudication and report like any other; only the draws are given.
"""

import argparse
import glob
import json
import os
import re
import sys
import textwrap
from difflib import SequenceMatcher
from importlib import import_module

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
FOLDER = os.path.join(ROOT, "tests", "golden")
RULINGS = os.path.join(ROOT, "CHANGELOG.md")
TITLES = os.path.join(ROOT, "pbem", "games")
FORM = "golden/2"
MOST_ENTRIES = 2000
MOST_TOLD = 12  # differences of a game
WIDTH = 120  # of the changelog


def main(arguments=None):
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("title")
    parser.add_argument("--find", type=int, default=0, metavar="N", help="play N random games of every scenario")
    parser.add_argument("--option", action="append", default=[], metavar="K=V", help="an option of these games")
    parser.add_argument("--because", default="", metavar="SENTENCE", help="what is decided now, and by which rule")
    arguments = parser.parse_args(arguments)
    from pbem.core.title.game import load
    from tools import gone_cases

    game = load(arguments.title)
    if arguments.find:
        find(game, arguments.find, dict(option.split("=") for option in arguments.option))
    gone = gone_cases.faults(game.id)
    print(*gone, sep="\n", end="\n" if gone else "")
    astray = renew_all(game, arguments.because)
    lacking = sorted(endings(game) - {ending_of(path) for path in paths(game.id)})
    for ending in lacking:
        print(f"no golden game ends with {ending}")
    return 1 if lacking or astray or gone else 0


def renew_all(game, because):
    """Play the golden games of a title again and write what they come to; how many could not be written.

    If facts changed nothing is written without a reason; with one the revision rises, also where no golden game shows
    what is decided otherwise, or one no longer goes as it was recorded.
    """
    played, astray, changed = {}, 0, []
    for path in paths(game.id):
        try:
            played[path] = replay(read(path))
        except Stray as stray:
            print(f"{_short(path)}: {stray}\n  Mend its orders, or remove it and run with --find.")
            astray += 1
    for path, file in played.items():
        if found := differences(read(path).get("expect"), outcome(file)):
            changed.append(path)
            print(_short(path), *found, sep="\n  ")
    if changed and not because:
        print(f"Nothing was written. Revision {game.revision} came to other facts before in {_listed(changed)}.")
        print('What decides otherwise is a new revision: run again with --because "NUMBER: what is decided now".')
        return len(changed)
    if because and not _is_newest(game, because):
        raised(game, because)
    for path, file in played.items():
        write(path, {**read(path), "expect": outcome(file)}, report(file))
    print(f"{len(played)} golden games are written, {len(changed)} of them with other facts.")
    if astray and because:
        print(f"The revision stands. When that is mended, go on by the same words: BECAUSE={because!r}")
    return astray


def _is_newest(game, because):
    """Whether a reason is that of the newest revision of a title: then it goes on, and nothing rises."""
    _, _, after = _changelog(game)
    return " ".join(after.partition("\n\n")[0].split()) == _line(game.revision, because)


def _line(revision, because):
    return f"Revision {revision}: {because.rstrip('.')}."


def _changelog(game):
    """The changelog of rulings before, at and after the heading of a title."""
    path = rulings_of(game)
    with open(path, encoding="utf-8") as file:
        parts = file.read().partition(f"### {game.name}\n\n")
    if not parts[1]:
        raise SystemExit(f"{path} has no section {game.name}")
    return parts


def rulings_of(game):
    """Where the changelog of rulings of a title lies."""
    return RULINGS if is_own(game.id) else os.path.join(home(game.id), "CHANGELOG.md")


def ending_of(path):
    """By which ending a golden game is over; None while nothing is written of it."""
    return read(path).get("expect", {}).get("result", {}).get("by")


def _short(path):
    return os.path.relpath(path, ROOT)


def _listed(paths):
    return ", ".join(os.path.basename(path).removesuffix(".json") for path in paths)


def raised(game, because):
    """Raise the revision of a title in its source, and say why in the changelog of rulings; the new number."""
    revision = game.revision + 1
    path, text = _source(game)
    _put(path, re.sub(rf"\brevision={game.revision},", f"revision={revision},", text))
    before, heading, after = _changelog(game)
    line = textwrap.fill(_line(revision, because), WIDTH, break_on_hyphens=False)
    _put(rulings_of(game), f"{before}{heading}{line}\n\n{after}")
    print(f"{game.name} is at revision {revision}: see CHANGELOG.md. If the change is a new option and nothing else,")
    print(f"say in `switched` of {os.path.basename(path)} by which value games of revision {game.revision} go on.")
    return revision


def _source(game):
    """``(path, text)`` of the module in which a title says its revision."""
    own = os.path.join(TITLES, game.id.replace("-", "_"))
    folders = [own] if is_own(game.id) else import_module(game.package).__path__
    for path in [path for folder in folders for path in sorted(glob.glob(os.path.join(folder, "*.py")))]:
        with open(path, encoding="utf-8") as file:
            text = file.read()
        if len(re.findall(rf"\brevision={game.revision},", text)) == 1:
            return path, text
    raise SystemExit(f"no module of {folders[0]} says revision={game.revision}")


def _put(path, text):
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)


class Stray(Exception):
    """A golden game can no longer be played as it was recorded: at which stop, and why."""


# -- files -------------------------------------------------------------------------------------------------


def is_own(title):
    """Whether a title is one of this house."""
    from pbem.core.title.game import TITLES as own

    return title in own


def home(title):
    """The folder in which the package of a title from outside lies."""
    from pbem.core.data.components import folder_of
    from pbem.core.title.game import package_of

    return os.path.dirname(folder_of(package_of(title)))


def folder_of(title):
    """Where the golden games of a title lie."""
    return os.path.join(FOLDER, title) if is_own(title) else os.path.join(home(title), "tests", "golden", title)


def paths(title):
    """The golden games of a title, sorted."""
    folder = folder_of(title)
    names = sorted(os.listdir(folder)) if os.path.isdir(folder) else []
    return [os.path.join(folder, name) for name in names if name.endswith(".json")]


def read(path):
    with open(path, encoding="utf-8") as file:
        return json.load(file)


def write(path, golden, told):
    """A golden game and its report."""
    os.makedirs(os.path.dirname(path), exist_ok=True)
    write_game(path, golden)
    _put(path.removesuffix(".json") + ".txt", told)


def write_game(path, golden):
    """A golden game, a stop and a fact a line."""
    rows = []
    for key, value in golden.items():
        shown = json.dumps(value, ensure_ascii=False)
        if key == "play":
            shown = _rows(value, "  ")
        if key == "expect":
            parts = [f"{json.dumps(name)}: {json.dumps(part, ensure_ascii=False)}" for name, part in value.items()]
            parts[-1] = f'"facts": {_rows(value["facts"], "   ")}'
            shown = "{\n  " + ",\n  ".join(parts) + "}"
        rows.append(f" {json.dumps(key)}: {shown}")
    _put(path, "{\n" + ",\n".join(rows) + "\n}\n")


def _rows(values, indent):
    """A JSON list, an item a line."""
    return "[\n" + ",\n".join(indent + json.dumps(value, ensure_ascii=False) for value in values) + "]"


def endings(game):
    """The ids of all endings of a title, as its census names them."""
    return {name.partition(":")[2] for name in game.census_names if name.startswith("ending:")}


# -- playing -----------------------------------------------------------------------------------------------


def replay(golden):
    """The game file of a golden game, played to its end.  Raises Stray where it does not go as it was recorded."""
    *_, file = stops(golden)
    if not file.is_over:
        raise Stray(f"after {len(golden['play'])} stops the game is not over; it waits for {file.waiting}")
    return file


def stops(golden):
    """A golden game at each of its stops and at its end.  Raises Stray where it does not go as it was recorded."""
    from pbem.core.data.problems import Refused
    from pbem.core.title.game import load

    club, file = started(load(golden["title"]), golden)
    script = Script(golden["draws"]) if "draws" in golden else Seed(golden["seed"])
    for number, stop in enumerate(golden["play"], 1):
        yield file
        try:
            orders = [order_of(file, seat, lines) for seat, lines in stop.items()]
            if file.is_over:
                raise Stray(f"stop {number}: the game is over")
            outcome = club.adjudicate(file, orders, draws=script.source())
            if outcome.entry is None:
                raise Stray(f"stop {number}: somebody is waited for")
            file = outcome.file
        except Refused as refused:
            raise Stray(f"stop {number}: {'; '.join(map(str, refused.problems))}") from None
    if script.left():
        raise Stray(f"draws that nobody asked for: {script.left()}")
    yield file


def started(game, golden, seed="golden"):
    """A new game for a golden one, and its robots."""
    from pbem.core.record import charter as charters
    from pbem.core.trial.robots import Club

    anchors = {"referee": {"first": "0" * 64, "key": "0" * 64, "n": 1}}
    charter = charters.make(
        game,
        golden["id"],
        golden["scenario"],
        golden.get("edition"),
        golden.get("options"),
        anchors=anchors,
        names=golden.get("names"),
        position=golden.get("position"),
        windows="ask",
    )
    club = Club(charter, seed)
    return club, club.new_game()


def order_of(file, seat, lines):
    """The order document of a seat's lines at a stop."""
    from pbem.core.orders import orders

    header = f"game {file.name}\nseat {seat}\nentry {file.next}\nhead {file.head}\n"
    powers = {}
    for power, holder in file.charter["powers"].items():
        powers.setdefault(holder, []).append(power)
    text = header + (lines if isinstance(lines, str) else "\n".join(lines))
    read, problems = orders.read(text, file.game, powers, seat, asked=[row["kind"] for row in file.waiting])
    if problems:
        raise Stray(f"{lines!r} is not understood: {'; '.join(map(str, problems))}")
    return read.to_json()


class Script:
    """The draws of a whole game by label, given out entry by entry."""

    def __init__(self, draws):
        self._draws = {label: list(results) for label, results in draws.items()}

    def source(self):
        """The draws of one entry."""
        from pbem.core.draws.draws import Source

        script = self

        class ScriptSource(Source):
            def draw(self, label, kind, of):
                record = {"label": label, "kind": kind, "of": of, "result": script.take(label, of["count"])}
                record["n"] = 1 + sum(earlier["label"] == label for earlier in self.records)
                self.records.append(record)
                return record

        return ScriptSource()

    def take(self, label, count):
        results = self._draws.get(label, [])
        if len(results) < count:
            raise Stray(f"no result is left for the draw {label}")
        taken, self._draws[label] = results[:count], results[count:]
        return taken

    def left(self):
        return {label: results for label, results in self._draws.items() if results}


class Seed:
    """The draws of a whole game out of a seed: the same for the same labels of an entry, whatever else is drawn."""

    def __init__(self, seed):
        self._seed, self._entry = seed, 0

    def source(self):
        """The draws of the next entry."""
        from pbem.core.draws.draws import ThrowawaySource
        from pbem.core.trial.selfplay import throwaway_seed

        self._entry += 1
        return ThrowawaySource(throwaway_seed(f"{self._seed}/{self._entry}"))

    def left(self):
        return {}


# -- what comes of it --------------------------------------------------------------------------------------


def outcome(file):
    """What a golden game comes to, as JSON."""
    facts = [[number, fact] for number, step in file.story() for fact in step["facts"]]
    return json.loads(json.dumps({"result": file.result, "entries": file.n, "facts": facts}))


def faults(path):
    """What a golden game comes to otherwise than was recorded, its report included; nothing if it is the same."""
    recorded = read(path)
    file = replay(recorded)
    with open(os.path.splitext(path)[0] + ".txt", "rb") as opened:
        is_told_so = opened.read() == report(file).encode()
    return differences(recorded["expect"], outcome(file)) + ["the report is another"] * (not is_told_so)


def differences(expect, now):
    """What a golden game comes to otherwise than it did: a sentence each, by name and value; [] if nothing is kept."""
    if expect is None:
        return []
    heads = [name for name in ("result", "entries") if expect[name] != now[name]]
    told = [f"{name}: was {_shown(expect[name])}, is {_shown(now[name])}" for name in heads]
    rows = [[json.dumps(row, sort_keys=True) for row in one["facts"]] for one in (expect, now)]
    for _, start, end, begin, stop in SequenceMatcher(None, *rows, autojunk=False).get_opcodes():
        if rows[0][start:end] != rows[1][begin:stop]:
            told += _facts_apart(expect["facts"][start:end], now["facts"][begin:stop])
    return told if len(told) <= MOST_TOLD else [*told[:MOST_TOLD], f"and {len(told) - MOST_TOLD} more"]


def _facts_apart(were, are):
    """How facts in the place of others differ: field by field where they are of the same entry and type."""
    if len(were) == len(are) and all(old[1]["type"] == new[1]["type"] for old, new in zip(were, are)):
        return [sentence for old, new in zip(were, are) for sentence in _fields_apart(old, new)]
    gone = [f"entry {number}: a fact {fact['type']} is gone: {_shown(fact)}" for number, fact in were]
    return gone + [f"entry {number}: a fact {fact['type']} is new: {_shown(fact)}" for number, fact in are]


def _fields_apart(old, new):
    (entry, was), (number, now) = old, new
    moved = [f"entry {entry}: fact {was['type']}: is of entry {number}"] if entry != number else []
    return moved + [
        f"entry {number}: fact {now['type']}: {name} was {_shown(was.get(name))}, is {_shown(now.get(name))}"
        for name in sorted({*was, *now})
        if was.get(name) != now.get(name)
    ]


def _shown(value):
    return "nothing" if value is None else json.dumps(value, ensure_ascii=False)


def report(file):
    """The report on the whole game as text, without the footer, which tells of keys."""
    from pbem.report.build import build
    from pbem.report.sheet import sheet
    from pbem.report.text import render

    return render(sheet({**build(file, since=0), "fairness": []}))


# -- finding -----------------------------------------------------------------------------------------------


def find(game, count, options=None):
    """Play random games, and write the one with the fewest entries for every ending without a golden game: of those
    that the census of the title names, if it names any."""
    named, has = endings(game), {ending_of(path) for path in paths(game.id)}
    best = {}
    for scenario in game.scenarios:
        for number in range(count):
            golden, file = recorded(game, scenario, f"golden-{number}", options)
            if file is None:
                continue
            ending, length = file.result["by"], file.n
            if (
                ending not in has
                and (ending in named or not named)
                and (ending not in best or length < best[ending][0])
            ):
                best[ending] = length, golden
    for ending, (_, golden) in sorted(best.items()):
        path = os.path.join(folder_of(game.id), f"{ending}.json")
        golden |= {"id": ending, "about": f"Random play of {golden['scenario']}."}
        file = replay(golden)
        write(path, {**golden, "expect": outcome(file)}, report(file))


def recorded(game, scenario, seed, options=None):
    """A random game as a golden one, without what it comes to, and its file; the file is None if it does not end."""
    from pbem.core.draws.draws import ThrowawaySource
    from pbem.core.trial.robots import random_orders
    from pbem.core.trial.selfplay import Chance, throwaway_seed

    golden = {"pbem": FORM, "id": "golden", "about": "", "title": game.id, "scenario": scenario}
    golden |= {"options": options} if options else {}
    club, file = started(game, golden, seed)
    chance, golden["play"], draws = Chance(seed), [], {}
    while not file.is_over and len(golden["play"]) < MOST_ENTRIES:
        orders = random_orders(file, chance)
        golden["play"].append({order["seat"]: lines_of(file, order) for order in orders})
        source = ThrowawaySource(throwaway_seed(f"{seed}/{file.n}"))
        file = club.adjudicate(file, orders, draws=source).file
        for draw in source.records:
            draws.setdefault(draw["label"], []).extend(draw["result"])
    golden["draws"] = draws
    return golden, file if file.is_over else None


def lines_of(file, order):
    """The order lines of a random order document; a single one as a text."""
    from pbem.core.rules.requests import ask_from

    lines, several = [], len([seat for seat in file.charter["powers"].values() if seat == order["seat"]]) > 1
    asks = {(row["power"], row["kind"]): ask_from(row) for row in file.waiting}
    for item in order["answers"]:
        told = file.game.kinds[item["kind"]].text(item["value"], asks[item["power"], item["kind"]])
        lines += [f"{item['power']}: {line}" if several else line for line in told]
    for item in order.get("petitions", ()):
        [line] = file.game.petitions[item["verb"]].text(item["value"])
        lines.append(f"{item['power']}: {line}" if several else line)
    return lines[0] if len(lines) == 1 else lines


if __name__ == "__main__":
    sys.path.insert(0, ROOT)
    sys.exit(main())
