"""What a report begins with: six lines at most, which say what matters most, what the dice did, the score, what became
of one's own orders, and who is next."""

import functools
import random
import re
from collections import Counter
from textwrap import wrap

import pytest

from pbem.core.data.sentences import OWN, Words
from pbem.core.play.gamefile import facts_of
from pbem.core.record.charter import powers_of
from pbem.report.build import LOOKED_BACK, build
from pbem.report.lead import BRACKETS, lead, lead_block
from pbem.report.lead import COST as PRICE
from pbem.report.sheet import sheet
from pbem.report.text import LEAD, WIDTH, brief, render
from tests.contracts.titles import CONTRACTS, played
from tests.mail.test_short import GAMES, stops
from tests.spoken import SLIPS
from tests.thorough import some

MOST = 6


def height(report):
    """Of the lead, as the text that is mailed and the one that is printed have it."""
    alone = sheet(report)._replace(blocks=(lead_block(report),))
    return max(form(alone).partition("\n\n")[2].count("\n") for form in (brief, render))


def block(report):
    return {sentence.lead: sentence.text for sentence in lead_block(report).sentences}


@pytest.mark.sampled(2)
@pytest.mark.parametrize("name", sorted(GAMES))
def test_six_lines_say_it_in_recorded_games(name):
    longer = []
    for file in some(stops(name), 3):
        for seat in (None, *file.charter["seats"]):
            report = build(file, seat=seat)
            lines = block(report)
            assert ("Game over" in lines) != ("Next" in lines)
            assert not file.waiting or any(row["waiting"] in lines["Next"] for row in report["waiting"])
            if height(report) > MOST:
                longer.append((file.n, seat))
    assert longer == []


@pytest.mark.sampled(3)
@pytest.mark.parametrize("title", ["cataclysm", "pacific", "red-dragon"])
def test_six_lines_say_it_in_random_games(title):
    contract = next(one for one in CONTRACTS if one.title == title)
    file = contract.play_file("lead", entries=24)
    late = {"name": "", "first": "2026-12-03T12:00", "until": "2026-12-05T12:00"}  # as long as a date can be
    dates = [{"seat": seat, **late} for seat in file.charter["seats"]]
    heights = {n: height({**build(file, until=n), "deadlines": dates}) for n in range(1, file.n + 1)}
    assert len(heights) > 20 and {n: lines for n, lines in heights.items() if lines > MOST} == {}


GRAVE = {
    "cataclysm": "area-conquered attack-repulsed base-captured control-changed operation-declared resource-damaged "
    "unit-destroyed unit-reduced",
    "diplomacy": "centre-taken unit-disbanded unit-retreated",
    "pacific": "battle-begun battle-ended capital-taken complex-bombed control-changed convoy-changed "
    "kamikazes-declared landing-declared raid-declared units-removed",
    "red-dragon": "combat-begun control-changed country-joined unit-eliminated unit-reduced war-begun war-ended",
}
"""{title: types of facts that tell of what was attacked, lost or taken}"""


def stretches(file, count):
    """``(since, until, seat)``: stretches of a game, each for one of its seats."""
    rng, seats = random.Random(file.n), list(file.charter["seats"])
    for until in rng.sample(range(1, file.n + 1), min(count, file.n)):
        yield max(0, until - rng.choice([1, 2, 4, 8])), until, rng.choice(seats)


def lines_of(text):
    return len(wrap(text, WIDTH - LEAD))


def is_told(line, said, ways):
    """Whether a sentence of a lead stands in what is said, with or without what stands in its brackets."""
    return any(text and text in said for way in ways for text in forms(line[way]))


def forms(text):
    """A sentence with its brackets, without those that go first, and without what a fight cost."""
    bare = BRACKETS.sub("", text)
    return text, bare, PRICE.sub("", bare)


def owners(file, entry):
    return {id: area["owner"] for id, area in file.game.mapped(file.board_after(entry))["areas"].items()}


@pytest.mark.sampled(3)
@pytest.mark.parametrize("contract", CONTRACTS[1:], ids=repr)
def test_what_was_attacked_lost_or_taken_is_told_or_counted(contract):
    file, found = contract.play_file("lead", entries=40), 0
    grave = {*GRAVE.get(file.game.id, "").split()}
    for since, until, seat in stretches(file, 30):
        report = build(file, since=since, until=until, seat=seat)
        main = [line for line in report["lead"] if line["is"] == "main"]
        said = block(report)["In short"] if report["lead"] else ""
        left = [line for line in main if not is_told(line, said, ("text", "short"))]
        also = said.partition("Also: ")[2]
        named = {line["brief"] for line in left if is_told(line, also, ("brief",))}
        more = sum(line["brief"] not in named for line in left)
        lesser = "1 other event" if more == 1 else f"{more} other events"
        assert not more or said.endswith(f"{lesser} below."), (since, until, seat, said)
        for name in [line["brief"] for line in left[:1]] if not named else ():  # the heaviest is the first to be named
            rest = f" and {more - 1} other events below" * (more > 1)
            longer = said.replace(f"{lesser} below", f"Also: {forms(name)[1 if not SUM.search(said) else 2]}{rest}")
            others = sum(lines_of(text) for row, text in block(report).items() if row != "In short")
            assert lines_of(longer) > MOST - others, longer  # a number by itself is what is left where no name fits
        facts = [fact for entry in file.entries[since:until] for fact in facts_of(entry)]
        if grave & {fact["type"] for fact in facts} or owners(file, since) != owners(file, until):
            assert main or SUM.search(said), (since, until, seat, said)
            found += 1
        names = getattr(file.game.telling, "abbreviations", {}).items()
        spelled = functools.reduce(lambda text, name: text.replace(f" {name[1]}", f" {name[0]}"), names, said)
        assert not SLIPS.search(spelled) and not [line for line in report["lead"] if line["text"][0].islower()], said
    assert found or not grave


@pytest.mark.sampled(3)
@pytest.mark.parametrize("contract", CONTRACTS[1:], ids=repr)
def test_what_is_left_to_a_number_weighs_no_more_than_what_is_told(contract):
    """The list is by weight, what is great first; what is told of it stands in the order of time."""
    file, found = contract.play_file("lead", entries=40), 0
    for since, until, seat in stretches(file, 30):
        report = build(file, since=since, until=until, seat=seat)
        main = [line for line in report["lead"] if line["is"] == "main"]
        said, _also, names = block(report).get("In short", "").partition("Also: ")
        told = [is_told(line, said, ("text", "short")) for line in main]
        assert told == sorted(told, reverse=True), (since, until, seat, said)
        left = [forms(line["brief"])[-1] for line in main if not is_told(line, said, ("text", "short"))]
        assert all(left), left
        named = [name in names for name in left]
        assert not names or named == sorted(named, reverse=True), (since, until, seat, left, names)
        ways = [[*forms(line["text"]), *forms(line["short"])] for line in main[: sum(told)]]
        places = [min(place for text in texts if (place := said.find(text)) >= 0) for texts in ways]
        times = [line["at"] for line in main[: sum(told)]]
        assert sorted(times) == [time for _place, time in sorted(zip(places, times))], said
        found += sum(told) > 1
    assert found


TAKES = {
    "cataclysm": {"conquers": "area-conquered", "takes it": "base-captured", "repulsed": "attack-repulsed"},
    "diplomacy": {" takes ": "centre-taken"},
    "pacific": {" took ": "control-changed convoy-changed"},
    "red-dragon": {" took ": "control-changed", " got ": "control-changed"},
}
"""{title: {what a lead says: types of facts that say so}}"""


@pytest.mark.sampled(3)
@pytest.mark.parametrize("contract", CONTRACTS[1:], ids=repr)
def test_nothing_is_news_twice(contract):
    """What was there before a stretch may be the cause of what is told of it, and is not told."""
    file, takes = contract.play_file("lead", entries=40), TAKES.get(contract.title, {})
    say = file.game.telling.say(file.board_after(file.n))
    leads, facts = file.game.telling.words.leads, [fact for entry in file.entries for fact in facts_of(entry)]
    told = Counter[str]()
    for since in range(0, len(facts), 7):
        new = {fact["type"] for fact in facts[since : since + 40]}
        for one in leads(facts[: since + 40], say, (), since):
            assert all(fact["nth"] < 40 and facts[since + fact["nth"]]["type"] == fact["type"] for fact in one.facts)
            said = [types for word, types in takes.items() if word in f"{one.text} {one.short} {one.brief}"]
            assert all({*types.split()} & new for types in said), (since, one.text)
            told.update(said)
    assert told or not takes


LASTING = {
    "cataclysm": "area-conquered control-changed surrendered threshold-rolled war-ended",
    "diplomacy": "centre-taken",
    "pacific": "capital-taken control-changed convoy-changed",
    "red-dragon": "control-changed country-joined war-begun war-ended",
}
"""{title: types of facts that change a game for good}"""


@pytest.mark.sampled(3)
@pytest.mark.parametrize("contract", CONTRACTS[1:], ids=repr)
def test_what_changes_the_game_for_good_is_told_before_what_does_not(contract):
    """And is left to a number only where nothing else is told; what is over begins with that, and a stretch without
    any news says that it was quiet."""
    file, lasting = contract.play_file("lead", entries=40), {*LASTING.get(contract.title, "").split()}
    telling, found = file.game.telling, Counter[str]()
    for since, until, seat in stretches(file, 30):
        report, say = build(file, since=since, until=until, seat=seat), telling.say(file.board_after(until))
        facts = [fact for entry in file.entries[:until] for fact in facts_of(entry)]
        told = sum(len(facts_of(entry)) for entry in file.entries[:since])
        leads = telling.words.leads(facts, say, powers_of(file.charter, seat), told)
        main = [one for one in leads if one.what == "main"]
        assert all(one.is_great for one in main if _lasts(one, lasting)), (since, until, seat)
        great = {short(one.text, telling): one.is_great for one in main}
        lines = [line for line in report["lead"] if line["text"] in great]
        kinds = [great[line["text"]] for line in lines]
        assert kinds == sorted(kinds, reverse=True), (since, until, seat, lines)
        said = next((row for row in lead_block(report).sentences if row.lead == "In short"), None)
        shown = [said and is_told(line, said.text, ("text", "short", "brief")) for line in lines]
        hidden = kinds[shown.index(False)] if False in shown else False
        assert not hidden or all(kinds[place] for place, is_shown in enumerate(shown) if is_shown), (since, until, seat)
        found["lasting"] += any(_lasts(one, lasting) for one in main)
        quiet = not [line for line in report["lead"] if line["is"] == "main"] and report["lead"]
        is_said = said and (said.text.startswith(QUIET) or SUM.search(said.text))
        assert not quiet or is_said, (since, until, seat)
    assert found["lasting"] or not lasting
    over = {**report, "over": {"winner": None, "winner_name": None, "by": "", "rule": "", "why": "All agree."}}
    assert lead_block(over).sentences[0].lead == "Game over"


QUIET = ("All quiet: ", "Nothing was taken or lost. ")
OUTCOME = {
    "pacific": {
        "battle-ended": r"took|cleared|failed|beaten|taken|bombed|called off|\(cost: |lost|nothing|battles? to come"
    },
    "red-dragon": {
        "combat-begun": "cost|hit nothing|damaged|being fought|goes on now",
        "unit-eliminated": "cost|being fought|goes on now",
    },
    "cataclysm": {
        "operation-ended": "conquer|wins|victory|beaten|ties|a tie|repulsed|takes|taken|lost|called off|nothing|has to"
    },
}
"""{title: {type of fact of a fight: what a sentence that tells of it says of how it went}}"""


@pytest.mark.parametrize("contract", [one for one in CONTRACTS if one.title in OUTCOME], ids=repr)
def test_no_fight_is_told_without_its_outcome_however_short(contract):
    file, found = contract.play_file("lead", entries=40), 0
    for since, until, seat in stretches(file, 20):
        say = file.game.telling.say(file.board_after(until))
        earlier, facts = (
            [fact for entry in file.entries[start:end] for fact in facts_of(entry)]
            for start, end in ((max(0, since - LOOKED_BACK), since), (since, until))
        )
        for one in file.game.telling.words.leads([*earlier, *facts], say, powers_of(file.charter, seat), len(earlier)):
            for outcome in {OUTCOME[contract.title].get(fact["type"]) for fact in one.facts if one.what == "main"} - {
                None
            }:
                told = [one.text, *(BRACKETS.sub("", text) for text in (one.short, one.brief))]
                assert all(re.search(outcome, text) for text in told if text), told
                found += 1
    assert found


def short(text, telling):
    for name, abbreviation in getattr(telling, "abbreviations", {}).items():
        text = text.replace(name, abbreviation)
    return text


def _lasts(one, lasting):
    """Whether a sentence tells of what lasts; what is contested may yet be either's."""
    return any(fact["type"] in lasting and fact.get("now") != "contested" for fact in one.facts)


@pytest.mark.parametrize("contract", CONTRACTS[1:], ids=repr)
def test_what_was_taken_and_lost_again_is_not_told_as_taken(contract):
    file = contract.play_file("lead", entries=40)
    say = file.game.telling.say(file.board_after(file.n))
    words, facts = file.game.telling.words, [fact for entry in file.entries for fact in facts_of(entry)]
    gained = {"cataclysm": "power", "pacific": "to", "red-dragon": "now"}.get(file.game.id)
    changes = [fact for fact in facts if fact["type"] == "control-changed"]
    last = {fact["area"]: fact[gained] for fact in changes} if gained else {}
    for one in [one for one in words.leads(facts, say) if one.what == "main"]:
        taken = {fact["area"]: fact[gained] for fact in one.facts if fact["type"] == "control-changed"}
        again = [area for area, who in taken.items() if who and last[area] != who]
        told = [area for area in again if say.area(area) in one.text.replace(f"{say.area(area)} (lost again)", "")]
        assert not told or "lost again" in one.text, (one.text, told)


def test_what_an_ally_lost_before_it_left_the_war_is_the_loss_of_its_side():
    contract = next(one for one in CONTRACTS if one.title == "red-dragon")
    board = contract.play_file("lead", entries=1).board_after(1)
    board.side_with("aus", "out")
    lost = {"type": "unit-eliminated", "unit": "aus-sag-1", "area": "taiwan", "why": "combat", "hits": 1}
    [one] = contract.game.telling.words.leads([lost], contract.game.telling.say(board))[:1]
    assert "the Allies one Aus SAG" in one.text


def test_what_was_ordered_in_an_earlier_report_is_named_where_it_ends():
    """Red Dragon Rising asks between an attack and its fire: the losses stand in an entry of their own."""
    file = next(one for one in CONTRACTS if one.scenario == "ready").play_file("lead", entries=40)
    later = 0
    for entry in file.entries:
        types = [fact["type"] for fact in facts_of(entry)]
        if "unit-eliminated" in types and "op-declared" not in types[: types.index("unit-eliminated")]:
            said = block(build(file, since=entry["n"] - 1, until=entry["n"]))["In short"]
            assert "combat" not in said.casefold(), said  # which is what is said of those that come from nothing
            later += "'s Op " in said
    assert later


def test_two_ops_of_one_number_and_goal_are_told_together():
    op = {"type": "op-declared", "side": "prc", "op": 15, "move": {"at": "luzon"}}
    begun = {"type": "combat-begun", "side": "prc", "area": "luzon", "attackers": [], "defenders": []}
    lost = {"type": "unit-eliminated", "area": "luzon", "why": "combat", "hits": 1}
    facts = [op, begun, {**op}, begun, {**lost, "unit": "us-sag-2"}, {**lost, "unit": "us-sag-1"}]
    [one] = [one for one in leads_of("red-dragon", facts, ()) if one.what == "main"]
    assert one.short == "China's Op 15 (twice) in Luzon cost the Allies alone 2 SAG."
    assert one.brief == "China's Op 15 (twice) in Luzon (cost: the Allies alone 2 SAG)"
    facts = [*facts, {**op, "op": 20}, begun, {**lost, "unit": "twn-sag-1"}]
    [one] = [one for one in leads_of("red-dragon", facts, ()) if one.what == "main"]
    assert one.short == "China's Ops 15 (twice) and 20 in Luzon cost the Allies alone 3 SAG."
    facts = [op, begun, {**lost, "unit": "us-sag-2"}, {**op}, begun]
    facts[-1] = {**begun, "defenders": ["us-cvn-1", "us-sag-3"]}
    told = {one.short for one in leads_of("red-dragon", facts, ["allied"]) if one.what == "main"}
    fought = "China's Op 15 in Luzon goes on now against your 1 CVN and 1 SAG."
    assert told == {fought, "China's earlier Op 15 in Luzon cost you alone 1 SAG."}


def test_a_unit_is_told_where_it_went_at_last_and_who_finds_no_room_is_not_attacked():
    op, went = (
        {"type": "op-declared", "side": "prc", "op": 14, "move": {}},
        {"type": "units-moved", "units": ["prc-ssn-1"]},
    )
    lost = {"type": "unit-eliminated", "area": "luzon", "why": "stacking", "unit": "us-f-35-1"}
    facts = [op, {**went, "to": "sulu-sea"}, {**op}, {**went, "to": "natuna-sea"}, lost]
    room = "Want of room in Luzon cost the Allies one US F-35 (your Op 14)."
    told = {one.text for one in leads_of("red-dragon", facts, ["prc"])}
    assert told == {room, "You moved one SSN to the Natuna Sea (Op 14)."}


def test_many_units_that_march_to_one_place_are_told():
    march = {"type": "units-moved", "path": ["india", "burma"], "units": [["uk/infantry", 7, "infantry+"]]}
    assert lead_of("pacific", [march], ["us"]) == "The United Kingdom moved 7 units from India to Burma."


SUM = re.compile(r"\b(?:In all|Since the last report), (.*?)\.(?: |$)")
NUMBERS = {word: n for n, word in enumerate("no one two three four five six".split())}


def lost_by(file, facts):
    """``{power, or nation with units of its own: how many units it lost}``."""
    say, found = file.game.telling.say(file.board_after(file.n)), Counter[str]()
    reduced = set()  # counters of Red Dragon Rising that were damaged, and are still

    def side_of(unit):
        side, leans = say.board.side[unit], say.parts.countries[say.parts.units[unit].country]["leans"]
        return side if side in ("prc", "allied") else leans

    for fact in facts:
        if fact["type"] in ("unit-repaired", "unit-eliminated"):
            reduced.discard(fact["unit"])
        if fact["type"] == "units-removed":
            for token, count in fact["units"].items():
                force, ship = token.split("/", 1)
                for one in [force, *(item.split("/")[0] for item in ship.partition("(")[2].split(",") if item)]:
                    found[one] += count
        elif fact["type"] in ("unit-destroyed", "unit-reduced", "unit-disbanded") and fact.get("power"):
            found[fact["power"]] += 1
        elif fact["type"] == "unit-eliminated" and fact["why"] != "left the war":
            found[side_of(fact["unit"])] += 1
        elif fact["type"] == "unit-reduced" and "power" not in fact:
            reduced.add(fact["unit"])
    return found + Counter(map(side_of, reduced))


def counted_in(text):
    """How many units a list of losses has: ``a carrier, 2 fighters and one Twn F-16``."""
    items = [] if text == "nothing" else re.split(r", | and ", text)
    numbers = [item.split(" ")[0] for item in items]
    return sum(int(word) if word.isdigit() else NUMBERS.get(word, 1) for word in numbers)


@pytest.mark.sampled(3)
@pytest.mark.parametrize("contract", CONTRACTS[1:], ids=repr)
def test_what_everybody_lost_is_told_to_the_last_piece_and_the_readers_first(contract):
    """In six lines, whatever else is told; a ship or an aircraft of his by its name, unless all are a number."""
    file, found = contract.play_file("lead", entries=40), Counter[str]()
    begun_at = getattr(file.game.telling, "begun_at", lambda facts: None)
    for since, until, seat in stretches(file, 40):
        before, facts = (
            [fact for entry in part for fact in facts_of(entry)]
            for part in (file.entries[max(0, since - LOOKED_BACK) : since], file.entries[since:until])
        )
        begun, own = begun_at(before), powers_of(file.charter, seat)
        lost, earlier = lost_by(file, facts), lost_by(file, before[begun:] if begun is not None else ())
        report = build(file, since=since, until=until, seat=seat)
        said = block(report).get("In short", "")
        told, told_by = "".join(SUM.findall(said)), [line["brief"] for line in report["lead"] if line["is"] == "losses"]
        ways = [(line["text"], line["short"]) for line in report["lead"] if told_by and line["text"] in told_by[0]]
        is_whole = bool(ways) and all(any(way in said for way in both) for both in ways)  # sentences that say all of it
        left = sum(map(int, re.findall(r"(\d+) other event", said)))  # to nearly all events others' losses give way
        is_spared = left < 2 and not any(lost[power] for power in own)
        assert (bool(told) + is_whole == 1 or is_spared and not told) if +lost else not told, said
        assert height(report) <= MOST
        if told:
            each = [counted_in(re.sub(r"^.*? lost ", "", one)) for one in told.split("; ")]
            mine = sum(clause.startswith("you ") for clause in told.split("; "))
            assert told.startswith("you ") == bool(mine) and sum(each[:mine]) == sum(lost[one] for one in own)
            assert sum(each) == sum(lost.values()), (told, lost)
            assert ("Since the last report, " in block(report)["In short"]) == bool(+earlier)
            found["mine" if any(lost[one] for one in own) else "others"] += 1
    assert found or contract.title not in ("pacific", "red-dragon")


COST = re.compile(r"\blost: | cost ")  # what stands before the losses of a fight
FIGHTS = [one for one in CONTRACTS if one.title in ("pacific", "red-dragon")]


def losers(facts, say):
    """The sides that lost units in facts."""
    removed = {token for fact in facts if fact["type"] == "units-removed" for token in fact["units"]}
    gone = {fact["unit"] for fact in facts if fact["type"] == "unit-eliminated"}
    china = {say.parts.countries[say.parts.units[unit].country]["leans"] == "prc" for unit in gone}
    found = {"Japan" if token.startswith("japan/") else "the Allies" for token in removed}
    return found | {"China" if is_china else "the Allies" for is_china in china}


@pytest.mark.parametrize("contract", FIGHTS, ids=repr)
def test_what_a_fight_cost_is_told_of_both_sides_in_every_length(contract):
    file, found = contract.play_file("lead", entries=40), Counter[int]()
    telling, begun = file.game.telling, getattr(file.game.telling, "begun_at", lambda facts: None)
    for since, until, _seat in stretches(file, 40):
        facts = [fact for entry in file.entries[:until] for fact in facts_of(entry)]
        told, say = sum(len(facts_of(entry)) for entry in file.entries[:since]), telling.say(file.board_after(until))
        at = begun(facts)
        for one in telling.words.leads(facts, say, (), told):
            sides = losers([fact for fact in one.facts if at is None or fact.get("area") != facts[at]["area"]], say)
            for cost, text in ((COST.search(text), text) for text in {one.text, one.short, one.brief}):
                if cost and one.what == "main":
                    told_of = re.sub(r"; (?=(Japan|the Allies) (?!hold))", ", ", text[cost.end() :]).partition(";")[0]
                    told_of = told_of.replace("China's", "China").replace("the Allies'", "the Allies")
                    assert sides == {side for side in ("China", "Japan", "the Allies") if f"{side} " in told_of}, text
                    found[len(sides)] += 1
    assert found[1] and found[2]


def test_an_operation_under_way_has_its_chance_or_its_dice():
    """Cataclysm asks between a declaration and the combat, and behind it."""
    file, found = next(one for one in CONTRACTS if one.scenario == "c2").play_file("lead", entries=20), set()
    for n in range(1, file.n + 1):
        if file.board_after(n).operation_if_any:
            told = " ".join(line["text"] for line in build(file, until=n)["lead"] if " is attacking " in line["text"])
            assert not told or " wins " in told or " combat" in told, told
            found.add(" wins " in told)
    assert found == {True, False}


@pytest.mark.parametrize("title", ["pacific", "red-dragon"])
def test_of_the_dice_of_a_battle_the_rarer_decide(title):
    contract = next(one for one in CONTRACTS if one.title == title)
    board, facts = played(contract, contract.seeds[0])
    found = [
        one for one in contract.game.telling.turning(facts, contract.game.telling.say(board)) if one.fields.get("sides")
    ]
    assert {len(one.fields["sides"]) for one in found} >= {2}
    for one in found:
        shares = [row["share"][0] / row["share"][1] for row in one.fields["sides"]]
        assert min(shares) == one.share[0] / one.share[1]


@pytest.mark.parametrize("title", ["cataclysm", "pacific", "red-dragon"])
def test_the_heaviest_facts_of_random_games_are_told_as_people_speak(title):
    contract = next(one for one in CONTRACTS if one.title == title)
    board, facts = played(contract, contract.seeds[0])
    words, say = contract.game.telling.words, contract.game.telling.say(board)
    for since in range(0, len(facts), 15):  # a game's collapses and falls come late
        for seat in contract.game.powers:
            assert all(one.text for one in words.leads(facts[: since + 30], say, (seat,), since))
    found = words.leads(facts, say)
    assert len(found) > 5 and all(one.weight > 0 and one.text for one in found)
    assert [one.text for one in found if SLIPS.search(one.text) or one.text[0].islower()] == []


@pytest.mark.parametrize("name", sorted(GAMES))
def test_the_score_is_that_of_the_board_with_what_is_different(name):
    *_, before, after = stops(name)
    old, new = (after.game.telling.score(one.board_after(one.n)) for one in (before, after))
    said = block(build(after))["Score"]
    for who, points in new.items():
        assert (f"{who} {points} ({points - old[who]:+d})" in said) == (points != old[who])
    assert old != new or "unchanged" in said.casefold()


def test_who_answers_by_one_date_is_told_with_it_once():
    file = next(one for one in CONTRACTS if one.title == "cataclysm").play_file("lead", entries=24)
    report = {**build(file, until=12), "asked": [], "over": None}
    rows = [{**row, "answered": False} for row in (report["waiting"] or build(file)["waiting"])[:1]]
    report["waiting"] = [{**row, "seat": seat, "waiting": f"to {seat}"} for row in rows for seat in ("a", "b")]
    report["deadlines"] = [{"seat": seat, "name": "", "first": "2026-12-03T12:00", "until": ""} for seat in ("a", "b")]
    said = block(report)["Next"]
    assert said.count("Dec") == 1 and "to a, " in said and "to b, by" in said, said


def test_of_a_file_without_its_calendar_the_days_are_told_that_were_agreed():
    file = next(one for one in CONTRACTS if one.title == "cataclysm").play_file("lead", entries=3)
    assert block(build(file))["Next"].endswith("(no deadline).")
    file.charter["calendar"] = {"days": 7, "grace": 2, "windows": 3, "window_days": 14}
    assert block(build(file))["Next"].endswith("(within 7 days of being asked).")


def test_a_power_that_is_about_to_surrender_is_told_until_it_has():
    fall = {"type": "threshold-rolled", "power": "italy", "die": 1, "threshold": 1}
    fall |= {"parts": [], "surrenders": True}
    done = {"type": "surrendered", "power": "italy"}
    told = [[one.short for one in leads_of("cataclysm", facts, ["italy"])] for facts in ([fall], [fall, done])]
    assert told[0] == ["Italy has to surrender."] and "Italy has to surrender." not in told[1]


def test_what_is_the_readers_own_comes_before_others_but_not_before_what_is_great():
    row = {"is": "main", "alike": ["who"], "of": ["who"], "told": "{who} {facts:#|#}"}
    words = Words({"leads": {"lost": {"weight": "5", **row}, "fell": {"weight": "100", **row}}, "facts": {"": {}}})
    facts = [{"type": "lost", "who": "A"}] * 4 + [{"type": "lost", "who": "B"}, {"type": "fell", "who": "A"}]

    class Say:
        ways = {}

    class Told:
        say = staticmethod(lambda board: Say())

    class Boards:
        before, after, earlier = None, None, []

    Told.words, Boards.facts = words, facts
    assert [line["text"] for line in lead(Boards, Told, own=["B"])] == ["A 1", "B 1", "A 4"]


def test_facts_that_agree_weigh_together_and_are_told_once():
    lost = {"weight": "{cost}", "alike": ["side"], "of": ["side"], "told": "{side} loses {facts:# ship|# ships}."}
    words = Words(
        {
            "leads": {"lost": lost, "won": {"weight": "5", "is": "main"}},
            "facts": {"": {"won": "It is over.", "lost": None}},
        }
    )
    facts = [
        {"type": "lost", "side": "A", "cost": 2},
        {"type": "won"},
        {"type": "lost", "side": "B", "cost": 1},
        {"type": "lost", "side": "A", "cost": 3},
        {"type": "moved"},
    ]

    class Say:
        ways = {}

    assert [tuple(one)[:3] for one in words.leads(facts, Say())] == [
        (5, "A loses 2 ships.", "news"),
        (5, "It is over.", "main"),
        (1, "B loses 1 ship.", "news"),
    ]
    assert [one.weight for one in words.leads(facts, Say(), own=["B"])] == [5, 5, OWN]


def test_a_cause_that_has_no_name_is_not_named():
    """What an event brings in Cataclysm has its name; what comes of a collapse has none."""
    cause = {"type": "operation-declared", "id": 1, "power": "italy", "form": "land", "target": "france"}
    lost = {"type": "counter-rejected", "power": "italy", "counter": "it-flag-1", "why": "collapse"}
    assert "reserved" in lead_of("cataclysm", [{**cause, "defender": None}, lost], ())


def test_ships_that_were_sunk_after_they_were_damaged_are_not_told_as_damaged():
    contract = next(one for one in CONTRACTS if one.scenario == "standard" and one.title == "pacific")
    board = contract.play_file("lead", entries=1).board_after(1)
    fact = {"type": "units-changed", "area": "sz9", "units": [["us/battleship", 1, "battleship!"]]}
    told = []
    for key in ("battleship!", "battleship"):
        board.units["sz9"] = {"us": {key: 1}}
        board.seen.clear()
        told.append(len(contract.game.telling.words.leads([fact], contract.game.telling.say(board))))
    assert told == [1, 0]


def lead_of(title, facts, own):
    """What the heaviest of some facts says to a reader who plays these powers, in full."""
    return max(leads_of(title, facts, own), key=lambda one: (one.is_great, one.weight)).text


def leads_of(title, facts, own):
    contract = next(one for one in CONTRACTS if one.title == title)
    telling = contract.game.telling
    say = telling.say(contract.play_file("lead", entries=1).board_after(1))
    owned = telling.owned(own) if hasattr(telling, "owned") else own
    return telling.words.leads(facts, say, owned)


def test_of_like_things_the_readers_comes_first_with_what_its_dominions_lost_there():
    facts = [{"type": "units-removed", "area": "sz43", "units": {"uk/transport": 2}, "why": "lost"}]
    for zone, before in (("sz38", "usa"), ("sz43", "australia")):
        facts.append({"type": "convoy-changed", "to": "japan", "zone": zone, "before": before})
    assert lead_of("pacific", facts, ["us"]) == "Japan took the convoy of Sea Zone 38 from the USA."
    price = "the Allies alone lost 2 British transports"
    assert lead_of("pacific", facts, ["uk"]) == f"Japan took the convoy of Sea Zone 43 from Australia ({price})."


REFUSED = {
    "Italy refuses the armistice of France.": ("armistice-answered", "italy", {"to": "france", "accepted": False}),
    "France fails to declare war on Germany.": (
        "action-failed",
        "france",
        {"act": "declare-war", "targets": ["germany"]},
    ),
    "France throws away the flag it drew.": ("counter-rejected", "france", {"counter": "fr-flag-1", "why": "rejected"}),
    "Italy collapses, to begin again as wavering: 2 against the surrender threshold 0.": (
        *("threshold-rolled", "italy"),
        {"die": 2, "threshold": 0, "parts": [], "surrenders": False},
    ),
}


@pytest.mark.parametrize("told", REFUSED)
def test_what_was_refused_or_failed_is_told_with_whom_it_was_about(told):
    type, power, more = REFUSED[told]
    assert lead_of("cataclysm", [{"type": type, "power": power, **more}], ["france"]) == told


FREE = "China got Taiwan without a fight (Taiwan leaves the war)."
GOT = "China got Taiwan (Taiwan leaves the war)."


@pytest.mark.parametrize(
    ("fell", "told"),
    [
        ([], FREE),
        ([{"type": "combat-begun", "side": "prc", "area": "taiwan", "attackers": [], "defenders": []}], GOT),
        ([{"type": "unit-eliminated", "unit": "twn-sag-1", "area": "taiwan", "why": "combat", "hits": 1}], GOT),
        ([{"type": "unit-eliminated", "unit": "prc-sag-1", "area": "luzon", "why": "combat", "hits": 1}], FREE),
        ([{"type": "unit-eliminated", "unit": "twn-sag-1", "area": "taiwan", "why": "left the war"}], FREE),
    ],
)
def test_what_an_event_brought_is_without_a_fight_only_where_nobody_fought_or_fell(fell, told):
    left = [{"type": "event-happened", "event": "taiwan-out", "side": "prc", "effect": True}]
    gained = {"type": "control-changed", "area": "taiwan", "before": "allied", "now": "prc"}
    leads = leads_of("red-dragon", [*fell, *left, gained], ["allied"])
    assert told in [one.text for one in leads]


def test_a_place_that_was_taken_is_told_with_what_it_cost_and_named_without():
    op = {"type": "op-declared", "side": "prc", "op": 19, "move": {"at": "okinawa"}}
    begun = {"type": "combat-begun", "side": "prc", "area": "okinawa", "attackers": [], "defenders": ["us-sag-1"]}
    lost = {"type": "unit-eliminated", "unit": "us-sag-1", "area": "okinawa", "why": "combat", "hits": 1}
    gained = {"type": "control-changed", "area": "okinawa", "before": "allied", "now": "prc"}
    [one] = leads_of("red-dragon", [op, begun, lost, gained], ["prc"])
    assert one.text == "You took Okinawa (your Op 19); it cost the Allies alone one US SAG."
    assert one.short == "You took Okinawa (lost: the Allies alone 1 SAG)."
    assert one.brief == "Okinawa taken by you"


def test_an_attack_that_hits_nothing_says_at_whom_it_was():
    op = {"type": "op-declared", "side": "prc", "op": 17, "move": {"at": "luzon"}}
    begun = {"type": "combat-begun", "side": "prc", "area": "luzon", "attackers": [], "defenders": ["us-cvn-1"]}
    over = {"type": "turn-begun"}
    assert "hit nothing (target: one US CVN)" in lead_of("red-dragon", [op, begun, over], ["allied"])
