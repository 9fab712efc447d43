"""Rehearsal: what it tells, and that it cannot be used to look ahead."""

import json

import pytest

from pbem.core.draws.draws import KeyedSource, ThrowawaySource, entry_key, mix, next_salt
from pbem.core.play.gamefile import facts_of, read
from pbem.core.record.signer import open_signer
from pbem.core.signing import adjudication
from pbem.core.trial import rehearsal
from tests.cli.tools import new_game, pbem, pbem_alone, write_orders

STRIKE = ("op 5 with prc-jh-7-1", "then: pass", "if taiwan is prc: pass", "always return-fire: return fire default")
WATCH = """
opened = []
sys.addaudithook(lambda event, args: opened.append(str(args[0])) if event == "open" else None)
import atexit
def tell():
    secret = [name for name in opened if "secret" in name.rpartition("/")[2] and not name.endswith((".py", ".pyc"))]
    keepers = ("pbem.core.record.secret", "pbem.core.record.signer")
    print("OPENED", secret, [name for name in keepers if name in sys.modules])
atexit.register(tell)
"""


@pytest.fixture(scope="module")
def game(tmp_path_factory):
    return new_game(tmp_path_factory.mktemp("whatif"))


@pytest.fixture(scope="module")
def strike(game):
    return write_orders(game, "prc", *STRIKE)


def documents(game, path):
    from pbem.cli.options import read_orders

    file = read(str(game))
    found, problems = read_orders(file, [str(path)])
    assert not problems
    return file, found


# -- it cannot be used to look ahead -----------------------------------------------------------------------


def test_no_secret_file_is_opened_and_no_code_for_secrets_is_loaded(game, strike):
    run = pbem_alone("whatif", game, strike, "--repeat", 3, before=WATCH)
    assert run.code == 0 and run.out.splitlines()[-1] == "OPENED [] []"
    control = pbem_alone("adjudicate", game, "-o", game.parent / "x.json", before=WATCH)
    assert "g.json.secret" in control.out.splitlines()[-1], "the watch sees a secret file that is opened"


def test_the_secret_makes_no_difference(game, strike, tmp_path):
    """The same public file and seed: with the secret beside it, without it, with another one: the same bytes."""
    told = [pbem("whatif", game, strike, "--draws", "00", "--json").out]
    alone = tmp_path / "g.json"
    alone.write_bytes(game.read_bytes())
    told.append(pbem("whatif", alone, strike, "--draws", "00", "--json").out)
    (tmp_path / "g.json.secret").write_text("not a secret at all")
    told.append(pbem("whatif", alone, strike, "--draws", "00", "--json").out)
    assert len(set(told)) == 1


def test_a_secret_is_no_option_of_whatif_and_the_environment_is_not_read(game, strike, monkeypatch):
    assert pbem("whatif", game, strike, "--secret", f"{game}.secret").code == 2
    monkeypatch.setenv("PBEM_SECRET", str(game.parent / "nowhere"))
    assert pbem("whatif", game, strike).code == 0


def test_no_seed_gives_the_draws_to_come(game, strike):
    """Not even the envelope itself, the salt, the mix or the key of the entry: throw-away draws have a tag of
    their own."""
    file, found = documents(game, strike)
    link = open_signer(f"{game}.secret", file).secret.chain.link(file.next)
    mixed, salt = mix({"referee": link}), bytes.fromhex(file.state["salt"])
    source = KeyedSource(entry_key(mixed, salt, file.next))
    seeds = [link, mixed, salt, next_salt(salt, file.next, mixed), bytes.fromhex(file.head), source._key, file.game_id]
    real = [source.dice("10.2/taiwan/prc-jh-7-1", 40, 6), source.dice("6.1/prc", 40, 6)]
    for seed in seeds:
        guess = ThrowawaySource(seed.hex())
        assert [guess.dice("10.2/taiwan/prc-jh-7-1", 40, 6), guess.dice("6.1/prc", 40, 6)] != real
        assert guess._key != source._key


def test_two_rehearsals_have_nothing_in_common_but_the_orders(game, strike):
    one, two = (pbem("whatif", game, strike, "--json").json for _ in range(2))
    assert one["seed"] != two["seed"] and one["head"] == two["head"]


def test_nothing_is_written_and_the_game_in_memory_is_as_it_was(game, strike):
    names = sorted(path.name for path in game.parent.iterdir())
    bytes_before = game.read_bytes()
    assert pbem("whatif", game, strike, "--repeat", 5).code == 0
    assert sorted(path.name for path in game.parent.iterdir()) == names and game.read_bytes() == bytes_before
    file, found = documents(game, strike)
    state = json.dumps(file.state)
    rehearsal.rehearsed(file, found, 3)
    assert json.dumps(file.state) == state


def test_orders_are_looked_at_once_however_often_they_are_rehearsed(game, strike, monkeypatch):
    looked, look_at = [], rehearsal.look_at
    monkeypatch.setattr(rehearsal, "look_at", lambda file, order: looked.append(order["seat"]) or look_at(file, order))
    file, found = documents(game, strike)
    assert rehearsal.rehearsed(file, found, 7).runs == 7
    assert looked == [order["seat"] for order in found] != []


# -- what it tells -----------------------------------------------------------------------------------------


def test_with_the_dice_that_fall_the_rehearsal_is_the_game(tmp_path):
    """The same orders and the same results: the same facts as the entry that is then played."""
    game = new_game(tmp_path)
    path = write_orders(game, "prc", "op 5 with prc-jh-7-1")
    file, found = documents(game, path)
    played = adjudication.adjudicate(file, found, open_signer(f"{game}.secret", file)).file
    facts = facts_of(played.entry(played.n))
    by_label = {}
    for label, what, result in played.entry(played.n)["draws"]:
        assert "of" not in what, "these orders draw dice alone"
        by_label.setdefault(label.partition("#")[0], []).extend(result)
    told = rehearsal.rehearsed(file, found, by_label=by_label).best
    rehearsed = [fact for _, facts in told.parts for fact in facts]
    assert len(facts) > 5 and rehearsed[: len(facts)] == facts


def test_lines_that_never_applied_and_standing_orders_that_never_fired_are_told(game, strike):
    run = pbem("whatif", game, strike, "--dice", "6.1/allied=6", "--dice", "6.1/prc=6", "--draws", "00")
    assert "(never applied)" in run.out
    assert "standing: never fired" in run.out
    file, found = documents(game, strike)
    many = rehearsal.rehearsed(file, found, 10)
    rows = many.lines.values()
    assert [row["text"] for row in rows if row.get("fired") == 0] == ["always return-fire: return fire default"]
    never_used = [row for row in rows if "standing" not in row and "used" not in row["fates"]]
    assert {row["text"] for row in never_used} <= {"if taiwan is prc: pass"}
    assert all(sum(row["fates"].values()) == 10 for row in many.lines.values())


def test_outcomes_are_counted_over_all_runs(game, strike):
    run = pbem("whatif", game, strike, "--repeat", 12, "--draws", "0a", "--json").json
    assert run["runs"] == 12 and sum(row["runs"] for row in run["stops"]) == 12
    assert all(1 <= row["runs"] <= 12 for row in run["outcomes"])
    for values in run["measures"]["prc"].values():
        assert sum(row["runs"] for row in values) == 12
    ranks = [list(run[name]["measures"]["prc"].values()) for name in ("worst", "best")]
    assert ranks == sorted(ranks)
    again = pbem("whatif", game, strike, "--draws", run["worst"]["seed"], "--json").json
    assert again["worst"]["story"] == run["worst"]["story"]


def test_what_is_not_known_is_said(game, strike):
    run = pbem("whatif", game, strike, "--draws", "00", "--dice", "6.1/allied=6", "--dice", "6.1/prc=6")
    assert "Not known here: what allied orders." in run.out and "published default" in run.out


def test_the_allied_answer_is_taken_from_its_file_where_there_is_one(game, strike):
    other = write_orders(game, "allied", "no interception", "op 8")
    run = pbem("whatif", game, strike, other, "--draws", "00", "--dice", "6.1/allied=6", "--json")
    assert "intercept" not in {row["kind"] for row in run.json["assumed"]}


def test_an_illegal_line_is_refused_as_adjudicate_would(game):
    path = write_orders(game, "prc", "op 5 with us-cvn-1", name="bad.txt")
    told = {
        name: pbem(*arguments)
        for name, arguments in {
            "whatif": ("whatif", game, path),
            "check": ("check", game, path),
            "adjudicate": ("adjudicate", game, path, "-o", game.parent / "n.json"),
        }.items()
    }
    assert {run.code for run in told.values()} == {3}
    assert told["whatif"].err == told["check"].err == told["adjudicate"].err and "bad.txt:5" in told["check"].err


def test_results_by_hand_come_first_and_unused_ones_are_named(game, strike):
    run = pbem("whatif", game, strike, "--dice", "10.2/taiwan/prc-jh-7-1=1", "--dice", "9.9/nowhere=3,4")
    assert run.code == 0 and "Never rolled: --dice 9.9/nowhere=3,4" in run.out
    told = pbem("whatif", game, strike, "--dice", "10.2/taiwan/prc-jh-7-1=1", "--json").json["best"]["story"]
    facts = [line["fact"] for part in told for line in part["lines"]]
    (shot,) = [fact for fact in facts if fact.get("shooter") == "prc-jh-7-1"]
    assert (shot["die"], shot["hit"]) == (1, True)


@pytest.mark.parametrize("dice, code", [("10.2/taiwan/prc-jh-7-1=9", 3), ("", 2), ("6.1/prc=", 2)])
def test_impossible_results_are_refused(game, strike, dice, code):
    run = pbem("whatif", game, strike, "--dice", dice)
    assert run.code == code and run.err and "Traceback" not in run.err


@pytest.mark.parametrize("seed", ["0", "xyz"])
def test_a_bad_seed_is_wrong_usage(game, strike, seed):
    assert pbem("whatif", game, strike, "--draws", seed).code == 2


def test_a_finished_game_has_nothing_to_rehearse(tmp_path):
    from tests.cli.tools import finished_game

    game = finished_game(tmp_path)
    path = write_orders(game, "prc", "pass")
    run = pbem("whatif", game, path)
    assert run.code == 3 and "over" in run.err


def test_no_order_file_is_wrong_usage(game):
    assert pbem("whatif", game).code == 2


def test_each_default_that_was_taken_is_counted_by_itself(game, strike):
    """Many runs together tell what the runs tell one by one: no default stands for another."""
    from collections import Counter

    many = pbem("whatif", game, strike, "--repeat", 12, "--draws", "0a", "--json").json
    alone = Counter()
    for number in range(12):
        for row in pbem("whatif", game, strike, "--draws", rehearsal.seed_of("0a", number), "--json").json["assumed"]:
            alone[row["seat"], row["kind"], row["default"]] += row["times"]
    told = {(row["seat"], row["kind"], row["default"]): row["times"] for row in many["assumed"]}
    assert told == alone and len(told) == len(many["assumed"])


# -- it can be kept ----------------------------------------------------------------------------------------


def kept(game, *lines, seat, name="kept.txt", options=()):
    """``(run, text of the sheet or None)`` of a rehearsal that is kept."""
    path = game.parent / name
    path.unlink(missing_ok=True)
    ran = pbem("whatif", game, write_orders(game, seat, *lines), "--keep", path, *options)
    return ran, path.read_text() if path.exists() else None


def test_what_was_rehearsed_is_kept_in_full_and_played_so(tmp_path):
    game = tmp_path / "p.json"
    assert pbem("new", "pacific/standard", "-o", game).code == pbem("adjudicate", game, "-o", game).code == 0
    lines = ["buy 3 infantry, transport", "no combat moves", "land all", "place all", "always kamikaze: no"]
    ran, sheet = kept(game, *lines, seat="japan")
    assert ran.code == 0 and "Saved as orders" in ran.out
    own = sheet.split("\n")[4:]
    assert own[:2] == ["buy 3 infantry, transport for japan", "no combat moves"]
    assert "place all" not in own and "always kamikaze: no" in own
    assert {"place 3 infantry in japan for japan", "place transport in sz36 for japan"} <= {*own}
    assert pbem("check", game, game.parent / "kept.txt").code == 0
    assert pbem("adjudicate", game, game.parent / "kept.txt", "-o", game).code == 0
    assert "3 Japanese infantry" in pbem("report", game).out
    assert "japan is asked" not in pbem("status", game).out


def test_an_op_is_kept_with_the_fire_that_went_without_saying(game):
    ran, sheet = kept(game, "op 5 with prc-jh-7-1", "then: pass", "always return-fire: default", seat="prc")
    assert ran.code == 0
    own = sheet.split("\n")[4:]
    assert own[0].startswith("op 5 with prc-jh-7-1; fire prc-jh-7-1 at ") and "next: pass" in own


def test_many_runs_are_kept_by_one_of_them_and_nothing_is_overwritten(game):
    ran, sheet = kept(game, "pass", seat="prc", options=("--repeat", 3))
    assert ran.code == 2 and sheet is None and "one run" in ran.err
    there = game.parent / "there.txt"
    there.write_text("mine")
    ran = pbem("whatif", game, write_orders(game, "prc", "pass"), "--keep", there)
    assert ran.code == 2 and there.read_text() == "mine"


def test_what_is_refused_is_not_kept(game):
    ran, sheet = kept(game, "op 8", seat="prc")
    assert ran.code == 3 and sheet is None
