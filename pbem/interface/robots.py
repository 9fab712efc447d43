"""Robots for programs: what one would answer, and those that hold seats answered for."""

import os
from collections.abc import Collection, Iterable
from typing import TYPE_CHECKING

from pbem.core.data.json_types import Json

from .files import secret_path

if TYPE_CHECKING:
    from pbem.core.data.problems import Problem
    from pbem.core.play.gamefile import GameFile
    from pbem.core.record.charter import Robot
    from pbem.core.record.signer import Signer
    from pbem.core.signing.adjudication import Outcome


def robot(file: "GameFile", seat: str, level: str = "quick", secret: str | None = None) -> tuple[Json, str]:
    """``(what a robot answers and why (schemas/robot.schema.json), its order file)``.  Raises Refused.

    secret   the chain of the robot that holds the seat on record: then it is that one"""
    from pbem.core.data.problems import Problem, Refused
    from pbem.core.trial import seated
    from pbem.core.trial.composing import Composer
    from pbem.core.trial.robot import reasons, thoughts

    link = b""
    if secret:
        held, link = seated.kind_of(file, seat), seated.link_of(file, seat, secret) or b""
        if held is None or not link:
            raise Refused([Problem("secret-foreign", where=secret, who=seat)])
        level = held["level"]
    found, composer = [*thoughts(file, seat, level, link)], Composer(file, seat)
    for one in found:
        composer.accept(composer.as_written(one.ask, file.game.kinds[one.ask.kind].text(one.answer, one.ask)))
    composer.accept([] if found else ["ready"])
    composer.accept([] if secret else standing(file, seat))
    rows = {"answers": reasons(file, found)}
    row = {"pbem": "robot/1", "game": file.name, "seat": seat, "level": level, "entry": file.next, "head": file.head}
    return {**row, **rows}, composer.text(link=link.hex())


def standing(file: "GameFile", seat: str) -> list[str]:
    """The standing orders of a robot: where others act it takes the default of all that it does not think about."""

    powers, style = file.powers[seat], file.game.robot
    thought = {*((*style.paces, *style.weighed) if style else ()), *file.game.turns.own}
    kinds = [kind for kind in file.game.turns.seldom if kind not in thought]
    asked = [(power, kind) for kind in kinds for power in powers if file.game.kinds[kind].of_power in ("", power)]
    return [
        f"{power}: always {kind}: default" if len(powers) > 1 else f"always {kind}: default" for power, kind in asked
    ]


def seated(game: str, seat: str, level: str, held: str = "", anchor: str = "") -> "Robot":
    """What is said of a robot that is to hold a seat of a game; its chain is made beside the game unless it is told."""
    from pbem.core.record.charter import anchor_of
    from pbem.core.trial import seated

    return seated.seated(game, seat, level, held, anchor_of(anchor) if anchor else None)


def check_levels(levels: Iterable[str]) -> None:
    """Raise Refused for a level that there is none of."""
    for level in levels:
        from pbem.core.trial.robot import check_level  # nothing is loaded where no robot is wanted

        check_level(level)


def take_over(file: "GameFile", signer: "Signer", seats: Collection[str]) -> None:
    """Say in the next line that robots take the seats of which defaults were taken, where the charter has it so."""
    level, robots = file.charter.get("late", ""), file.state.get("robots", {})
    for seat in [seat for seat in seats if level and seat in file.people and seat not in robots]:
        from pbem.core.signing import words
        from pbem.desk.acts import seat_robot

        if not file.is_over:
            said = seat_robot(file, seat, seated(file.path, seat, level), "its default was taken")
            words.keep_word(file, signer, words.word_of(file, signer, [said]))


def with_robots(outcome: "Outcome", signer: "Signer", silent: list[str], unsure: Collection[str]) -> "Outcome":
    """The Outcome once robots have answered, if only such are waited for whose chains lie here."""
    file = outcome.file
    if outcome.entry or not outcome.missing or not file.state.get("robots"):
        return outcome
    from pbem.core.signing import adjudication
    from pbem.core.trial.seated import orders_of

    orders = orders_of(file, outcome.missing)
    return adjudication.adjudicate(file, orders, signer, silent, unsure=unsure) if orders else outcome


def stuck(file: "GameFile", secret: str | None = None) -> list["Problem"]:
    """Of robots that are waited for: that this desk cannot answer for them, and what to do; [] where no desk is."""
    if file.is_over or not file.state.get("robots") or not os.path.exists(secret_path(file.path, secret)):
        return []
    from pbem.core.record.now import waited_seats
    from pbem.core.trial import seated

    return [problem for seat in waited_seats(file) if (problem := seated.stuck(file, seat))]


def answering(file: "GameFile", secret: str) -> set[str]:
    """The seats for which robots answer here, once all others have."""
    return {*file.state.get("robots", ())} - {problem.fields["seat"] for problem in stuck(file, secret)}


def waits_for_robots(file: "GameFile") -> bool:
    """Whether robots alone are waited for, whose chains lie here, and persons play as well."""
    robots = file.state.get("robots", {})
    if file.is_over or not robots or {*file.people} <= {*robots}:
        return False
    from pbem.core.record.now import waited_seats
    from pbem.core.trial.seated import link_of

    waited = waited_seats(file)
    return bool(waited) and all(link_of(file, seat) for seat in waited)
