"""The one function of play: from where the game stands and what people sent, the next line and the state after it.

``(charter, state, documents, openings, opener's envelope) -> (line, state)``.  Adjudication calls it to write a line,
rehearsal with other draws, and verification to make each line again and compare bytes; so there is one place that
decides what counts.  No clock, no file, no secret (docs/record.md).
"""

from collections.abc import Iterable

from ..data.json_types import Json
from ..data.problems import Refused
from ..draws.draws import Source
from ..record.charter import Charter
from ..record.closed import Openings
from ..record.documents import Document
from ..record.entries import Entry
from ..record.state import Ground, State, first_state
from ..title.game import Game
from .feed import Replay
from .inbox import Inbox
from .running import Made, Run, asked_after


def made_play(
    ground: Ground,
    documents: Iterable[Document],
    openings: Openings,
    envelope: str | None,
    draws: Source | None = None,
    tells: bool = True,
    before: Run | None = None,
    proofs: Iterable[Json] = (),
    over: Iterable[Json] = (),
) -> Made:
    """The next play entry as Made.  Raises Refused, with every problem, if these documents do not make one.

    ground      the title, what is agreed, the state, and the heads of lines (record.state.Ground)
    documents   record.documents.Document, in any order
    openings    record.closed.Openings: those that are known
    envelope    the opener's own link, hex
    draws       a draw source (draws.draws.Source) in the place of the one that the envelopes make: for games that count
                for nothing
    tells       whether the parts are told back what they said (fates.Part.told); nobody reads that of old lines that
                are made again
    before      the run that made `state`, if it is at hand, to go on from (running.Run)
    proofs      what the line is to hold of two signatures on one place (record.proofs)
    over        what a line that is made again names as over: believed of what is closed here
    """
    inbox = Inbox(ground, documents, openings, envelope, proofs)
    Refused.if_any(inbox.problems)
    run = Run(ground, inbox, before=before)
    run.finder.tells = tells
    Refused.if_any(run.missing())
    run.go_on(draws or inbox.source())
    return run.made(inbox, envelope, {(one["seat"], (one["document"], one["line"])) for one in over})


def first_line(charter: Charter) -> Entry:
    return {"charter": charter, "kind": "game", "pbem": "game/3"}


def first_run(game: Game, charter: Charter, game_id: bytes) -> Run:
    """The run from the first board to the questions at which a game begins; nothing is drawn or answered."""
    run = Run(Ground(game, charter, first_state(game, charter, game_id)))
    run.stop = run.session.run(Replay([], []))
    return run


def opening_state(game: Game, charter: Charter, game_id: bytes) -> State:
    """The state after the first line, with those questions."""
    run = first_run(game, charter, game_id)
    state, step = run.state, run.session.step
    asked = asked_after(run, state, run.stop)
    opened = step and {**{name: step[name] for name in ("procedure", "args", "facts")}, "draws": [], "answers": []}
    ended = game.result(run.board) if run.stop and run.stop.why == "over" else None
    return {**state, "rest": run.rest(), "asked": asked, "step": opened, "ended": ended}
