"""Arguments that several commands share."""

import os

import click

GAME = click.argument("game", type=click.Path(allow_dash=True))
ORDERS = click.argument("orders", nargs=-1, type=click.Path(allow_dash=True))
SECRET = click.option(
    "--secret",
    "secret",
    type=click.Path(),
    envvar="PBEM_SECRET",
    help="The secret file; by default GAME.secret, or what PBEM_SECRET names.",
)


def WORDS(command):
    """What every note takes: the words of others, one's own as a proposal, where nobody's word alone is enough; and
    the time."""
    words = click.option(
        "--word",
        "words",
        multiple=True,
        type=click.Path(allow_dash=True),
        metavar="FILE",
        help="The word of another seat that says the same (pbem word); without a referee it takes several.",
    )
    propose = click.option(
        "--propose",
        type=click.Path(allow_dash=True),
        metavar="FILE",
        help="Write only the word for it, for the others to agree to (pbem word).",
    )
    now = click.option(
        "--now", help="The time (UTC), 2026-11-21T18:30: when the days of those begin who are called to the muster."
    )
    return words(propose(now(command)))


def secret_path(game, given):
    """Where the secret file of whoever adjudicates lies."""
    return given or f"{game}.secret"


def pairs(values, what):
    """``K=V`` arguments as a dict; raises a usage error for one without ``=``."""
    found = {}
    for value in values:
        key, equals, rest = value.partition("=")
        if not equals or not key:
            raise click.BadParameter(f"{value!r} is not of the form {what}")
        found[key.strip()] = rest.strip()
    return found


def arrangement(game, count, scenario, edition):
    """The seats of the arrangement that people call `count`, or None for the first one; else a usage error."""
    if count is None:
        return None
    from pbem.core.record.charter import arrangements, scenario_id

    offered = arrangements(game, scenario_id(game, scenario), edition)
    for key, seats in offered.items():
        if str(key) == count:
            return seats
    raise click.BadParameter(f"{game.id} has the arrangements {', '.join(map(str, offered))}.", param_hint="--seats")


def load_game(path, to_play=False):
    """The game file at `path`, its lines bound to each other; `to_play` only with the rules and data it was agreed
    with.

    Where it stands is made from its lines by this machine, when it is asked for (core.play.remake).  Of a file that is
    older than what this machine has seen, or another one, that is said on standard error: it may be looked at."""
    from pbem.core.record.gamefile import read

    file = read(path)
    if not to_play:
        say_if_past(file)
    else:
        from pbem.core.record.charter import check_installed

        check_installed(file.game, file.charter)
    return file


def say_if_past(file):
    """A sentence on standard error about a file that is not the one which this machine has reached."""
    from pbem.core.record.memory import past_problem

    from .output import say, shown

    problem = past_problem(file)
    if problem:
        say(shown(problem, is_of_file=True))


def read_orders(file, paths, sealed=False):
    """Order files against a game: ``([order document or record.documents.Document], problems)``; every problem of every
    file.  A file with something that is not understood is not among them.

    sealed   True: a document sealed by its seat is taken as that; where the lines typed beside it, which are for people
             only, say something else, that is told
    """
    from pbem.core.data.problems import Refused, refusals
    from pbem.core.orders import orders as order_files
    from pbem.core.play import typed
    from pbem.core.record import documents as docs
    from pbem.core.record.charter import powers_of
    from pbem.core.record.persons import persons

    asked = [question["kind"] for question in file.waiting]
    powers = {seat: powers_of(file.charter, seat) for seat in file.charter["seats"]}
    found, problems = [], []
    for path in paths:
        name = os.path.basename(path) if path != "-" else "standard input"
        data = order_bytes(path)
        text = data.decode("utf-8", "replace")
        if sealed and docs.is_packed(text):
            try:
                found.append(docs.unpacked(text, file.game_id, name))
                problems += typed.compare(file, found[-1], text, asked, persons(file))
            except Refused as refused:
                problems += refused.problems
            continue
        orders, faults = order_files.read(data, file.game, powers, name=name, asked=asked, persons=persons(file))
        problems += faults
        if not refusals(faults):
            found.append({**orders.to_json(), "file": orders.name})
    return found, problems


def place_of(file, text):
    """``(entry, event or None)`` of ENTRY[.EVENT] as people type it; a usage error if the game has no such entry."""
    entry, _, event = text.partition(".")
    if not entry.isdigit() or (event and not event.isdigit()):
        raise click.BadParameter(f"{text!r} is no place; write 12, or 12.3 for its third event.")
    if int(entry) > file.n:
        raise click.UsageError(f"The game has {file.n} entries.")
    return int(entry), int(event) if event else None


def locked(*paths):
    """A context in which no other run of pbem works on these files; standard input and output need none.

    Two names of one file are one lock; they are taken in one order, so that two runs never wait for each other."""
    from contextlib import ExitStack

    from pbem.core.data.store import Lock, remove_draft

    with ExitStack() as opening:
        for path in sorted({os.path.realpath(path) for path in paths if path and path != "-"}):
            opening.enter_context(Lock(path))
            remove_draft(path)
        return opening.pop_all()


def not_over(path, *inputs):
    """A usage error if an output path is one of the files that the command reads and must not replace."""
    if path == "-":
        return
    for name, other in inputs:
        if other and other != "-" and os.path.realpath(other) == os.path.realpath(path):
            raise click.UsageError(f"{path} is {name}; it would be overwritten.")


def settled(path, secret):
    """The game file with the line that this secret opened before and that was not written, if there is one.

    The caller holds the locks.  What is settled is written at once."""
    from pbem.core.record.gamefile import read, write
    from pbem.core.record.keeper import Keeper
    from pbem.core.record.secret import Secret

    from .output import say, shown

    file = read(path)
    if not os.path.exists(secret):
        return file
    after, notes = Keeper(Secret.read(secret)).settle(file)
    if after is not file:
        write(after, path)
        for note in notes:
            say(shown(note))
    return after


def noted(game, path, secret, make, as_json, words=(), propose=None, now=None, agreed=()):
    """Read a game, make a note of it, write it, and say what came of it; the game after it, or None for a proposal.

    make      ``make(file) -> note``: what this person's word says
    words     files with the words of others that say the same (pbem word)
    propose   where to write only this person's word; nothing else is written then
    now       the time, from when on those who are called to the muster have their days; None if nobody told
    agreed    seats whose consent stands in the place of the referee's word, where seats have no keys
    """
    from pbem.core.record import gamefile
    from pbem.core.record.deadlines import check_time, time_of

    secret, time = secret_path(game, secret), time_of(now) if now else None
    inputs = [("the secret file", secret), *(("the word of another", name) for name in words)]
    not_over(path, *inputs)
    if propose:
        not_over(propose, ("the game", game), ("the game", path), *inputs)
    with locked(game, path, None if agreed else secret):
        if time:
            check_time(load_game(game), time)
        if agreed:
            note, after = _agreed(game, make, agreed)
            gamefile.write(after, path)
        else:
            note, after = _worded(game, path, secret, make, words, propose)
        if after:
            _dated(after, game, path, time)
    if after:
        _tell_note(after, note, as_json)
    return after


def _dated(after, game, path, time):
    """Write the calendar of a game to which a note was added: the time of the note, if somebody told it."""
    from pbem.core.record import calendar
    from pbem.core.record.deadlines import note_stop

    after.path, after._calendar = game, None
    told = after.calendar
    if time:
        note_stop(after, time)
    if time or path != game:
        calendar.write(told, path)


def _worded(game, path, secret, make, words, propose):
    """``(note, the game after it)``, written, on the word of the holder of a secret and those of others; the game is
    None if only that word is written, as a proposal."""
    from pbem.core.data import store
    from pbem.core.play import play
    from pbem.core.record import gamefile
    from pbem.core.record.keeper import open_keeper

    from .output import say

    file = settled(game, secret)
    keeper = open_keeper(secret, file)
    note = make(file)
    others = _words(file, words)
    own = play.word_of(file, keeper.participant, keeper, note=note)
    if propose:
        store.write(propose, word_text(own))
        say("This is a word, and no part of the game until those of the others are there: pbem word.")
        return note, None
    after = play.noted(file, [own, *others], keeper.openings(file))
    gamefile.write(after, path)
    keeper.forget_kept()
    keeper.save(after)
    return note, after


def _words(file, paths):
    """The words (Documents) in files; raises Refused with every file that holds none."""
    from pbem.core.data.problems import Refused
    from pbem.core.play import play

    found, problems = read_orders(file, paths, sealed=True)
    none = [path for path, one in zip(paths, found) if isinstance(one, dict) or one.kind != "word"]
    if problems or none:
        raise Refused([*problems, *(problem for path in none for problem in play.no_word(os.path.basename(path)))])
    return found


def _tell_note(after, note, as_json):
    from .output import print_json, say

    entry, why = after.entry(after.n), note["why"]
    if as_json:
        print_json(
            {
                "pbem": "note/1",
                "game": after.name,
                "entry": entry["n"],
                "head": after.head,
                "what": entry["what"],
                "why": why,
                "undone": _undone(after, entry),
                "patch": note.get("patch", []),
                "waiting": after.waiting,
            }
        )
        return
    say(f"Entry {entry['n']} is a note: {entry['what']}, {why}. Head {after.head[:32]}.")
    if entry["what"] == "redo":
        say(f"Undone, and kept on record: entries {', '.join(map(str, _undone(after, entry))) or 'none'}.")
    say("The next entry is a muster: every seat sends its orders, or says ready.")


def _agreed(game, make, agreed):
    """``(note, the game after it)`` on the words of all seats where none has a key."""
    from pbem.core.play import play
    from pbem.core.record.memory import check_current
    from pbem.desk.acts import unsigned_words

    file = load_game(game, to_play=True)
    check_current(file)
    note = make(file)
    return note, play.noted(file, unsigned_words(file, note, agreed))


def word_text(word):
    """A word as the file that travels: what it says for people, and the signed document."""
    from pbem.core.record import documents as docs

    said = word.object.get("note") or {"silent": word.object.get("silent")}
    told = "; ".join(f"{name}: {value}" for name, value in said.items() if name not in ("patch", "anchor"))
    return f"The word of {word.seat} for entry {word.entry}. {told}\n\n{docs.packed(word)}"


def _undone(file, entry):
    from pbem.core.record.entries import undone_by

    return [taken["n"] for taken in undone_by(file.entries).get(entry["n"], ())]


def orders_or_refusal(file, paths, sealed=False):
    """``(order documents, notes)``; raises Refused if a file is not understood, with what is illegal in the others."""
    from pbem.core.data.problems import Refused, refusals
    from pbem.core.play.play import check_orders

    found, problems = read_orders(file, paths, sealed)
    if refusals(problems):
        typed = [one for one in found if isinstance(one, dict)]
        raise Refused(problems + refusals(check_orders(file, typed)[0]))
    return found, problems


def order_bytes(path):
    """The bytes of an order file; Refused for one that is too large to be one, before it is read."""
    from pbem.core.data.problems import BrokenFile, Refused
    from pbem.core.data.store import read_bytes
    from pbem.core.orders import orders as order_files

    try:
        return read_bytes(path, order_files.MAX_BYTES)
    except BrokenFile as error:
        if error.problems[0].code != "file-too-large":
            raise
        raise Refused([error.problems[0]]) from None


def title_named(name):
    """The title of that id, or a usage error that names those there are."""
    from pbem.core.rules.game import load

    title_known(name)
    return load(name)


def title_known(name):
    """Nothing if there is a title of that id, or a usage error; no title is imported."""
    from pbem.core.rules.game import is_title, titles

    if not is_title(name):
        from difflib import get_close_matches

        near = get_close_matches(name, titles(), 1)
        meant = f" Did you mean {near[0]}?" if near else ""
        raise click.UsageError(f"There is no title {name}; there are {', '.join(titles())}.{meant}")


def seat_named(file, text):
    """The seat that is meant by its id, one of its powers, or the name of who holds it; or a usage error that names
    the seats of the game."""
    from pbem.core.orders.names import key, near_hint, seat_called
    from pbem.core.record.charter import powers_of
    from pbem.core.record.persons import persons

    seats = file.charter["seats"]
    seat = seat_called(text, {seat: powers_of(file.charter, seat) for seat in seats}, file.game.names, persons(file))
    if seat is None:
        near = near_hint(text, {key(seat): seat for seat in seats})
        raise click.UsageError(f"There is no seat {text}; there are {', '.join(seats)}. {near}".strip())
    return seat
