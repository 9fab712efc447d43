"""What a seat keeps secret, and what a secret file holds, stands in nothing that others read."""

from pbem.cli.status import as_text, described
from pbem.core.orders.forms import form
from pbem.core.play import robots
from pbem.core.record.gamefile import render
from pbem.report import markdown, text
from pbem.report.build import build

MARKS = ("standing-of-{seat}-at-{entry}", "later-of-{seat}-at-{entry}")


def published(file):
    """Everything that others may read of a game: ``{what: text}``."""
    shown = {"the game file": render(file.document).decode(), "status": as_text(file, described(file)),
             "status --json": repr(described(file))}  # fmt: skip
    for seat in (None, *file.charter["seats"]):
        report = build(file, since=0, seat=seat)
        orders = form(file, seat) if seat and not file.is_over else ""
        shown[f"the form of {seat}"] = orders
        shown[f"the report to {seat}"] = text.render(report, orders)
        shown[f"the Markdown report to {seat}"] = markdown.render(report, orders)
        shown[f"the JSON report to {seat}"] = repr(report)
    return shown


def leaks(file, secrets):
    return [(what, secret) for what, told in published(file).items() for secret in secrets if secret in told]


def with_secrets(file, orders):
    """The orders of a stop, and of every seat a secret standing line and a line for later, both marked."""
    by_seat = {order["seat"]: order for order in orders}
    asked = {question["kind"] for question in file.waiting}
    kind = next(kind for kind in reversed(file.game.kinds) if kind not in asked)
    for seat in file.charter["seats"]:
        order = by_seat.setdefault(seat, robots.blank_order(file, seat))
        power = next(power for power, holder in file.charter["powers"].items() if holder == seat)
        standing, later = (mark.format(seat=seat, entry=len(file.entries)) for mark in MARKS)
        order["standing"] = [{"power": power, "when": kind, "where": standing, "value": {"kept": standing},
                              "secret": True, "line": 90, "text": standing}]  # fmt: skip
        later = {"power": power, "kind": kind, "value": {"kept": later}, "line": 91, "text": later}
        order["answers"] = [*order["answers"], later]
    return list(by_seat.values())


def test_secret_lines_and_lines_for_later_are_told_to_nobody_before_they_are_opened(contract):
    lodged = 0
    for file, club, chance in contract.stops_of("secrets"):
        orders = with_secrets(file, robots.random_orders(file, chance))
        lodged += sum("seal" in row for row in club.adjudicate(file, orders).entry["lodged"])
        closed = club.keepers["referee"].lines
        if len(file.entries) % 6 == 1 and not file.is_over:
            assert len(closed) >= 2
            assert leaks(file, [line["order"]["text"] for line in closed]) == []
            for line in closed[:2]:
                told = build(file, since=0, seat=line["seat"], secret_lines=[line])
                assert line["order"]["text"] in text.render(told)
        if len(file.entries) >= 13:
            break
    assert lodged >= 4


def test_an_answer_that_waits_for_another_seat_is_not_shown(contract):
    """Of who has answered the file says that, and no more.  Titles that ask one seat at a time have no such stop."""
    for file, club, chance in contract.stops_of("waiting"):
        orders = [order for order in robots.random_orders(file, chance) if order["answers"]]
        if len(orders) < 2:  # a seat that only hands in a petition is not waited for
            continue
        for line in orders[0]["answers"]:
            line["text"] = "kept-until-all-are-in"
        before = render({**file.document, "open": None})
        outcome = club.adjudicate(file, orders[:1])
        assert outcome.entry is None and file.open["answered"] == [orders[0]["seat"]]
        assert leaks(file, ["kept-until-all-are-in"]) == []
        assert render({**file.document, "open": None}) == before
        break


def test_nothing_of_the_secret_file_is_published_before_its_entry(contract):
    for file, club, _ in contract.stops_of("chain"):
        if len(file.entries) % 8 == 2:
            chain = club.keepers["referee"].chain
            links = [chain.link(n).hex() for n in range(file.record.next, file.record.next + 40)]
            assert leaks(file, [chain.secret.hex(), *links, *(link[:32] for link in links)]) == []
