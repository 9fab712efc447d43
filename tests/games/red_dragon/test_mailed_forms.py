"""A real form of Red Dragon Rising, filled in by hand, comes back from mail programs of all kinds."""

import textwrap
from pathlib import Path
from quopri import encodestring

import pytest

from pbem.core.data.problems import refusals
from pbem.core.orders.normalize import decoded
from pbem.core.seat.order_form import form
from pbem.core.orders.orders import read
from pbem.core.play.gamefile import from_bytes

EXAMPLE = Path(__file__).resolve().parents[3] / "examples" / "red-dragon" / "games" / "02.json"
GAME = from_bytes(EXAMPLE.read_bytes())
FORM = form(GAME, "allied")
ORDER = (
    "op 15 east-china-sea at china-central with us-sag-1, us-sag-2; fire us-sag-1 at prc-j-8-2; us-sag-2 at prc-su-30-1"
)
STANDING = "always return-fire in taiwan: return fire default"
FILLED = FORM.replace("# pass\n", f"{ORDER}\n").replace("## When others act", f"{STANDING}\n## When others act")


def quoted(text, mark="> "):
    return "\n".join(f"{mark}{line}".rstrip() for line in text.split("\n"))


def wrapped(text, width=72, end=""):
    """Long lines broken as mail programs break them; `end` is what format=flowed leaves at the end of a line."""
    lines = []
    for line in text.split("\n"):
        lines += [part + end for part in textwrap.wrap(line, width, break_on_hyphens=False)[:-1]]
        lines += textwrap.wrap(line, width, break_on_hyphens=False)[-1:] or [""]
    return "\n".join(lines)


def rewrapped(text):
    """A quotation of which long lines were broken after it was quoted: the rest stands without a mark."""
    return wrapped(quoted(text), 76)


MANGLED = {
    "as it is": FILLED,
    "windows": FILLED.replace("\n", "\r\n"),
    "wrapped": wrapped(FILLED),
    "format=flowed": wrapped(FILLED, end=" "),
    "quoted": quoted(FILLED),
    "quoted and wrapped": quoted(wrapped(FILLED)),
    "wrapped after quoting": rewrapped(FILLED),
    "quoted twice": quoted(quoted(FILLED), ">"),
    "bars": quoted(FILLED, ">\u00a0"),
    "hard spaces": FILLED.replace(" ", "\u00a0"),
    "long dashes": FILLED.replace("-", "\u2011").replace("\n\u2011\u2011", "\n--"),
    "quoted-printable": encodestring(FILLED.encode()).decode(),
    "trailing =20": FILLED.replace("\n", "=20\n"),
    "html entities": FILLED.replace(" at ", "&nbsp;at "),
    "byte order mark": "\ufeff" + FILLED,
    "greeting and signature": "Hello,\n\nhere they are.\n\n" + FILLED.replace("\n--", "") + "\nBest regards,\nBob\n",
    "answers on top": f"{ORDER}\n{STANDING}\n\n-- \nBob\n\nCora wrote:\n{quoted(FORM)}",
}


@pytest.mark.parametrize("name", MANGLED)
def test_a_filled_form_means_the_same_however_it_comes_back(name):
    orders, problems = read(MANGLED[name].encode(), GAME.game)
    assert [str(problem) for problem in refusals(problems)] == []
    assert (orders.game, orders.seat, orders.entry, orders.head) == ("taiwan-1", "allied", 3, GAME.head[:32])
    plain, _ = read(f"game g\nseat allied\nentry 3\n{ORDER}\n{STANDING}", GAME.game)
    assert [item["value"] for item in orders.answers] == [item["value"] for item in plain.answers]
    assert [item["value"] for item in orders.standing] == [item["value"] for item in plain.standing]


def test_the_form_asks_in_the_words_of_the_table():
    assert FORM.startswith("## Red Dragon Rising, game taiwan-1, entry 3")
    assert "to declare an Op. [8.2]" in FORM and "# pass" in FORM and "op 8: reinforcements" in FORM
    assert "op 4" not in FORM  # an Op of the other side
    assert max(len(line) for line in FORM.split("\n") if line.startswith("##")) <= 70


def test_an_empty_form_orders_nothing():
    orders, problems = read(FORM, GAME.game)
    assert problems == [] and orders.is_empty


def test_an_equals_sign_of_ones_own_is_no_encoding():
    text = "game=g\nseat=allied\nentry=20\nhead=0123456789abcdef0123456789abcdef\n"
    text += "op 12 taiwan => taiwan-strait with twn-sag-1"
    assert decoded(text) == text
    orders, problems = read(text, GAME.game)
    assert problems == [] and orders.entry == 20
    again, _ = read(text + "=20\n", GAME.game)
    assert again.entry == 20 and again.answers == orders.answers
