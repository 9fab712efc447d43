"""Every fact can be told, in text and in Markdown, and a sentence names things as people do."""

import json
import re
from html import unescape

import pytest

from pbem.report import html, markdown, speak, text
from pbem.report.build import build, line_of
from pbem.report.sheet import sheet
from tests.spoken import SLIPS, faults_of_facts, printed

from .case_plays import of_cases
from .titles import SettledFeed, played

LONG = 600  # decisions in which that occurs for which there are no cases


def test_every_type_of_fact_has_a_sentence(contract):
    assert sorted(set(contract.game.reducers) - set(contract.game.telling.words.facts)) == []


def test_every_sentence_can_be_said_and_names_things_as_print_does(contract):
    """In random games; in the cases too (tests/test_rulebook_cases.py)."""
    odd = {
        fault
        for seed in contract.seeds
        for board, facts in [played(contract, seed)]
        for fault in faults_of_facts(contract.game, board, facts)
    }
    assert not odd, "\n".join(sorted(odd)[:8])


@pytest.mark.sampled(3)
def test_a_report_reads_as_people_speak(contract):
    """Headings, story, changes and questions of random games: no `1 losses`, no `a infantry`, no `0 rounds`."""
    odd = set()
    for seed in contract.seeds:
        file = contract.play_file(f"report-{seed}", entries=20)
        report = build(file, since=0)
        told = [line["text"] for part in report["story"] for line in part["lines"]]
        told += report["changes"] + [part["heading"] for part in report["story"]]
        told += [row["asked"].partition(": ")[0] for row in report["waiting"]]
        odd |= {text for text in told if SLIPS.search(re.sub(r" \[[\w., -]+\]", "", text)) or text[:1].islower()}
    assert not odd, "\n".join(sorted(odd)[:12])


@pytest.mark.sampled(3)
def test_a_whole_game_is_told_in_text_and_in_markdown(contract):
    file = contract.play_file("told")
    report = build(file, since=0)
    plain, marked = text.render(sheet(report)), markdown.render(sheet(report))
    for part in report["story"]:
        assert part["heading"].strip()
        for one in filter(None, printed(part)):
            assert one.split()[0] in plain
            assert one.split()[-1].strip("*_.()[]") in marked
    assert all(len(line) <= 78 for line in plain.splitlines())
    assert max(map(len, (line for line in plain.splitlines() if line.startswith("  ")))) <= 78


@pytest.mark.sampled(3)
def test_every_type_of_fact_is_told_in_every_format(contract):
    """One fact of each type, as it occurs in random games and cases, told as a report would tell it: most types that
    have a sentence, and more than half where a title has no cases, and plays whole games instead."""
    file = contract.play_file("formats", entries=2)
    report, told = build(file, since=0), {}
    cases = of_cases(contract.title)[0]
    rare = cases or long_games(contract)
    for board, facts in [*(played(contract, seed) for seed in contract.seeds), *rare]:
        say = contract.game.telling.say(board)
        for fact in facts:
            if fact["type"] not in told and (line := line_of(contract.game.telling, fact, say)):
                told[fact["type"]] = line
    report["story"] = [{"heading": "Everything", "procedure": "everything", "lines": list(told.values())}]
    shown = {
        "text": text.render(sheet(report)),
        "markdown": markdown.render(sheet(report)),
        "html": html.render(sheet(report)),
        "speak": speak.render(sheet(report)),
        "json": json.dumps(report, ensure_ascii=False),
    }
    for name, page in shown.items():
        words = set(re.findall(r"\w+", unescape(page)))
        for kind, line in told.items():
            assert set(re.findall(r"\w+", line["text"])) <= words, (name, kind)
    said = sum(sentence is not None for sentence in contract.game.telling.words.facts.values())
    assert len(told) > said * (2 / 3 if cases else 1 / 2)


def long_games(contract):
    """Random games to their ends, the last one up to the limit."""
    left = LONG
    while left > 0:
        feed = SettledFeed(contract.game, f"long-{left}", left)
        yield contract.play(f"long-{left}", feed)[:2]
        left -= max(1, feed.decisions)
