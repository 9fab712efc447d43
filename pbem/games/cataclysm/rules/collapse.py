"""5.5.2 to 5.5.4 Collapse and surrender: ordered procedures, one at a time; chains wait in a queue."""

from pbem.core.data.json_types import Json
from pbem.core.rules.requests import Ask, Asking, Roll, dice
from pbem.core.rules.rulebook import rule

from ..board.board import Board, Turn
from .america import atomic_threshold
from .checks import check
from .commitment import adjust_force_pool
from .control import gain_control, hand_over, is_fallen_area, lose_control, neutral_cubes_of, printed_controller
from .drawer import who_draws
from .due import does, due
from .leaving import break_alliance
from .opportunity import diplomatic_opportunity
from .provocation import gain_flag
from .retreat import expel
from .stability import is_homeless, set_stability, stability_test
from .victory import check_sudden_end, check_threshold
from .wars import armistice, capitulate, offer_armistice


@does("falls")
@rule("5.5.3", "Chains of collapse")
def settle(t: Turn) -> Asking[None]:
    """Resolve what waits, one power at a time in increasing effectiveness order, unless one is being resolved; then see
    whether the points end the game (1.7).  The fall of a power takes no home area from another one."""
    board = t.board
    _find_homeless(t)
    while board.queue and not board.collapsing:
        power = board.in_order(dict.fromkeys(each["power"] for each in board.queue), increasing=True)[0]
        how = "surrender" if {"power": power, "how": "surrender"} in board.queue else "collapse"
        yield from _resolve(t, power, how)
    if not board.collapsing:
        check_threshold(t)


@rule("5.5.4", "Surrender without a home area")
def _find_homeless(t: Turn) -> None:
    """5.5.4 A power that controls none of its home areas surrenders at once, without a roll (ruling
    R-5.5.4-no-roll)."""
    board = t.board
    for power in board.active():
        if power != board.collapsing and is_homeless(board, power):
            if {"power": power, "how": "surrender"} not in board.queue:
                t.emit("collapse-due", power=power, how="surrender")


def _resolve(t: Turn, power: str, how: str) -> Asking[None]:
    """5.5.2 then 5.5.3 or 5.5.4."""
    if how == "collapse":
        how = yield from _threshold_roll(t, power)
    t.emit("collapse-begun", power=power, how=how)
    if how == "surrender":
        yield from surrender(t, power)
    elif t.board.is_2022:
        yield from collapse_2022(t, power)
    else:
        yield from collapse_2018(t, power)
    t.emit("collapse-ended", power=power)


@rule("5.5.2", "Collapse")
def _threshold_roll(t: Turn, power: str) -> Asking[str]:
    """5.5.2 One die against the surrender threshold; not above it the power surrenders."""
    parts = surrender_threshold(t.board, power)
    threshold = sum(part["by"] for part in parts)
    rolled = yield Roll(f"collapse/{power}", dice(1))
    surrenders = rolled[0] <= threshold
    t.emit(
        "threshold-rolled",
        power=power,
        die=rolled[0],
        threshold=threshold,
        parts=parts,
        surrenders=surrenders,
    )
    return "surrender" if surrenders else "collapse"


@rule("5.5.2", "Surrender threshold")
def surrender_threshold(board: Board, power: str) -> list[Json]:
    """5.5.2 One for each neutral or opposing cube in home areas and resource colonies, for no points, for
    exhaustion."""
    found = []
    for area, cubes in sorted(board.cubes.items()):
        printed = board.area(area)
        if printed.owner == power and (printed.status == "home" or board.has_resource(area)):
            hostile = sum(n for other, n in cubes.items() if other == "neutral" or board.is_opposing(power, other))
            if hostile:
                found.append({"why": "cubes", "area": area, "by": hostile})
    if board.points(power) <= 0:
        found.append({"why": "points", "by": 1})
    if board.commitment(power) == "exhaustion":
        found.append({"why": "exhaustion", "by": 1})
    return found + atomic_threshold(board, power)


# -- collapse --------------------------------------------------------------------------------------------------


@rule("5.5.3", "Collapse procedure (2018)")
def collapse_2018(t: Turn, power: str) -> Asking[None]:
    """5.5.3 The nine steps of the first edition, strictly in order."""
    yield from _flags_to_enemies(t, power)  # 1; 2: tests pending lapse in stability_tests
    set_stability(t, power, "wavering", "collapse")  # 3
    yield from _exhaust(t, power)  # 4
    _lose_reserve(t, power)  # 5
    _clear_failures(t, power)  # 6
    yield from _lose_loose_areas(t, power)  # 7
    yield from _allies_test(t, power)  # 8
    yield from _break_own_alliance(t, power)
    yield from _offer_armistice(t, power)  # 9
    _lose_abilities(t, power)


@rule("5.5.3", "Collapse procedure (2022)")
def collapse_2022(t: Turn, power: str) -> Asking[None]:
    """5.5.3 The eight steps of the Living Rules, strictly in order."""
    yield from _flags_to_enemies(t, power)  # 1
    set_stability(t, power, "wavering", "collapse")  # 2
    _lose_reserve(t, power)  # 3
    _clear_failures(t, power)  # 4
    reduce_effectiveness(t, power, "collapse")  # 5
    yield from _allies_test(t, power)  # 6
    if t.board.commitment(power) == "exhaustion":  # 7
        yield from _break_own_alliance(t, power)
        yield from _offer_armistice(t, power)
    yield from _exhaust(t, power)  # 8
    _lose_abilities(t, power)


@rule("5.2.4", "Flags for the enemies of a fallen power")
def _flags_to_enemies(t: Turn, power: str) -> Asking[None]:
    for enemy in t.board.in_order(t.board.enemies(power)):
        yield from gain_flag(t, enemy, "enemy-fallen", by=power)


@rule("4.1.1", "Exhaustion", also=("4.1.2",))
def _exhaust(t: Turn, power: str) -> Asking[None]:
    """4.1.1 From mobilization or total war straight to exhaustion, with the smaller force pool."""
    before = t.board.commitment(power)
    if before in ("mobilization", "total-war"):
        t.emit("commitment-changed", power=power, **{"from": before}, to="exhaustion", raised=False)
        yield from adjust_force_pool(t, power)


def _lose_reserve(t: Turn, power: str) -> None:
    reserve = t.board.reserve(power)
    if reserve:
        t.emit("counter-rejected", power=power, counter=reserve, why="collapse")


def _clear_failures(t: Turn, power: str) -> None:
    if t.board.powers[power]["failed"]:
        t.emit("failed-actions-changed", power=power, failed={})


@rule("5.3", "Reduced effectiveness")
def reduce_effectiveness(t: Turn, power: str, why: str) -> None:
    """5.3 At most by one, until the end of the turn; at 1 it costs -1 instead (ruling R-5.5.3-effectiveness)."""
    if not t.board.powers[power]["shaken"]:
        t.emit("effectiveness-reduced", power=power, why=why)


@rule("5.5.3", "Areas without garrison")
def _lose_loose_areas(t: Turn, power: str) -> Asking[None]:
    """5.5.3 step 7 (2018): a check for each area with its cube and no land unit of its own; failing removes the
    cube."""
    board = t.board
    for area in [area for area in board.parts.areas if power in board.cubes.get(area, {})]:
        if not board.units_in(area, power, "land"):
            held = yield from check(t, power, "hold", about={"area": area})
            if not held:
                yield from _hand_over(t, power, area)


def _hand_over(t: Turn, power: str, area: str) -> Asking[None]:
    """Allies with land units there may take it, else nobody has it; not an area of its own colour, which it keeps."""
    for ally in t.board.in_order(t.board.allies(power)) if t.board.area(area).owner != power else ():
        if t.board.units_in(area, ally, "land"):
            if (yield Ask("take-over", ally, options=["take", "leave"], about={"area": area, "from": power})) == "take":
                yield from gain_control(t, ally, area, "taken-over")
                return
    yield from lose_control(t, area, "collapse")


@rule("5.5.1", "Test of the allies")
def _allies_test(t: Turn, power: str) -> Asking[None]:
    """The allies of a fallen power test; what falls by that waits its turn."""
    for ally in t.board.in_order(t.board.allies(power), increasing=True):
        yield from stability_test(t, ally, "ally-fallen")


def _break_own_alliance(t: Turn, power: str) -> Asking[None]:
    if t.board.allies(power):
        yield from break_alliance(t, power, "collapse")


@rule("5.6.2", "Armistice after a collapse")
def _offer_armistice(t: Turn, power: str) -> Asking[None]:
    """5.5.3 Every enemy, in increasing effectiveness order, accepts or refuses; then it is seen who made a separate
    peace (5.6.2)."""
    accepted = yield from offer_armistice(t, power, t.board.enemies(power))
    if accepted:
        yield from armistice(t, [power], accepted)


@rule("5.5.3", "What a collapse ends for good", also=("12.1.1", "12.1.2"))
def _lose_abilities(t: Turn, power: str) -> None:
    """5.5.3 Night of the Long Knives ends; the Il Duce flag becomes an ordinary one (ruling R-5.5.3-il-duce)."""
    board = t.board
    for ability in ("night-of-long-knives", "il-duce"):
        if board.has_ability(power, ability):
            t.emit("ability-lost", power=power, ability=ability)
            if ability == "il-duce" and t.board.option("il-duce-removed") == "yes":
                t.emit("counter-removed", power=power, counter="it-il-duce", why="collapse")


# -- surrender -------------------------------------------------------------------------------------------------


@rule("5.5.4", "Surrender")
def surrender(t: Turn, power: str) -> Asking[None]:
    """5.5.4 Strictly in order; in 2022 the allies test before they take over, and bases are given up earlier."""
    board = t.board
    yield from _flags_to_enemies(t, power)
    if board.is_2022:
        yield from _allies_test(t, power)
        yield from _allies_take(t, power)
    else:
        yield from _allies_take(t, power)
        yield from _allies_test(t, power)
    yield from _break_own_alliance(t, power)
    lost = _remove_power(t, power)
    if board.is_2022:
        _give_up_bases(t, power)
    _place_neutral_cubes(t, [*board.parts.home[power], *board.parts.colonies[power]])
    yield from _home_opportunities(t, board.parts.home[power])
    yield from _areas_of_earlier_fallen(t, power, lost)
    if not board.is_2022:
        _give_up_bases(t, power)
    yield from expel(t, why="surrender")
    _mark_surrender(t, power)
    at_war = board.is_belligerent(power)
    capitulate(t, power)
    check_sudden_end(t, war_ended=at_war)
    yield from expel(t, why="surrender")  # those whose war is over leave the seas beside their ports (7.1.2)
    yield from due(t, "markers")  # its points and its wars may end what chapter 12 describes


@rule("5.5.4", "Allies take over")
def _allies_take(t: Turn, power: str) -> Asking[None]:
    """5.5.4 Allies with land units in its areas, or ships or aircraft at its bases, may gain control (ruling
    R-5.5.4-take-over); that provokes as any gain of control does (ruling R-5.2.3-take-over)."""
    board = t.board
    for area in list(board.controlled(power)):
        for ally in board.in_order(board.allies(power)):
            if board.units_in(area, ally, "land") and not board.area(area).remote:
                ask = Ask("take-over", ally, options=["take", "leave"], about={"area": area, "from": power})
                if (yield ask) == "take":
                    yield from gain_control(t, ally, area, "taken-over")
                    break
    for area in [area for area, owner in sorted(board.bases.items()) if owner == power]:
        special = board.area(area).base.get("special")
        for ally in board.in_order(board.allies(power)) if not special else ():
            if board.units_in(area, ally, "naval") or board.units_in(area, ally, "air"):
                t.emit("base-changed", area=area, owner=ally, **{"from": power})
                break


def _remove_power(t: Turn, power: str) -> list[str]:
    """Every counter and cube leaves the game.  Returns the areas that held its cubes."""
    board = t.board
    t.emit("surrendered", power=power)
    lost = [area for area in board.parts.areas if power in board.cubes.get(area, {})]
    counters = [
        id for id, counter in board.parts.counters.items() if counter.power == power and board.place[id] != "removed"
    ]
    t.emit("counters-removed", power=power, counters=counters, why="surrender")
    for area in _own_limited(board, power):
        t.emit("limited-resource-removed", area=area, why="surrender")
    for area in lost:
        rest = {other: n for other, n in board.cubes[area].items() if other != power}
        to = None if rest else printed_controller(board, area)
        hand_over(t, area, to, rest, power, why="surrender", points={})
    return lost


def _own_limited(board: Board, power: str) -> list[str]:
    """2.4.3 Areas with a limited resource marker that is the back of a counter of the power (Ruhr, Rome)."""
    markers = board.card(power)["specialMarkers"]
    return [area for area in board.limited if f"{area}-limited" in markers]


@rule("2.4.5", "Neutral cubes of a surrendered power")
def _place_neutral_cubes(t: Turn, areas: list[str]) -> None:
    """5.5.4 One in each of these areas of fallen powers that nobody controls, two in a capital since 2022."""
    board = t.board
    for area in areas:
        if board.controller(area) is None and not board.neutral_cubes(area):
            cubes = {"neutral": neutral_cubes_of(board, area)}
            hand_over(t, area, None, cubes, board.area(area).owner, why="surrender", points={})


@rule("5.5.4", "Bases of a surrendered power")
def _give_up_bases(t: Turn, power: str) -> None:
    """5.5.4 Its printed bases become unowned; special British bases go; from captured ones its marker goes, and they
    are again what is printed there (ruling R-5.5.4-captured-bases)."""
    board = t.board
    for area in [area for area, owner in sorted(board.bases.items()) if owner == power]:
        base = board.area(area).base
        printed = base["owner"] if board.is_active(base["owner"]) else "unowned"
        t.emit("base-changed", area=area, owner=None if base.get("special") else printed, **{"from": power})


@rule("5.7", "Opportunities in the home areas of a surrendered power", also=("5.5.4",))
def _home_opportunities(t: Turn, areas: list[str]) -> Asking[None]:
    """5.5.4 Every home area among these that is a country now, for the powers that control another home area of its
    power, in the order that the acting power likes (ruling R-5.5.4-opportunity-order)."""
    left = list(areas)
    while left := [area for area in left if _up_for_grabs(t.board, area)]:
        area = yield Ask("opportunity-order", acting_power(t.board), options=left, rule="5.5.4")
        left.remove(area)
        yield from diplomatic_opportunity(t, area, [_up_for_grabs(t.board, area)])


@rule("5.7", "Who is eligible for a home area of a surrendered power")
def _up_for_grabs(board: Board, area: str) -> list[str]:
    """5.7 The powers that control another home area of its power; none where the area is controlled or remote."""
    if not board.is_home(area) or board.controller(area) is not None or board.area(area).remote:
        return []
    home = board.parts.home[board.area(area).owner]
    return [power for power in board.active() if any(board.controller(each) == power for each in home)]


@rule("5.5.4", "The acting power", also=("3.3",))
def acting_power(board: Board) -> str:
    """5.5.4 The power whose counter is played; where that is nobody's (a Crisis marker) or its power has fallen, the
    one that draws, as for civil wars (11.3; ruling R-5.5.4-opportunity-order)."""
    playing = [power for power in map(board.power_of, board.counters_at("hand")) if power]
    if board.offensive_if_any:
        playing.insert(0, board.offensive["power"])
    return next((power for power in playing if board.is_active(power)), None) or who_draws(board)


@rule("5.5.4", "Areas of powers that surrendered before")
def _areas_of_earlier_fallen(t: Turn, power: str, lost: list[str]) -> Asking[None]:
    """5.5.4 step 7 (ruling R-5.5.4-earlier-fallen): those that nobody controls now get neutral cubes, and in 2022 the
    home areas among them opportunities."""
    board = t.board
    freed = [area for area in lost if board.area(area).owner != power and is_fallen_area(board, area)]
    _place_neutral_cubes(t, freed)
    if board.is_2022:
        yield from _home_opportunities(t, freed)


@rule("5.5.4", "Surrender marker")
def _mark_surrender(t: Turn, power: str) -> None:
    """5.5.4 To the opposing ideology with most cubes in its home areas; both on a tie; nobody's in 2022 without any.

    Ruling R-5.5.4-nobody.
    """
    board = t.board
    counts = {}
    for area in board.parts.home[power]:
        for other, number in board.cubes.get(area, {}).items():
            if other != "neutral" and board.is_opposing(power, other):
                ideology = board.ideology(other)
                counts[ideology] = counts.get(ideology, 0) + number
    rivals = [name for name in board.parts.ideologies if name != board.ideology(power)]
    best = max((counts.get(name, 0) for name in rivals), default=0)
    winners = [name for name in rivals if counts.get(name, 0) == best]
    if best == 0 and board.is_2022:
        winners = []
    if board.is_2022 and atomic_threshold(board, power):
        winners = ["democratic"]  # 12.2.2
    t.emit("surrender-marked", power=power, ideologies=winners)
