"""A player who keeps the mails has the game: every report carries the lines that tell its entry, and `pbem take` reads
the mails themselves, in any order; what was altered on the way is refused."""

import mailbox
import random

import pytest

from tests.cli.tools import new_game, pbem


def set_up(path):
    given = ("--address", "pbem@club.example", "--seat", "prc=ann@example.org", "--seat", "allied=bob@example.net")
    assert pbem("mail", "set-up", path, *given).code == 0


def mails_of(path, folder, entry):
    """Write the mails on an entry; the bytes of the one to the PRC, as a mail program keeps it."""
    assert pbem("mail", "out", path, "--step", entry, "-o", folder).code == 0
    found = [made for made in mailbox.Maildir(folder) if made["To"] == "ann@example.org"]
    (mail,) = [made for made in found if f"[pbem g e{entry}]" in made["Subject"]]
    return mail


@pytest.fixture(scope="module")
def sent(tmp_path_factory):
    """``(the referee's game, [mail])``: a play, a note that was not reported, and two plays."""
    home = tmp_path_factory.mktemp("lines")
    path = new_game(home)
    set_up(path)
    mails = [mails_of(path, home / "out", entry) for entry in (0, 1)]
    assert pbem("reopen", path, "--step", "0", "--reason", "once more", "-o", path).code == 0
    for entry in (3, 4):
        assert pbem("adjudicate", path, "-o", path, "--deadlines-passed").code == 0
        mails.append(mails_of(path, home / "out", entry))
    return path, mails


@pytest.fixture
def kept(sent, tmp_path):
    """``(the referee's game, a player's folder, [mail])``."""
    path, mails = sent
    folder = tmp_path / "ann"
    folder.mkdir()
    for number, mail in enumerate(mails):
        (folder / f"{number}.eml").write_bytes(mail.as_bytes())
    return path, folder, mails


def lines_of(mail):
    """``{name: bytes}`` of the lines attached to a mail."""
    return {
        part.get_filename(): part.get_payload(decode=True)
        for part in mail.walk()
        if str(part.get_filename()).endswith(".line")
    }


def begun(folder, mails):
    """The game file as the first mail carries it."""
    game = folder / "own.json"
    game.write_bytes(lines_of(mails[0])["g-0.line"])
    return game


def test_who_keeps_the_mails_has_the_game(kept):
    path, folder, mails = kept
    game = begun(folder, mails)
    rest = [folder / f"{number}.eml" for number in (3, 1, 2)]
    done = pbem("take", game, *rest)
    assert done.code == 0, done
    assert game.read_bytes() == path.read_bytes()
    assert pbem("status", game, "--json").json == pbem("status", path, "--json").json
    assert pbem("take", game, *rest).code == 0 and game.read_bytes() == path.read_bytes()


def test_the_attached_lines_are_those_of_the_file_and_notes_come_with_the_entry_after_them(kept):
    path, _, mails = kept
    rows = path.read_bytes().splitlines(keepends=True)
    assert [list(lines_of(mail)) for mail in mails] == [
        ["g-0.line"],
        ["g-1.line"],
        ["g-2.line", "g-3.line"],
        ["g-4.line"],
    ]
    assert b"".join(b"".join(lines_of(mail).values()) for mail in mails) == b"".join(rows)
    parts = [part for mail in mails for part in mail.walk() if str(part.get_filename()).endswith(".line")]
    assert {part.get_content_type() for part in parts} == {"application/octet-stream"}
    assert {part["Content-Transfer-Encoding"] for part in parts} == {"quoted-printable"}


def test_a_mail_that_was_lost_is_named_and_nothing_after_it_is_taken(kept):
    path, folder, mails = kept
    game = begun(folder, mails)
    done = pbem("take", game, folder / "1.eml", folder / "3.eml")
    assert done.code == 3 and "entry 3, which is missing; the game ends at entry 1" in done.err, done
    assert len(game.read_bytes().splitlines()) == 2
    assert pbem("take", game, folder / "2.eml", folder / "3.eml").code == 0
    assert game.read_bytes() == path.read_bytes()


def test_a_line_altered_on_its_way_is_refused_and_the_game_stays(kept):
    _, folder, mails = kept
    game = begun(folder, mails)
    before, line = game.read_bytes(), lines_of(mails[1])["g-1.line"]
    chance = random.Random("altered")
    for _ in range(12):
        place = chance.randrange(len(line) - 1)
        (folder / "bad.line").write_bytes(line[:place] + bytes([line[place] ^ 1]) + line[place + 1 :])
        done = pbem("take", game, folder / "bad.line")
        assert done.code in (3, 4) and "Traceback" not in done.err, (place, done)
        assert game.read_bytes() == before
    assert pbem("take", game, folder / "1.eml").code == 0
