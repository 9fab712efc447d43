"""What a group agrees on before the game: options and switchable rulings, with what excludes what."""

from typing import Any

from pbem.core.data.json_types import Json
from pbem.core.data.problems import Problem, messages

messages(
    {
        "pac-bid-nobody": "A bid of {amount} needs a bidder.",
        "pac-bid-nothing": "{power} is named as bidder without a bid.",
        "pac-bid-balanced": "A bid for {power} cannot be combined with the balanced set-up.",
    }
)

YES_NO = ["yes", "no"]

OPTIONS: dict[str, Json] = {
    "china-infantry": {
        "values": ["valued-territories", "every-territory"],
        "default": "valued-territories",
        "rules": ["CHN-1"],
        "text": "Which Chinese territories give free infantry: those with an IPC value, or every one held.",
    },
    "complex-on-worthless-land": {
        "values": YES_NO,
        "default": "no",
        "rules": ["PLC-2", "PLC-4"],
        "text": "Complexes may stand on land worth nothing and build one unit a turn there (a known house rule).",
    },
    "extra-convoy-routes": {
        "values": ["none", "sz24", "sz33", "sz35", "all"],
        "default": "none",
        "rules": ["CNV-2"],
        "text": "The book counts 13 convoy routes, 11 are known; which of the candidates are played.",
    },
    "convoy-start-zone": {
        "values": ["submarines", "every-warship"],
        "default": "submarines",
        "rules": ["CNV-3", "CNV-4"],
        "text": "Who takes the marker of a zone where it lies already: a submarine for a move, or every warship.",
    },
    "queensland-sz32": {
        "values": YES_NO,
        "default": "yes",
        "rules": ["MOV-1"],
        "text": "Queensland touches sea zone 32 (drawn, but missing in one list of the map).",
    },
    "sz14-sz30": {
        "values": YES_NO,
        "default": "yes",
        "rules": ["MOV-1"],
        "text": "Sea zones 14 and 30 touch (drawn, but missing in one list of the map).",
    },
    "malaya-base-zones": {
        "values": ["sz46", "both"],
        "default": "sz46",
        "rules": ["NAV-1"],
        "text": "Which sea zones the naval base of Malaya serves.",
    },
    "allied-income-victory": {
        "values": YES_NO,
        "default": "yes",
        "rules": ["VIC-7"],
        "text": "The Allies win when Japan collects 9 IPCs or less.",
    },
    "aircraft-leave-alone": {
        "values": YES_NO,
        "default": "no",
        "rules": ["LND-5", "SEA-8"],
        "text": "Attacking aircraft may leave any battle while other units fight on, not only a landing.",
    },
    "antiaircraft-on-retreat": {
        "values": YES_NO,
        "default": "yes",
        "rules": ["LND-6"],
        "text": "Guns fire at aircraft that left their battle and fly over them to land.",
    },
    "antiaircraft-falls": {
        "values": ["owner-chooses", "own-die"],
        "default": "owner-chooses",
        "rules": ["LND-1", "SBR-3", "AMP-3"],
        "text": "Which aircraft guns fell: their owner chooses, or each 1 fells that whose die it is (fighters first).",
    },
    "hits-on-allied-ships": {
        "values": YES_NO,
        "default": "yes",
        "rules": ["MUL-5"],
        "text": "Hits of Japanese submarines may be put on an ally's ship in the zone.",
    },
    "bid": {
        "values": ["0"],
        "default": "0",
        "rules": ["BID-1"],
        "free": True,
        "text": "IPCs that the bidder spends on extra units before the game; what is left goes into his purse.",
    },
    "bid-power": {
        "values": ["none", "japan", "uk", "us"],
        "default": "none",
        "rules": ["BID-1"],
        "text": "Who has the bid.",
    },
}


def check(edition: str, scenario: str, chosen: dict[str, str]) -> list[Problem]:
    """Combinations that are forbidden, as Problems.

    A bid needs a bidder and a bidder a bid.  The balanced set-up already is the Allies' compensation, so that a bid
    for one of them cannot be combined with it; a bid for Japan can.
    """
    problems, bidder = [], chosen["bid-power"]
    amount = number(chosen["bid"])
    if amount is None:
        problems.append(Problem("pac-no-number", text=f"bid {chosen['bid']}"))
    elif amount and bidder == "none":
        problems.append(Problem("pac-bid-nobody", rule="BID-1", amount=amount))
    elif not amount and bidder != "none":
        problems.append(Problem("pac-bid-nothing", rule="BID-1", power=bidder))
    elif scenario == "balanced" and bidder in ("uk", "us"):
        problems.append(Problem("pac-bid-balanced", rule="BID-1", power=bidder))
    return problems


def number(value: Any) -> int | None:
    text = str(value)
    return int(text) if text.isdigit() and len(text) < 4 else None


def agreed(chosen: dict[str, str], players: int) -> Json:
    """The options as the board holds them: yes and no as booleans, the bid as a number, the number of players."""
    held: Json = {name: {"yes": True, "no": False}.get(value, value) for name, value in chosen.items()}
    for name, option in OPTIONS.items():
        held.setdefault(name, {"yes": True, "no": False}.get(option["default"], option["default"]))
    held["bid"] = number(held["bid"])
    held["players"] = players
    return held
