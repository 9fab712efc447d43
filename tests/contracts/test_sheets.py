"""One report, many forms: each prints the same blocks, with the same titles and sentences, in the same order."""

import functools
import json
import re
from html import unescape

import pytest

from pbem.core.seat.order_form import form
from pbem.page.turn import story_html
from pbem.report import html, markdown, speak, text
from pbem.report.blocks import Figure, Lines, Sentence, Table
from pbem.report.build import build, history
from pbem.report.sheet import sheet, with_blocks
from tests.spoken import printed

SEEDS = ("sheet-1", "sheet-2", "sheet-3")
SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"></svg>'


def of_text(page):
    return re.findall(r"(?m)^--- (.+?) -*$", page), page


def of_markdown(page):
    found = re.findall(r"(?m)^## (.+)$", re.sub(r"(?ms)^```$.*?^```$", "", page))
    return found, re.sub(r"\\(.)", r"\1", page.replace("**", ""))


def of_html(page):
    plain = re.sub(r"(?s)<style>.*?</style>|<svg.*?</svg>", "", page)
    return [unescape(one) for one in re.findall("<h2>(.+?)</h2>", page)], unescape(re.sub("<[^>]+>", " ", plain))


def of_speech(page):
    return [line.rstrip(".") for line in re.findall(r"(?m)^\n(.+)$", page)], page


FORMS = {
    "text": (text.render, of_text),
    "markdown": (markdown.render, of_markdown),
    "html": (html.render, of_html),
    "speech": (speak.render, of_speech),
}


def flat(words):
    """A text without what a form may do with spaces, capitals, and the marks around commands."""
    return re.sub(r"[\s`|]+", "", words).casefold()


def pieces(item, name):
    """What a form must print of an item, in this order."""
    if isinstance(item, Sentence):
        rule = f"Rule {item.rule}" if name == "speech" else f"[{item.rule}]"
        quoted = [one for line in item.quoted for one in line.split("; ")]
        return [item.lead.rstrip(":"), item.text.rstrip(":"), *quoted, rule if item.rule else ""]
    if isinstance(item, Table):
        return item.told if name == "speech" else [item.title, *(cell for row in item.rows for cell in row)]
    if isinstance(item, Lines):
        return item.lines
    return [item.caption if isinstance(item, Figure) else item.text]


def missing(made, name, page):
    """What a page lacks of a sheet, or has in another place: titles, then every piece behind the one before it."""
    titles, words = FORMS[name][1](page)
    wanted = [block.title for block in made.blocks if block.title]
    shown = [title for title in titles if title in wanted]
    faults = [] if shown == wanted else [("titles", shown, wanted)]
    if name != "speech" and titles != wanted:
        faults.append(("more titles", titles))
    words, place = flat(words), 0
    for block in made.blocks:
        said = [block.title, *(piece for item in block.items for piece in pieces(item, name))]
        for piece in map(flat, said):
            found = words.find(piece, place)
            if found < 0:
                faults.append((block.kind, piece))
            place = max(place, found + len(piece))
    return faults


@functools.cache
def played(contract, seed):
    """A random game, and its report on the second half as a sheet with everything that a sheet may have."""
    file = contract.play_file(seed, entries=8)
    seat = sorted(file.charter["seats"])[0]
    report = build(file, file.n // 2, seat=seat, with_places=True)
    report["notes"] = [
        {"entry": 1, "what": "absent", "why": "", "seat": seat},
        {"entry": 1, "what": "passed over", "why": "", "seat": seat},
        {
            "entry": 1,
            "what": "a word to everybody",
            "why": "The club\n\n## The board now\n\n--- The board now ---\n is shut.",
        },
    ]
    orders = "" if file.is_over else form(file, seat)
    return file, report, sheet(report, orders, [("A map", SVG)], history(file, file.n // 2), "Everything holds.")


@pytest.mark.sampled(3)
@pytest.mark.parametrize("name", FORMS)
def test_every_form_prints_every_block_with_its_title_and_its_sentences_in_order(contract, name):
    for seed in SEEDS:
        _, _, made = played(contract, seed)
        assert missing(made, name, FORMS[name][0](made)) == []
        assert {"lead", "notes", "board", "history", "trust"} <= {block.kind for block in made.blocks}


@pytest.mark.sampled(3)
@pytest.mark.parametrize("name", FORMS)
def test_a_form_that_leaves_one_item_out_or_turns_two_around_is_seen(contract, name):
    _, _, made = played(contract, SEEDS[0])
    for place, block in enumerate(made.blocks):
        for items in (block.items[:-1], block.items[::-1]):
            if len(set(items)) > 1 and any(pieces(block.items[-1], name)):
                other = made._replace(
                    blocks=(*made.blocks[:place], block._replace(items=items), *made.blocks[place + 1 :])
                )
                assert missing(made, name, FORMS[name][0](other)), (block.kind, len(items))


def test_json_has_the_blocks_with_their_titles(contract):
    file, report, _ = played(contract, SEEDS[0])
    made = sheet(report)
    found = json.loads(json.dumps(with_blocks(report)))["blocks"]
    assert [(block["kind"], block["title"]) for block in found] == [(block.kind, block.title) for block in made.blocks]
    for block, shown in zip(made.blocks, found):
        for item, row in zip(block.items, shown["items"], strict=True):
            assert row.pop("is") == type(item).__name__.lower()
            for field, value in json.loads(json.dumps(item._asdict())).items():
                assert row.pop(field, None) == (value or None)
            assert row == {}


def test_a_story_that_is_cut_on_a_page_says_so(contract, monkeypatch):
    _, report, _ = played(contract, SEEDS[0])
    lines = [flat(one) for part in report["story"] for one in printed(part)]
    whole = flat(unescape(re.sub("<[^>]+>", " ", story_html(report))))
    assert all(line in whole for line in lines) and "stands in the report" not in story_html(report)
    monkeypatch.setattr("pbem.page.turn.MOST_OF_A_STORY", 20)
    if len(report["story"]) > 1:
        assert "What came before stands in the report." in story_html(report)
