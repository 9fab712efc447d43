"""What is in force: lines that a seat sent ahead of their moment, public or sealed, and their way through the record.

A queue line, and a standing line marked secret, are sealed when they are lodged in a game with a referee: the game
file holds the seal, the referee's secret file the line.  A line is opened, with its nonce, in the entry in which it is
used, revoked, expired or falls; at the end of the game all are opened.  A secret standing line that has fired is public
from then on.  So `verify` can check later that no line that should have answered was left out (fairness.md 6, 9).
"""

from ..data.canon import CanonError, dumps, loads
from .fates import NOT_REACHED, PASSED_OVER, REFUSED
from .seals import seal


def leave_behind(file, record, finder, keeper, over):
    """Put what an entry leaves in force into the document: ``(lodged, opened)`` for the entry's record."""
    spent = {(row["entry"], row["n"]) for row in finder.spent_lines()}
    opened = _open_lines(file.document, finder, keeper, spent, over)
    for place in ("standing", "queue"):
        file.document[place] = without(file.document[place], spent)
    lodged = [{"seat": seat, "line": 0, "revoked": item} for seat, item in finder.revoked()]
    lodged += [{"seat": seat, "line": 0, "over": item} for seat, item in finder.answered_and_over(over)]
    if over:
        file.document["standing"], file.document["queue"] = {}, {}
        return lodged, opened
    for number, (seat, line) in enumerate(finder.left_over(), 1):
        lodged.append(_lodge(file, record, keeper, seat, number, line))
    return lodged, opened


def known_lines(keeper):
    """The secret lines that a keeper knows, in the order of lodging; those opened by its last run are among them."""
    return sorted([*keeper.lines, *keeper.opened], key=lambda line: (line["entry"], line["line"]))


def without(lines, gone):
    """Lines a seat without those at the places ``(entry, n)``; seats with none left are dropped."""
    kept = {
        seat: [line for line in held if (line["entry"], line["n"]) not in gone]
        for seat, held in lines.items()
    }
    return {seat: held for seat, held in kept.items() if held}


def _open_lines(document, finder, keeper, spent, over):
    """Open sealed lines that fired, fell, were taken back, or outlive the game; the rows that publish them."""
    fired = {(row["entry"], row["n"]) for row in finder.used_secret()}
    closed = {(row["seat"], row["entry"], row["line"]) for row in document["sealed"]}
    sealed, public = _on_record(document["entries"])
    opened, kept, gone = [], [], []
    for line in known_lines(keeper):
        whole = (line["seat"], line["entry"], line["line"])
        if whole not in sealed or whole in public:
            continue  # of a run into another file, or opened before
        place = whole[1:]
        is_taken_back = whole not in closed  # it is out of force, and opened at the end like any other
        if not over and (is_taken_back or (place not in fired and place not in spent)):
            kept.append(line)
            continue
        gone.append(line)
        opened.append({key: line[key] for key in ("seat", "entry", "line", "nonce", "text")})
        if place in fired and place not in spent and not over:
            public = {**line["order"], "entry": line["entry"], "n": line["line"]}
            document["standing"].setdefault(line["seat"], []).append(public)
    keeper.lines, keeper.opened = kept, gone
    gone = {(row["entry"], row["line"]) for row in opened}
    document["sealed"] = [row for row in document["sealed"] if (row["entry"], row["line"]) not in gone]
    return opened


def _on_record(entries):
    """The places (seat, entry, line) of all lines that were ever sealed, and of those that were opened."""
    plays = [entry for entry in entries if entry["kind"] == "play"]
    sealed = {(row["seat"], entry["n"], row["line"]) for entry in plays for row in entry["lodged"] if "seal" in row}
    return sealed, {(row["seat"], row["entry"], row["line"]) for entry in plays for row in entry.get("opened", ())}


def _lodge(file, record, keeper, seat, number, line):
    """One line that stays in force: its row in the entry, and its place in the document or with the keeper."""
    entry, document = record.next, file.document
    if not record.roster.referee or ("when" in line and not line.get("secret")):
        place = document["standing"] if "when" in line else document["queue"]
        place.setdefault(seat, []).append({**line, "entry": entry, "n": number})
        return {"seat": seat, "line": number, "item": line}
    text, nonce = dumps(line).decode(), keeper.nonce(record.game_id, entry, number)
    mark = seal(record.game_id, seat, entry, number, nonce, text).hex()
    kept = {"seat": seat, "entry": entry, "line": number, "nonce": nonce.hex(), "text": text, "order": line}
    # a run that is made again, into another file say, keeps each line once
    keeper.lines = [*(other for other in keeper.lines if not _is_place(other, seat, entry, number)), kept]
    document["sealed"].append({"seat": seat, "entry": entry, "line": number, "seal": mark})
    return {"seat": seat, "line": number, "seal": mark}


def _is_place(line, seat, entry, number):
    return (line["seat"], line["entry"], line["line"]) == (seat, entry, number)


# -- from the record alone -----------------------------------------------------------------------------------


class Reconstructed:
    """What was in force at each entry, as far as the record tells: public lines, and secret ones opened by now.

    standing, queue   {seat: [items with "entry" and "n"]}, as they stood before the entry that comes next
    """

    def __init__(self, file):
        self.file = file
        self.standing, self.queue = {}, {}
        self._opened = {}
        for entry in file.entries:
            for row in entry.get("opened", ()):
                self._opened[row["seat"], row["entry"], row["line"]] = item_of(row["text"])

    def orders(self, entry):
        """The order documents of an entry as far as its record tells: answers given by seats, lines lodged with it."""
        orders = {}
        for row in entry["answers"]:
            if row["by"] == "seat":
                order = orders.setdefault(row["seat"], self._blank(entry))
                place, item = _answer_item(row, len(order["answers"]) + 1)
                order[place].append(item)
        for seat, _, item in self._lodged(entry):
            if "when" in item:
                orders.setdefault(seat, self._blank(entry))["standing"].append(item)
        for row in entry["lodged"]:
            if "revoked" in row:
                orders.setdefault(row["seat"], self._blank(entry))["revoked"].append(row["revoked"])
            elif "over" in row:
                orders.setdefault(row["seat"], self._blank(entry))["standing"].append(row["over"])
        return orders

    def go_on(self, entry, finder):
        """Past an entry: lines that were spent in it are gone, those lodged in it are in force."""
        spent = {(row["entry"], row["n"]) for row in finder.spent_lines()}
        self.standing, self.queue = without(self.standing, spent), without(self.queue, spent)
        fallen = _fallen(entry)
        self.queue = {
            seat: [line for line in lines if (seat, line["entry"], line["line"]) not in fallen]
            for seat, lines in self.queue.items()
        }
        for seat, number, item in self._lodged(entry):
            place = self.standing if "when" in item else self.queue
            place.setdefault(seat, []).append({**item, "entry": entry["n"], "n": number})

    def go_back(self, to):
        """After a redo to entry `to`: lines lodged later are gone."""
        for name in ("standing", "queue"):
            lines = {
                seat: [line for line in held if line["entry"] <= to]
                for seat, held in getattr(self, name).items()
            }
            setattr(self, name, {seat: held for seat, held in lines.items() if held})

    def _lodged(self, entry):
        for row in entry["lodged"]:
            item = row.get("item") or self._opened.get((row["seat"], entry["n"], row["line"]))
            if item:
                yield row["seat"], row["line"], item

    @staticmethod
    def _blank(entry):
        return {"entry": entry["n"], "answers": [], "standing": [], "petitions": [], "revoked": []}


def _fallen(entry):
    """``{(seat, entry, line)}`` of older lines that fell in an entry or were passed over, as its record tells: where
    the entry stops, or with a line of the seat's own mail, and neither leaves an answer to compare it with."""
    return {
        (row["seat"], row["lodged"], row["line"])
        for row in entry.get("fates", ())
        if row["fate"] in (REFUSED, NOT_REACHED, PASSED_OVER) and "lodged" in row
    }


def item_of(text):
    """The order item that a seal was opened to, or None for the opener's sealed answers or a text that is none."""
    try:
        item = loads(text)
    except CanonError:
        return None
    return item if isinstance(item, dict) else None


def _answer_item(row, line):
    """The item behind an answer that a seat gave: ``("answers" or "petitions", item)``."""
    first, second, third = row["question"].split("/", 2)
    if first == "petition":
        return "petitions", {"verb": second, "power": third, "value": row["value"], "line": line, "text": ""}
    power = third.partition("#")[0]
    return "answers", {"kind": second, "power": power, "value": row["value"], "line": line, "text": ""}
