"""The secret file and its memory (docs/fairness.md, "What your secret file remembers")."""

import json
import os

import pytest
from made_games import MadeGame

from pbem.core.data import store
from pbem.core.data.canon import th
from pbem.core.data.problems import BrokenFile, Refused
from pbem.core.record.secret import Secret, inputs_digest

INPUTS = inputs_digest({"answer": "stand"})
OTHERS = inputs_digest({"answer": "retreat"})


@pytest.fixture
def game():
    """A shared game with a referee, mustered, in which Japan is asked next."""
    made = MadeGame()
    made.play()
    return made


@pytest.fixture
def secret(tmp_path, game):
    return secret_of(game, "japan", tmp_path)


def secret_of(game, seat, folder):
    made = Secret.create(str(folder / f"{seat}.secret"), 1024, game.chains[seat].secret)
    made.bind(game.game_id, seat)
    return made


def release(secret, game, inputs=INPUTS, asked=("japan",), **changes):
    record = game.record
    wanted = {
        "entry": record.next,
        "head": record.head.hex(),
        "inputs": inputs,
        "asked": list(asked),
        **changes,
    }
    return secret.release(game.document, **wanted)


def refused(caught):
    return [problem.code for problem in caught.value.problems]


# -- the file --------------------------------------------------------------------------------------------


def test_a_new_secret_is_random_private_and_read_back(tmp_path):
    path = str(tmp_path / "a.secret")
    made = Secret.create(path)
    assert os.stat(path).st_mode & 0o777 == 0o600
    again = Secret.read(path)
    assert again.chain.secret == made.chain.secret
    assert again.anchor == {"first": made.chain.anchor.hex(), "n": 16384}
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
        {"pbem": "secret/2"},
        {"secret": "00"},
        {"n": 0},
        {"game": "demo"},
        {"who": 7},
        {"verified": {"entry": -1, "head": "0" * 64}},
        {"verified": None},
        {"released": {"entry": 1, "head": "0" * 64}},
        {"pending": []},
        {"seals": None},
    ],
)
def test_a_damaged_file_is_said_to_be_damaged(secret, change):
    with open(secret.path, encoding="utf-8") as file:
        value = json.load(file)
    store.write(secret.path, json.dumps({**value, **change}), mode=0o600)
    with pytest.raises(BrokenFile, match="not a secret file"):
        Secret.read(secret.path)
    for name in change:
        store.write(
            secret.path, json.dumps({key: part for key, part in value.items() if key != name}), mode=0o600
        )
        with pytest.raises(BrokenFile, match=f"{name} must be"):
            Secret.read(secret.path)


@pytest.mark.parametrize("text", ["", "[]", '{"secret": "a", "secret": "b"}', "\ud7ff"])
def test_what_is_no_secret_file_is_refused(secret, text):
    store.write(secret.path, text, mode=0o600)
    with pytest.raises(BrokenFile):
        Secret.read(secret.path)


def test_a_missing_file_is_said_to_be_missing(tmp_path):
    with pytest.raises(BrokenFile, match="cannot be read"):
        Secret.read(str(tmp_path / "none.secret"))


def test_lines_that_wait_are_kept_as_they_are(secret):
    secret.pending = {"3": [{"seat": "japan", "text": "stand"}]}
    secret.standing["1"] = {"text": "when interrupt: no"}
    secret.seals = {"3/0": "0" * 64}
    secret.save()
    again = Secret.read(secret.path)
    assert (again.pending, again.standing, again.seals) == (secret.pending, secret.standing, secret.seals)


def test_secrets_do_not_appear_in_words(secret, game):
    """Attack 31: nothing that may be printed or logged holds the secret."""
    said = [repr(secret), str(secret)]
    with pytest.raises(Refused) as caught:
        release(secret, game, entry=9)
    said += map(str, caught.value.problems)
    assert not any(secret.chain.secret.hex() in words for words in said)


# -- one game, one participant ---------------------------------------------------------------------------


def test_one_secret_serves_one_seat_of_one_game(secret, game):
    secret.bind(game.game_id, "japan")
    for other in [(game.game_id, "germany"), (th("another"), "japan")]:
        with pytest.raises(Refused, match="one secret serves one seat of one game"):
            secret.bind(*other)
    assert Secret.read(secret.path).who == "japan"


def test_no_link_for_another_game_or_seat_or_before_it_is_bound(tmp_path, secret, game):
    another = MadeGame(game="another")
    another.play()
    with pytest.raises(Refused) as caught:
        release(secret, another)
    assert refused(caught) == ["secret-bound"]
    unbound = Secret.create(str(tmp_path / "new.secret"), 1024, game.chains["germany"].secret)
    with pytest.raises(Refused) as caught:
        release(unbound, game)
    assert refused(caught) == ["secret-bound"]
    unbound.bind(game.game_id, "japan")
    with pytest.raises(Refused) as caught:
        release(unbound, game)
    assert refused(caught) == ["secret-foreign"]


# -- the four rules --------------------------------------------------------------------------------------


def test_the_link_of_the_next_entry_is_released_and_remembered(secret, game):
    assert release(secret, game) == game.chains["japan"].link(2)
    head = game.record.head.hex()
    again = Secret.read(secret.path)
    assert again.verified == {"entry": 1, "head": head}
    assert again.released == {"entry": 2, "head": head, "inputs": INPUTS}


def test_rule_1_a_file_that_does_not_hold_gets_no_link(secret, game):
    game.document["entries"][0]["draws"][0]["result"] = [6, 6]
    with pytest.raises(BrokenFile) as caught:
        release(secret, game)
    assert refused(caught)[0] == "head-wrong"
    assert Secret.read(secret.path).released is None


def test_rule_1_an_older_file_gets_no_link(secret, game):
    older = game.copy()
    game.play(["japan"])
    secret.remember(game.document)
    with pytest.raises(BrokenFile) as caught:
        secret.release(older, 2, older["entries"][0]["head"], INPUTS, ["japan"])
    assert refused(caught) == ["secret-older"]


def test_rule_1_another_file_of_the_same_game_gets_no_link(secret):
    """Attack 17: two files with the same envelopes and other answers both verify; memory tells them apart."""
    one, other = MadeGame(), MadeGame()
    one.play(), other.play()
    one.play(["germany"])
    other.play(["germany"], answers=[{"seat": "germany", "question": "q", "value": "retreat", "by": "seat"}])
    secret.remember(one.document)
    with pytest.raises(BrokenFile) as caught:
        release(secret, other)
    assert refused(caught) == ["secret-fork"]


def test_rule_2_only_the_very_next_entry(secret, game):
    """Attack 7."""
    for entry in (1, 3, 600):
        with pytest.raises(Refused) as caught:
            release(secret, game, entry=entry)
        assert refused(caught) == ["secret-number"]


def test_rule_2_only_at_the_head_that_the_answers_quote(secret, game):
    with pytest.raises(Refused) as caught:
        release(secret, game, head="0" * 64)
    assert refused(caught) == ["secret-head"]


def test_rule_2_only_if_this_participant_must_contribute(secret, game):
    with pytest.raises(Refused) as caught:
        release(secret, game, asked=["germany"])
    assert refused(caught) == ["secret-not-asked"]


def test_rule_2_nobody_before_the_opener_has_sealed_his_answer(tmp_path):
    game = MadeGame(referee=False)
    game.play()
    for seat in ("japan", "germany"):
        with pytest.raises(Refused) as caught:
            release(secret_of(game, seat, tmp_path), game, asked=["germany", "japan"])
        assert refused(caught) == ["secret-seal-first"]
    sealed, _ = game.sealed("germany", "stand\n")
    japan = Secret.read(str(tmp_path / "japan.secret"))
    assert release(japan, game, asked=["germany", "japan"], seal=sealed) == game.chains["japan"].link(2)


def test_rule_3_one_release_for_one_entry_and_the_same_again(secret, game):
    """Attack 33: a crash after computing is repaired by the same run, and used for nothing else."""
    first = release(secret, game)
    assert release(secret, game) == release(Secret.read(secret.path), game) == first
    with pytest.raises(Refused) as caught:
        release(secret, game, inputs=OTHERS)
    assert refused(caught) == ["secret-spent"]


def test_rule_3_holds_between_two_runs_that_read_the_file_before(secret, game):
    other = Secret.read(secret.path)
    release(secret, game)
    with pytest.raises(Refused) as caught:
        release(other, game, inputs=OTHERS)
    assert refused(caught) == ["secret-spent"]


def test_rule_4_being_passed_over_is_confirmed_with_its_count(secret, game):
    for _ in range(3):
        game.play(["japan"], absent=["japan"])
    with pytest.raises(Refused) as caught:
        release(secret, game)
    (problem,) = caught.value.problems
    assert (problem.code, problem.fields["count"]) == ("secret-passed-over", 3)
    assert release(secret, game, confirmed=True) == game.chains["japan"].link(5)
    game.play(["japan"])
    assert release(secret, game) == game.chains["japan"].link(6)


def test_a_refused_release_writes_nothing(secret, game):
    with open(secret.path, "rb") as file:
        before = file.read()
    for changes in ({"entry": 9}, {"head": "0" * 64}, {"asked": []}):
        with pytest.raises(Refused):
            release(secret, game, **changes)
    with open(secret.path, "rb") as file:
        assert file.read() == before


def test_no_link_is_handed_out_unless_it_was_written_down(secret, game, monkeypatch):
    def fail(*_args, **_options):
        raise BrokenFile([])

    monkeypatch.setattr(store, "write", fail)
    with pytest.raises(BrokenFile):
        release(secret, game)
    monkeypatch.undo()
    assert Secret.read(secret.path).released is None


def test_a_new_chain_counts_from_its_note(tmp_path, game):
    game.note("chain", who="japan", anchor=game.new_chain("japan", "another"))
    (tmp_path / "new").mkdir()
    new = secret_of(game, "japan", tmp_path / "new")
    assert release(new, game, asked=[]) == game.chains["japan"].link(1)


def test_an_ended_chain_gives_no_link(tmp_path):
    game = MadeGame(length=2)
    game.play(), game.play()
    made = Secret.create(str(tmp_path / "a.secret"), 2, game.chains["japan"].secret)
    made.bind(game.game_id, "japan")
    with pytest.raises(Refused) as caught:
        release(made, game)
    assert refused(caught) == ["secret-ended"]


def test_seals_come_out_the_same_again_and_open(secret, game):
    sealed, nonce = secret.seal(2, 0, "stand\n")
    assert (sealed, nonce) == Secret.read(secret.path).seal(2, 0, "stand\n")
    expected, opening = game.sealed("japan", "stand\n")
    assert (sealed, nonce) == (expected, opening["nonce"])
