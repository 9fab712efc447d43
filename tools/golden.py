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
    draws    {label: results}, used up over the whole game; so the game does not hang on keys or digests
    position what it starts from, for endings that are seldom reached
    expect   the result, the number of entries, a digest of all facts, and the revision of the rules that made them

Facts of one revision are never written anew: whoever has a game of it under way would have another one.
Such games go through order text, adjudication and report like any other; only the draws are given.
"""

import argparse
import json
import os
import re
import sys
import textwrap

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
FOLDER = os.path.join(ROOT, "tests", "golden")
RULINGS = os.path.join(ROOT, "CHANGELOG.md")
TITLES = os.path.join(ROOT, "pbem", "games")
MOST_ENTRIES = 2000
WIDTH = 120  # of the changelog


def main(arguments=None):
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("title")
    parser.add_argument("--find", type=int, default=0, metavar="N", help="play N random games of every scenario")
    parser.add_argument("--because", default="", metavar="SENTENCE", help="what is decided now, and by which rule")
    arguments = parser.parse_args(arguments)
    from pbem.core.rules.game import load

    game = load(arguments.title)
    if arguments.find:
        find(game, arguments.find)
    astray = renew_all(game, arguments.because)
    lacking = sorted(endings(game) - {read(path)["expect"]["result"]["by"] for path in paths(game.id)})
    for ending in lacking:
        print(f"no golden game ends with {ending}")
    return 1 if lacking or astray else 0


def renew_all(game, because):
    """Play the golden games of a title again and write what they come to; how many could not be written.

    If facts changed under the revision that made them nothing is written without a reason; with one the revision rises,
    also where no golden game shows what is decided otherwise, or one no longer goes as it was recorded.
    """
    played, astray = {}, 0
    for path in paths(game.id):
        try:
            played[path] = replay(read(path))
        except Stray as stray:
            print(f"{_short(path)}: {stray}\n  Mend its orders, or remove it and run with --find.")
            astray += 1
    changed = [path for path, file in played.items() if _has_changed(read(path)["expect"], file, game.revision)]
    if changed and not because:
        print(f"Nothing was written. Revision {game.revision} came to other facts before in {_listed(changed)}.")
        print('What decides otherwise is a new revision: run again with --because "NUMBER: what is decided now".')
        return len(changed)
    revision = raised(game, because) if because else game.revision
    for path, file in played.items():
        golden = read(path)
        write(path, {**golden, "expect": outcome(file, revision)}, report(file))
        print(f"{_short(path)}: {file.result['by']}, {file.n} entries")
    if astray and because:
        print(f"Revision {revision} stands. When that is mended go on without a reason: make golden TITLE={game.id}")
    return astray


def _has_changed(expect, file, revision):
    """Whether a golden game of this revision came to anything else than it did."""
    return expect["revision"] == revision and expect != outcome(file, revision)


def _short(path):
    return os.path.relpath(path, ROOT)


def _listed(paths):
    return ", ".join(os.path.basename(path).removesuffix(".json") for path in paths)


def raised(game, because):
    """Raise the revision of a title in its source, and say why in the changelog of rulings; the new number."""
    revision = game.revision + 1
    path, text = _source(game)
    _put(path, re.sub(rf"\brevision={game.revision},", f"revision={revision},", text))
    with open(RULINGS, encoding="utf-8") as file:
        before, heading, after = file.read().partition(f"### {game.name}\n\n")
    if not heading:
        raise SystemExit(f"{RULINGS} has no section {game.name}")
    line = textwrap.fill(f"Revision {revision}: {because.rstrip('.')}.", WIDTH, break_on_hyphens=False)
    _put(RULINGS, f"{before}{heading}{line}\n\n{after}")
    print(f"{game.name} is at revision {revision}: see CHANGELOG.md. If the change is a new option and nothing else,")
    print(f"say in `switched` of {os.path.basename(path)} by which value games of revision {game.revision} go on.")
    return revision


def _source(game):
    """``(path, text)`` of the module in which a title says its revision."""
    folder = os.path.join(TITLES, game.id.replace("-", "_"))
    for name in sorted(os.listdir(folder)):
        if name.endswith(".py"):
            with open(os.path.join(folder, name), encoding="utf-8") as file:
                text = file.read()
            if len(re.findall(rf"\brevision={game.revision},", text)) == 1:
                return os.path.join(folder, name), text
    raise SystemExit(f"no module of {folder} says revision={game.revision}")


def _put(path, text):
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)


class Stray(Exception):
    """A golden game can no longer be played as it was recorded: at which stop, and why."""


# -- files -------------------------------------------------------------------------------------------------


def paths(title):
    """The golden games of a title, sorted."""
    folder = os.path.join(FOLDER, title)
    names = sorted(os.listdir(folder)) if os.path.isdir(folder) else []
    return [os.path.join(folder, name) for name in names if name.endswith(".json")]


def read(path):
    with open(path, encoding="utf-8") as file:
        return json.load(file)


def write(path, golden, told):
    """A golden game, a stop a line, and its report."""
    os.makedirs(os.path.dirname(path), exist_ok=True)
    rows = []
    for key, value in golden.items():
        shown = json.dumps(value, ensure_ascii=False)
        if key == "play":
            shown = "[\n  " + ",\n  ".join(json.dumps(stop, ensure_ascii=False) for stop in value) + "]"
        rows.append(f" {json.dumps(key)}: {shown}")
    with open(path, "w", encoding="utf-8") as file:
        file.write("{\n" + ",\n".join(rows) + "\n}\n")
    with open(path.removesuffix(".json") + ".txt", "w", encoding="utf-8") as file:
        file.write(told)


def endings(game):
    """The ids of all endings of a title, as its census names them."""
    return {name.partition(":")[2] for name in game.census_names if name.startswith("ending:")}


# -- playing -----------------------------------------------------------------------------------------------


def replay(golden):
    """The game file of a golden game, played to its end.  Raises Stray where it does not go as it was recorded."""
    *_, file = stops(golden)
    return file


def stops(golden):
    """A golden game at each of its stops and at its end.  Raises Stray where it does not go as it was recorded."""
    from pbem.core.data.problems import Refused
    from pbem.core.rules.game import load

    club, file = started(load(golden["title"]), golden)
    script = Script(golden["draws"])
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
    if not file.is_over:
        raise Stray(f"after {len(golden['play'])} stops the game is not over; it waits for {file.waiting}")
    if script.left():
        raise Stray(f"draws that nobody asked for: {script.left()}")
    yield file


def started(game, golden, seed="golden"):
    """A new game for a golden one, and its robots."""
    from pbem.core.play.robots import Club
    from pbem.core.record import charter as charters

    anchors = {"referee": {"first": "0" * 64, "key": "0" * 64, "n": 1}}
    charter = charters.make(
        game,
        golden["id"],
        golden["scenario"],
        golden.get("edition"),
        golden.get("options"),
        anchors=anchors,
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


# -- what comes of it --------------------------------------------------------------------------------------


def outcome(file, revision):
    """What a golden game must come to by a revision of the rules."""
    from pbem.core.data.canon import dumps, th

    facts = [fact for _, step in file.story() for fact in step["facts"]]
    digest = th("facts", dumps(facts)).hex()
    return {"result": file.result, "entries": file.n, "facts": digest, "revision": revision}


def report(file):
    """The report on the whole game as text, without the footer, which tells of keys."""
    from pbem.report.build import build
    from pbem.report.sheet import sheet
    from pbem.report.text import render

    return render(sheet({**build(file, since=0), "fairness": []}))


# -- finding -----------------------------------------------------------------------------------------------


def find(game, count):
    """Play random games, and write the one with the fewest entries for every ending without a golden game."""
    lacking = endings(game) - {read(path)["expect"]["result"]["by"] for path in paths(game.id)}
    best = {}
    for scenario in game.scenarios:
        for number in range(count):
            golden, file = recorded(game, scenario, f"golden-{number}")
            if file is None:
                continue
            ending, length = file.result["by"], file.n
            if ending in lacking and (ending not in best or length < best[ending][0]):
                best[ending] = length, golden
    for ending, (_, golden) in sorted(best.items()):
        path = os.path.join(FOLDER, game.id, f"{ending}.json")
        golden |= {"id": ending, "about": f"Random play of {golden['scenario']}."}
        file = replay(golden)
        write(path, {**golden, "expect": outcome(file, game.revision)}, report(file))


def recorded(game, scenario, seed):
    """A random game as a golden one, without what it comes to, and its file; the file is None if it does not end."""
    from pbem.core.draws.draws import ThrowawaySource
    from pbem.core.play.robots import random_orders
    from pbem.core.play.selfplay import Chance, throwaway_seed

    golden = {"pbem": "golden/1", "id": "golden", "about": "", "title": game.id, "scenario": scenario}
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
