"""pbem order: write orders at the terminal, question by question."""

from typing import TYPE_CHECKING

import click

from pbem.core.data.problems import refusals
from pbem.core.data.tables import Sentences
from pbem.interface.files import seat_of

from .options import load_game
from .output import done, put, say, shown, warn, wrapped, written
from .parameters import declared

if TYPE_CHECKING:
    from pbem.core.language.decision import Decision
    from pbem.core.play.gamefile import GameFile
    from pbem.core.rules.requests import Ask
    from pbem.core.trial.composing import Composer

_say = Sentences(__name__)


QUIT = ("quit", "q", "exit", "stop")  # words that give up; nothing is written


@declared("order")
def command(game: str, seat: str, path: str, as_json: bool) -> None:
    """Put the game's questions to SEAT, with legal answers to choose from and what each would do, and write an order
    file.

    At every question type the number of an answer, or an order of your own. ? shows the forms of the order; an empty
    line takes the first answer, the published default; quit leaves without writing anything. No dice are rolled.
    """
    file = load_game(game)
    try:
        composer = composed(file, seat_of(file, seat))
    except GivenUp:
        say(_say("given-up"))
        done(as_json, written([], "orders", file.name))
        return
    told = _say("made", path=path, game=game)
    put(path, composer.text(), as_json, "orders", file.name, told)


class GivenUp(Exception):
    """The person has said quit."""


def composed(file: "GameFile", seat: str) -> "Composer":
    """The orders of a seat, asked for question by question; raises GivenUp."""
    from pbem.core.trial.composing import Composer

    composer = Composer(file, seat)
    questions = composer.questions()
    if not questions:
        say(_say("nothing-asked", seat=seat))
    for number, ask in enumerate(questions, 1):
        _ask(composer, ask, number, len(questions))
    _ahead(composer)
    return composer


def _typed(question: str, default: str) -> str:
    """A line that was typed; raises GivenUp."""
    text = click.prompt(question, default=default, show_default=False, err=True).strip()
    if text.casefold() in QUIT:
        raise GivenUp
    return text


def _ask(composer: "Composer", ask: "Ask", number: int, count: int) -> None:
    """Put one question until its answer is legal."""
    kind, game = composer.file.game.kinds[ask.kind], composer.file.game
    power = game.telling.say(composer.board).power(ask.power)
    fields = {"power": power, "waiting": kind.waiting, "rule": ask.rule or kind.rule}
    say("\n" + wrapped(_say("asked", number=number, count=count, **fields)))
    say(wrapped(kind.describe(composer.board, ask)))
    choices = composer.choices(ask)
    for place, (lines, is_default) in enumerate(choices, 1):
        told = _say("default" if is_default else "choice", lines="; ".join(lines))
        say(wrapped(told, f"  {place:>2}  ", "        "))
    for chance in composer.chances(ask):
        say(wrapped(chance, "      ", "        "))
    while True:
        typed = _typed(_say("answer"), "1")
        if typed == "?":
            _show_forms(kind)
            continue
        is_number = typed.isdigit() and 1 <= int(typed) <= len(choices)
        if typed.isdigit() and not is_number:
            say(_say("choose", most=len(choices)))
            continue
        lines = choices[int(typed) - 1][0] if is_number else [composer.said_for(ask, typed)]
        if _is_fine(composer, lines) and _is_wanted(composer, lines):
            composer.accept(lines)
            return


def _show_forms(kind: "Decision") -> None:
    for form, meaning, example in kind.grammar():
        say(wrapped(form, "  ", "      "))
        say(wrapped(f"{meaning}{f', e.g. {example}' if example else ''}", "      ", "      "))


def _is_fine(composer: "Composer", lines: list[str]) -> bool:
    """Show what is wrong with the lines; True if nothing forbids them."""

    problems = composer.problems(lines)
    for problem in problems:
        warn(shown(problem))
    return not refusals(problems)


def _is_wanted(composer: "Composer", lines: list[str]) -> bool:
    """Show what the lines would bring about, and let the person think again."""
    facts, stop = composer.follows(lines)
    told = composer.file.game.telling
    names = told.say(composer.board)
    for fact in facts:
        sentence = told.words.fact(fact, names)
        if sentence:
            say(wrapped(sentence if isinstance(sentence, str) else sentence["text"], "      ", "      "))
    if stop is not None:
        say(f"      {_say(stop.why)}")
    while True:
        typed = _typed(_say("send"), "y")
        if typed.casefold() in ("y", "yes", "n", "no"):
            return typed.casefold() in ("y", "yes")
        warn(_say("yes-or-no"))


def _ahead(composer: "Composer") -> None:
    """Lines for later, as many as wanted."""
    while True:
        typed = _typed(_say("later"), "")
        if not typed:
            return
        if _is_fine(composer, [typed]):
            composer.accept([typed])
