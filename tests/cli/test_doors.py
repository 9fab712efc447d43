"""What nobody may be called, and files of others that a command meets: each is stopped where it comes in."""

import json
import os
import stat

import pytest

from pbem.core.data import schemas
from pbem.core.data.canon import dumps
from tests.cli.tools import new_game, pbem, pbem_alone


@pytest.mark.parametrize("name", [".", "..", ".hidden", "a/b", "a\n", "x" * 65])
def test_what_no_game_is_called(tmp_path, name):
    ran = pbem("new", "red-dragon/ready", "-o", tmp_path / "g.json", "--game", name)
    assert ran.code == 3 and "cannot name a game" in " ".join(ran.err.split())
    assert not (tmp_path / "g.json").exists()


@pytest.mark.parametrize("name", ["Ann\x1b[31m", "Ann\nBob", "Ann\u2028Bob", "A" * 81])
def test_what_no_person_is_called(tmp_path, name):
    ran = pbem("new", "red-dragon/ready", "-o", tmp_path / "g.json", "--seat", f"prc={name}")
    assert ran.code == 3 and "cannot name a person" in " ".join(ran.err.split())
    assert not (tmp_path / "g.json").exists() and "\x1b" not in ran.err


def altered(path, place, **fields):
    """The first line of a game with other fields in its charter, as a file of somebody else's."""
    line = json.loads(path.read_bytes().splitlines()[0])
    line[0]["charter"].update(fields)
    place.write_bytes(dumps(line) + b"\n")
    return place


PACK = {"pbem": "pack/1", "name": "odd", "version": "1", "title": "red-dragon"}
HOSTILE = [
    {"pack": {"pbem": "pack/1"}},
    {"pack": {"digest": ["x"], "changes": {}}},
    {"pack": {**PACK, "digest": "0" * 64, "changes": {"map": 5}}},
    {"pack": {**PACK, "digest": "0" * 64, "changes": {"map": {"areas": None}}}},
    {"pack": {**PACK, "digest": "", "changes": {}}},
    {"game": ".."},
    {"game": "."},
    {"seats": ["..", "allied"]},
    {"names": {"prc": "Ann\u001b]0;pwn\u0007"}},
    {"names": {"prc": "Ann\n"}},
    {"options": {"x": []}},
    {"powers": 5},
    {"title": "../red-dragon"},
]


def with_its_digest(changes):
    from pbem.core.data.components import digest

    return {"pack": {**PACK, "changes": changes, "digest": digest(changes)}}


@pytest.fixture(scope="module")
def good(tmp_path_factory):
    return new_game(tmp_path_factory.mktemp("good"))


@pytest.mark.parametrize(
    "fields",
    [
        *HOSTILE,
        with_its_digest({"map": {"areas": None}}),
        with_its_digest({"map": {"areas": {"taiwan": {"kind": 7}}}}),
        with_its_digest({"nothing": {}}),
        with_its_digest({"units": {"counters": {"prc-su-30-1": None}}}),
    ],
)
def test_a_charter_is_looked_at_before_anything_of_it_is_used(good, tmp_path, fields):
    bad = altered(good, tmp_path / "bad.json", **fields)
    for words in (["verify"], ["status"], ["report"], ["form", "prc"], ["show", "control"]):
        ran = pbem(words[0], bad, *words[1:])
        assert ran.code in (4, 5), (words, ran)
        assert "\x1b" not in ran.err + ran.out and "bug" not in ran.err, (words, ran)


@pytest.mark.sampled(3)
@pytest.mark.parametrize("fields", [HOSTILE[3], HOSTILE[5], {"title": "chess"}])
def test_a_broken_game_among_others_is_a_line_in_its_place(good, tmp_path, fields):
    bad = altered(good, tmp_path / "bad.json", **fields)
    (tmp_path / "none.json").write_text("[")
    for words in (["status"], ["due", "--now", "2027-01-01"], ["verify"]):
        ran = pbem(words[0], bad, good, tmp_path / "none.json", *words[1:])
        assert ran.code == 4 and {"bad.json", "none.json"} <= {*ran.out.replace(":", "/").split("/")}, ran
        assert str(good) in ran.out or "g: " in ran.out, ran
    ran = pbem("archive", "load", tmp_path / "club.db", bad, good)
    assert ran.code == 4 and "1 game was read" in ran.err
    ran = pbem("site", bad, good, tmp_path / "none.json", "-o", tmp_path / "www")
    assert ran.code == 4 and (tmp_path / "www" / "index.html").exists() and (tmp_path / "www" / "g").is_dir()
    assert sorted(os.listdir(tmp_path)) == ["bad.json", "club.db", "none.json", "www"]


def test_two_files_of_one_game_do_not_silence_a_site(good, tmp_path):
    twin = tmp_path / "twin.json"
    twin.write_bytes(good.read_bytes())
    other = new_game(tmp_path, "other.json")
    ran = pbem("site", good, twin, other, "-o", tmp_path / "www")
    told = " ".join(ran.err.split())
    assert ran.code == 4 and "none of them is shown" in told and str(twin) in told and str(good) in told
    assert (tmp_path / "www" / "other").is_dir() and not (tmp_path / "www" / "g").exists()


def test_a_private_file_is_never_written_through_what_lies_there(tmp_path):
    known = [tmp_path / ".own.secret.part", tmp_path / f".own.secret.{os.getpid()}.part"]
    victim = tmp_path / "victim"
    victim.write_text("precious")
    for place in known:
        place.symlink_to(victim)
    assert pbem("seat", "init", "-o", tmp_path / "own.secret", "--links", "64").code == 0
    assert victim.read_text() == "precious"
    own = tmp_path / "own.secret"
    assert not own.is_symlink() and stat.S_IMODE(own.stat().st_mode) == 0o600


def test_patterns_of_schemas_end_where_the_text_ends():
    charter = json.loads('{"game": "g\\n"}')
    assert not schemas.fits("charter", charter, ("game",)) and schemas.fits("charter", {"game": "g"}, ("game",))


GUARDS = [
    ("seal", "confirm", "true"),
    ("seal", "carry", '"x"'),
    ("verify", "head", '"00"'),
    ("tournament.pair", "despite", '"so"'),
    ("tournament.forfeits", "record", "true"),
]


@pytest.mark.parametrize("table, key, value", GUARDS)
def test_settings_confirm_nothing(tmp_path, monkeypatch, table, key, value):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "pbem.toml").write_text(f"[{table}]\n{key} = {value}\n")
    ran = pbem("config", *table.split("."))
    assert ran.code == 2 and f"pbem.toml:2: --{key} is for one run only" in ran.err


def test_every_number_of_every_command_has_an_end():
    from click import Group, IntRange, Option

    from pbem.cli.group import pbem as group

    def parameters(one):
        yield from one.params
        for name in one.list_commands(None) if isinstance(one, Group) else ():
            yield from parameters(one.get_command(None, name))

    numbers = [one for one in parameters(group) if one.type.name == "integer" or isinstance(one.type, IntRange)]
    found = [one for one in numbers if isinstance(one, Option)]
    assert len(found) > 20
    assert [one.opts for one in numbers if getattr(one.type, "max", None) is None] == []


@pytest.mark.parametrize(
    "words",
    [
        ["--days", "9999999"],
        ["--days", "7", "--grace", "99999"],
        ["--days", "7", "--absence-days", "1000000000"],
        ["--days", "7", "--absences", "9" * 30],
        ["--hold", "9" * 30],
    ],
)
def test_absurd_numbers_are_refused_where_they_are_given(tmp_path, words):
    ran = pbem("new", "red-dragon/ready", "-o", tmp_path / "g.json", "--now", "2026-11-20", *words)
    assert ran.code == 2 and not (tmp_path / "g.json").exists()


@pytest.mark.parametrize(
    "time", ["9999-12-31", "0001-01-01", "20261121T10", "2026-W47-5", "2026-11-21T24:00", "2026-11-21T10:60", "x"]
)
def test_times_that_are_none(good, time):
    ran = pbem("due", good, "--now", time)
    assert ran.code == 3 and "is not a time" in ran.err, ran


def test_a_charter_with_days_without_end_is_none(good, tmp_path):
    bad = altered(good, tmp_path / "bad.json", calendar={"days": 9999999, "grace": 2, "windows": 3, "window_days": 14})
    assert {pbem(*words).code for words in (["status", bad], ["due", bad, "--now", "2026-11-20"])} == {4}


def test_a_pipe_beside_a_game_is_not_waited_for(tmp_path):
    path = new_game(tmp_path)
    state = tmp_path / "g.json.state"
    state.unlink(missing_ok=True)
    os.mkfifo(state)
    assert pbem_alone("status", path, cwd=tmp_path).code == 0
    ran = pbem_alone("report", path, "-o", state, cwd=tmp_path)
    assert ran.code == 4 and "cannot be written" in ran.err
