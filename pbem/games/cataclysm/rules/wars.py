"""5.6 War: how it begins, spreads to allies, merges, and ends; the war status."""

from collections.abc import Sequence

from pbem.core.data.json_types import Json
from pbem.core.rules.requests import Ask, Asking
from pbem.core.rules.rulebook import rule

from ..board.board import Board, Turn
from .america import offer_lend_lease
from .cubes import take_back_cubes
from .due import due
from .leaving import break_alliance
from .provocation import gain_flag
from .retreat import expel
from .victory import check_sudden_end

LAST_TURN = "1945-46"  # the earliest end of a Global War (5.6.5)


@rule("5.6.1", "Starting wars", also=("6.2",))
def begin_war(t: Turn, power: str, targets: list[str], how: str) -> Asking[None]:
    """5.6.1 Cubes, war status, flags for the targets of a declaration, allies join or break, wars merge.

    `how` is ``declaration`` or ``surprise``; the flags of a surprise attack are 9.8's.

    Ruling R-6.2-one-flag.

    Ruling R-6.2-allies-order.
    """
    board = t.board
    provoked = _provoked_allies(board, power, targets) if how == "declaration" else []
    _join(t, power, targets, how)
    if how == "declaration":
        for target in board.in_order(targets):
            yield from gain_flag(t, target, "war-declared", by=power)
        for ally in provoked:
            if board.is_enemy(power, ally):  # the combined war leaves it no choice (5.6)
                yield from gain_flag(t, ally, "ally-attacked", by=power)
    yield from uphold_alliances(t, power, provoked)
    war_status_after(t)
    yield from due(t, "markers")
    yield from due(t, "falls")


@rule("5.2.3", "Provocation by a declaration of war", also=("6.2",))
def _provoked_allies(board: Board, power: str, targets: list[str]) -> list[str]:
    """5.2.3 Allies of the targets of a declaration, in order: each gains a flag if it joins the war (6.2).  They are no
    enemies yet, for allies have the same.  A surprise attack provokes its target alone (9.8).

    Ruling R-6.2-ally-that-breaks.
    """
    allies = [ally for target in targets for ally in board.allies(target) if ally not in targets]
    return board.in_order(dict.fromkeys(allies))


@rule("5.6", "Wars are combined", also=("5.6.4",))
def _join(t: Turn, power: str, against: list[str], how: str) -> None:
    """5.6 Put the powers into a war and combine all wars that share a participant (limited war: 5.6.4)."""
    wars = joined(t.board, power, against)
    for each in t.board.active():
        take_back_cubes(t, each, _wars_of(wars, each) - _wars_of(t.board.wars, each))
    t.emit("war-begun", power=power, against=list(against), how=how, wars=wars)
    if t.board.war_status == "peace":
        t.emit("war-status-changed", to="limited", rule="5.6.4")
        offer_lend_lease(t)


def _wars_of(wars: list[Json], power: str) -> int:
    return sum(power in powers for war in wars for powers in war["sides"].values())


@rule("5.6", "Wars are combined")
def joined(board: Board, power: str, against: list[str]) -> list[Json]:
    """5.6 The list of wars once `power` and `against` are at war: wars of two ideologies with a common power are one.

    Enemies of two ideologies are enemies in two wars.
    """
    wars = board.wars
    for ideology in board.parts.ideologies:
        others = [other for other in against if board.ideology(other) == ideology]
        if others:
            wars = _with_war(board, wars, power, others)
    return wars


def _with_war(board: Board, wars: list[Json], power: str, against: list[str]) -> list[Json]:
    """The wars with one more between the power and others of one ideology."""
    new = {"sides": {board.ideology(power): [power], board.ideology(against[0]): list(against)}, "truces": []}
    rest = []
    for war in wars:
        old = {
            "sides": {name: list(powers) for name, powers in war["sides"].items()},
            "truces": [pair for pair in war["truces"] if not (power in pair and set(pair) - {power} <= set(against))],
        }
        if set(old["sides"]) == set(new["sides"]) and _shares(old, new):
            new = _merged(board, old, new)
        else:
            rest.append(old)
    combined = [_ordered(board, war) for war in (*rest, new)]
    return _merge_all(board, combined)


def _merge_all(board: Board, wars: list[Json]) -> list[Json]:
    """Until no two wars of the same ideologies share a power."""
    for one in range(len(wars)):
        for other in range(one + 1, len(wars)):
            if set(wars[one]["sides"]) == set(wars[other]["sides"]) and _shares(wars[one], wars[other]):
                rest = [war for place, war in enumerate(wars) if place not in (one, other)]
                return _merge_all(board, [*rest, _merged(board, wars[one], wars[other])])
    return sorted(wars, key=lambda war: str(war["sides"]))


def _shares(war: Json, other: Json) -> bool:
    return any(power in other["sides"].get(name, ()) for name, powers in war["sides"].items() for power in powers)


def _merged(board: Board, war: Json, other: Json) -> Json:
    sides = {name: [*war["sides"][name], *other["sides"][name]] for name in war["sides"]}
    return _ordered(board, {"sides": sides, "truces": [*war["truces"], *other["truces"]]})


def _ordered(board: Board, war: Json) -> Json:
    book = [*board.parts.powers, *board.parts.off_map]
    sides = {name: [power for power in book if power in war["sides"][name]] for name in sorted(war["sides"])}
    return {"sides": sides, "truces": sorted(sorted(pair) for pair in war["truces"])}


# -- allies ----------------------------------------------------------------------------------------------------


@rule("6.1.3", "Alliances and war")
def uphold_alliances(t: Turn, starter: str, provoked: Sequence[str] = (), must_join: bool = False) -> Asking[None]:
    """6.1.3 Allies with other enemies than their allies join the war or break the alliance, in increasing order.

    `provoked` allies gain a flag when they join.  The new allies of a belligerent power have no choice (`must_join`).
    """
    board = t.board
    while True:
        behind = [power for power in board.active() if _missing_enemies(board, power)]
        if not behind:
            return
        own = [power for power in behind if board.ideology(power) == board.ideology(starter)]
        power = board.in_order(own or behind, increasing=True)[0]
        if must_join:
            _join(t, power, _missing_enemies(board, power), "joined")
        else:
            yield from _join_or_break(t, power, starter, provoked)


def _missing_enemies(board: Board, power: str) -> list[str]:
    """Enemies of its allies with which it is not at war."""
    own = board.enemies(power)
    theirs = [enemy for ally in board.allies(power) for enemy in board.enemies(ally) if enemy not in own]
    return [enemy for enemy in board.parts.powers if enemy in theirs]


def _join_or_break(t: Turn, power: str, starter: str, provoked: Sequence[str]) -> Asking[None]:
    enemies = _missing_enemies(t.board, power)
    with_starter = t.board.ideology(power) == t.board.ideology(starter)
    answer = "break"
    if not with_starter or may_join(t.board, power, enemies):
        about = {"enemies": enemies, "allies": t.board.allies(power), "started-by": starter}
        answer = yield Ask("join-war", power, options=["join", "break"], about=about)
    if answer == "break":
        yield from break_alliance(t, power, "war")
        return
    _join(t, power, enemies, "joined")
    if power in provoked:
        yield from gain_flag(t, power, "ally-attacked", by=starter)


@rule("6.1.3", "Requirements for joining a war of an ally")
def may_join(board: Board, power: str, enemies: list[str]) -> bool:
    """6.1.3 As for a declaration: mobilization or total war; no war of the US and its allies on Japan during Trade."""
    return board.may_make_war(power) and not trade_bars(board, power, enemies)


@rule("6.2", "US-Japan Trade bars war", also=("12.2.2",))
def trade_bars(board: Board, power: str, targets: list[str]) -> bool:
    """6.2 The United States and its allies may not make war on Japan during US-Japan Trade (ruling
    R-6.2-trade-allies)."""
    if "japan" not in targets or not board.in_play("us-us-japan-trade"):
        return False
    return "usa" in (power, *board.allies(power))


# -- war status ------------------------------------------------------------------------------------------------


@rule("5.6.5", "Global War")
def war_status_after(t: Turn, total_war: bool = False) -> None:
    """5.6.5 With all three ideologies at war, or a power at total war, the war is global and its last turn is fixed;
    what is off the map counts (ruling R-5.6.5-off-map)."""
    board = t.board
    at_war = {board.ideology(power) for power in (*board.active(), *board.parts.off_map) if board.is_belligerent(power)}
    if board.war_status != "global" and (total_war or len(at_war) == 3):
        t.emit("war-status-changed", to="global", ends=global_end(board))


@rule("5.6.5", "The last turn of a Global War")
def global_end(board: Board) -> str:
    """5.6.5 Two turns ahead, or 1945-46 if that is later."""
    turns = board.parts.turns
    ahead = turns.index(board.turn) + 2
    return turns[min(max(ahead, turns.index(LAST_TURN)), len(turns) - 1)]


# -- ending ----------------------------------------------------------------------------------------------------


@rule("5.6.2", "Offer of an armistice", also=("3.1",))
def offer_armistice(t: Turn, power: str, others: list[str]) -> Asking[list[str]]:
    """5.6.2 The power offers peace to these enemies, and each answers in increasing effectiveness order.  Returns those
    that accept.

    Ruling R-5.6.2-answers.
    """
    accepted = []
    for enemy in t.board.in_order(others, increasing=True):
        t.emit("armistice-offered", power=power, to=enemy)
        answer = yield Ask("armistice", enemy, options=["refuse", "accept"], about={"from": power})
        t.emit("armistice-answered", power=enemy, to=power, accepted=answer == "accept")
        if answer == "accept":
            accepted.append(enemy)
    return accepted


@rule("5.6.2", "Armistice")
def armistice(t: Turn, powers: list[str], others: list[str]) -> Asking[None]:
    """5.6.2 The powers and `others` are enemies no more; who makes peace without its ally leaves the alliance
    (6.1.4).

    Ruling R-5.6.2-truce.
    """
    wars = t.board.wars
    for power in powers:
        wars = _parted(t.board, wars, power, others)
    t.emit("war-ended", powers=[*powers, *others], how="armistice", wars=wars)
    check_sudden_end(t, war_ended=True)  # 1.6 at once: before allies part and units leave
    for member in t.board.in_order([*powers, *others], increasing=True):
        made_peace_with = others if member in powers else powers
        allies_fight_on = any(
            t.board.is_enemy(ally, enemy) for ally in t.board.allies(member) for enemy in made_peace_with
        )
        if allies_fight_on:
            yield from break_alliance(t, member, "armistice")
    yield from expel(t, why="armistice")


def _parted(board: Board, wars: list[Json], power: str, others: list[str]) -> list[Json]:
    """The wars with truces between the power and others; who has no enemy left in a war is out of it."""
    made = []
    for war in wars:
        truces = list(war["truces"])
        everyone = [each for powers in war["sides"].values() for each in powers]
        if power in everyone:
            truces += [sorted((power, other)) for other in others if other in everyone]
        made.append(_without_idle({"sides": war["sides"], "truces": truces}))
    return [_ordered(board, war) for war in made if len(war["sides"]) == 2]


def _without_idle(war: Json) -> Json:
    """The war without powers that have a truce with everybody on the other side."""
    names = list(war["sides"])
    sides = {}
    for name, powers in war["sides"].items():
        others = [each for other in names if other != name for each in war["sides"][other]]
        fighting = [each for each in powers if any(sorted((each, other)) not in war["truces"] for other in others)]
        if fighting:
            sides[name] = fighting
    left = [each for powers in sides.values() for each in powers]
    return {"sides": sides, "truces": [pair for pair in war["truces"] if all(each in left for each in pair)]}


@rule("5.6.2", "Capitulation")
def capitulate(t: Turn, power: str) -> None:
    """5.6.2 A surrendered power leaves its wars; a war with one ideology left is over."""
    if not t.board.is_belligerent(power):
        return
    wars = []
    for war in t.board.wars:
        sides = {name: [each for each in powers if each != power] for name, powers in war["sides"].items()}
        if all(sides.values()):
            wars.append(_ordered(t.board, _without_idle({"sides": sides, "truces": war["truces"]})))
    t.emit("war-ended", powers=[power], how="capitulation", wars=wars)
