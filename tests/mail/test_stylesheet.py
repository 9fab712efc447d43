"""A style sheet strikes out and hides as an attribute does; where nobody can say whether it does, it is asked."""

import functools
import itertools
import random

import pytest

from pbem.core.title.game import load
from pbem.mail.htmltext import Unreadable, text_of_html
from pbem.mail.reply import Reply
from pbem.mail.stylesheet import MOST_SHEET
from pbem.mail.talk import Talk
from tests.growth import grows_in_proportion

HIDING = [
    "display:none",
    "DISPLAY : none !important",
    "visibility:hidden",
    "text-decoration: line-through red",
    "text-decoration-line:line-through",
    "font-size:0",
    "opacity:0.0",
    "color:#fff",
    "color: rgb(255, 255, 255)",
    "max-height:0; overflow:hidden",
]
JUDGED = [".gone", "p.gone", "#it", "p#it", "P", "*", "h1, .gone", ".gone.too", "<!-- .gone", "/* { */ .gone"]
NOT_JUDGED = ["div .gone", "div > p", "p:first-child", "p[x]", ".gone:hover", "h1 ~ p", "p::first-line", "p:is(p)"]
NESTED = ["@media print {{ .gone {{ {0} }} }}", "@supports (x:y) {{ p {{ {0} }} }}", "div {{ .gone {{ {0} }} }}"]
BODY = '<div><p class="gone too" id="it" x>pass</p></div><h2>op 1</h2>'


@functools.cache
def talk():
    return Talk(load("red-dragon"))


def read(sheet, body=BODY, **more):
    text, notes, struck = text_of_html(f"<html><head><style>{sheet}</style></head><body>{body}</body></html>")
    reply = Reply(text, "", talk(), reads=lambda one: one in ("pass", "op 1"), struck=struck)
    return [row.text for row in reply.of("order")], [row.text for row in reply.of("doubtful")]


@pytest.mark.parametrize("declared", HIDING)
@pytest.mark.parametrize("selector", JUDGED)
def test_what_a_sheet_hides_by_name_id_or_class_is_no_order(selector, declared):
    orders, doubtful = read(f"{selector} {{ {declared} }}")
    assert "pass" not in orders + doubtful and (selector == "*" or orders == ["op 1"])


@pytest.mark.parametrize("declared", [one for one in HIDING if "color:" not in one.replace(" ", "")])
@pytest.mark.parametrize("sheet", [*(f"{one} {{{{ {{0}} }}}}" for one in NOT_JUDGED), *NESTED])
def test_what_may_be_hidden_is_asked(sheet, declared):
    orders, doubtful = read(sheet.format(declared))
    assert (orders, doubtful) == (["op 1"], ["pass"])


@pytest.mark.parametrize("selector", ["[x]", ":is(p)", "div *", "a, , b"])
def test_what_may_hide_anything_makes_all_of_it_asked(selector):
    assert read(f"{selector} {{display:none}}") == ([], ["pass", "op 1"])


@pytest.mark.parametrize(
    "sheet, is_hidden",
    [
        (".gone {display:none} p {display:block}", True),  # a class goes before a name
        ("p {display:none} .gone {display:block}", False),
        ("#it {display:block} .gone.too {display:none}", False),
        ("p {display:none!important} #it {display:block}", True),
        (".gone {display:none} .gone {display:block}", False),
        (".other {display:none} h1.gone {display:none} .gone {margin:0; color:#000; font-size:12pt}", False),
    ],
)
def test_of_rules_that_differ_the_stronger_holds(sheet, is_hidden):
    orders, doubtful = read(sheet)
    assert orders == (["op 1"] if is_hidden else ["pass", "op 1"]) and not doubtful


def test_an_attribute_goes_before_a_sheet_but_for_what_is_important():
    body = '<p class="gone" style="display:block">pass</p>'
    assert read(".gone {display:none}", body)[0] == ["pass"]
    assert read(".gone {display:none !important}", body)[0] == []


def test_a_sheet_of_a_mail_program_hides_nothing():
    sheet = (
        "<!-- @font-face {font-family:Calibri;} p.MsoNormal, li.MsoNormal {margin:0cm; font-size:11.0pt; "
        "mso-fareast-language:EN-US;} a:link, span.MsoHyperlink {mso-style-priority:99; color:#0563C1; "
        "text-decoration:underline;} a:visited {color:purple;} .MsoChpDefault {mso-style-type:export-only;} "
        "@page WordSection1 {size:612.0pt 792.0pt;} div.WordSection1 {page:WordSection1;} v\\:* {behavior:url(#x);} -->"
    )
    assert read(sheet, '<div class="WordSection1"><p class="MsoNormal">pass</p></div>') == (["pass"], [])


PIECES = (
    "p",
    ".a",
    "#a",
    "{",
    "}",
    "(",
    ")",
    "[",
    '"',
    "'",
    "/*",
    "*/",
    "@media",
    "a,",
    ";",
    ":",
    "color:red",
    "\\",
    "<!--",
    " > ",
)


@pytest.mark.sampled(3)
@pytest.mark.parametrize("piece", [*PIECES, "p{color:red}", "p{display:none}", ".a.a{display:none}", "a{"])
def test_time_is_linear_in_a_hostile_sheet(piece):
    """Four times as long a sheet takes some four times as long; one that is longer than any is not read to its end."""
    body = '<p class="a" id="a">x</p>' * 500

    def look(size):
        try:
            read(piece * (size // len(piece)), body)
        except Unreadable as error:
            assert piece == "<!--", error  # no person's program makes so many tags

    assert grows_in_proportion(look, MOST_SHEET // 4, MOST_SHEET - 100)
    longer = {MOST_SHEET // 4: MOST_SHEET // 4, MOST_SHEET: 2**20}  # no more of it is read
    assert grows_in_proportion(lambda size: look(longer[size]), *longer)


def test_no_sheet_is_too_odd_to_be_read():
    chance = random.Random("sheets")
    for _ in range(300):
        read("".join(chance.choice([*PIECES, *HIDING]) for _ in range(chance.randrange(40))))


@pytest.mark.parametrize("words, sheet", list(itertools.product(["pass", "op 1"], ["s", "del", "p.gone"])))
def test_what_is_struck_out_in_the_page_does_not_count_unasked_in_the_text_beside_it(words, sheet):
    tag = sheet.partition(".")[0]
    marked = 'class="gone"' if "." in sheet else ""
    page = f"<style>.gone {{display:none}}</style><{tag} {marked}>{words}</{tag}><p>op 5</p>"
    _, _, struck = text_of_html(page)
    reply = Reply(f"{words}\nop 5", "", talk(), reads=lambda one: True, struck=struck)
    assert [row.text for row in reply.of("doubtful")] == [words] and [row.text for row in reply.of("order")] == ["op 5"]
