"""The secret file and its memory (docs/record.md, "The secret file")."""

import json
import os

import pytest

from pbem.core.data import store
from pbem.core.data.problems import BrokenFile, Refused
from pbem.core.play import gamefile, replay
from pbem.core.record import documents as docs
from pbem.core.record.now import asked_seats
from pbem.core.record.secret import Secret
from pbem.core.record.signer import Signer, open_signer
from pbem.core.signing import adjudication, sealing
from pbem.core.trial import robots
from pbem.core.trial.selfplay import Chance
from pbem.interface.files import settle
from tests.toy.game import CHARTER

pytestmark = pytest.mark.usefixtures("toy_is_a_title")


@pytest.fixture
def table(tmp_path):
    """A shared game of two without a referee, with real secret files: (path of the game, {seat: path})."""
    paths = {seat: str(tmp_path / f"{seat}.secret") for seat in CHARTER["seats"]}
    anchors = {seat: Secret.create(path, 1024).anchor for seat, path in paths.items()}
    charter = {
        **CHARTER,
        "fairness": "shared",
        "referee": None,
        "openers": CHARTER["seats"],
        "muster": True,
        "anchors": anchors,
    }
    file = adjudication.new_game(charter)
    path = str(tmp_path / "g.json")
    gamefile.write(file, path)
    return path, paths


def sealed(table, seat, orders=None, **options):
    path, paths = table
    file = gamefile.read(path)
    found = orders or {one["seat"]: one for one in robots.random_orders(file, Chance("s"))}
    order = found.get(seat, robots.blank_order(file, seat))
    return sealing.seal_orders(file, order, open_signer(paths[seat], file), confirmed=True, **options)


def adjudicated(table, documents):
    path, paths = table
    file = gamefile.read(path)
    signer = open_signer(paths[file.call().opener], file)
    after = adjudication.adjudicate(file, documents, signer).file
    gamefile.write(after, path)
    replay.remember(after)
    signer.save(after)
    return after


def one_entry(table):
    file = gamefile.read(table[0])
    return adjudicated(table, [sealed(table, seat) for seat in file.call().due])


def codes(caught):
    return [problem.code for problem in caught.value.problems]


@pytest.fixture
def secret(table):
    return open_signer(table[1]["red"], gamefile.read(table[0])).secret


# -- the file --------------------------------------------------------------------------------------------


def test_a_new_secret_is_random_private_and_read_back(tmp_path):
    path = str(tmp_path / "a.secret")
    made = Secret.create(path)
    assert os.stat(path).st_mode & 0o777 == 0o600
    again = Secret.read(path)
    assert again.chain.secret == made.chain.secret
    assert again.anchor == made.anchor and again.anchor["n"] == 16384
    assert made.chain.secret != Secret.create(str(tmp_path / "b.secret")).chain.secret


def test_a_permissive_umask_does_not_open_the_file(tmp_path):
    before = os.umask(0)
    try:
        made = Secret.create(str(tmp_path / "a.secret"))
        made.save()
    finally:
        os.umask(before)
    assert os.stat(made.path).st_mode & 0o777 == 0o600


def test_an_existing_file_is_never_overwritten(tmp_path):
    path = tmp_path / "a.secret"
    path.write_text("mine")
    with pytest.raises(BrokenFile, match="never overwritten"):
        Secret.create(str(path))
    assert path.read_text() == "mine"


@pytest.mark.parametrize("mode", [0o640, 0o604, 0o644, 0o620, 0o601])
def test_a_file_that_others_have_access_to_is_refused(secret, mode):
    os.chmod(secret.path, mode)
    with pytest.raises(BrokenFile, match="Others can read"):
        Secret.read(secret.path)


@pytest.mark.parametrize("byte", [0, 1, 2])
def test_published_examples_are_refused(tmp_path, byte):
    """Attack 32: the secrets of the draw vectors are known to everybody."""
    with pytest.raises(BrokenFile, match="published example"):
        Secret.create(str(tmp_path / "a.secret"), secret=bytes([byte]) * 32)
    assert not (tmp_path / "a.secret").exists()


@pytest.mark.parametrize(
    "change",
    [
        {"pbem": "secret/1"},
        {"secret": "00"},
        {"n": 0},
        {"n": "1024"},
        {"link": None},
        {"link": [0, "0" * 64]},
        {"link": [1025, "0" * 64]},
        {"link": [7, "0"]},
        {"game": "demo"},
        {"who": 7},
        {"verified": {"entry": 1}},
        {"verified": None},
        {"released": {"entry": 1}},
        {"kept": []},
        {"openings": None},
        {"writes": "1"},
        {"intent": 3},
    ],
)
def test_a_damaged_file_is_said_to_be_damaged(secret, change):
    with open(secret.path, encoding="utf-8") as file:
        value = json.load(file)
    store.write(secret.path, json.dumps({**value, **change}), mode=0o600)
    with pytest.raises(BrokenFile, match="not a secret file"):
        Secret.read(secret.path)


def test_a_secret_of_two_places_or_beside_a_copy_of_itself_is_refused(secret, tmp_path):
    os.link(secret.path, tmp_path / "other")
    with pytest.raises(BrokenFile, match="in 2 places"):
        Secret.read(secret.path)
    os.unlink(tmp_path / "other")
    (tmp_path / "red (conflicted copy).secret").write_text("")
    with pytest.raises(BrokenFile, match="two machines"):
        Secret.read(secret.path)


def test_what_another_program_wrote_meanwhile_is_not_written_over(secret):
    other = Secret.read(secret.path)
    other.save()
    with pytest.raises(BrokenFile, match="wrote this secret file in the meantime"):
        secret.save()


def test_nothing_shows_the_secret(secret):
    assert secret.chain.secret.hex() not in repr(secret)


# -- envelopes ---------------------------------------------------------------------------------------------


def test_a_secret_serves_one_seat_of_one_game(table, tmp_path):
    path, paths = table
    file = gamefile.read(path)
    open_signer(paths["red"], file)
    stranger = Secret.create(str(tmp_path / "x.secret"), 1024)
    with pytest.raises(Refused) as caught:
        open_signer(stranger.path, file)
    assert codes(caught) == ["secret-foreign"]
    with pytest.raises(Refused) as caught:
        sealing.seal_orders(file, robots.blank_order(file, "blue"), open_signer(paths["red"], file))
    assert codes(caught) == ["secret-bound"]


@pytest.mark.parametrize("entries", [0, 2])
@pytest.mark.parametrize("change", [{"secret": "ab" * 31 + "cd"}, {"link": [3, "0" * 64]}], ids=["secret", "link"])
def test_a_secret_that_makes_another_chain_is_recognised(table, entries, change):
    """By what it makes of the envelope that was shown last, or of the anchor."""
    for _ in range(entries):
        one_entry(table)
    path, paths = table
    file = gamefile.read(path)
    if not entries:
        open_signer(paths["red"], file)
    with open(paths["red"], encoding="utf-8") as secret:
        value = json.load(secret)
    store.write(paths["red"], json.dumps({**value, **change}), mode=0o600)
    with pytest.raises(Refused) as caught:
        open_signer(paths["red"], file)
    assert codes(caught) == ["secret-foreign"]


def test_an_envelope_is_let_go_once_and_given_again_for_the_same_orders(table):
    path, paths = table
    file = gamefile.read(path)
    (seat,) = file.call().due
    first = sealed(table, seat)
    assert sealed(table, seat).pair == first.pair
    other = {seat: {**robots.blank_order(file, seat), "ready": True}}
    with pytest.raises(Refused) as caught:
        sealed(table, seat, other)
    assert codes(caught) == ["envelope-spent"]


def test_what_is_let_go_stands_in_the_secret_before_it_leaves_the_house(table):
    path, paths = table
    (seat,) = gamefile.read(path).call().due
    document = sealed(table, seat)
    held = Secret.read(paths[seat])
    assert held.intent == {"document": docs.packed(document)} and held.released["entry"] == 1


def test_what_is_left_open_must_be_seen_and_said_yes_to(table):
    one_entry(table)
    path, paths = table
    file = gamefile.read(path)
    (seat,) = asked_seats(file)
    with pytest.raises(Refused) as caught:
        sealing.seal_orders(file, robots.blank_order(file, seat), open_signer(paths[seat], file))
    assert set(codes(caught)) == {"left-open"}
    assert Secret.read(paths[seat]).released in (None, {**(Secret.read(paths[seat]).released or {})})
    sealing.seal_orders(file, robots.blank_order(file, seat), open_signer(paths[seat], file), confirmed=True)


def test_a_line_that_was_opened_and_not_written_is_settled_without_any_input(table):
    path, paths = table
    file = gamefile.read(path)
    documents = [sealed(table, seat) for seat in file.call().due]
    opener = file.call().opener
    after = adjudication.adjudicate(file, documents, open_signer(paths[opener], file)).file  # and a kill, here
    assert Signer(Secret.read(paths[opener])).unwritten(gamefile.read(path)).raw == after.lines[-1].raw
    again, notes = settle(path, paths[opener])
    assert gamefile.render(again) == gamefile.render(after) and [note.code for note in notes] == ["intent-settled"]
    assert Signer(Secret.read(paths[opener])).unwritten(again) is None
    assert gamefile.render(settle(path, paths[opener])[0]) == gamefile.render(after)


def test_another_line_of_that_number_is_never_written_over(table):
    path, paths = table
    file = gamefile.read(path)
    opener = file.call().opener
    documents = [sealed(table, seat) for seat in file.call().due]
    after = adjudication.adjudicate(file, documents, open_signer(paths[opener], file)).file
    from tests.core.test_play import altered

    other = altered(after, 1, lambda line: line.update(state="0" * 64))
    with pytest.raises(BrokenFile) as caught:
        Signer(Secret.read(paths[opener])).unwritten(other)
    assert codes(caught) == ["intent-other"]


def test_a_secret_file_that_is_older_than_the_game_is_recognised(table):
    path, paths = table
    file = gamefile.read(path)
    names = file.call().due + [file.call().opener]
    for name in names:
        open_signer(paths[name], file)
    copies = {name: open(paths[name], "rb").read() for name in names}
    one_entry(table)
    for name in names:
        store.write(paths[name], copies[name], mode=0o600)
        with pytest.raises(BrokenFile) as caught:
            open_signer(paths[name], gamefile.read(path))
        assert codes(caught) == ["secret-stale", "secret-lost-envelopes"]


def test_a_game_that_is_older_than_the_secret_or_another_one_is_not_sealed_for(table, monkeypatch, tmp_path):
    path, paths = table
    before = gamefile.read(path)
    one_entry(table)
    file = one_entry(table)
    names = [name for name in paths if Secret.read(paths[name]).verified["entry"]]
    monkeypatch.setenv("PBEM_MEMORY", str(tmp_path / "another machine"))
    for name in names:
        secret = Secret.read(paths[name])
        secret.intent = None
        secret.save()
        with pytest.raises(BrokenFile) as caught:
            open_signer(paths[name], before)
        assert codes(caught) == ["secret-older"]
    assert file.n == 2 and names
