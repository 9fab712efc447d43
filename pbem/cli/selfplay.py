"""pbem selfplay: legal play by machines, with a census."""

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

import click

from pbem.core.data.tables import Sentences

from .output import progress, tell, warn, wrapped
from .parameters import declared
from .usage import WrongUsage

if TYPE_CHECKING:
    from pbem.core.data.json_types import Json
    from pbem.core.record.charter import Charter
    from pbem.core.title.game import Game

_say = Sentences(__name__)


@declared("selfplay")
def command(
    scenario: str,
    games: int,
    seed: str,
    edition: str | None,
    count: str | None,
    options: Sequence[str],
    check: bool,
    no_census: bool,
    players: str,
    count_stops: bool,
    style: str,
    allies_together: bool,
    folder: str | None,
    jobs: int,
    cluster: str | None,
    as_json: bool,
) -> int:
    """Let machines play games of TITLE/SCENARIO to the end, and count what occurred.

    If something that the title expects never occurs, the run fails (exit code 5) unless the title lists it with a
    reason. A fault of the rules, or a game that stands still, ends the run (exit code 1) and is named with title,
    scenario, draws, game and entry; the same draws lead to it again.
    """
    from pbem.core.title.game import is_outside, load
    from pbem.core.trial.selfplay import Fault
    from pbem.interface.club import census_json, census_of, robots_charter

    from .options import arrangement, pairs

    title, _, name = scenario.partition("/")
    game = load(title)
    name = name or next(iter(game.scenarios))
    seats = arrangement(game, count, name, edition)
    charter = robots_charter(game, name, edition, pairs(options, "K=V"), seats, allies_together)
    if (style != "single" or allies_together) and (players == "random" or not count_stops):
        name = "--allies-together" if allies_together else f"--style {style}"
        raise WrongUsage("plans-ahead", option=name)
    if count_stops:
        return _count_stops(game, charter, seed, games, players, style, as_json)
    told = partial(progress, what="games")
    try:
        census, decisions = census_of(charter, games, seed, check, folder, jobs, cluster, told, players)
    except KeyboardInterrupt:
        raise click.Abort(_say("whole" if folder else "unwritten", folder=folder)) from None
    except Fault as fault:
        warn(_say("bug-of-title" if is_outside(game.package) else "bug", title=game.id, fault=fault))
        if folder:
            warn(_say("before", folder=folder))
        return 1
    found = census_json(game, charter["scenario"], games, decisions, census, not no_census)
    tell(as_json, found, as_text, found)
    return 5 if found["missing"] else 0


def _count_stops(
    game: "Game", charter: "Charter", seed: str, games: int, players: str, style: str, as_json: bool
) -> int:
    """Play games as people by mail would, and print how often they waited."""
    from pbem.core.trial import mail_stop_stats

    tally = mail_stop_stats.Tally()
    for number in range(1, games + 1):
        mail_stop_stats.count_stops(game, charter, f"{seed}/{number}", tally, players, [style])
    report = tally.to_json(game, style, players)
    tell(as_json, report, mail_stop_stats.as_text, report)
    return 0


def as_text(found: "Json") -> str:
    """The census for people: a block a category."""
    missing, excused, needless = found["missing"], found["excused"], found["needless"]
    lines = [_say("counts", **found)]
    categories: dict[str, list[str]] = {}
    for name, count in sorted(found["counts"].items()):
        category, _, rest = name.partition(":")
        categories.setdefault(category, []).append(f"{rest} {count}")
    lines += [wrapped(f"{category}: {', '.join(counts)}", "", "    ") for category, counts in categories.items()]
    lines += [_say("never", name=name) for name in missing]
    if missing:
        lines.append(_say("excuse"))
    reasons: dict[str, list[str]] = {}
    for name, reason in excused.items():
        if name not in needless:
            reasons.setdefault(reason, []).append(name)
    lines += [
        wrapped(_say("excused", names=", ".join(names), reason=reason), "", "    ") for reason, names in reasons.items()
    ]
    if needless:
        lines.append(_say("needless", names=needless))
    return "\n".join(lines)
