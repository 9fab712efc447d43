"""pbem whatif: rehearse orders with draws that count for nothing."""

import os
from collections.abc import Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING

from pbem.core.data.problems import Problem, Refused, refusals
from pbem.core.data.tables import Sentences
from pbem.interface.files import orders_or_refusal, problems_json

from .options import load_game
from .output import print_json, progress, shown, warn, wrapped
from .parameters import declared
from .usage import WrongUsage

if TYPE_CHECKING:
    from pbem.core.data.json_types import Json
    from pbem.core.play.gamefile import GameFile
    from pbem.core.trial.rehearsal import Rehearsal, Run
    from pbem.report.shapes import Part

_say = Sentences(__name__)


@declared("whatif")
def command(
    game: str,
    orders: Sequence[str],
    repeat: int,
    dice: Sequence[str],
    seed: str | None,
    keep: str | None,
    jobs: int,
    cluster: str | None,
    as_json: bool,
) -> None:
    """Play ORDERS on from where GAME stands, with throw-away dice: what could come of them, and how often.

    No secret file is opened, and nothing is written except with --keep; these dice have nothing to do with those to
    come. Seats without an order file take their published defaults. --repeat counts the outcomes, and shows the worst
    and the best run for the power of the first line.
    """
    from pbem.core.trial.rehearsal import rehearsed

    file = load_game(game, to_play=True)
    if not orders:
        raise WrongUsage("orders")
    if keep and repeat > 1:
        raise WrongUsage("keep-one")
    if keep and os.path.exists(keep):
        raise WrongUsage("exists", path=keep)
    given, problems = orders_or_refusal(file, orders)
    found = [one for one in given if isinstance(one, dict)]
    by_label, in_order = results(dice)
    told = partial(progress, what="rehearsals")
    rehearsal = rehearsed(file, found, repeat, _seed(seed), by_label, in_order, told, jobs, cluster)
    if keep and rehearsal.best:
        problems += _keep(file, found[0], rehearsal.best, keep)
    if as_json:
        print_json(described(rehearsal, problems))
        return
    for problem in problems:
        warn(shown(problem))
    print(as_text(rehearsal, orders, game))
    if keep:
        print(_say("saved", path=keep, game=game))


def _keep(file: "GameFile", order: "Json", run: "Run", path: str) -> "list[Problem]":
    """Write what a run came to as an order file; raises Refused, and writes nothing, if the game refuses it."""
    from pbem.core.data import store
    from pbem.core.orders.orders import read
    from pbem.core.seat.checking import look_at
    from pbem.core.trial.rehearsal import kept

    text = kept(file, order, run)
    found, problems = read(text.encode(), file.game, file.powers, path, asked=file.asked_kinds)
    problems = [*problems, *([] if refusals(problems) else look_at(file, {**found.to_json(), "file": path})[0])]
    if refusals(problems):
        raise Refused(problems)
    store.write(path, text, lasting=False)
    return problems


def results(texts: Sequence[str]) -> tuple[dict[str, list[int | str]], list[int | str]]:
    """``({label: results}, results in order of asking)`` of what --dice was given."""
    by_label: dict[str, list[int | str]] = {}
    in_order: list[int | str] = []
    for text in texts:
        label, equals, rest = text.rpartition("=")
        values: list[int | str] = [
            int(word) if word.isdecimal() else word for word in rest.replace(" ", ",").split(",") if word
        ]
        if not values:
            raise WrongUsage("dice", text=text)
        if equals:
            by_label.setdefault(label.strip(), []).extend(values)
        else:
            in_order += values
    return by_label, in_order


def _seed(text: str | None) -> str | None:
    """A seed as people may type it: an even number of hexadecimal digits."""
    if text is None:
        return None
    try:
        return bytes.fromhex(text).hex()
    except ValueError:
        raise WrongUsage("draws", text=text) from None


def described(rehearsal: "Rehearsal", problems: "list[Problem]") -> "Json":
    """The rehearsal as JSON (schemas/rehearsal.schema.json)."""
    found = rehearsal.to_json()
    found["problems"] = problems_json(problems)
    for name in ("worst", "best"):
        run = getattr(rehearsal, name)
        found[name] = {
            "seed": run.seed,
            "stop": run.stop,
            "measures": run.measures,
            "changes": run.changes,
            "story": _story(rehearsal.file, run),
        }
    return found


def _story(file: "GameFile", run: "Run") -> "list[Part]":
    from pbem.report.build import told

    return told(file.game, run.parts, file.game.telling.say(run.after))


def as_text(rehearsal: "Rehearsal", orders: Sequence[str], game: str) -> str:
    """The rehearsal for people."""
    is_diceless = rehearsal.file.game.is_diceless
    lines = [_say("diceless" if is_diceless else "heading"), *_assumed(rehearsal), ""]
    lines += _one(rehearsal) if rehearsal.runs == 1 else _many(rehearsal)
    lines += ["", _say("your-lines"), *_lines(rehearsal)]
    for text in rehearsal.unused:
        lines.append(_say("unused", text=text))
    if rehearsal.runs == 1 and not is_diceless:
        lines.append(_say("again", game=game, orders=" ".join(orders), seed=rehearsal.seed))
    return "\n".join(lines)


def _assumed(rehearsal: "Rehearsal") -> list[str]:
    """What was taken for granted of seats whose orders are not known: each default by itself, for the board of
    another run may have another."""
    taken: dict[tuple[str, str], list[tuple[int, str]]] = {}
    for (seat, kind, text), times in sorted(rehearsal.assumed.items()):
        taken.setdefault((seat, kind), []).append((-times, text))
    lines = []
    for (seat, kind), rows in taken.items():
        for times, text in sorted(rows)[:MOST_DEFAULTS]:
            told = _say("default", seat=seat, kind=kind, answer=_short(text), times=-times)
            lines.append(wrapped(told, "", "  "))
        if len(rows) > MOST_DEFAULTS:
            lines.append("  " + _say("more-defaults", more=len(rows) - MOST_DEFAULTS, seat=seat, kind=kind))
    return lines


def _one(rehearsal: "Rehearsal") -> list[str]:
    from pbem.report.sheet import story
    from pbem.report.text import lines_of

    run = rehearsal.best
    if run is None:
        return []
    return [*lines_of(story(_story(rehearsal.file, run))), "", wrapped(_say("then", stop=run.stop), "", "  ")]


def _many(rehearsal: "Rehearsal") -> list[str]:
    """Counts over all runs, and the worst and the best of them."""
    lines = [_say("runs", runs=rehearsal.runs, draws=rehearsal.draws), "", _say("stops")]
    lines += _shares(rehearsal.stops, rehearsal.runs)
    lines += ["", _say("changes"), *_shares(rehearsal.outcomes, rehearsal.runs)]
    power = rehearsal.file.game.names.show(rehearsal.power)
    for name, values in rehearsal.measures.get(rehearsal.power, {}).items():
        lines += ["", f"{power}: {name}", *_spread(values, rehearsal.runs)]
    if not rehearsal.measures:
        return lines
    for name in ("worst", "best"):
        run = getattr(rehearsal, name)
        shown = ", ".join(f"{what} {value}" for what, value in run.measures[rehearsal.power].items())
        lines += ["", wrapped(_say(name, power=power, measures=shown), "", "  "), f"  --draws {run.seed}"]
        lines += [wrapped(text, "  ", "  ") for text in run.changes]
    return lines


MOST_ROWS = 20
MOST_DEFAULTS = 4
MOST_VALUES = 6


def _spread(values: Mapping[int, int], runs: int) -> list[str]:
    """How often a number had which value; of many values the least, the middle and the greatest."""
    ordered = sorted(values)
    if len(ordered) <= MOST_VALUES:
        return [f"  {_percent(values[value], runs):>4} {value}" for value in ordered]
    passed, middle = 0, ordered[0]
    for value in ordered:
        passed += values[value]
        if 2 * passed >= runs:
            middle = value
            break
    return ["       " + _say("spread", least=ordered[0], most=ordered[-1], middle=middle)]


def _shares(counts: Mapping[str, int], runs: int) -> list[str]:
    """Rows of counts with their share of all runs in percent, the most frequent first."""
    rows = sorted(counts.items(), key=lambda row: (-row[1], row[0]))
    lines = []
    for text, count in rows[:MOST_ROWS]:
        lines.append(wrapped(text, f"  {_percent(count, runs):>4} ", " " * 7))
    if len(rows) > MOST_ROWS:
        lines.append("       " + _say("more-rows", more=len(rows) - MOST_ROWS))
    return lines or ["       nothing"]


def _percent(count: int, runs: int) -> str:
    """A share in whole percent; never 0 or 100 for what is not."""
    share = (200 * count + runs) // (2 * runs)
    return f"{min(max(share, 1), 99) if count < runs else 100}%"


def _lines(rehearsal: "Rehearsal") -> list[str]:
    """What became of every line; those that never answered say so."""
    if not rehearsal.lines:
        return [f"  {_say('no-lines')}"]
    lines, runs = [], rehearsal.runs
    for row in rehearsal.lines.values():
        told = _say("lodged" if "lodged" in row else "line", **{**row, "text": _short(row["text"])})
        lines.append(f"  {told}")
        lines.append(wrapped(_fate(row, runs), "      ", "      "))
        for reason, count in sorted(row["reasons"].items(), key=lambda one: -one[1]):
            lines.append(wrapped(f"fell{_times(count, runs)}: {reason}", "      ", "        "))
    return lines


def _fate(row: "Json", runs: int) -> str:
    if "standing" in row:
        return _say("fired" if row["fired"] else "never-fired", times=_times(row["fired"], runs))
    words = {"kept": _say("kept")}
    parts = [f"{words.get(fate, fate)}{_times(count, runs)}" for fate, count in sorted(row["fates"].items())]
    return "; ".join(parts) if "used" in row["fates"] else _say("never-applied", fates="; ".join(parts))


def _times(count: int, runs: int) -> str:
    return "" if runs == 1 else " always" if count == runs else f" in {count} of {runs} runs"


def _short(text: str) -> str:
    first, _, more = text.partition("\n")
    return (first if len(first) <= 76 else first[:75] + "…") + (" …" if more else "")
