"""pbem tournament: players paired, games made, results read, a table."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, cast

import click

from pbem.core.data.problems import Refused
from pbem.core.data.tables import Sentences
from pbem.interface.club import cup_read

from .options import load_game, pairs, time_told
from .output import BROKEN, apart, done, print_json, print_problems, put, say, write, written
from .parameters import declared
from .usage import WrongUsage

if TYPE_CHECKING:
    from pbem.core.data.json_types import Json
    from pbem.core.record.outcome import Act
    from pbem.tournament.shapes import Player

_say = Sentences(__name__)


@click.group("tournament")
def command() -> None:
    """Pair players, make the games, read the results from the game files, print the table.

    A tournament is one file, CUP. It has no results in it, only what the director decided, each act with its reason.
    """


@declared("tournament new", command)
def new(
    cup: str,
    name: str,
    scenario: str,
    players: Sequence[str],
    rosters: Sequence[str],
    referees: Sequence[str],
    tables: Sequence[str],
    teams: Sequence[str],
    days: int | None,
    grace: int,
    forfeit_after: int | None,
    as_json: bool,
    **agreed: Any,
) -> None:
    """Write a new tournament file CUP; add options and anchors to it by hand (docs/mail.md)."""
    import os

    from pbem.core.title.game import load
    from pbem.tournament.cup import new
    from pbem.tournament.pairing import rounds_apart
    from pbem.tournament.roster import read_players

    if cup != "-" and os.path.exists(cup):
        raise WrongUsage("exists", path=cup)
    title, _, scenario = scenario.partition("/")
    judges, mates = pairs(referees, "ID=NAME"), pairs(teams, "ID=TEAM")
    people: list[Player] = [{"id": id, "name": text} for id, text in pairs(players, "ID=NAME").items()]
    people += [player for path in rosters for player in read_players(path)]
    known = {player["id"] for player in people}
    strange = next((id for id in mates if id not in known), None)
    if strange is not None:
        raise WrongUsage("team", who=strange)
    document: Json = {
        "pbem": "tournament/1",
        "name": name,
        "title": title,
        "scenario": scenario or next(iter(load(title).scenarios)),
        **{key: value for key, value in agreed.items() if value},
        "players": [
            {
                **player,
                **({"referees": True} if player["id"] in judges else {}),
                **({"team": mates[player["id"]]} if player["id"] in mates else {}),
            }
            for player in people
        ],
        "referees": [{"id": id, "name": text} for id, text in judges.items() if id not in known],
    }
    if tables:
        document["tables"] = list(tables)
    if days:
        document["calendar"] = {"days": days, "grace": grace, "windows": 3, "window_days": 14}
    if forfeit_after:
        document["forfeit"] = {"absences": forfeit_after}
    made = new(document)
    name = "made-to-meet-again" if (rounds := rounds_apart(made)) < (made.rounds or 0) else "made"
    put(cup, made.render(), as_json, "tournament", sentence=_say(name, players=len(people), cup=cup, rounds=rounds))


@declared("tournament pair", command)
def pair(cup: str, folder: str, path: str, despite: str | None, as_json: bool) -> None:
    """Pair the next round of CUP, when the last one's results are in; referees never judge their own games."""
    from pbem.tournament.pairing import pair, remarks

    apart(as_json, path)
    before, found = cup_read(cup, folder)
    after = pair(before, found, despite)
    write(path, after.render())
    rows = [one for one in after.pairings if one["round"] == after.last_round]
    byes = [row["player"] for row in after.byes if row["round"] == after.last_round]
    said = remarks(after, after.last_round)
    told = {"pbem": "round/1", "round": after.last_round, "pairings": rows, "byes": byes, "remarks": said}
    seats = (" – ".join(f"{after.name_of(id)} ({seat})" for seat, id in row["seats"].items()) for row in rows)
    referees = (after.name_of(row["referee"]) for row in rows)
    games = [_say("pairing", row=row, who=who, referee=name) for row, who, name in zip(rows, seats, referees)]
    done(as_json, told, *games, *said)


@declared("tournament unpair", command)
def unpair(cup: str, folder: str, reason: str, now: str | None, path: str, as_json: bool) -> None:
    """Undo the pairing of the last round of CUP; it stays on record that there was one, and why it went.

    This is refused when a game of the round has a file: what was played is decided, not undone.
    """
    from pbem.tournament.cup import read
    from pbem.tournament.games import no_files

    before = read(cup)
    if not before.last_round:
        raise WrongUsage("unpaired", cup=cup)
    no_files(before, before.last_round, folder)
    after = before.without_round(_act("unpaired", reason, now, round=before.last_round))
    put(path, after.render(), as_json, "tournament")
    if not as_json:
        say(_say("undone", round=before.last_round))


@declared("tournament games", command)
def games(cup: str, folder: str, now: str | None, as_json: bool) -> None:
    """Make the game files of CUP that are missing, with a charter as agreed, and a secret file for each referee."""
    import os

    from pbem.tournament.cup import read
    from pbem.tournament.games import make_games

    agreed = read(cup)
    if not os.path.isdir(folder):
        raise WrongUsage("folder", folder=folder)
    made = make_games(agreed, folder, time_told(now))
    rows = [{"game": one["game"], "file": path, "referee": one["referee"]} for one, path in made]
    told = [_say("game", path=path, referee=agreed.name_of(one["referee"])) for one, path in made]
    done(as_json, {"pbem": "games/1", "games": rows}, *told)


@declared("tournament desks", command)
def desks(cup: str, folder: str, address: str, people: str, as_json: bool) -> None:
    """Give every game of CUP that has none a mail desk, with the addresses of those who play and referee it.

    The file of addresses is read, and kept nowhere but in the desks; CUP is public, and has none in it.
    """
    import os

    from pbem.mail import has_desk
    from pbem.mail import people as addresses
    from pbem.mail.doctor import belief
    from pbem.mail.letterbox import Letterbox, registered
    from pbem.tournament.cup import read
    from pbem.tournament.results import path_of

    agreed, known, made, problems = read(cup), addresses.read(people), [], []
    for one in agreed.pairings:
        game = path_of(folder, one)
        if not os.path.exists(game) or has_desk(game):
            continue
        problems += [addresses.missing(people, id, one["game"]) for id in one["seats"].values() if id not in known]
        made.append((game, one))
    Refused.if_any(problems)
    for game, one in made:
        file, box = load_game(game), Letterbox(game)
        box.address, box.referee = registered(address), registered(",".join(known.get(one["referee"], ())[:1]))
        for seat, id in one["seats"].items():
            box.give_address(seat, known[id])
        box.save_desk(file)
    warning = next(filter(None, (belief(Letterbox.open(game)) for game, _ in made)), None)
    found = written([Letterbox(game).path("desk.json") for game, _ in made], "mail desks")
    done(as_json, found, _say("desks", count=len(made)), *filter(None, [warning]))


@declared("tournament standings", command)
def standings(cup: str, folder: str, form: str, after: int | None, rating: bool, path: str, as_json: bool) -> None:
    """The table of CUP and its rounds, from the game files: points, then the tie-breaks that were agreed."""
    from pbem.tournament.export import described, render
    from pbem.tournament.standings import standings

    agreed, found = cup_read(cup, folder)
    if after is not None:
        if after > agreed.last_round:
            raise WrongUsage("rounds", after=after, cup=cup, count=agreed.last_round)
        agreed = agreed.after(after)
    rows = standings(agreed, found)
    if rating:
        from pbem.tournament.rating import ratings

        rated = ratings(agreed, found)
        rows = [{**row, "rating": rated[row["player"]]} for row in rows]
    if as_json:
        print_json(described(agreed, rows, found))
    elif form == "html":
        from pbem.site.tournament import page_alone

        write(path, page_alone(agreed, rows, found))
    else:
        write(path, render(agreed, rows, found, form))


@declared("tournament forfeits", command)
def forfeits(cup: str, folder: str, now: str | None, record: bool, path: str | None, as_json: bool) -> None:
    """Who has missed so many deadlines that the tournament's rule gives the game to the other side."""
    from pbem.tournament.results import due_forfeits

    if record and not path:
        raise WrongUsage("record")
    apart(as_json and record, path)
    agreed, _ = cup_read(cup, folder)
    rows = due_forfeits(agreed, folder, time_told(now))
    if record and path:
        acts = [_act("forfeit", row["reason"], now, game=row["game"], seat=row["seat"]) for row in rows]
        write(path, agreed.with_acts(*acts).render())
    if as_json:
        print_json({"pbem": "forfeits/1", "forfeits": rows, "recorded": record})
        return
    for row in rows:
        print(f"{row['game']}: {row['seat']} {row['reason']}")
    if not rows:
        say("Nobody.")


@declared("tournament enter", command)
def enter(cup: str, player: str, team: str | None, reason: str, now: str | None, path: str, as_json: bool) -> None:
    """Enter a player in CUP late, or again: paired from the next round on, without points for the rounds before."""
    from pbem.tournament.cup import read

    before = read(cup)
    ((id, name),) = pairs([player], "ID=NAME").items()
    act = _act("enter", reason, now, player=id, round=before.last_round + 1)
    if id in before.ids:
        after = before.with_acts(act)
    else:
        entered: Player = {"id": id, "name": name}
        if team:
            entered["team"] = team
        after = before.with_player(entered, act)
    told = _say("entered", name=after.name_of(id), round=act["round"])
    put(path, after.render(), as_json, "tournament", sentence=told)


@declared("tournament withdraw", command)
def withdraw(cup: str, player: str, reason: str, now: str | None, path: str, as_json: bool) -> None:
    """Withdraw a player from CUP after the last round that is paired; each open game needs a decision of its own."""
    from pbem.tournament.cup import read

    before = read(cup)
    act = _act("withdraw", reason, now, player=player, after=before.last_round)
    told = _say("withdrawn", name=before.name_of(player), round=before.last_round)
    put(path, before.with_acts(act).render(), as_json, "tournament", sentence=told)


@declared("tournament decide", command)
def decide(
    cup: str,
    game: str,
    what: str,
    marks: Sequence[str],
    seat: str | None,
    reason: str,
    now: str | None,
    path: str,
    as_json: bool,
) -> None:
    """Record the director's decision on a GAME of CUP, which overrides its file: agreed by the players or adjudicated
    by the director (a mark for every seat), forfeited by a seat, abandoned (no points), or disputed (not decided yet).

    A later decision overrides an earlier one; both stay on record.
    """
    from pbem.tournament.cup import read

    more: dict[str, Any] = {"scores": pairs(marks, "SEAT=MARK")} if marks else {}
    if seat:
        more["seat"] = seat
    after = read(cup).with_acts(_act(what, reason, now, game=game, **more))
    told = _say("decided", game=game, what=what, n=len(after.acts))
    put(path, after.render(), as_json, "tournament", sentence=told)


def _act(what: str, reason: str, now: str | None, **more: Any) -> "Act":
    """An act of the director as it stands in the file, which its schema is asked before it is written
    (Cup.with_acts); the day is that of --now."""
    if now is not None:
        more["on"] = f"{time_told(now):%Y-%m-%d}"
    return cast("Act", {"act": what, **more, "reason": " ".join(reason.split())})


@declared("tournament check", command)
def check(cup: str, folder: str, as_json: bool) -> int:
    """Verify every game of CUP from its start, and compare its charter with the pairing."""
    from pbem.tournament.cup import read
    from pbem.tournament.games import check_games

    found = check_games(read(cup), folder)
    problems = [problem for game in found.values() for problem in game]
    told = {game: [one.to_json() for one in rows] for game, rows in found.items() if rows}
    said = _say("checked", games=len(found), faulty=sum(map(bool, found.values())))
    done(as_json, {"pbem": "checked/1", "games": len(found), "problems": told}, said)
    if problems and not as_json:
        print_problems(problems, BROKEN)
    return BROKEN if problems else 0
