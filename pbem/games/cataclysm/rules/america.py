"""12.2.2 The United States: trade with Japan, Lend Lease, and the atomic bomb (4.4.1 for the transfers)."""

from collections.abc import Iterable

from pbem.core.data.boards import present
from pbem.core.data.json_types import Json
from pbem.core.data.problems import Problem
from pbem.core.rules.requests import Ask, Asking
from pbem.core.rules.rulebook import rule

from ..board.board import Board, Turn
from .outcome import Outcome
from .resources import resources_in_reach
from .supply import loc_reach, production_sites

TRADE = "us-us-japan-trade"
LEND_LEASE = "us-lend-lease"
BOMB = "us-a-bomb"
KINDS = ("industrial", "natural")


# -- 4.4.1 transfers -----------------------------------------------------------------------------------------------


@rule("4.4.1", "Transfer of resources")
def transfers_due(board: Board) -> bool:
    """4.4.1 Whether the United States gives away resources this turn: trade with Japan, or Lend Lease in play."""
    return _trades(board) or bool(recipients(board) and own_resources(board))


@rule("4.4.1", "Transfer of resources", also=("12.2.2",))
def transfers(t: Turn) -> Asking[None]:
    """4.4.1 Before anybody produces the United States says what it gives: to Japan it must, by Lend Lease it may.

    Ruling R-4.4.1-first: so in every order of production the recipient collects in its own production of the turn.
    """
    board = t.board
    given = []
    if _trades(board):
        given += trade(board)
    powers, left = recipients(board), resources_left(own_resources(board), given)
    if powers and left:
        about = {"to": powers, "resources": left}
        answer = yield Ask("transfer", "usa", about=about, rule="4.4.1")
        given += [{**each, "arrives": True} for each in answer]
    for each in given:
        t.emit("resource-transferred", power="usa", **each, rule="4.4.1")
    t.emit("stage-reached", phase="administration", stage="production")


def _trades(board: Board) -> bool:
    return board.is_active("japan") and board.in_play(TRADE)


@rule("12.2.2", "US-Japan Trade: the transfer")
def trade(board: Board) -> list[Json]:
    """12.2.2 One industrial resource goes to Japan; if Japan traces no line to it, it is lost (ruling
    R-12.1.3-trade)."""
    industrial = [each for each in all_resources(board) if each["kind"] == "industrial"]
    if not industrial:
        return []
    given = industrial[0]
    return [{"to": "japan", "area": given["area"], "kind": "industrial", "arrives": reaches(board, "japan")}]


def resources_left(resources: list[Json], given: Iterable[Json]) -> list[Json]:
    """The resources that gifts leave: those with a kind first."""
    left = list(resources)
    for gift in sorted(given, key=lambda gift: not gift.get("kind")):
        found = _fitting(left, gift)
        if found:
            left.remove(found)
    return left


def _fitting(left: list[Json], gift: Json) -> Json | None:
    """The first resource of the gift's area, and of its kind if one is named; None if there is none."""
    kinds = [gift["kind"]] if gift.get("kind") else KINDS
    return next((each for each in left if each["area"] == gift["area"] and each["kind"] in kinds), None)


def all_resources(board: Board) -> list[Json]:
    """What the United States could collect this turn, before transfers."""
    return [each for each in resources_in_reach(board, "usa") if not each["limited"]]


def own_resources(board: Board) -> list[Json]:
    """12.2.2 Resources of home areas, natural or industrial, which Lend Lease may give away."""
    return [each for each in all_resources(board) if each["area"] and board.is_home(each["area"], "usa")]


@rule("12.2.2", "Lend Lease: who may receive")
def recipients(board: Board) -> list[str]:
    """12.2.2 Belligerent powers to which a line leads (4.4.1), while Lend Lease is in play; a scenario may bar
    pairs."""
    if not board.in_play(LEND_LEASE):
        return []
    pairs = [each["powers"] for each in board.parts.special("no-transfer")]
    barred = [power for powers in pairs for power in powers]
    return [
        power
        for power in board.active()
        if power != "usa" and power not in barred and board.is_belligerent(power) and reaches(board, power)
    ]


@rule("4.4.1", "The line of a transfer", also=("4.3",))
def reaches(board: Board, power: str) -> bool:
    """4.4.1 Whether the recipient traces a line from a home area of the United States, which are remote so that nobody
    else controls one (2.2.8), to one of its production sites; the ports of both are friendly."""
    reached = loc_reach(board, power, sources=board.parts.home["usa"], ports=("usa",))
    return any(site in reached for site in production_sites(board, power))


@rule("12.2.2", "Lend Lease: what is given", also=("4.4.1",))
def gift_problems(about: Json, gifts: list[dict[str, str]]) -> list[Problem]:
    """12.2.2, 4.4.1 What is wrong with gifts, ``[{"to", "area", "kind"?}, …]``: a resource at most for each recipient,
    out of those that are left."""
    found, powers = [], [gift["to"] for gift in gifts]
    for power in dict.fromkeys(powers):
        if power not in about["to"]:
            found.append(Problem("ca-transfer-to", rule="12.2.2", power=power))
        elif powers.count(power) > 1:
            found.append(Problem("ca-transfer-twice", rule="12.2.2", power=power))
    left = list(about["resources"])
    for gift in sorted(gifts, key=lambda gift: not gift.get("kind")):
        taken = _fitting(left, gift)
        if taken:
            left.remove(taken)
        else:
            found.append(Problem("ca-transfer-from", rule="12.2.2", area=gift["area"]))
    return found


def with_kinds(about: Json, gifts: list[dict[str, str]]) -> list[dict[str, str]]:
    """Legal gifts, each with its kind of resource: first the named kinds are taken, then what is left of each area in
    its order."""
    left, settled = resources_left(about["resources"], [gift for gift in gifts if gift.get("kind")]), []
    for gift in gifts:
        kind = gift.get("kind")
        if not kind:
            taken = present(_fitting(left, gift), "such resource")
            left.remove(taken)
            kind = taken["kind"]
        settled.append({"to": gift["to"], "area": gift["area"], "kind": kind})
    return settled


# -- political actions ---------------------------------------------------------------------------------------------


@rule("12.2.2", "Political actions of the United States", also=("6.8",))
def american_actions(board: Board) -> list[str]:
    """12.2.2 Ending the trade with Japan while it lasts, Lend Lease once it is available (R-12.2.2-lend-lease)."""
    return ["us-japan-trade"] * board.in_play(TRADE) + ["lend-lease"] * (board.at(LEND_LEASE) == "available")


@rule("12.2.2", "US-Japan Trade: ended by the United States")
def end_trade(t: Turn) -> None:
    """12.2.2 The marker leaves the game; Japan is provoked by the caller."""
    t.emit("marker-changed", rule="12.2.2", marker=TRADE, to="removed", why="special-action")


@rule("12.2.2", "Lend Lease: placed")
def begin_lend_lease(t: Turn) -> None:
    """12.2.2 The marker goes to Washington DC: transfers and alliances are open."""
    t.emit("marker-changed", rule="12.2.2", marker=LEND_LEASE, to=capital(t.board), why="special-action")


@rule("12.2.2", "Lend Lease: no alliance before")
def keeps_apart(board: Board, power: str) -> bool:
    """12.2.2 Before Lend Lease is in play the United States takes no part in an attempt, as a partner either."""
    return power == "usa" and not board.in_play(LEND_LEASE)


# -- Lend Lease ----------------------------------------------------------------------------------------------------


@rule("12.2.2", "Lend Lease: when it can be tried")
def offer_lend_lease(t: Turn) -> None:
    """12.2.2 Since 2022 the marker waits until the war status marker enters, and is available then."""
    if t.board.at(LEND_LEASE) == "display":
        t.emit("marker-changed", marker=LEND_LEASE, to="available", why="war", rule="12.2.2")


def capital(board: Board) -> str:
    """Where Lend Lease and the bomb lie: Washington DC, or the area that stands for it (C.4)."""
    return board.parts.stands_for("washington-dc")


# -- the atomic bomb -----------------------------------------------------------------------------------------------


@rule("12.2.2", "Atomic bomb: research")
def begin_research(t: Turn, power: str, to: str) -> None:
    """12.2.2 Total war puts the marker two turns ahead on the turn track; beyond its end there will be no bomb."""
    board = t.board
    turns = board.parts.turns
    ahead = turns.index(board.turn) + 2
    if power == "usa" and to == "total-war" and ahead < len(turns):
        t.emit("counter-kept", power="usa", counter=BOMB, to=f"track:{turns[ahead]}", rule="12.2.2")


@rule("12.2.2", "Atomic bomb: in place")
def place_bomb(t: Turn, counter: str) -> None:
    """12.2.2 The marker that was built and drawn goes to Washington DC."""
    t.emit("marker-changed", marker=counter, to=capital(t.board), why="drawn", rule="12.2.2")


def has_bomb(board: Board, power: str) -> bool:
    return power == "usa" and board.at(BOMB) in board.parts.areas


@rule("12.2.2", "Atomic bomb: the target", also=("9.5.2",))
def may_be_bombed(board: Board, area: str) -> bool:
    """12.2.2 In 2018 any target of strategic bombing; since 2022 a home area of the power that controls it."""
    return not board.is_2022 or board.is_home(area, board.controller(area))


@rule("12.2.2", "Atomic bomb: its effects")
def atomic_effects(t: Turn, outcome: Outcome, defender: str, losses: int) -> None:
    """12.2.2 Losses of the defender count towards its surrender threshold; in 2018 each brings a stability test, since
    2022 all together one (ruling R-12.2.2-atomic-tests)."""
    if not losses:
        return
    t.emit("atomic-losses", power=defender, losses=losses, rule="12.2.2")
    outcome.tests += [(defender, "atomic-bomb")] * (1 if t.board.is_2022 else losses)


@rule("12.2.2", "Atomic bomb: the surrender threshold", also=("5.5.2",))
def atomic_threshold(board: Board, power: str) -> list[Json]:
    """12.2.2 One for each loss that the bomb has just inflicted on the power."""
    count = board.special.get("atomic", {}).get(power, 0)
    return [{"why": "atomic-bomb", "by": count}] if count else []
