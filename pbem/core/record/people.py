"""Who plays and who rolls from the next entry on: what statements on people change (docs/record.md).

They stand in a line of play, or in a note that gives an entry up, and void nothing: what was let go for that entry
stays good under the old keys.  The entry after chains or keys have changed is a muster.
"""

from collections.abc import Callable, Iterable
from typing import Any

from ..data.json_types import Json
from ..data.problems import Problem, Refused
from ..draws.chain import related
from .charter import Anchor, Charter, is_anchor
from .closed import marks_of
from .participation import REFEREE, people_in
from .state import State


def after_people(charter: Charter, state: State, statements: Iterable[Json]) -> State:
    """The state after a line, with what its statements on people change; raises Refused with what is wrong."""
    after, problems = state, list[Problem]()
    for statement in statements:
        try:
            after = {**after, **_CHANGES[statement["what"]](charter, after, statement)}
        except Refused as refused:
            problems += refused.problems
    Refused.if_any(problems)
    return {**after, "muster": state["muster"] or _keys(after) != _keys(state)}


def _keys(state: State) -> dict[str, str]:
    return {name: anchor["key"] for name, anchor in state["anchors"].items()}


def _anchor(charter: Charter, state: State, said: Json) -> Json:
    who = said["who"]
    if who not in state["anchors"]:
        raise Refused([Problem("note-who", who=who)])
    return _with_anchor(state, who, said["anchor"])


def _referee(charter: Charter, state: State, said: Json) -> Json:
    if not state["referee"]:
        raise Refused([Problem("note-referee")])
    return {**_with_anchor(state, REFEREE, said["anchor"]), **_opened_lines(state)}


def _departed(charter: Charter, state: State, said: Json) -> Json:
    if not state["referee"] or state["fairness"] == "sealed":
        raise Refused([Problem("note-shared-referee")])
    people = people_in(charter, state)
    if sorted(said["openers"]) != sorted(people):
        raise Refused([Problem("note-openers", wanted=", ".join(people))])
    gone = {"referee": None, "openers": list(said["openers"])}
    return {**gone, **_with_anchor(state, REFEREE, None), **_opened_lines(state)}


def _substitute(charter: Charter, state: State, said: Json) -> Json:
    seat, anchor = said["seat"], said["anchor"]
    if seat not in charter["seats"]:
        raise Refused([Problem("note-who", who=seat)])
    is_shared = state["fairness"] == "shared"
    if anchor and not is_shared:
        raise Refused([Problem("note-anchor", who=seat, wanted="null: only the referee has a chain")])
    if "robot" in said and is_shared:
        raise Refused([Problem("note-robot", who=seat)])
    somebody = bool(anchor) or (not is_shared and bool(said.get("person")))
    bots = [one for one in charter["seats"] if (one in state["bots"] and one != seat) or (one == seat and not somebody)]
    openers = [one for one in state["openers"] if one != seat or somebody]
    if somebody and not state["referee"] and seat not in openers:
        openers.append(seat)
    left = {"bots": bots, "openers": openers, **_opened_lines(state, seat)}
    return {**left, **_with_anchor(state, seat, anchor), **_with_robot(state, seat, said.get("robot"))}


def _with_robot(state: State, seat: str, robot: Json | None) -> Json:
    """{"robots", "gone"} with a robot in a seat, or none any more; its chain is remembered for ever."""
    robots = dict(state.get("robots", {}))
    if robot is None and seat not in robots:
        return {}
    old, gone = robots.pop(seat, None), list(state["gone"])
    if robot is not None:
        robots[seat] = {**robot, "chain": fresh(state, seat, robot["chain"])}
    if old:
        gone.append(_gone(state, seat, old["chain"]))
    return {"robots": robots, "gone": gone}


def _restart(charter: Charter, state: State, said: Json) -> Json:
    if said["who"] not in state["openers"]:
        raise Refused([Problem("note-who", who=said["who"])])
    return {"openers": last(state["openers"], [said["who"]])}


def last(openers: Iterable[str], silent: Iterable[str]) -> list[str]:
    """The order of openers with some moved to its end."""
    order, gone = list(openers), set(silent)
    return [seat for seat in order if seat not in gone] + [seat for seat in order if seat in gone]


_CHANGES: dict[str, Callable[[Charter, State, Json], Json]] = {
    "anchor": _anchor,
    "referee": _referee,
    "departed": _departed,
    "substitute": _substitute,
    "restart": _restart,
}


def _opened_lines(state: State, seat: str | None = None) -> dict[str, list[Json]]:
    """The lines in force without those that are closed, of all or of one seat: who kept their openings is gone."""
    rows = state["lines"]
    return {"lines": [row for row in rows if seat not in (None, row["seat"]) or not any(marks_of(row["part"]))]}


def _with_anchor(state: State, who: str, anchor: Anchor | None) -> Json:
    """{"anchors", "gone"} with a new chain of `who`, or none; the old one is remembered for ever."""
    anchors, gone = dict(state["anchors"]), list(state["gone"])
    new = fresh(state, who, anchor) if anchor else None
    old = anchors.pop(who, None)
    if old:
        gone.append(_gone(state, who, old))
    return {"anchors": {**anchors, who: new} if new else anchors, "gone": gone}


def _gone(state: State, who: str, chain: Anchor) -> Json:
    kept: dict[str, Any] = {name: chain[name] for name in ("base", "first", "key", "link")}
    return {**kept, "until": state["n"], "who": who}


def fresh(state: State, who: str, anchor: Anchor) -> Anchor:
    """The anchor of a new chain from the next entry on; raises Refused if it has to do with any that ever was."""
    if not is_anchor(anchor):
        raise Refused([Problem("note-anchor", who=who, wanted="first and key (64 hex digits), and n")])
    first = bytes.fromhex(anchor["first"])
    robots = [(seat, one["chain"]) for seat, one in sorted(state.get("robots", {}).items())]
    before = [*sorted(state["anchors"].items()), *robots, *((one["who"], one) for one in state["gone"])]
    for other, one in before:
        known = {bytes.fromhex(one["first"]), bytes.fromhex(one["link"])}
        if one["key"] == anchor["key"] or any(related({"new": first, "old": link}) for link in known):
            raise Refused([Problem("note-related", who=who, other=other)])
    return {**anchor, "base": state["n"], "index": 0, "link": anchor["first"]}
