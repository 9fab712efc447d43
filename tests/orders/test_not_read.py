"""An order that stands where nothing is read: below a closing, in a quotation, beside a form that came back quoted,
above the header.  It is read all the same, or it is told; it never vanishes."""

import functools

import pytest

from pbem.core.data.problems import refusals
from pbem.core.orders.orders import read
from pbem.core.title.game import load
from tests.cli.tools import new_game, pbem, write_orders
from tests.order_corpus import CORPORA, HEADER, lines
from tests.thorough import some


def _quoted(text):
    return "".join(f"> {line}\n" for line in text.splitlines())


PLACES = {
    "below two dashes": lambda header, line: f"{header}--\n{line}\n",
    "below a dash of a word processor": lambda header, line: f"{header}—\n\n{line}\n",
    "below thanks": lambda header, line: f"{header}\nThanks a lot!\n{line}\n",
    "below regards": lambda header, line: f"{header}\nViele Grüße\nAnn\n{line}\n",
    "behind a closing in its line": lambda header, line: f"{header}Thanks, {line}\n",
    "behind a closing without a mark": lambda header, line: f"{header}bye {line}\n",
    "below the word end": lambda header, line: f"{header}end\n{line}\n",
    "in a quotation": lambda header, line: f"{header}> {line}\n",
    "in a quotation of a quotation": lambda header, line: f"{header}> > {line}\n--\n",
    "above a header": lambda header, line: f"{line}\n{header}--\n",
    "above a header, below a greeting": lambda header, line: f"Hi Bob,\n{line}\n\n{header}--\n",
    "above a quoted form": lambda header, line: f"{line}\n\n{_quoted(header)}> --\n",
    "above a quoted form, below a signature": lambda header, line: f"-- \nAnn\n{line}\n\nBob wrote:\n{_quoted(header)}",
    "directly above a quoted form": lambda header, line: f"{line}\nBob wrote:\n{_quoted(header)}",
    "between the lines of a quoted form": lambda header, line: f"{_quoted(header)}{line}\n> --\n",
    "deeper in a quoted form": lambda header, line: f"{_quoted(header)}> > {line}\n> --\n",
    "below a quoted form": lambda header, line: f"{_quoted(header)}> --\n\n{line}\n",
    "below a telephone's mark": lambda header, line: f"{header}\nSent from my iPhone\n{line}\n",
}


@functools.cache
def typed_lines(title):
    """``[(power, kind, line)]`` of the corpus of a title that are taken as orders by themselves."""
    game, found = load(title), []
    for _, power, kind, _, _, typed, expected in lines(title):
        if "\\" in typed or "#" in typed or expected.startswith("!") or expected == "nothing":
            continue
        if items_of(game, power, f"{HEADER.format(seat=power)}{typed}\n", kind)[0]:
            found.append((power, kind, typed))
    return found


def items_of(game, power, text, kind):
    """``(items, problems)`` of a file."""
    orders, problems = read(text, game, {power: [power]}, "prc.txt", asked=[kind])
    return ([] if refusals(problems) else [*orders.answers, *orders.standing, *orders.petitions]), problems


@pytest.mark.sampled(3)
@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("title", CORPORA)
def test_an_order_where_nothing_is_read_is_read_or_told(title, place):
    """make test has a third of the lines at each place, and so each line at a third of the places."""
    game, seen = load(title), typed_lines(title)
    for power, kind, typed in some(seen, 3, list(PLACES).index(place) % 3):
        text = PLACES[place](HEADER.format(seat=power), typed)
        items, problems = items_of(game, power, text, kind)
        assert items or problems, (place, power, typed)
    assert len(seen) > 60


@pytest.mark.parametrize("title", CORPORA)
def test_words_that_are_no_orders_are_not_told(title):
    game = load(title)
    power = next(iter(game.powers))
    text = f"{HEADER.format(seat=power)}--\nAnn Archer\nTel. 555 1234\n\n> Bob wrote that he is well.\n> # pass\n"
    assert items_of(game, power, text, None) == ([], [])


def test_check_names_the_lines_that_it_passed_over(tmp_path):
    game = new_game(tmp_path)
    below = "op 12 china-central -> taiwan-strait with sag-1"
    place = write_orders(game, "prc", "pass")
    place.write_text(f"{place.read_text()}Ann\n{below}\npass\n")
    run = pbem("check", game, place)
    assert run.code == 0, run
    told = " ".join(run.out.split())
    assert f"Not read, below '--': line 8 ({below}) and line 9 (pass)." in told
    assert "No line is refused, but not every line was read." in told
