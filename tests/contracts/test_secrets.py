"""What a seat keeps secret, and what a secret file holds, stands in nothing that others read."""

import pytest

from pbem.cli.status import as_text
from pbem.core.play.gamefile import render
from pbem.core.seat.order_form import form
from pbem.core.trial import robots
from pbem.interface.reading import described
from pbem.report import markdown, text
from pbem.report.build import build
from pbem.report.sheet import sheet, with_blocks

MARKS = ("standing-of-{seat}-at-{entry}", "later-of-{seat}-at-{entry}")


def published(file):
    """Everything that others may read of a game: ``{what: text}``."""
    shown = {
        "the game file": render(file).decode(),
        "status": as_text(file, described(file)),
        "status --json": repr(described(file)),
    }
    for seat in (None, *file.charter["seats"]):
        report = build(file, since=0, seat=seat)
        orders = form(file, seat) if seat and not file.is_over else ""
        shown[f"the form of {seat}"] = orders
        shown[f"the report to {seat}"] = text.render(sheet(report, orders))
        shown[f"the Markdown report to {seat}"] = markdown.render(sheet(report, orders))
        shown[f"the JSON report to {seat}"] = repr(with_blocks(report, orders))
    return shown


def leaks(file, secrets):
    return [(what, secret) for what, told in published(file).items() for secret in secrets if secret in told]


def with_secrets(file, orders):
    """The orders of a stop, and of every seat a standing line and a line for later, both marked; both are closed."""
    by_seat = {order["seat"]: order for order in orders}
    asked = {question["kind"] for question in file.waiting}
    kind = next(kind for kind in reversed(file.game.kinds) if kind not in asked)
    for seat in file.charter["seats"]:
        order = by_seat.setdefault(seat, robots.blank_order(file, seat))
        power = next(power for power, holder in file.charter["powers"].items() if holder == seat)
        standing, later = (mark.format(seat=seat, entry=file.n) for mark in MARKS)
        order["standing"] = [
            {
                "power": power,
                "when": kind,
                "where": standing,
                "value": {"kept": standing},
                "secret": True,
                "line": 90,
                "text": standing,
            }
        ]
        later = {"power": power, "kind": kind, "value": {"kept": later}, "line": 91, "text": later}
        order["answers"] = [*order["answers"], later]
    return list(by_seat.values())


@pytest.mark.sampled(3)
def test_closed_lines_are_told_to_nobody_before_they_are_opened(contract):
    lodged, marks = 0, []
    file, club, chance = next(iter(contract.stops_of("secrets")))
    for _ in range(12):
        if file.is_over:
            break
        marks += [mark.format(seat=seat, entry=file.n) for seat in file.charter["seats"] for mark in MARKS]
        file = club.adjudicate(file, with_secrets(file, robots.random_orders(file, chance))).file
        closed = [
            part
            for document, _ in file.entry(file.n)["documents"]
            for part in document.get("lines", ())
            if "closed" in part
        ]
        lodged += len(closed)
        opened = repr([entry.get("opened") for entry in file.entries])
        if file.n % 6 == 1 and not file.is_over:
            assert leaks(file, [mark for mark in marks if mark not in opened]) == []
    assert lodged >= 4


@pytest.mark.sampled(3)
def test_nothing_of_the_secret_file_is_published_before_its_entry(contract):
    for file, club, _ in contract.stops_of("chain"):
        if file.n % 8 == 2:
            chain = club.signers["referee"].secret.chain
            links = [chain.link(n).hex() for n in range(file.next, file.next + 40)]
            assert leaks(file, [chain.secret.hex(), *links, *(link[:32] for link in links)]) == []
