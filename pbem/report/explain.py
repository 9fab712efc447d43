"""Why an entry went as it did: every input in its place, with the alternatives there were, and the facts that followed.

The entry is played again from what was sent, on the board before it; the rules themselves say what could have been
answered.  What a title can tell of the odds of a fact it tells with `telling.chances`:
{fact type: (fact, say) -> text}.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, TypedDict

from pbem.core.data.boards import Board
from pbem.core.data.problems import Problem, Refused
from pbem.core.data.tables import Sentences
from pbem.core.data.text import counted, listed
from pbem.core.draws.draws import Source
from pbem.core.language.decision import Decision
from pbem.core.play.answers import Finder
from pbem.core.play.feed import Feed
from pbem.core.play.gamefile import GameFile, facts_of, steps_of
from pbem.core.play.parts import Given
from pbem.core.play.replay import played_again
from pbem.core.record.entries import Entry
from pbem.core.record.seat_history import names_of
from pbem.core.rules.facts import Fact
from pbem.core.rules.requests import Ask, Roll
from pbem.core.title.game import Game

from .noted import noted

_say = Sentences(__name__)
MOST = 12


class Event(TypedDict):
    """A draw, an answer or a fact, with sentences that explain it (`more`).

    n     of a fact its number in the entry; of a draw or an answer that of the fact that follows it
    by    of an answer where it came from, as in the record (play.parts.Given); "" of what is none
    part  entry, document and part of the line that answered; [] if none did
    """

    n: int
    what: str
    by: str
    part: list[int]
    text: str
    rule: str
    more: list[str]


class Explanation(TypedDict):
    """Why an entry went as it did (schemas/explanation.schema.json)."""

    pbem: str
    game: str
    heading: str
    entry: int
    events: list[Event]


def _event(what: str, text: str, rule: str, more: list[str], by: str = "", part: Sequence[int] = ()) -> Event:
    """An event before it has its number."""
    return {"n": 0, "what": what, "by": by, "part": [*part], "text": text, "rule": rule, "more": more}


class _Listening(Feed):
    """A feed that writes down what is asked of it, and when."""

    def __init__(
        self,
        source: Source | None,
        finder: Finder,
        begun: bool,
        events: list[Event],
        game: Game,
        names: Mapping[str, str],
    ) -> None:
        super().__init__(source, finder, begun)
        self._events, self._game, self._names = events, game, names

    def roll(self, request: Roll) -> Any:
        result = super().roll(request)
        if result is not None:
            self._events.append(_draw_event(request, result))
        return result

    def answer(self, board: Board, ask: Ask) -> Any:
        value = super().answer(board, ask)
        if value is not None:
            self._events.append(_answer_event(self._game, self._names, board, ask, self.given[-1][1]))
        return value


def explain(file: GameFile, number: int, event: int | None = None) -> Explanation:
    """An entry explained.

    event   only this one: the event number.event of the record, with the draws and answers that led to it
    Raises Refused if there is no such entry or event.
    """
    if not 1 <= number <= file.n:
        raise Refused([Problem("no-such-entry", entry=number, entries=counted(file.n, "entry", "entries"))])
    entry = file.entry(number)
    count = len(facts_of(entry))
    if event is not None and not 1 <= event <= count:
        raise Refused([Problem("no-such-event", entry=number, event=event, events=count)])
    events: list[Event] = []
    due = 1
    for one in _events(file, entry, number):
        if one["text"] and event in (None, due):  # a fact may need no words
            events.append({**one, "n": due})
        due += one["what"] == "fact"
    say = file.game.telling.say(file.board_after(number))
    headings = dict.fromkeys(file.game.telling.heading(step, say) for step in steps_of(entry) if step["facts"])
    notes = [f"{what}: {why}" for what, why in noted(file, entry)]
    return {
        "pbem": "explanation/1",
        "game": file.name,
        "heading": "; ".join([*notes, *headings]),
        "entry": number,
        "events": events,
    }


def _events(file: GameFile, entry: Entry, number: int) -> list[Event]:
    events: list[Event] = []
    game = file.game
    say = game.telling.say(file.board_after(number - 1))
    chances = getattr(game.telling, "chances", {})

    def watch(board: Board | None, fact: Fact) -> None:
        told = game.telling.words.fact(fact, say)
        text = told if isinstance(told, str) else (told or {}).get("text", "")
        more = [chances[fact["type"]](fact, say)] if told and fact["type"] in chances else []
        events.append(_event("fact", text, fact["rule"], [line for line in more if line]))

    if entry["kind"] == "note":
        for fact in facts_of(entry):
            watch(None, fact)
        return events

    def feed(source: Source | None, finder: Finder, begun: bool) -> _Listening:
        return _Listening(source, finder, begun, events, game, names_of(file))

    played_again(file, number, watch, feed)
    return events


def _draw_event(request: Roll, result: Iterable[Any]) -> Event:
    of, more, found = request.of, [], listed(map(str, result))
    if request.kind == "dice":
        text = _say(
            "dice", label=request.label, dice=counted(of["count"], "die", "dice"), sides=of["sides"], result=found
        )
        if of["count"] == 1:
            more = [_say("one-die", sides=of["sides"])]
    elif request.kind == "pick":
        text = _say("pick", label=request.label, count=of["count"], items=len(of["items"]), result=found)
        more = [_say("pick-chance", chances=counted(of["count"], "chance"), items=len(of["items"]))]
    else:
        text = _say("number", label=request.label, result=found, below=of["below"])
    return _event("draw", text, "", more)


def _answer_event(game: Game, names: Mapping[str, str], board: Board, ask: Ask, given: Given) -> Event:
    kind, say = game.kinds[ask.kind], game.telling.say(board)
    who = names.get(given.seat) or say.power(ask.power)
    if kind.is_secret:
        return _event("answer", _say("secret", who=who, waiting=kind.waiting), ask.rule or kind.rule, [])
    part = given.part
    fields = {
        "who": who,
        "waiting": kind.waiting,
        "answer": _words(kind, given.value, ask),
        "entry": part.entry if part else 0,
    }
    more = _alternatives(kind, board, ask, given.value)
    said = "; ".join(part.text(game).split("\n")) if part is not None else ""
    if said and (given.by in ("standing", "line") or said != fields["answer"]):
        more.insert(0, _say("said", text=said))  # the record knows its words, not where they stood
    place = part.address[1:] if part else ()
    return _event("answer", _say(given.by, **fields), ask.rule or kind.rule, more, given.by, place)


def _alternatives(kind: Decision, board: Board, ask: Ask, value: Any) -> list[str]:
    """What else could have been answered: all of it where the rule lists it, else examples."""
    if not ask.is_open:
        others = [_words(kind, option, ask) for option in ask.options if option != value]
        more = f" (and {len(others) - MOST} more)" if len(others) > MOST else ""
        return [_say("others", answers="; ".join(others[:MOST]) + more) if others else _say("only")]
    others = [_words(kind, answer, ask) for answer in kind.examples(board, ask) if answer != value]
    return [_say("free", answers="; ".join(others[:5]))] if others else []


def _words(kind: Decision, value: Any, ask: Ask) -> str:
    return "; ".join(kind.text(value, ask))


def as_text(explanation: Explanation, width: int = 92) -> str:
    """An explanation for people."""
    from textwrap import wrap

    lines = [f"Entry {explanation['entry']}: {explanation['heading']}".rstrip(": ")]
    for event in explanation["events"]:
        rule = f" [{event['rule']}]" if event["rule"] else ""
        head = f"{explanation['entry']}.{event['n']}" if event["what"] == "fact" else ""
        lines += wrap(f"{event['text']}{rule}", width, initial_indent=f"{head:<6} ", subsequent_indent=" " * 7)
        for line in event["more"]:
            lines += wrap(line, width, initial_indent=" " * 9, subsequent_indent=" " * 9)
    return "\n".join(lines)
