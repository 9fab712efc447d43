"""pbem selfplay: random legal play, with a census."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import click

from pbem.core.data.problems import BrokenFile, Problem, messages

from .games import CLUSTER, JOBS
from .output import json_option, print_json, progress, warn

if TYPE_CHECKING:
    from pbem.core.data.json_types import Json
    from pbem.core.record.charter import Charter
    from pbem.core.rules.game import Game
    from pbem.core.trial.selfplay import Census


BATCH = 5  # games of a task
messages({"selfplay-ended": "Playing game {number} ended the process twice: it may take more memory than there is."})


@click.command("selfplay", epilog="Example: pbem selfplay red-dragon/ready --games 20")
@click.argument("scenario", metavar="TITLE[/SCENARIO]")
@click.option(
    "--games", type=click.IntRange(1, 1_000_000), default=1, show_default=True, help="How many games to play."
)
@click.option("--draws", "seed", default="00", metavar="HEX", help="Throw-away draws to begin with; never real ones.")
@click.option("--edition", help="The edition of the rulebook.")
@click.option("--seats", "count", help="The arrangement of seats, where the title offers several (pbem titles TITLE).")
@click.option("--option", "options", multiple=True, metavar="K=V", help="An option or a switchable ruling.")
@click.option(
    "--check/--no-check",
    default=True,
    show_default=True,
    help="Check the invariants after every fact, and that the facts alone make the board.",
)
@click.option("--no-census", is_flag=True, help="Do not fail for what never occurred.")
@click.option("--count-stops", is_flag=True, help="Count how often the game waits for somebody, and for what.")
@click.option("-o", "--output", "folder", type=click.Path(), help="Write a game file for each game here.")
@JOBS
@CLUSTER
@json_option
def command(
    scenario: str,
    games: int,
    seed: str,
    edition: str | None,
    count: str | None,
    options: Sequence[str],
    check: bool,
    no_census: bool,
    count_stops: bool,
    folder: str | None,
    jobs: int,
    cluster: str | None,
    as_json: bool,
) -> int:
    """Play random legal games of TITLE/SCENARIO to their end and count what occurred.

    What a title expects and never occurs fails the run (exit code 5) unless the title lists it with a reason.
    A fault of the rules, or a game that stands still, ends the run (exit code 1) and is named with title, scenario,
    draws, game and entry; the same draws lead to it again.
    """
    from pbem.core.record import charter as charters
    from pbem.core.rules.game import load
    from pbem.core.trial.selfplay import Fault, excuses

    from .options import arrangement, pairs

    title, _, name = scenario.partition("/")
    game = load(title)
    name = name or next(iter(game.scenarios))
    charter = charters.make(
        game,
        "selfplay",
        name,
        edition,
        pairs(options, "K=V"),
        arrangement(game, count, name, edition),
        anchors={"referee": {"first": "0" * 64, "n": 1}},
    )
    if count_stops:
        return _count_stops(game, charter, seed, games, as_json)
    name = charter["scenario"]  # its id, however it was typed
    try:
        census, decisions = _played(charter, games, seed, check, folder, jobs, cluster)
    except KeyboardInterrupt:
        stay = f"each game that is in {folder} is whole" if folder else "nothing was written"
        raise click.Abort(stay) from None
    except Fault as fault:
        warn(f"This is a bug in pbem: {fault}." + (f" What was played before is in {folder}." if folder else ""))
        return 1
    missing = [] if no_census else census.missing(game, name)
    excused, needless = excuses(game, name), census.needless(game, name)
    if as_json:
        print_json(
            {
                "pbem": "census/1",
                "games": games,
                "decisions": decisions,
                "counts": census.counts,
                "missing": missing,
                "excused": excused,
                "needless": needless,
            }
        )
    else:
        print(as_text(games, decisions, census, missing, excused, needless))
    return 5 if missing else 0


def _played(
    charter: "Json",
    games: int,
    seed: str,
    check: bool,
    folder: str | None,
    jobs: int,
    cluster: str | None,
) -> "tuple[Census, int]":
    """``(Census, decisions)`` of so many games; raises BrokenFile for each that ended its process."""
    import os
    from functools import partial

    from pbem.core.data.processes import shared
    from pbem.core.trial import robots
    from pbem.core.trial.selfplay import Census

    census, decisions, done, ended = Census(), 0, 0, []
    work = partial(
        robots.play_some, charter=charter, seed=seed, checked=check, folder=folder and os.path.abspath(folder)
    )
    for batch, made in shared(work, range(1, games + 1), BATCH, jobs, cluster):
        if made is None:
            ended += [Problem("selfplay-ended", level="evidence missing", number=number) for number in batch]
            continue
        decisions += made[1]
        for what, times in made[0].items():
            census.count(what, times)
        done += len(batch)
        progress(done, games, "games")
    if ended:
        raise BrokenFile(ended)
    return census, decisions


def _count_stops(game: "Game", charter: "Charter", seed: str | None, games: int, as_json: bool) -> int:
    """Play games as people by mail would, and print how often they waited."""
    from pbem.core.trial import mail_stop_stats

    tally = mail_stop_stats.Tally()
    for number in range(1, games + 1):
        mail_stop_stats.count_stops(game, charter, f"{seed}/{number}", tally)
    report = tally.to_json(game)
    if as_json:
        print_json(report)
    else:
        print(mail_stop_stats.as_text(report))
    return 0


def as_text(
    games: int, decisions: int, census: "Census", missing: list[Any], excused: "Json", needless: list[Any]
) -> str:
    """The census for people: a block a category."""
    lines = [f"{games} games, {decisions} decisions."]
    categories: dict[str, list[str]] = {}
    for name, count in sorted(census.counts.items()):
        category, _, rest = name.partition(":")
        categories.setdefault(category, []).append(f"{rest} {count}")
    import textwrap

    for category, counts in categories.items():
        lines.append(
            textwrap.fill(f"{category}: {', '.join(counts)}", 92, subsequent_indent="    ", break_on_hyphens=False)
        )
    lines += [f"never occurred: {name}" for name in missing]
    if missing:
        lines.append("What never occurs must be played, or stand in the title's census with a reason.")
    reasons: dict[str, list[str]] = {}
    for name, reason in excused.items():
        if name not in needless:
            reasons.setdefault(reason, []).append(name)
    lines += [
        textwrap.fill(f"excused: {', '.join(names)}: {reason}.", 92, subsequent_indent="    ")
        for reason, names in reasons.items()
    ]
    if needless:
        lines.append(f"Excused, and met all the same: {', '.join(needless)}.")
    return "\n".join(lines)
