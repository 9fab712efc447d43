"""Sensible players answer what is legal, by what their title thinks of answers; and do the same each time."""

from pbem.core.draws.draws import ThrowawaySource
from pbem.core.rules.requests import Ask
from pbem.core.title.game import Game
from pbem.core.trial import mail_stop_stats as stats
from pbem.core.trial.players import SensibleFeed, best, choices, worth
from pbem.core.trial.selfplay import Chance, play_one, throwaway_seed
from tests.core.test_mail_stop_stats import CHARTER
from tests.toy.game import GAME


def values(game, board, ask, wished):
    """The Toy's: to attack is worth 2, to bid what is bid; of other questions nothing is known."""
    rows = {"act": [(0.0, "wait"), (2.0, "attack")], "bid": [(9.0, 7), (1.0, 1), (2.0, 2)]}.get(ask.kind, [])
    return rows if wished is None else [row for row in rows if row[1] == wished]


def toy():
    return Game(**{**vars(GAME), "sensible": values})


def bid(board):
    return Ask("bid", board.powers[0], options=[0, 1, 2], about={"turn": 1})


def test_the_best_legal_answer_is_given_and_the_default_comes_last():
    game = toy()
    board = game.new_board(CHARTER)
    listed = list(choices(game, board, bid(board)))
    assert [one.answer for one in listed] == [2, 1, game.kinds["bid"].default(board, bid(board))]
    assert best(game, board, bid(board)) == (2.0, 2)  # 7 would be worth more, and is not legal
    assert worth(game, board, bid(board), 1) == 1.0
    assert worth(game, board, bid(board), 0) == 0.0


def test_a_title_without_values_has_players_who_take_the_published_default():
    board = GAME.new_board(CHARTER)
    assert best(GAME, board, bid(board)) == (0.0, GAME.kinds["bid"].default(board, bid(board)))


def test_the_same_seed_makes_the_same_game():
    games = [play_one(toy(), CHARTER, "a", players=SensibleFeed)[1] for _ in range(2)]
    assert games[0] == games[1]
    assert any(fact["type"] == "bids-opened" and set(fact["bids"].values()) == {2} for fact in games[0])


def test_sensible_players_volunteer_nothing():
    feed = SensibleFeed(toy(), ThrowawaySource(throwaway_seed("a")), Chance("a"))
    assert all(feed.petition(GAME.new_board(CHARTER)) is None for _ in range(50))


def test_changes_of_hand_are_counted_by_who_is_waited_for():
    stops = stats.Stops()
    for moment, seat in ((1, "a"), (1, "b"), (2, "a"), (3, "a"), (4, "b")):
        stops.ask(moment, seat, "bid")
    stops.close()
    assert (stops.counts["stops"], stops.counts["hands"]) == (4, 3)
    assert stops.seats == {"a": 3, "b": 2}
    assert stops.kinds == {"bid": 4}
