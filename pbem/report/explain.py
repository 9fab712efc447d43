"""Why a step went as it did: every input in its place, with the alternatives there were, and the facts that followed.

The step is played again from its record, on the board before it; the rules themselves say what could have been
answered.  What a title can tell of the odds of a fact it tells with `telling.chances`:
{fact type: (fact, say) -> text}.
"""

from pbem.core.data.problems import Problem, Refused, messages
from pbem.core.data.text import counted, listed, translate
from pbem.core.play.feed import Feed
from pbem.core.rules.engine import Session

messages(
    {
        "no-such-step": "There is no step {step}; the game has {steps}.",
        "no-such-event": "Step {step} has {events} events, no event {event}.",
    }
)

_SENTENCES = {
    "dice": "{label}: {dice} of {sides} sides gave {result}.",
    "one-die": "Each face had 1 chance in {sides}.",
    "pick": "{label}: {count} of {items} drawn: {result}.",
    "pick-chance": "Each of the {items} had {chances} in {items}.",
    "number": "{label}: {result}, of numbers below {below}.",
    "seat": "{who} was asked {waiting}, and answered: {answer}.",
    "forced": "{who} was asked {waiting}; only one answer was legal: {answer}.",
    "default": "{who} was asked {waiting}; nothing had come, and the published default was taken: {answer}.",
    "standing": "{who} was asked {waiting}; line {line} of its standing orders of entry {entry} answered: {answer}.",
    "queue": "{who} was asked {waiting}; line {line} of the orders sent ahead in entry {entry} answered: {answer}.",
    "others": "It could also have been: {answers}.",
    "only": "Nothing else was legal.",
    "free": "Other answers that were legal, for example: {answers}.",
}
MOST = 12


class _Listening(Feed):
    """A feed of the record that writes down what is asked of it, and when."""

    def __init__(self, draws, answers, events, game, names):
        super().__init__(draws, answers)
        self._events, self._game, self._names = events, game, names

    def roll(self, request):
        result = super().roll(request)
        if result is not None:
            self._events.append(_draw_event(request, result))
        return result

    def answer(self, board, ask):
        row = self._recorded[self._answered] if self._answered < len(self._recorded) else None
        value = super().answer(board, ask)
        if value is not None:
            self._events.append(_answer_event(self._game, self._names, board, ask, row))
        return value


class _Played(Exception):
    """The step that was to be explained has ended."""


def explain(file, number, event=None):
    """A step as JSON: ``{"pbem": "explanation/1", "step", "heading", "events"}``.

    event   only this one, counted from 1
    An event is {"n", "what": draw|answer|fact, "text", "rule", "more"}; `more` are sentences that explain it.
    Raises Refused if there is no such step or event.
    """
    steps = [*file.steps, *([file.open] if file.open else [])]
    if not 1 <= number <= len(steps):
        raise Refused([Problem("no-such-step", step=number, steps=counted(len(steps), "step"))])
    step = steps[number - 1]
    events = _events(file, step, number)
    if event is not None and not 1 <= event <= len(events):
        raise Refused([Problem("no-such-event", step=number, event=event, events=len(events))])
    rows = [{"n": place, **row} for place, row in enumerate(events, 1)]
    say = file.game.telling.say(file.board_after(number) if number <= len(file.steps) else file.current_board())
    return {
        "pbem": "explanation/1", "game": file.name, "step": number, "heading": file.game.telling.heading(step, say),
        "entry": step["from"][0], "events": rows if event is None else [rows[event - 1]],
    }  # fmt: skip


def _events(file, step, number):
    events, game = [], file.game
    board = file.board_after(number - 1)
    say = game.telling.say(board)
    chances = getattr(game.telling, "chances", {})

    def watch(board, fact):
        told = game.telling.sentences[fact["type"]](fact, say)
        if told:
            text = told if isinstance(told, str) else told["text"]
            more = [chances[fact["type"]](fact, say)] if fact["type"] in chances else []
            events.append({"what": "fact", "text": text, "rule": fact["rule"], "more": [line for line in more if line]})

    def ended(session):
        raise _Played

    if step["procedure"] == "correction":
        for fact in step["facts"]:
            watch(board, fact)
        return events
    session = Session(game, board, watch, ended)
    session.open_step(step["procedure"], step["args"])
    try:
        session.run(_Listening(*file.inputs(step["from"]), events, game, file.charter["names"]))
    except _Played:
        pass
    return events


def _draw_event(request, result):
    of, more, found = request.of, [], listed(map(str, result))
    if request.kind == "dice":
        text = _say("dice", label=request.label, dice=counted(of["count"], "die", "dice"), sides=of["sides"],
                    result=found)
        if of["count"] == 1:
            more = [_say("one-die", sides=of["sides"])]
    elif request.kind == "pick":
        text = _say("pick", label=request.label, count=of["count"], items=len(of["items"]), result=found)
        more = [_say("pick-chance", chances=counted(of["count"], "chance"), items=len(of["items"]))]
    else:
        text = _say("number", label=request.label, result=found, below=of["below"])
    return {"what": "draw", "text": text, "rule": "", "more": more}


def _answer_event(game, names, board, ask, row):
    kind, say = game.kinds[ask.kind], game.telling.say(board)
    who = names.get(row["seat"]) or say.power(ask.power)
    fields = {"who": who, "waiting": kind.waiting, "answer": _words(kind, row["value"], ask),
              "line": row.get("line", 0), "entry": row.get("entry", 0)}
    return {"what": "answer", "text": _say(row["by"], **fields), "rule": ask.rule or kind.rule,
            "more": _alternatives(kind, board, ask, row["value"])}


def _alternatives(kind, board, ask, value):
    """What else could have been answered: all of it where the rule lists it, else examples."""
    if ask.options is not None:
        others = [_words(kind, option, ask) for option in ask.options if option != value]
        more = f" (and {len(others) - MOST} more)" if len(others) > MOST else ""
        return [_say("others", answers="; ".join(others[:MOST]) + more) if others else _say("only")]
    others = [_words(kind, answer, ask) for answer in kind.examples(board, ask) if answer != value]
    return [_say("free", answers="; ".join(others[:5]))] if others else []


def _words(kind, value, ask):
    return "; ".join(kind.text(value, ask))


def _say(name, **fields):
    return translate(_SENTENCES[name]).format(**fields)


def as_text(explanation, width=92):
    """An explanation for people."""
    from textwrap import wrap

    lines = [f"Step {explanation['step']}, entry {explanation['entry']}: {explanation['heading']}"]
    for event in explanation["events"]:
        rule = f" [{event['rule']}]" if event["rule"] else ""
        head = f"{explanation['step']}.{event['n']}"
        lines += wrap(f"{event['text']}{rule}", width, initial_indent=f"{head:<6} ", subsequent_indent=" " * 7)
        for line in event["more"]:
            lines += wrap(line, width, initial_indent=" " * 9, subsequent_indent=" " * 9)
    return "\n".join(lines)
