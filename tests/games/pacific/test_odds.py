"""Exact odds against brute force on small battles, the rules themselves on larger ones, and figures known elsewhere."""

from fractions import Fraction
from itertools import product

import pytest

from pbem.core.draws.draws import ThrowawaySource
from pbem.core.rules.engine import Session
from pbem.games.pacific import GAME
from pbem.games.pacific.rules import casualties
from pbem.games.pacific.rules.chances import hit_weights, luck
from pbem.games.pacific.rules.fire import attack_values
from pbem.games.pacific.rules.odds import ONE, Battle, odds, per_thousand
from pbem.core.title.rulings import agreed
from pbem.games.pacific.board.rulings import OPTIONS
from pbem.games.pacific.board.parts import parts
from pbem.games.pacific.board.pieces import split

PARTS = parts(agreed(OPTIONS, "2002"))


def battle(attackers, defenders, **more):
    return Battle(PARTS, attackers, defenders, **more)


# -- brute force: every roll of every die, as fractions ----------------------------------------------------


def brute_land(attackers, defenders, order_a, order_d, rounds=400):
    """Win, draw and loss of a land battle to the end, by the rules of one round over all dice."""
    start = (tuple(sorted(attackers.items())), tuple(sorted(defenders.items())))
    live, ended = {start: Fraction(1)}, {}
    for _ in range(rounds):
        following = {}
        for (ours, theirs), mass in live.items():
            for state, p in brute_round(dict(ours), dict(theirs), order_a, order_d).items():
                where = following if state[0] and state[1] else ended
                where[state] = where.get(state, 0) + mass * p
        live = following
        if sum(live.values()) < Fraction(1, 10**9):
            break
    return ended


def brute_round(ours, theirs, order_a, order_d):
    board = type("Board", (), {"parts": PARTS})()
    attack = [v for _, n, v in attack_values(board, {f"us/{t}": n for t, n in ours.items()}, False) for _ in range(n)]
    defend = [PARTS.types[type].defence for type, n in theirs.items() for _ in range(n)]
    found = {}
    for rolled in product(range(1, 7), repeat=len(attack) + len(defend)):
        hits = sum(die <= value for die, value in zip(rolled, attack))
        back = sum(die <= value for die, value in zip(rolled[len(attack) :], defend))
        state = (shed(ours, back, order_a), shed(theirs, hits, order_d))
        found[state] = found.get(state, 0) + 1
    total = 6 ** (len(attack) + len(defend))
    return {state: Fraction(count, total) for state, count in found.items()}


def shed(units, hits, order):
    left = dict(units)
    for type in order:
        fall = min(hits, left.get(type, 0))
        left[type] = left.get(type, 0) - fall
        hits -= fall
    return tuple(sorted((type, count) for type, count in left.items() if count))


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    "attackers, defenders",
    [
        ({"infantry": 1}, {"infantry": 1}),
        ({"infantry": 2, "artillery": 1}, {"infantry": 2}),
        ({"armor": 1, "fighter": 1}, {"infantry": 1, "fighter": 1}),
        ({"infantry": 1, "bomber": 1}, {"artillery": 1, "armor": 1}),
    ],
)
def test_land_odds_equal_brute_force(attackers, defenders):
    orders = PARTS.turn["loss_orders"]
    expected = brute_land(attackers, defenders, orders["land-attack"], orders["land-defence"])
    found = odds(battle(attackers, defenders)).masses
    assert set(found) == set(expected)
    for state, share in expected.items():
        assert abs(Fraction(found[state], ONE) - share) < Fraction(1, 10**8), state


def test_sea_round_equals_brute_force():
    """A destroyer against a battleship: two hits to sink, four and three to hit."""
    exact = odds(battle({"destroyer": 1}, {"battleship": 1}, at_sea=True))
    alive, damaged = Fraction(1), Fraction(0)
    win = draw = loss = Fraction(0)
    for _ in range(200):
        p, q = Fraction(1, 2), Fraction(2, 3)
        win += damaged * p * (1 - q)
        draw += damaged * p * q
        loss += (alive + damaged * (1 - p)) * q
        alive, damaged = alive * (1 - p) * (1 - q), (alive * p + damaged * (1 - p)) * (1 - q)
    for mass, share in ((exact.win, win), (exact.draw, draw), (exact.loss, loss)):
        assert abs(Fraction(mass, ONE) - share) < Fraction(1, 10**12)


def shots(units, targets, attacking):
    """``[(pool, value)]`` of everybody who can hit one of the targets."""
    kinds = {casualties.kind_of(token) for token in targets}
    spotted = any("destroyer" in token for token in units)
    found = []
    for token, count in units.items():
        type, kind = PARTS.types[split(token)[1].type], casualties.kind_of(token)
        pool = "sub" if kind == "s" else "air" if kind == "a" and not spotted else "any"
        if kinds - {"sub": {"a"}, "air": {"s"}, "any": set()}[pool]:
            found += [(pool, type.attack if attacking else type.defence)] * count
    return found


def volley(found):
    """``[({pool: hits}, chance)]``: every way in which so many shots can hit and miss."""
    for struck in product((True, False), repeat=len(found)):
        pools, chance = {}, Fraction(1)
        for hit, (pool, value) in zip(struck, found):
            chance *= Fraction(value if hit else 6 - value, 6)
            pools[pool] = pools.get(pool, 0) + hit
        if chance:
            yield pools, chance


def sunk(units, pools, order):
    left = dict(units)
    for token, hits in casualties.by_order(units, pools, order).items():
        left[token] -= hits
        if casualties.can_be_hurt(token):
            hurt = casualties.hurt_token(token)
            left[hurt] = left.get(hurt, 0) + hits
    return {token: count for token, count in left.items() if count}


def brute_sea_round(ours, theirs):
    orders, found = PARTS.turn["loss_orders"], {}
    subs = {token: n for token, n in ours.items() if "submarine" in token}
    free = not any("destroyer" in token for token in theirs)
    others = {token: n for token, n in ours.items() if not (free and token in subs)}
    for strike, p in volley(shots(subs, theirs, True) if free else []):
        alive = sunk(theirs, strike, orders["sea-defence"])
        for attack, q in volley(shots(others, alive, True)):
            for defence, r in volley(shots(alive, ours, False)):
                state = (sunk(ours, defence, orders["sea-attack"]), sunk(alive, attack, orders["sea-defence"]))
                key = tuple(tuple(sorted(side.items())) for side in state)
                found[key] = found.get(key, 0) + p * q * r
    return found


@pytest.mark.parametrize(
    "attackers, defenders",
    [
        ({"submarine": 2, "destroyer": 1}, {"carrier": 1, "fighter": 1, "submarine": 1}),
        ({"submarine": 1, "fighter": 2}, {"battleship": 1, "submarine": 1}),
        ({"destroyer": 1, "fighter": 1, "transport": 1}, {"submarine": 2, "fighter": 1}),
        ({"battleship": 1, "submarine": 1}, {"destroyer": 1, "transport": 1}),
    ],
)
def test_sea_odds_equal_brute_force(attackers, defenders):
    start = (tuple(sorted(tokens("us", attackers).items())), tuple(sorted(tokens("japan", defenders).items())))
    live, ended = {start: Fraction(1)}, {}
    for _ in range(60):
        following = {}
        for (ours, theirs), mass in live.items():
            for state, p in brute_sea_round(dict(ours), dict(theirs)).items():
                over = not (shots(*map(dict, state), True) or shots(*map(dict, state[::-1]), False))
                where = ended if over or not (state[0] and state[1]) else following
                where[state] = where.get(state, 0) + Fraction(round(mass * p * ONE), ONE)
        live = following
    found = odds(battle(attackers, defenders, at_sea=True)).masses
    assert sum(live.values()) < Fraction(1, 10**6)
    named = {}
    for state, share in ended.items():
        key = tuple(tuple(sorted(types_left(side).items())) for side in state)
        named[key] = named.get(key, 0) + share
    assert set(named) == {key for key, mass in found.items() if mass > ONE >> 60}
    for key, share in named.items():
        assert abs(Fraction(found[key], ONE) - share) < Fraction(1, 10**6), key


def tokens(force, units):
    return {f"{force}/{type}": count for type, count in units.items()}


def types_left(side):
    return {token.partition("/")[2]: count for token, count in side}


@pytest.mark.longer
def test_a_battle_of_forty_four_units_adds_up():
    """A hundred sets of units a side, some thousands of pairs: nothing of the mass is lost."""
    ours = {"battleship": 3, "destroyer": 4, "submarine": 4, "carrier": 3, "fighter": 6, "bomber": 2}
    theirs = {"battleship": 2, "destroyer": 4, "submarine": 3, "carrier": 3, "fighter": 6, "transport": 4}
    found = odds(battle(ours, theirs, at_sea=True))
    assert 0 <= found.missing < 2**30
    assert per_thousand(found.win) + per_thousand(found.draw) + per_thousand(found.loss) in (999, 1000, 1001)


def test_first_strike_fires_before_the_defence():
    """A submarine against a transport: it hits first, so that a hit transport never fires."""
    exact = odds(battle({"submarine": 1}, {"transport": 1}, at_sea=True))
    hit, back = Fraction(1, 3), Fraction(1, 6)
    win = hit / (1 - (1 - hit) * (1 - back))
    assert abs(Fraction(exact.win, ONE) - win) < Fraction(1, 10**12)
    assert exact.draw == 0


def test_submarine_and_fighter_cannot_hit_one_another():
    exact = odds(battle({"fighter": 1}, {"submarine": 1}, at_sea=True))
    assert exact.masses == {((("fighter", 1),), (("submarine", 1),)): ONE}


# -- figures known elsewhere -------------------------------------------------------------------------------


def test_a_large_land_battle_agrees_with_other_calculators():
    """Three independent exact programs give 0.98794302974 for this battle without guns."""
    big = battle({"infantry": 10, "artillery": 5, "armor": 5, "fighter": 3}, {"infantry": 12, "fighter": 4})
    found = odds(big)
    assert found.win * 10**11 // ONE == 98794302974
    assert 0 <= found.missing < 2**40
    assert found.win + found.draw + found.loss == ONE - found.missing


def test_guns_before_the_first_round():
    """One bomber against a lone infantry under a gun: one in six falls at once."""
    found = odds(battle({"bomber": 1}, {"infantry": 1}, guns=True))
    alone = odds(battle({"bomber": 1}, {"infantry": 1}))
    assert abs(found.win * 6 - alone.win * 5) < 2**20
    assert found.taken == 0


def test_save_air_leaves_after_one_round():
    """SA: a lone fighter fires once; it wins, is shot down, or leaves."""
    found = odds(battle({"fighter": 1}, {"infantry": 1}, save_air=True))
    assert {outcome: per_thousand(mass) for outcome, mass in found.masses.items()} == {
        ((("fighter", 1),), ()): 333,
        ((), ()): 167,
        ((("fighter", 1),), (("infantry", 1),)): 333,
        ((), (("infantry", 1),)): 167,
    }


def test_bombardment_hits_fire_back_once():
    """A battleship shells a lone infantry; then one infantry attacks: the shelled one may still fire."""
    found = odds(battle({"infantry": 1}, {"infantry": 1}, bombardment={"battleship": 1}))
    direct = Fraction(2, 3) * Fraction(2, 3)
    later = Fraction(1, 3) * Fraction(1, 6) * Fraction(2, 3)
    again = Fraction(1, 3) * Fraction(5, 6) * Fraction(2, 3)
    win = Fraction(1, 6) * Fraction(2, 3) / (1 - Fraction(5, 6) * Fraction(2, 3))
    assert abs(Fraction(found.win, ONE) - (direct + later + again * win)) < Fraction(1, 10**12)


def test_surprise_makes_everybody_defend_with_one():
    usual, surprised = (odds(battle({"fighter": 2}, {"fighter": 2}, surprise=flag)) for flag in (False, True))
    assert surprised.win > usual.win


def test_expected_cost_of_an_even_exchange():
    found = odds(battle({"infantry": 1}, {"infantry": 1}))
    lost = sum(Fraction(mass, ONE) * 3 for (ours, _), mass in found.masses.items() if not ours)
    assert abs(found.expected_cost("attack") - lost * 1000) < 1


# -- the rules themselves ----------------------------------------------------------------------------------


class Fight:
    """A feed that fights to the end with published orders of loss."""

    def __init__(self, seed):
        self.source = ThrowawaySource(seed)

    def petition(self, *_):
        return None

    def heard(self, *_):
        return None

    def roll(self, request):
        return self.source.draw(request.label, request.kind, request.of)["result"]

    def answer(self, board, ask):
        if ask.kind == "combat-moves":
            return MOVES
        if ask.kind == "press":
            return {"do": "fight"}
        return None if ask.kind == "noncombat-moves" else GAME.kinds[ask.kind].default(board, ask)

    peek = answer


MOVES = [
    {"go": "move", "units": {"us/destroyer": 2, "us/submarine": 2, "us/battleship": 1}, "path": ["sz9", "sz17"]},
    {"go": "move", "units": {"us/fighter": 2}, "path": ["hawaiian-islands", "sz9", "sz17"]},
]
UNITS = (
    "SZ9: us destroyer*2, us submarine*2, us battleship; Hawaiian Islands: us fighter*2; "
    "SZ17: japan submarine*2, japan destroyer*2, japan carrier, japan fighter*2"
)


@pytest.mark.longer
def test_sampled_sea_battles_agree_with_the_odds():
    """400 battles by the rules: the number of wins lies within five standard deviations of the exact figure."""
    from pbem.core.bench.cases import board_at

    given = {"base": "empty", "at": {"round": 2, "power": "us", "phase": "combat-movement"}, "units": UNITS}
    exact = odds(
        battle(
            {"destroyer": 2, "submarine": 2, "battleship": 1, "fighter": 2},
            {"submarine": 2, "destroyer": 2, "carrier": 1, "fighter": 2},
            at_sea=True,
        )
    )
    wins, games = 0, 400
    for number in range(games):
        board, problems = board_at(GAME, given)
        assert not problems
        Session(GAME, board).run(Fight(f"{number:064x}"))
        ours = any(f == "us" for f, _, _ in board.stacks("sz17"))
        theirs = any(f == "japan" for f, _, _ in board.stacks("sz17"))
        wins += ours and not theirs
    share = Fraction(exact.win, ONE)
    spread = 25 * share * (1 - share) * games
    assert (wins - games * share) ** 2 < spread


def test_luck_is_the_band_of_all_dice():
    facts = [
        {"type": "dice-rolled", "side": "allies", "shots": [["us/infantry", 2, 1]], "dice": [1, 1], "hits": 2},
        {"type": "battle-ended"},
    ]
    assert luck(facts) == {"allies": {"hits": 2, "sixths": 2, "at_least": 27, "at_most": 1000}}
    assert hit_weights([1, 1]) == [25, 10, 1]


def test_losses_of_odds_and_rules_are_the_same_function():
    """by_order is used by both; a battleship takes its free hit first under the published order."""
    order = PARTS.turn["loss_orders"]["sea-attack"]
    chosen = casualties.by_order({"us/battleship": 1, "us/transport": 1}, {"any": 2}, order)
    assert [split(token)[1].type for token in chosen] == ["battleship", "transport"]
