"""Every example of every form of every installed title is an order in a mail, wherever it stands alone on a line."""

from types import SimpleNamespace

import pytest

from pbem.core.data.problems import refusals
from pbem.core.language.names import Names
from pbem.core.orders.ordertext import read_text
from pbem.core.title.game import load, titles
from pbem.mail.reply import Reply
from pbem.mail.talk import Talk

FORMS = [
    pytest.param(title, kind.said(form)[1], id=f"{title}-{kind.name}-{form.name}")
    for title in titles()
    for kind in (*load(title).kinds.values(), *load(title).petitions.values())
    for form in kind.forms
]
PLACES = {
    "alone": "{order}",
    "between greetings and a name": "Hi Bob,\n\n{order}\n\nKind regards\nAnn",
    "below an order": "{order}\n{order}",
    "below a closing": "Thanks\n{order}",
    "below a closing that nobody knows": "{order}\n\nMed vennlig hilsen\nAnn\n{order}",
    "above a quotation": "{order}\n\nOn 3 Jan 2027 at 20:15, Cora <cora@example.com> wrote:\n> Hi\n",
    "above one without marks": "{order}\nAm 03.01.2027 um 20:15 schrieb Cora <cora@example.com>:\n\nHi\n",
}


@pytest.mark.sampled(3)
@pytest.mark.parametrize(("title", "example"), FORMS)
def test_an_example_is_an_order_wherever_it_stands(title, example):
    game = load(title)
    powers = {"one": [game.powers[0]]}

    def reads(text):
        orders, problems = read_text(f"seat one\n{text}", game, powers, prose=False)
        return not orders.is_empty and not refusals(one for one in problems if one.code != "which-power")

    assert reads(example)
    for place, mail in PLACES.items():
        reply = Reply(mail.format(order=example), "", Talk(game, ["Ann", "Bob"]), reads=reads)
        found = [row.text for row in reply.of("order")]
        assert found == [example] * mail.count("{order}"), place


@pytest.mark.parametrize("line", ["A PAR - BUR", "A VIE H", "A BER -> KIE", "a mar s a par - bur", "F BRE - MAO"])
def test_what_the_forms_of_a_title_begin_is_an_order_before_it_is_a_closing(line):
    """ "A" and "F" begin the orders of a title of armies and fleets, and "a+" takes leave in France."""
    areas = {name: [name.upper()] for name in ("par", "bur", "vie", "ber", "kie", "mar", "bre", "mao")}

    class Fake:
        package = "no_such_title"
        kinds, petitions = {"move": SimpleNamespace(verbs=["a", "f"], begun_by=lambda names: [])}, {}
        names, powers = Names({"area": areas}), ["france"]

    game = Fake()
    for reads in (lambda text: False, lambda text: text == line):
        reply = Reply(f"Hi,\n\n{line}\n\nThanks, F\nA+", "", Talk(game), reads=reads)
        assert [row.text for row in reply.of("order")] == [line]
        assert [row.text for row in reply.of("talk")] == ["Hi,", "Thanks, F", "A+"]
