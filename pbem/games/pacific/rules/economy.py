"""Money: production, the convoys, purchase and income (phases 1 and 9).

Nations keep purses: Japan, India, Australia and the USA; China has none and gets free infantry instead.
"""

from pbem.core.rules.requests import Ask, Asking
from pbem.core.rules.rulebook import rule

from ..board.board import Board, Turn
from ..board.parts import SIDES

# -- the production chart ------------------------------------------------------------------------------------


@rule("CNV-2", "Convoy route")
def pays(board: Board, territory: str) -> bool:
    """CNV-2. A territory with a convoy route pays only while the same side holds the territory and the route."""
    zone = board.parts.route_of.get(territory)
    return zone is None or board.marker_side(zone) == board.side_of(territory)


def production(board: Board, nation: str) -> int:
    """What a nation produces a turn, in IPCs."""
    return productions(board)[nation]


@rule("CNV-1", "Convoy centre", also=("ECO-8",))
def productions(board: Board) -> dict[str, int]:
    """CNV-1, ECO-8. What the territories and own convoy centres of each nation bring a turn, in IPCs.

    Australia never claims new territory, so that it cannot exceed what it starts with.
    """
    found, areas = dict.fromkeys(board.parts.nations, 0), board.parts.areas
    for id, holder in board.control.items():
        if holder in found and areas[id].ipc and pays(board, id):
            found[holder] += areas[id].ipc
    for zone, centre in board.parts.centres.items():
        if centre["owner"] in found and board.marker_side(zone) == SIDES[centre["owner"]]:
            found[centre["owner"]] += centre["ipc"]
    return {**found, "china": 0}


@rule("ECO-3", "UK convoy pool")
def convoy_pool(board: Board) -> int:
    """ECO-3. What the British convoy centres that are still in Allied hands bring, to be split."""
    centres = board.parts.centres
    return sum(c["ipc"] for zone, c in centres.items() if c["owner"] == "uk" and board.marker_side(zone) == "allies")


# -- the split of the British convoys ------------------------------------------------------------------------


def split_convoys(t: Turn) -> Asking[None]:
    """ECO-3. India and Australia share the convoy income at once, as Britain likes; nothing is kept."""
    pool = convoy_pool(t.board)
    able = [nation for nation in ("india", "australia") if t.board.capital_held(nation)]
    if not pool or not able:
        return
    only = [{able[0]: pool}] if len(able) == 1 else None  # R-ECO-3-one-capital: without its capital it collects nothing
    share = yield Ask("split-convoys", "uk", options=only, about={"pool": pool}, rule="ECO-3")
    t.emit("convoys-split", rule="ECO-3", pool=pool, share=share)
    for nation in able:
        if share.get(nation):
            t.emit("money-changed", rule="ECO-3", nation=nation, by=share[nation], why="convoys")


# -- phase 1 -------------------------------------------------------------------------------------------------


@rule("BUY-1", "Purchase", also=("ECO-2", "ECO-6", "BUY-2", "BUY-3"))
def purchase(t: Turn) -> Asking[None]:
    """BUY-1. Each purse buys what it can pay; the units wait until phase 7.

    ECO-2: India and Australia buy separately.  ECO-6: a nation whose capital is in enemy hands buys nothing.
    """
    china = t.board.power == "us"
    if china:
        recruit(t)
    if buyers(t.board):
        answer = yield Ask("purchase", t.board.power, about={"money": {n: t.board.money[n] for n in buyers(t.board)}})
        for nation, units in sorted(answer.items()):
            t.emit("units-bought", nation=nation, units=units, cost=cost(t.board, units))


def buyers(board: Board, power: str = "") -> list[str]:
    """The nations of a power, of the one in turn if none is named, that may buy and can pay for something."""
    cheapest = min(type.cost for type in board.parts.types.values())
    return [nation for nation in buying(board, power) if board.money[nation] >= cheapest]


def buying(board: Board, power: str = "") -> list[str]:
    """The nations of a power, of the one in turn if none is named, that may buy, with money or without."""
    nations = board.parts.turn["powers"][power or board.power]["nations"]
    return [nation for nation in nations if nation != "china" and board.capital_held(nation)]


def cost(board: Board, units: dict[str, int]) -> int:
    return sum(board.parts.types[type].cost * count for type, count in units.items())


def for_sale(board: Board, nation: str) -> list[str]:
    """The unit types that a nation may buy, in the order of the unit data."""
    return [type.id for type in board.parts.types.values() if nation in type.buyers]


# -- China ---------------------------------------------------------------------------------------------------


@rule("CHN-1", "Chinese infantry count", also=("CHN-4", "CHN-6"))
def recruit(t: Turn) -> None:
    """CHN-1. Free infantry at the start of the American turn, one for each territory that counts.

    CHN-4: none while Szechwan is lost.  CHN-6: convoy routes do not matter.
    """
    count = recruits(t.board)
    if count:
        t.emit("recruits-raised", count=count, road=burma_road(t.board))


def recruits(board: Board) -> int:
    """How many Chinese infantry are due now."""
    if not board.capital_held("china"):
        return 0
    held = [id for id, nation in board.control.items() if nation == "china"]
    if board.option("china-infantry") == "valued-territories":
        held = [id for id in held if board.parts.areas[id].ipc]
    return len(held) + burma_road(board)


@rule("CHN-2", "Burma Road")
def burma_road(board: Board) -> int:
    """CHN-2. Open (1) while Japan holds none of India, Burma, Yunnan and Szechwan, else closed (0)."""
    return int(all(board.control[id] != "japan" for id in ("india", "burma", "yunnan", "szechwan")))


# -- phase 9 -------------------------------------------------------------------------------------------------


@rule("ECO-4", "Collect income", also=("ECO-6",))
def income(t: Turn) -> Asking[None]:
    """ECO-4. Every nation of the power whose capital is held collects what the production chart shows."""
    board = t.board
    for nation in board.parts.turn["powers"][board.power]["nations"]:
        amount = production(board, nation)
        if nation != "china" and board.capital_held(nation):
            t.emit("income-collected", nation=nation, amount=amount)
            if amount:
                t.emit("money-changed", nation=nation, by=amount, why="income")
    if board.power == "uk":
        yield from split_convoys(t)
