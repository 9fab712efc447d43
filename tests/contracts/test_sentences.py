"""Every fact can be told, in text and in Markdown, and a sentence names things as people do."""

import json
import re
from html import unescape

from pbem.report import html, markdown, speak, text
from pbem.report.build import build, line_of
from pbem.report.sheet import sheet

from .case_plays import of_cases
from .test_paraphrase import SLIPS
from .titles import played

WORD = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")
SPELLED = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)+")


def stories(contract):
    """``[(board, facts)]``: the random games of a contract, and the cases of its title, where rare facts occur."""
    return [*(played(contract, seed) for seed in contract.seeds), *of_cases(contract.title)]


def sentence(game, fact, say):
    told = game.telling.words.fact(fact, say)
    return told["text"] if isinstance(told, dict) else told


def test_every_type_of_fact_has_a_sentence(contract):
    assert sorted(set(contract.game.reducers) - set(contract.game.telling.words.facts)) == []


def test_every_sentence_can_be_said_and_ends(contract):
    game, odd = contract.game, []
    for board, facts in stories(contract):
        say = game.telling.say(board)
        for fact in facts:
            told = sentence(game, fact, say)
            if told is not None and not (told.endswith((".", "!", "?")) and told[:1] == told[:1].upper()):
                odd.append(told)
            if told and ("  " in told or "{" in told or "None" in told or ".." in told):
                odd.append(told)
    assert not odd, "\n".join(odd[:8])


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


def test_no_sentence_shows_an_id_where_there_is_a_name(contract):
    game = contract.game
    ids = {id for found in game.names.categories.values() for id in found if "-" in id}
    areas = {id for id in game.names.categories["area"] if game.names.show(id) != id}
    found = set()
    for board, facts in stories(contract):
        say = game.telling.say(board)
        for fact in facts:
            told = sentence(game, fact, say) or ""
            found |= {(word, told) for word in SPELLED.findall(told) if word in ids}
            found |= {(word, told) for word in told.replace(".", "").split() if word in areas}
    assert not found, "\n".join(f"{word}: {told}" for word, told in sorted(found)[:8])


def test_a_whole_game_is_told_in_text_and_in_markdown(contract):
    file = contract.play_file("told")
    report = build(file, since=0)
    plain, marked = text.render(sheet(report)), markdown.render(sheet(report))
    for part in report["story"]:
        assert part["heading"].strip()
        for line in part["lines"]:
            assert line["text"].split()[0] in plain
            assert line["text"].split()[-1].strip("*_.()[]") in marked
    assert all(len(line) <= 78 for line in plain.splitlines())
    assert max(map(len, (line for line in plain.splitlines() if line.startswith("  ")))) <= 78


def test_every_type_of_fact_is_told_in_every_format(contract):
    """One fact of each type, as it occurs in random games and cases, told as a report would tell it."""
    file = contract.play_file("formats", entries=2)
    report, told = build(file, since=0), {}
    for board, facts in stories(contract):
        say = contract.game.telling.say(board)
        for fact in facts:
            if fact["type"] not in told and sentence(contract.game, fact, say):
                told[fact["type"]] = line_of(contract.game.telling, fact, say)
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
    assert len(told) > len(contract.game.reducers) // 2
