"""Turn pages of random games, and what became of the orders that a browser clicked together on them."""

import json
from collections import Counter
from pathlib import Path

from pbem.core.data.problems import refusals
from pbem.core.orders import orders
from pbem.core.play import play
from pbem.core.play.robots import Club, random_orders
from pbem.core.play.selfplay import Chance
from pbem.core.record import charter as charters
from pbem.core.record.charter import powers_of
from pbem.core.rules.game import load
from pbem.page.turn import turn_page

ADDRESS = "desk@club.example"
LEAST = 95  # of 100 orders of a kind that the page does not mark are accepted
STRIDE = 3  # every so many stops a page, so that games are seen from their start to their end


def pages_of(title, count, folder, seed="pages"):
    """So many turn pages of random games of a title: ``[(path, file)]``; games begin anew until there are enough."""
    game, made, number = load(title), [], 0
    anchors = {"referee": {"first": "0" * 64, "n": 1}}
    scenarios = list(game.scenarios)
    while len(made) < count:
        charter = charters.make(game, f"{title}-{number}", scenarios[number % len(scenarios)], anchors=anchors)
        club, chance = Club({**charter, "windows": "ask"}, f"{seed}-{number}"), Chance(f"{seed}-{number}")
        made += _pages(club, chance, folder, count - len(made))
        number += 1
    return made


def _pages(club, chance, folder, wanted):
    file, made, stop = club.new_game(), [], 0
    while not file.is_over and len(made) < wanted and stop < 40 * STRIDE:
        if stop % STRIDE == 0:
            for seat in play.asked_seats(file):
                path = Path(folder) / f"{file.name}-{file.next}-{seat}.html"
                path.write_text(turn_page(file, seat, ADDRESS), encoding="utf-8")
                made.append((path, file))
        file = club.adjudicate(file, random_orders(file, chance)).file
        stop += 1
    return made[:wanted]


def problems_of(file, text):
    """What reading and checking finds against an order text."""
    powers = {seat: powers_of(file.charter, seat) for seat in file.charter["seats"]}
    order, problems = orders.read(text.encode(), file.game, powers)
    return refusals(problems) or refusals(play.check_orders(file, [{**order.to_json(), "file": "page"}])[0])


def judged(found, files):
    """``(lines to print, faults)`` of what came out of the browser; `files` {path: GameFile}."""
    sent, taken, marked, faults = Counter(), Counter(), Counter(), list(found["faults"])
    ways = Counter(row["how"] for row in found["orders"])
    for row in found["orders"]:
        kind = f"{files[row['path']].game.id} {row['kind']}"
        problems = problems_of(files[row["path"]], row["text"])
        if row["look"]:
            marked[kind, not problems] += 1
            continue
        sent[kind] += 1
        taken[kind] += not problems
        if problems:
            line = "; ".join(row["text"].split("\r\n")[5:-2] or row["text"].splitlines()[5:-1])
            faults += [f"{kind} ({row['how']}): {line}: {problems[0]}"] if row["how"] != "walk" else []
    rows = [f"{kind}: {taken[kind]} of {sent[kind]} accepted; of those marked {marked[kind, True]} of "
            f"{marked[kind, True] + marked[kind, False]}" for kind in sorted({*sent, *(kind for kind, _ in marked)})]
    faults += [f"{kind}: only {taken[kind]} of {count} are accepted" for kind, count in sent.items()
               if 100 * taken[kind] < LEAST * count]
    return [*rows, f"Orders: {json.dumps(ways)}"], faults
