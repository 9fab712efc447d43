"""A second reading of what stands below a report: from the lines of the file alone, as they were written.

Nothing here asks the program who takes part, what it counts or what was said: it looks which envelopes, words and
openings stand in a line, and says which sentences of docs/fairness.md are then true, and of whom.
"""

import re

from pbem.core.data.tables import Sentences

INNER = {"signed-shared", "signed-sealed"}  # sentences that stand within another one
SENTENCES = Sentences("pbem.report.fairness").all
BY_ITSELF = {code: text for code, text in SENTENCES.items() if code not in INNER}


NAMED = ("entry", "seat", "opener", "seats", "who", "came", "silent", "numbers", "name", "count")
FIGURES = ("corrections", "undone", "absences", "passed_over", "closed")


ONE = {"entry": r"\d+", **dict.fromkeys(("seat", "opener", "name"), "[a-z0-9._-]+")}


def _pattern(text):
    seen, parts = set(), re.split(r"\{(\w+)\}", text)
    for place in range(1, len(parts), 2):
        name = parts[place]
        parts[place - 1] = re.escape(parts[place - 1])
        parts[place] = f"(?P={name})" if name in seen else f"(?P<{name}>{ONE.get(name, '.*')})"
        seen.add(name)
    parts[-1] = re.escape(parts[-1])
    return re.compile("".join(parts), re.DOTALL)


PATTERNS = {code: _pattern(text) for code, text in BY_ITSELF.items()}


def read(sentence):
    """``(code, what stands in its gaps)`` of one sentence of a footer: it is of one kind, and of no other."""
    found = [(code, match.groupdict()) for code, one in PATTERNS.items() if (match := one.fullmatch(sentence))]
    assert len(found) == 1, (sentence, found)
    return found[0]


def told(sentences):
    """What a footer says, as `Lines.due` gives it."""
    rows = set()
    for code, fields in map(read, sentences):
        names = NAMED if code != "always" else ()
        figures = ((name, int(fields[name])) for name in FIGURES if name in fields) if code == "always" else ()
        rows.add((code, *((name, _names(fields[name])) for name in names if name in fields), *figures))
    return rows


def _names(text):
    return tuple(sorted(re.split(r", | and ", text)))


def listed(*names):
    return tuple(sorted(map(str, names)))


class Lines:
    """The lines of a game, as JSON values, read from the first to the last."""

    def __init__(self, lines, has_dice=True, forks=()):
        self.lines, self.has_dice, self.forks = lines, has_dice, forks
        self.charter = lines[0]["charter"]
        self.is_sealed = self.charter["fairness"] == "sealed"
        self.nobody = [list(self.charter.get("bots", ()))]  # seats that no person holds, after each line
        self.chain, self.words, self.numbers = [0], [False], [{}]  # the referee's, the players' in the salt, by seat
        self.ever, self.open = [], []  # what is said from a line on; how many parts are closed after it
        self.links = [dict.fromkeys(self.charter["anchors"], (0, 0))]  # where a chain begins, and was shown last
        self.closed = set()
        for number, line in enumerate(lines[1:], 1):
            self._follow(number, line)

    def due(self, number):
        """The sentences that are true of a line, and of all up to it: ``{(code, (field, names), …)}``."""
        line, has_dice = self.lines[number], self.has_dice
        rows = {("always", *self._figures(number))}
        rows |= {
            ("fork", ("entry", listed(n)), ("opener", listed(self.lines[n]["opener"])))
            for n in self.forks
            if n <= number
        }
        rows |= self._sealed(number, line) if self.is_sealed else self._shared(number, line)
        rows |= {("robot", ("seat", listed(one["seat"]))) for one, _ in line["documents"] if "link" in one}
        both = [seat for seat in self.nobody[number - 1] if seat in self.nobody[number]]
        if both:
            rows.add(("bots" if has_dice else "bots-read", ("seats", listed(*both))))
        rows |= {row for n, row in self.ever if n <= number}
        rows |= set(self._gaps(number, line)) | set(self._links(number, line))
        if "again" in self.charter:
            rows.add(("again" if has_dice else "again-read",))
        if self.open[number - 1]:
            count = self.open[number - 1]
            code = ("closed" if has_dice else "closed-read") if self.charter["referee"] else "closed-shut"
            rows.add((code, ("count", listed(f"{count} part" + "s" * (count != 1)))))
        return rows

    def _figures(self, number):
        lines = self.lines[1 : number + 1]
        live, undone = [], 0
        for line in lines:
            if line["kind"] == "play" or line["what"] == "correction":
                live.append(line["n"])
            elif line["what"] == "redo":
                to = next(one["to"] for document, _ in line["documents"] for one in document["says"] if "to" in one)
                undone += sum(n > to for n in live)
                live = [n for n in live if n <= to]
        yield "corrections", sum(line.get("what") == "correction" for line in lines)
        yield "undone", undone
        yield "absences", sum(len(line.get("absent", ())) for line in lines)
        yield "passed_over", sum(len(line.get("passed", ())) for line in lines)
        yield "closed", self.open[number - 1]

    # -- one line ----------------------------------------------------------------------------------------------

    def _sealed(self, number, line):
        if not self.has_dice:
            return {("sealed-read",), ("wrote-down-read",)}
        base, rows = self.chain[number - 1], {("wrote-down",)}
        if base:
            rows.add(("sealed-younger", ("entry", listed(base))))
        else:
            rows.add(("sealed-mustered" if self.words[number] else "sealed",))
        if line.get("muster"):
            said = [f"{one['seat']} («{one['pinch']}»)" for one, _ in line["documents"] if one.get("pinch")]
            rows.add(("words", ("seats", listed(*said or ["nobody"]))))
        return rows

    def _shared(self, number, line):
        if line["kind"] != "play":
            return set()
        opener, has_dice = line["opener"], self.has_dice
        orders = [one for one, _ in line["documents"] if one["kind"] == "orders"]
        others = [one["seat"] for one in orders if "envelope" in one and one["seat"] != opener]
        readable = [one["seat"] for one in orders if any("closed" not in part for part in one.get("answers", ()))]
        persons = [seat for seat in self.charter["seats"] if seat not in self.nobody[number - 1]]
        chosen = line.get("absent") or line.get("passed")  # whoever said so could have had an envelope more or less
        rows = set()
        if others and has_dice:
            alone = len(persons) == 2 and opener != "referee"
            code = "shared-some" if chosen else "shared-two" if alone else "shared"
            rows.add((code, ("opener", listed(opener)), ("seats", listed(*others))))
        elif has_dice:
            rows.add(("shared-alone", ("opener", listed(opener))))
        else:
            shut = [one["seat"] for one in orders if any("closed" in part for part in one.get("answers", ()))]
            read = [seat for seat in others if opener == "referee" or seat not in shut]
            rows |= {("shared-read", ("opener", listed(opener)), ("seats", listed(*read)))} if read else set()
        if has_dice and opener != "referee" and len(readable) > 1:
            rows.add(("read-first", ("opener", listed(opener)), ("seats", listed(*readable))))
        for seat in line.get("absent", ()):
            had_default = any(use["seat"] == seat and use["by"] == "default" for use in line["used"])
            who, where = ("who", listed(*_speakers(line, seat))), ("seat", listed(seat))
            rows.add(("absent-word", where, who))
            if has_dice:
                rows.add(("absent" if had_default else "absent-idle", where, ("opener", listed(opener))))
            elif had_default:
                rows.add(("absent-read", where))
        for seat in line.get("passed", ()):
            who = ("who", listed(*_speakers(line, seat)))
            rows.add(("passed", ("seat", listed(seat)), ("opener", listed(opener)), who))
        for seat in line.get("shut", ()):
            rows.add(("shut", ("seat", listed(seat)), ("who", listed(*_speakers(line, seat)))))
        return rows

    def _gaps(self, number, line):
        for seat, held in _numbers(line).items():
            left = {*range(self.numbers[number - 1].get(seat, 0) + 1, max(held))} - held
            for first in sorted(one for one in left if one - 1 not in left):
                last = next(one for one in range(first, max(held)) if one + 1 not in left)
                words = f"Document {first}" if first == last else f"Documents {first} to {last}"
                yield "gap", ("seat", listed(seat)), ("numbers", listed(words))

    def _links(self, number, line):
        for name in _envelopes(line) if line["kind"] == "play" else ():
            base, shown = self.links[number - 1][name]
            steps = number - (shown or base)
            yield "link" if steps == 1 else "link-skipped", ("name", listed(name))

    # -- from line to line -------------------------------------------------------------------------------------

    def _follow(self, number, line):
        nobody, chain = list(self.nobody[-1]), self.chain[-1]
        links = dict(self.links[-1])
        for name in _envelopes(line) if line["kind"] == "play" else ():
            links[name] = (links[name][0], number)
        for said, by in _statements(line):
            who = said.get("who") or said.get("seat") or "referee"
            if said["what"] == "substitute":
                nobody = [seat for seat in nobody if seat != who]
                nobody += [] if said["anchor"] or said.get("person") else [who]
            if said["what"] in ("anchor", "referee", "substitute") and said.get("anchor"):
                links[who] = (number, 0)
                chain = number if who == "referee" else chain
                if who not in by:
                    fields = ("entry", listed(number)), ("seat", listed(who)), ("who", listed(*by))
                    self.ever.append((number, ("key", *fields)))
            if said["what"] == "departed":
                self.ever.append((number, ("departed", ("entry", listed(number)), ("who", listed(*by)))))
        self.nobody.append(nobody)
        self.chain.append(chain)
        self.links.append(links)
        pinches = any(one.get("pinch") for one, _ in line["documents"])
        self.words.append(pinches if line.get("muster") else self.words[-1])
        self.numbers.append({**self.numbers[-1], **{seat: max(held) for seat, held in _numbers(line).items()}})
        self.ever += [(number, row) for row in (self._note(number, line) if line["kind"] == "note" else ())]
        for proof in line.get("proofs", ()):
            fields = ("entry", listed(proof["entry"])), ("seat", listed(proof["seat"]))
            self.ever.append((number, (f"proof-{proof['what']}", *fields)))
        orders = [one for one, _ in line["documents"] if one["kind"] == "orders" and line["kind"] == "play"]
        parts = [one.get(place, ()) for one in orders for place in ("answers", "petitions", "lines")]
        self.closed |= set(_marks(parts)) | set(_marks([one["whole"] for one in line.get("opened", ()) if one["part"]]))
        self.opened = getattr(self, "opened", 0) + sum(one["part"] > 0 for one in line.get("opened", ()))
        self.open.append(len(self.closed) - self.opened)

    def _note(self, number, line):
        entry, what = ("entry", listed(number)), line["what"]
        if what == "seals":
            two = [one for one, _ in line["documents"]]
            sealer = two[0]["carries"][0]["seat"]
            yield "note-seals", entry, ("seat", listed(sealer)), ("who", listed(*(one["seat"] for one in two)))
            return
        by = [one["seat"] for one, _ in line["documents"] if any(said["what"] == what for said in one["says"])]
        note = next(said for one, _ in line["documents"] for said in one["says"] if said["what"] == what)
        who = ("who", listed(*by))
        if "came" in line:
            yield "note-came", entry, who, ("came", listed(*(seat for seat, _ in line["came"])))
        else:
            yield "note", entry, who
        if what == "again":
            silent = note["silent"]
            yield ("given-up-silent", entry, ("silent", listed(*silent))) if silent else ("given-up", entry)
        if what == "stands":
            yield "stands", entry, who
        if not any(signature for _, signature in line["documents"]):
            yield "unsigned", entry, who


def _statements(line):
    """``(statement on people, who says it)``, each once."""
    found = {}
    for document, _ in line["documents"]:
        for said in document.get("says", ()):
            found.setdefault(repr(sorted(said.items(), key=str)), (said, []))[1].append(document["seat"])
    return found.values()


def _speakers(line, seat):
    wanted = {"what": "silent", "who": seat}
    return [document["seat"] for document, _ in line["documents"] if wanted in document.get("says", ())]


def _envelopes(line):
    names = [document["seat"] for document, _ in line["documents"] if "envelope" in document]
    return [*names, *([line["opener"]] if "envelope" in line else [])]


def _numbers(line):
    """The numbers of the documents of each seat that a line holds."""
    found = {}
    for document, _ in line["documents"]:
        for one in (document, *(document.get("carries") or ())[:1]):
            if "n" in one:
                found.setdefault(one["seat"], set()).add(one["n"])
    return found


def _marks(value):
    """C of all that is closed in a value."""
    if isinstance(value, dict):
        if set(value) == {"closed"}:
            yield value["closed"]
        value = list(value.values())
    for one in value if isinstance(value, (list, tuple)) else ():
        yield from _marks(one)
