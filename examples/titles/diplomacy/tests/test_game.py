"""A game of seven: typed orders, what is secret until all are in, retreats, winter, draws, an end."""

import contextlib
import io
import json

import pytest

import pbem
from pbem.cli import main
from pbem.core.title.game import load

POWERS = ("austria", "england", "france", "germany", "italy", "russia", "turkey")
SPRING = {
    "austria": "A VIE-GAL\nA BUD-SER\nF TRI-ALB",
    "england": "F LON-NTH\nF EDI-NWG\nA LVP-YOR",
    "france": "A PAR-BUR\nMAR S PAR-BUR\nfleet brest to mid-atlantic ocean",
    "germany": "A MUN-BUR\nA BER-KIE\nF KIE-DEN",
    "italy": "A VEN H\nA ROM-APU\nF NAP-ION",
    "russia": "A WAR-GAL\nA MOS-UKR\nF SEV-BLA\nF STP(SC)-BOT",
    "turkey": "A CON-BUL\nA SMY-CON\nF ANK-BLA",
}


class Game:
    def __init__(self, folder):
        self.folder, self.path = folder, folder / "g.json"

    def run(self, *arguments, code=0):
        out = io.StringIO()
        out.buffer = io.BytesIO()
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(out):
            found = main([str(one) for one in arguments])
        told = out.getvalue() + out.buffer.getvalue().decode()
        assert found == code, told
        return told

    def write(self, power, said):
        game = pbem.read(self.path)
        path = self.folder / f"{power}.txt"
        path.write_text(f"game {game.name}\nseat {power}\nentry {game.n + 1}\nhead {game.head}\n\n{said}\n")
        return path

    def play(self, orders, **options):
        return pbem.adjudicate(self.path, [self.write(*one) for one in orders.items()], **options)

    @property
    def waiting(self):
        return {row["seat"]: row["kind"] for row in pbem.status(self.path)["waiting"]}

    @property
    def board(self):
        return pbem.read(self.path).current_board()


@pytest.fixture
def game(tmp_path):
    made = Game(tmp_path)
    pbem.new("diplomacy", made.path)
    return made


def begun(tmp_path, units, step="movement", season="spring", control=None, options=()):
    """A game from a position."""
    made, place = Game(tmp_path), tmp_path / "position.json"
    at = {"step": step, "year": 1901, "season": season}
    position = {"pbem": "position/1", "title": "diplomacy", "id": "x", "base": "empty", "at": at, "units": units}
    place.write_text(json.dumps({**position, "control": control or {}}))
    made.run("new", "diplomacy", "--position", place, "-o", made.path, *options)
    return made


def test_a_season_of_seven_files(game):
    told = game.play(SPRING)
    assert told["entry"] == 1 and game.board.season == "fall"
    assert game.board.units["bur"] == {"power": "france", "type": "a", "at": "bur"}
    report = pbem.tell(game.path)
    assert "Germany: Army Munich -> Burgundy (bounced)." in report
    assert "France: Army Marseilles supports Army Paris -> Burgundy." in report
    assert "draws" not in report.partition("What happened")[2].replace("Can you trust the record", "")
    assert report.count("Waiting for") == 1, "one line for all that are asked the same"


def test_orders_stay_secret_until_all_are_in_whatever_else_is_offered(game):
    files = [game.write(power, said) for power, said in SPRING.items() if power != "turkey"]
    with open(files[2], "a") as opened:
        opened.write("offer draw\n")
    assert pbem.adjudicate(game.path, files)["missing"] == ["turkey"]
    assert "PAR" not in game.path.read_text() and game.waiting["turkey"] == "orders"
    game.play({"turkey": SPRING["turkey"]})
    assert game.board.season == "fall" and set(game.waiting.values()) == {"agree-end"}


def test_a_draw_is_shared_by_those_who_are_left(tmp_path):
    table = begun(tmp_path, "par: france a; ber: germany a", control={"par": ["france"], "ber": ["germany"]})
    table.play({"france": "offer draw\nA PAR H", "germany": "all hold"})
    table.play({"germany": "accept offer"})
    assert table.board.result == {"winner": None, "by": "draw", "rule": "draw", "shared": ["france", "germany"]}
    from pbem.core.record.outcome import scores

    marks = scores(pbem.read(table.path))
    assert marks["france"] == marks["germany"] == "drawn" and marks["italy"] == "lost"


@pytest.mark.parametrize(("words", "ends"), [("yes yes accept", True), ("yes no accept", False)])
def test_a_vote_on_a_draw_is_secret_and_a_plain_word_is_enough(tmp_path, words, ends):
    homes = {"par": ["france"], "ber": ["germany"], "lon": ["england"], "rom": ["italy"]}
    table = begun(tmp_path, "; ".join(f"{id}: {power[0]} a" for id, power in homes.items()), control=homes)
    table.play({**dict.fromkeys(table.waiting, "all hold"), "france": "offer draw\nall hold"})
    voters = sorted(table.waiting)
    assert "who takes the file of the game apart" in " ".join(table.run("form", table.path, "germany").split())
    assert "each has voted" not in pbem.tell(table.path)
    table.play(dict(zip(voters, words.split())))
    assert bool(table.board.result) == ends
    told = [pbem.tell(table.path), table.run("explain", table.path, "2")]
    assert not any(word in text for text in told for word in ("accept", "refuse", "may end", "Germany: the game"))
    assert ("Everybody agrees." in told[0]) == ends and "How each has voted is told in no report." in told[0]
    own = dict(zip(voters, words.split()))["germany"]
    assert ("accept offer" in pbem.tell(table.path, seat="germany")) == (own == "yes")


def test_who_has_enough_centres_wins(tmp_path):
    from classic_diplomacy.parts import CENTRES

    owned = {id: ["russia"] for id in CENTRES if id not in ("par", "bre", "mar")}
    units = "; ".join(f"{id}: russia a" for id in ("mos", "war"))
    table = begun(tmp_path, f"{units}; par: france a", season="fall", control={**owned, "par": ["france"]})
    table.play({"russia": "all hold", "france": "all hold"})
    assert table.board.result["winner"] == "russia" and pbem.read(table.path).is_over
    assert "Russia has won the game." in pbem.tell(table.path)


def test_a_dislodged_unit_retreats_and_winter_follows(tmp_path):
    table = begun(
        tmp_path,
        "bur: france a; mun: germany a; ruh: germany a",
        season="fall",
        control={"par": ["france"], "mar": ["france"], "mun": ["germany"], "ber": ["germany"], "kie": ["germany"]},
    )
    table.play({"france": "A BUR H", "germany": "A MUN-BUR\nRUH S A MUN-BUR"})
    assert table.waiting == {"france": "retreats"}
    table.play({"france": "A BUR R PAR"})
    assert table.waiting == {"france": "builds", "germany": "builds"}
    table.play({"france": "waive", "germany": "b A Munich"})
    assert table.board.year == 1902 and table.board.units["mun"]["power"] == "germany"
    assert pbem.verify(table.path)["exit"] == 0


def test_who_writes_nothing_is_in_civil_disorder(tmp_path):
    table = begun(tmp_path, "mos: russia a; por: russia f", "adjustments", "fall", {"mos": ["russia"]})
    table.play({}, passed=["russia"])
    assert list(table.board.units) == ["mos"]


def test_a_second_file_changes_one_order_and_keeps_the_others(game):
    game.play({"france": SPRING["france"]})
    game.play({"france": "A PAR-PIC"})
    game.play({power: said for power, said in SPRING.items() if power != "france"})
    assert {"pic", "mar", "mao"} == set(game.board.of("france"))


@pytest.mark.parametrize(("paradox", "stays"), [("szykman", False), ("all-hold", True)])
def test_a_paradox_goes_as_the_group_has_agreed(tmp_path, paradox, stays):
    """6.F.14: a convoyed army attacks the fleet that supports the attack on its convoy."""
    units = "lon: england f; wal: england f; bre: france a; eng: france f"
    table = begun(tmp_path, units, options=["--option", f"paradox={paradox}"])
    table.play({"england": "F LON S F WAL-ENG\nF WAL-ENG", "france": "A BRE-LON\nF ENG C A BRE-LON"})
    assert ("eng" in table.board.dislodged or table.board.units["eng"]["power"] == "england") != stays


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("A PAR-LON", "LON is not possible here"),
        ("F ENG-BEL", "F ENG is not possible here"),
        ("SPA-POR", "There is no unit in Spain."),
        ("A PAR S A PAR-BUR", "A PAR is not possible here"),
    ],
)
def test_what_cannot_succeed_is_refused_with_what_is_possible(game, line, why):
    with pytest.raises(pbem.Refused) as refused:
        pbem.check(game.path, [game.write("france", line)])
    assert why in str(refused.value)


def test_a_fleet_says_which_coast_where_it_reaches_both(tmp_path):
    table = begun(tmp_path, "por: france f")
    with pytest.raises(pbem.Refused, match="Spain has two coasts in reach. Write SPA/NC or SPA/SC."):
        pbem.check(table.path, [table.write("france", "F POR-SPA")])
    table.play({"france": "F POR-SPA(SC)"})
    assert table.board.units["spa"]["at"] == "spa-sc"


def test_what_has_changed_is_told_and_nothing_else(game):
    assert pbem.diff(game.path, 0)["changes"] == []
    game.play({**dict.fromkeys(POWERS, "all hold"), "france": "A PAR-PIC"})
    assert pbem.diff(game.path, 0)["changes"] == ["France has Army Picardy.", "France no longer has Army Paris."]


def test_a_pack_that_changes_the_map_is_refused(game, tmp_path):
    game.run("data", "diplomacy", "--export", tmp_path / "pack")
    map_ = json.loads((tmp_path / "pack" / "map.json").read_text("utf-8"))
    game.run("new", "diplomacy", "--components", tmp_path / "pack", "-o", tmp_path / "same.json")
    map_["areas"]["par"]["name"] = "Lutetia"
    (tmp_path / "pack" / "map.json").write_text(json.dumps(map_))
    told = game.run("new", "diplomacy", "--components", tmp_path / "pack", "-o", tmp_path / "other.json", code=3)
    assert "The map of this title is not to be changed by a pack." in told


def test_everything_that_a_title_promises_holds():
    from pbem.interface.own_title import check_title

    assert {contract: faults for contract, faults in check_title("diplomacy", 8).items() if faults} == {}


def test_it_is_written_with_the_kit_alone():
    import re
    from pathlib import Path

    import classic_diplomacy

    found = set()
    for path in Path(classic_diplomacy.__file__).parent.glob("*.py"):
        found |= set(re.findall(r"(?m)^\s*(?:from|import) (pbem[\w.]*)", path.read_text("utf-8")))
    assert found == {"pbem.kit"}


@pytest.fixture
def sensible(monkeypatch):
    import players

    monkeypatch.setattr(load("diplomacy"), "sensible", players.valued)


@pytest.mark.longer
def test_sensible_players_play_other_games_by_other_draws(tmp_path, sensible):
    options = ["--players", "sensible", "--no-census", "--option", "last-year=1902"]
    owners = []
    for draws in ("1", "2"):
        Game(tmp_path).run("selfplay", "diplomacy", *options, "--draws", draws, "-o", tmp_path / draws)
        [path] = (tmp_path / draws).glob("*.json")
        owners.append(pbem.read(path).current_board().owner)
        assert pbem.verify(path)["exit"] == 0
    assert owners[0] != owners[1] and min(map(len, owners)) > 28, "they take what is nobody's"


def test_a_support_that_names_nobody_is_no_move(game):
    """`A MAR S` is not short for Marseilles."""
    told = game.run("check", game.path, game.write("france", "A MAR S - BUR"), code=3)
    assert "A MAR -> BUR" not in told and "A MAR S - BUR" in told


def test_the_page_offers_each_order_in_one_way(game):
    """What is but a way of writing is read, and not offered: the seas that an army goes over."""
    game.run("form", game.path, "england", "--format", "html", "-o", game.folder / "turn.html")
    page = (game.folder / "turn.html").read_text("utf-8").replace("\n", "")
    assert '"form":"support a move"' in page and '"form":"way"' not in page
    assert '"about":["unit"]' in page, "a second order for a unit takes the place of the first"


@pytest.mark.parametrize("line", ["A BUD D", "A BUD disband", "A BUD remove", "remove A BUD", "disband army Budapest"])
def test_a_removal_is_read_however_it_is_written(tmp_path, line):
    units, control = "vie: austria a; bud: austria a; par: france a", {"vie": "austria", "par": "france"}
    game = begun(tmp_path, units, "adjustments", "fall", control)
    assert "Army Budapest is removed." in game.run("check", game.path, game.write("austria", line))


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("F NTH S German F HOL-BEL", "Fleet North Sea supports Fleet Holland -> Belgium."),
        ("F NTH S F HOL to hold", "Fleet North Sea supports Fleet Holland."),
        ("A YOR - BEL via", "Army Yorkshire -> Belgium by convoy."),
        ("A YOR - BEL via NTH", "Army Yorkshire -> Belgium by convoy."),
        ("A YOR goes to LON", "Army Yorkshire -> London."),
        ("F NTH con A YOR-BEL", "Fleet North Sea convoys Army Yorkshire -> Belgium."),
        ("all units hold", "England: every unit holds."),
        ("F NTH S French F HOL-BEL", "The unit in Holland is one of Germany."),
        ("F NTH S F HOL -", "The line stops short: the name of an area should follow. Write: UNIT s UNIT -> AREA"),
        ("F NTH S F", "The line stops short: the rest of a unit should follow. For example: A PIC S A PAR - BUR"),
        ("A", "The line stops short: the rest of a unit should follow. For example: A PAR - BUR"),
        ("A YOR", "should follow. For example: A PAR - BUR"),
    ],
)
def test_an_order_is_read_as_people_write_it_or_told_what_it_lacks(tmp_path, line, told):
    game = begun(tmp_path, "nth: england f; yor: england a; hol: germany f")
    is_refused = "should follow" in told or "is one of" in told
    found = game.run("check", game.path, game.write("england", line), code=3 if is_refused else 0)
    assert told in " ".join(found.split())


@pytest.mark.parametrize("line", ["disband A PAR", "remove PAR", "A PAR D", "A PAR remove", "A PAR otb"])
def test_who_is_beaten_is_disbanded_however_it_is_written(tmp_path, line):
    game = begun(tmp_path, "par: france a; bur: germany a; pic: germany a")
    game.play({"germany": "A BUR-PAR\nA PIC S A BUR-PAR", "france": "A PAR H"})
    assert "Army Paris is disbanded." in game.run("check", game.path, game.write("france", line))


@pytest.mark.parametrize("line", ["build A PAR", "b a par", "Build an army in Paris"])
def test_a_build_is_read_however_it_is_written(tmp_path, line):
    game = begun(tmp_path, "vie: austria a", "adjustments", "fall", {"vie": "austria", "par": "france"})
    assert "Army in Paris." in game.run("check", game.path, game.write("france", line))


def test_the_comparison_with_another_engine_plays_our_side():
    """Without the other one, which is no part of these tests: boards thrown together, orders, and each as a line."""
    import random

    import compare

    lines = set()
    for seed in range(6):
        draw = random.Random(seed)
        ours = compare.Ours(*compare.thrown(draw)) if seed % 2 else compare.Ours()
        while ours.phase != "over" and ours.board.year < 1904:
            answers = compare.answers(ours, draw)
            lines |= {compare.line(ours.board, item) for items in answers.values() for item in items}
            ours.take(answers)
    assert len(lines) > 500


def test_of_a_centre_that_was_taken_and_lost_again_only_what_came_of_it_is_told():
    telling = load("diplomacy").telling
    words, say = telling.words, telling.say(None)
    rows = [("bul", "turkey", None), ("bul", "italy", "turkey"), ("rum", "russia", None), ("bul", "turkey", "italy")]
    facts = [{"type": "centre-taken", "area": at, "power": who, "from": was} for at, who, was in rows]
    told = [one.text for own in ("turkey", "italy") for one in words.leads(facts, say, (own,)) if one.what == "main"]
    others = ["Russia takes Rumania.", "Russia takes Rumania; Turkey takes Bulgaria."]
    assert told == ["Turkey takes Bulgaria.", *others]


@pytest.mark.longer
def test_a_lead_has_centres_first_and_what_was_driven_off_or_bounced_only_to_whom_it_matters(tmp_path, sensible):
    from classic_diplomacy.parts import near_provinces

    from pbem.core.play.gamefile import facts_of, read
    from pbem.core.trial.selfplay import throwaway_seed
    from pbem.report.build import build

    options = ["--games", "1", "--no-census", "--no-check", "--option", "last-year=1905", "--players", "sensible"]
    main(["selfplay", "diplomacy", *options, "--draws", throwaway_seed("leads")[:8], "-o", str(tmp_path)])
    file, found = read(tmp_path / "selfplay-1.json"), set()
    for until in range(2, file.n + 1):
        facts = [fact for entry in file.entries[until - 2 : until] for fact in facts_of(entry)]
        failed = {one["power"] for one in facts if one.get("do") == "move" and one["outcome"] != "ok"}
        failed |= {one["power"] for one in facts if one.get("outcome") == "void"}
        for seat in file.charter["seats"]:
            lines = [one["text"] for one in build(file, since=until - 2, until=until, seat=seat)["lead"]]
            taken = [place for place, text in enumerate(lines) if " takes " in text or " loses " in text]
            lesser = [
                place for place, text in enumerate(lines) if text.startswith(("Your failed orders", "Beaten off"))
            ]
            assert max(taken, default=-1) < min(lesser, default=len(lines)), lines
            own = [place for place in taken if lines[place].startswith(f"{seat.capitalize()} ")]
            assert own in ([], [0]), lines  # what is driven out of the reader's comes before what others take
            assert any(text.startswith("Your failed orders") for text in lines) == (seat in failed), lines
            board = file.board_after(until)
            came = {one["to"] for one in facts if one.get("do") == "move" and one["outcome"] == "ok"}
            came |= {one["to"] for one in facts if one["type"] == "unit-retreated"}
            came |= {one["at"] for one in facts if one["type"] == "unit-built"}
            mine = {*board.centres(seat)}
            won = mine & {one["area"] for one in facts if one["type"] == "centre-taken"}
            others = [one for one in board.units.values() if one["power"] != seat]
            threats = [one for one in others if {*near_provinces(one)} & (mine if one["at"] in came else won)]
            assert any(text.startswith("Now beside your centres") for text in lines) == bool(threats), lines
            assert not threats or "All quiet" not in " ".join(lines), lines
            beaten = next((text for text in lines if text.startswith("Beaten off")), "")
            assert f"{seat.capitalize()}'s" not in beaten, lines
            found |= {"taken"} if taken else set()
            found |= {"beaten"} if beaten else set()
    assert found == {"taken", "beaten"}


def test_moves_without_a_convoy_stand_with_those_that_bounced():
    telling = load("diplomacy").telling
    rows = [("a-con", "sev", "no-convoy"), ("a-ank", "arm", "bounce"), ("f-bla", "rum", "ok")]
    facts = [
        {
            "type": "order-resolved",
            "power": "turkey",
            "unit": unit,
            "do": "move",
            "to": to,
            "via": False,
            "outcome": end,
        }
        for unit, to, end in rows
    ] + [{"type": "season-begun", "season": "fall", "year": 1901}]
    told = [one.text for one in telling.words.leads(facts, telling.say(None), ("turkey",)) if one.what == "main"]
    moves = (
        "Army Ankara -> Armenia in spring 1901, bounced; Army Constantinople -> Sevastopol in spring 1901, no convoy"
    )
    assert told == [f"Your failed orders: {moves}; your other moves worked."]


def test_a_support_is_told_with_its_own_goal_or_none():
    """What stays has no goal; that of the order beside it was told with it."""
    telling = load("diplomacy").telling
    support = {"unit": "a-smy", "do": "support", "whom": "a-con", "outcome": "void"}
    move = {"unit": "a-ank", "do": "move", "to": "arm", "via": False, "outcome": "void"}
    facts = [{"type": "order-resolved", "power": "turkey", **one} for one in (move, support)]
    facts.append({"type": "season-begun", "season": "fall", "year": 1901})
    (told,) = [one.text for one in telling.words.leads(facts, telling.say(None), ("turkey",)) if one.what == "main"]
    assert "Army Smyrna supports Army Constantinople in spring 1901, void" in told
