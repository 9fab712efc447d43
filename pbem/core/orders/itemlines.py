"""Order lines as items: answers with their conditions and branches, petitions, standing lines, what is revoked."""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypedDict

from ..data.meant import perhaps
from ..data.problems import DOUBT, ODD, Problem
from ..data.tables import Sentences
from ..data.text import listed
from ..language.conditions import Condition
from ..language.errors import ParseError
from ..language.names import hint, key, near_hint
from ..language.parser import NOTHING, Readings, declining, no_plain_word
from ..language.types import PUBLISHED, Reading
from ..rules.requests import Ask
from .normalize import Begun, Line, Rare, column_of, match_verb
from .orderfile import ANY, Item, branches, kinds_of, led_text, scope_text
from .power_prefix import EACH, ROUND, TURN, PowerPrefixes, is_scope
from .sayings import table_of

if TYPE_CHECKING:
    from ..language.decision import Decision
    from ..title.game import Game

OpenLines = tuple[Item, list[Reading], str | None, str, list[str]]
"""(branch, its readings, its power, its lead, its texts): an answer of many lines that another line may go on with."""
Limits = dict[str, list[Condition]]
"""{"from" | "until": conditions} of a standing line."""


_say = Sentences(__name__)
_ELSE = Rare("else", r"\s*;\s*else\b\s*[:,]?\s*")
_BETWEEN_ORDERS = r"(?i)\s*[;,]\s*(?:and\s+)?(?:then\s+)?|\s+and\s+(?:then\s+)?|\s+then\s+"
_INNER_IF = r"(?i)(?<!\bonly)\s+if\s+"
_ONCE = Rare("secret public", r"(secret|public)\s+(?!when\b)")  # before a line that is no standing one
_FOR_KIND = Rare(": =", r"(?P<kind>[a-z][a-z -]*?)\s*[:=]\s*(?P<order>\S.*)")
_LEADS = Rare(
    "next then or instead must",
    rf"(next|then|or|instead|must)\b{TURN}(?:\s*,?\s*whatever happens)?\s*[:,]?\s*",
)
_ALWAYS = Rare("always", r"((?:secret|public)\s+)?always\b")
_ASK = Rare("ask", r"(?:when )?ask(?: me)?(?: if)?\W*")  # when, and what?
_CANCEL = Rare(
    "cancel drop forget revoke take",
    r"(?:cancel|drop|forget|revoke|take back)\b\s*[:,]?\s*(?:(?:lines?\b|numbers?\b|no\b\.?|#)\s*)*(.*)",
)
_OFFER = r"(?:withdraw|take back|cancel)\s+(?:the\s+|my\s+)?(offer|petition)s?\W*"
WITHDRAW = Rare("withdraw take cancel", rf"{_OFFER}|withdraw orders\W*")
_NUMBERED = Rare(" ".join("0123456789"), r"([0-9]{1,4})[.:)]?\s+(?=[a-z])")
_IF = Rare("only if", r"(?:only\s+)?if\b\s*")
_CLAUSES_OF_WHEN = {"in": "where", "of": "where", "from": "from", "until": "until"}


class Place(TypedDict):
    """Where an order was typed: its line, and ``[line, column]`` of each of its lines."""

    line: int
    places: list[list[int]]


class ItemLines(PowerPrefixes):
    """How a reader of order text (ordertext.py) makes items of lines.

    readings   the lines that were read before
    explains   whether it is wanted what a line that is refused may have meant
    asked      kinds of question that are open now
    openers    kinds of which an order may begin without a verb
    raw        the line that is read now, as it was typed
    open_if    the item whose last branch has a condition, so that an else may follow
    open_or    the answer above, in the place of which another may stand
    instead    True below a line "instead": what follows begins its sections anew
    open_many  the answer of many lines that is open
    many       such answers of several lines, which are put together at the end
    waiting    order lines, read when the whole header is known
    """

    def __init__(
        self, game: "Game", powers: Mapping[str, Sequence[str]], name: str, asked: Iterable[str], seat: str | None
    ) -> None:
        super().__init__(game, powers, name, asked, seat)
        self.readings: Readings[Decision] = Readings(game.names)
        self.explains, self.asked = True, set(asked)
        self.openers = [kind for kind in game.kinds.values() if kind.begins_open]
        self.raw, self.instead = "", False
        self.open_if: Item | None = None
        self.open_or: Item | None = None
        self.open_many: OpenLines | None = None
        self.many: list[tuple[Item, list[Reading], list[str]]] = []
        self.waiting: list[Line] = []

    def problem(self, problem: Problem, number: int, raw: str) -> None:
        """Note a problem of a line."""
        raise NotImplementedError

    def _below(self, number: int) -> str:
        """The order line that stands next below a line; "" below the last."""
        return next((text for other, _, text in self.waiting if other > number and text), "")

    def _order_line(self, text: str, number: int) -> None:
        power, rest = (None, text) if self._whole_of(text) else self._power_of(text)
        if rest == "":
            self.power, self.open_if, self.open_many, self.open_or = power, None, None, None
            return
        rest = _ALWAYS.sub(r"\1when", rest, count=1)
        first = rest.split(None, 1)[0].casefold().rstrip(":,")
        if first == "else":
            self._check_power(power, self.open_if, "else-without-if", quote="else")
            for other in _ELSE.split(re.sub(r"^else\b\s*[:,]?\s*", "", rest, flags=re.IGNORECASE)):
                self._add_else(other, number)
            return
        self.open_if = None
        if _ASK.fullmatch(rest):
            raise ParseError("ask-when", quote=rest)
        if whole := self._whole_of(rest):
            self.open_many = self.open_or = None
            whose = power or self._asked_power((whole["kind"] or ANY).casefold())
            for one in self._seat_powers() if whose == EACH else [self._whose(whose, standing=True)]:
                self._for_the_turn(one, bool(whole["next"]), whole, number)
            return
        if found := WITHDRAW.fullmatch(rest):
            what, text = ("offer", "withdraw offer") if found[1] else ("sent", "withdraw orders")
            self.orders.cancelled.append({what: True, "line": number, "text": text})
            return
        cancelled = _CANCEL.fullmatch(rest)
        alone = rest.casefold().rstrip(":")
        if (alone == "instead" or alone == "then" and self.open_many) and self._below(number):
            self.instead = self.instead or alone == "instead"
            self.open_many = self.open_or = None
        elif first in ("when", "secret", "public") and not _ONCE.match(rest):
            self.open_many = self.open_or = None
            self._standing(power, rest, number)
        elif first == "secret":
            raise ParseError("secret-once", quote=rest.split(None, 1)[0])
        elif cancelled and not (match_verb(rest, self.verbs) or match_verb(rest, self.petitions)):
            self.open_many = self.open_or = None
            self._cancelled(cancelled[1], rest, number)
        else:
            self._queued(power, rest, number)

    def _for_the_turn(self, power: str | None, is_next: bool, said: "re.Match[str]", number: int) -> None:
        """``[KIND:] ask me [if CONDITION]`` or ``rest: ask | default``: a line for every question of a turn, or for
        those of a kind."""
        text, once = f"{self._prefix(power)}{said[0].strip()}", {"once": True} if said["kind"] else {}
        item: Item = {"power": power, "when": (said["kind"] or ANY).casefold(), **once}
        if said["rest"] is None:
            item["ask"] = True
            item.update({"if": self._conditions(said["condition"].rstrip(" .!"))} if said["condition"] else {})
        elif said["rest"].casefold() == "default":
            item["value"] = {"form": PUBLISHED, "fields": {}}
        else:  # what is not said is asked
            self.orders.cancelled.append({"rest": power, "line": number, "text": text})
            return
        item.update({"next": True} if is_next else {})
        item.update(self._place(number, said[0].strip()), text=text)
        self.orders.standing.append(item)

    def _led(self, power: str | None, text: str) -> tuple[str | None, Item, str]:
        """``(power, {"next"?, "then"?, "or"?, "instead"?, "replaces"?}, the order)`` of a line with such words before
        it, or with the number of the line that it replaces."""
        said: Item = {"instead": True} if self.instead else {}
        while found := _LEADS.match(text):
            if match_verb(text, self.verbs) or self._kind_named(text):
                break
            said[found[1].casefold()], text = True, text[found.end() :]
            if "whatever happens" in found[0].casefold():
                said["anyway"] = True
        numbered = _NUMBERED.match(text)
        if numbered and self._without_verb(text) is None and match_verb(text[numbered.end() :], self.verbs):
            said["replaces"], text = int(numbered[1]), text[numbered.end() :]
        if said.keys() - {"instead"} and power is None:
            power, text = self._power_of(text)
        if not text.strip():
            raise ParseError("missing-answer")
        return power, said, text

    def _queued(self, power: str | None, rest: str, number: int) -> None:
        """``[next | or | then | instead] [public] ORDER``: an answer, a petition, or ``if CONDITION: …`` with its
        ``; else …`` in the same line."""
        power, led, rest = self._led(power, rest)
        word = _ONCE.match(rest)
        first, *others = _ELSE.split(rest[word.end() :] if word else rest)
        scope, said, first = self._scope_of(first)
        conditions, head, order = self._if_of(first)
        petition, verb = match_verb(order, self.petitions), match_verb(order, self.verbs)
        is_more = verb and petition and len(verb[2]) <= len(petition[2])  # "leave treaty" is more than "leave AREA"
        if petition and not is_more and not self._answers_named(order):
            if word:
                raise ParseError("public-petition", quote=word[1])
            self._petition(power, petition, said + head or "next" * bool(led.get("next")), order, number)
            return
        order = self._for_kind(order)
        kind = self._read_by(order, self._verb_of(order)[1])[0][0]  # what cannot be read is told before whose it is
        must = led.pop("must", False)
        if must and not self.game.kinds[kind].is_multiline:
            raise ParseError("must-alone", quote="must")
        if led.pop("or", False):
            self._check_power(power, self.open_or, "or-of-nothing", quote="or", word="or")
            self._stands_in(order, number, conditions or others or scope)
            return
        power, powers = power or self._asked_power(kind), self._seat_powers()
        is_doubted = power is None and not self.game.kinds[kind].of_seat and len(powers) > 1 and not self.power
        power = powers[0] if is_doubted else power
        if is_doubted and not self.orders.yes:
            both = [f"“{one}: {order}”" for one in powers]
            doubt = Problem("doubt-power", level=DOUBT, quote=order, first=both[0], others=listed(both[1:], "or"))
            self.problem(doubt, number, self.raw)
        for one in self._all_of(power, self.game.kinds[kind].of_seat):
            lead = f"{self._prefix(one)}{led_text(led)}{'public ' if word else ''}{said}"
            branch, item = self._branch(order, number, conditions, lead + "must " * must + head)
            if must:
                item["must"] = True
            if not self._goes_on(branch, item, one, lead):
                branch = {"power": one, **({"public": True} if word else {}), **branch, **scope, **led}
                self.orders.answers.append(branch)
                self._may_go_on(branch, item, one, lead)
            self.open_or = self.orders.answers[-1]
            self.open_if = self.orders.answers[-1] if conditions else None
            for other in others:
                self._add_else(other, number)

    def _kind_named(self, order: str) -> tuple[str, str, str] | None:
        """``(kind of question, as it is written, what answers it)`` of a line that names its question before it:
        ``losses: lose infantry``, ``press = fight``."""
        said = _FOR_KIND.fullmatch(order)
        name = self.kinds_by_key.get(key(said["kind"])) if said else None
        return (name, said["kind"], said["order"]) if said and name else None

    def _answers_named(self, order: str) -> bool:
        """Whether a line names its question, and answers it."""
        named = self._kind_named(order)
        kind = self.game.kinds[named[0]] if named else None
        return bool(named and kind and self._is_read(self._with_verb(kind, named[0], named[2]), [kind]))

    def _for_kind(self, order: str) -> str:
        """The order of a line that may name its question before it."""
        named = self._kind_named(order)
        if named is None:
            return order
        name, written, answer = named
        verb = match_verb(written, self.verbs)
        if verb and self._is_read(order, [self.game.kinds[one] for one in verb[1]]):
            return order  # a verb with a colon
        begun = match_verb(answer, self.verbs)
        if begun and name not in begun[1] and self._is_read(answer, [self.game.kinds[one] for one in begun[1]]):
            raise ParseError("not-of-kind", quote=written, kind=name, order=answer[:40])
        line = self._with_verb(self.game.kinds[name], name, answer)
        if verb and not self._is_read(line, [self.game.kinds[name]]):
            return order
        self._read_by(line, [name])  # tells what is wrong
        return line

    def _check_power(self, power: str | None, item: Item | None, code: str, **about: str) -> None:
        """Refuse what belongs to the line above, and names another power than that line is for."""
        if power and item and item["power"] != power:
            raise ParseError(code, hint=_say("other-power", power=self.game.names.within(item["power"])), **about)

    def _stands_in(self, order: str, number: int, beside: Any) -> None:
        """``or ORDER``: what is done if the line above cannot be."""
        item = self.open_or
        if item is None or beside:
            raise ParseError("or-of-nothing", quote="or", word="or")
        branch, reading = self._branch(order, number, [], "or ")
        if self.game.kinds[branch["kind"]].is_multiline:
            self._stands_in_line(branch, reading)
            return
        if branch["kind"] not in kinds_of(branches(item)):
            raise ParseError("or-other-kind", quote=order)
        item.setdefault("or", []).append({name: branch[name] for name in ("value", "line", "places", "text")})
        self.open_many = None

    def _stands_in_line(self, branch: Item, reading: Reading) -> None:
        """The same below one line of many."""
        if self.open_many is None or self.open_many[0]["kind"] != branch["kind"]:
            raise ParseError("or-of-nothing", quote="or", word="or")
        before, items, _, _, texts = self.open_many
        items[-1].setdefault("or", []).append(reading)
        texts[-1] = f"{texts[-1]}\n{branch['text']}"
        before["text"] = "\n".join(texts)

    def _add_else(self, text: str, number: int) -> None:
        """Hang ``: …`` or ``if CONDITION: …`` on the open if; or go on with the many lines of the else before."""
        conditions, head, order = self._if_of(text)
        lead = f"else {head}" if head else "else: "
        branch, item = self._branch(order, number, conditions, lead)
        if self.open_if is None:
            raise ParseError("else-without-if", quote="else")
        self.open_or = None
        if self.open_if and self.game.kinds[self.open_if["kind"]].is_multiline:  # none of a line looked at by itself
            self._add_else_line(branch, item, bool(conditions))
            return
        self.open_if.setdefault("else", []).append(branch)
        self.open_if = self.open_if if conditions else None
        self._may_go_on(branch, item, None, lead)

    def _add_else_line(self, branch: Item, item: Reading, is_conditional: bool) -> None:
        """The same of one line of an answer of many: it is decided by itself."""
        if self.open_if is None or self.open_many is None or branch["kind"] != self.open_if["kind"]:
            raise ParseError("or-other-kind", quote="else")
        _, items, _, _, texts = self.open_many
        items[-1].setdefault("else", []).append(item)
        texts[-1] = f"{texts[-1]}; {branch['text']}"
        self.open_if["text"] = "\n".join(texts)
        self.open_if = self.open_if if is_conditional else None

    def _may_go_on(self, branch: Item, item: Reading, power: str | None, lead: str) -> None:
        self.open_many = None
        if self.game.kinds[branch["kind"]].is_multiline:
            self.open_many = (branch, [item], power, lead, [branch["text"]])

    def _goes_on(self, branch: Item, item: Reading, power: str | None, lead: str) -> bool:
        """Add a line to the answer of many lines that is open; False if it begins something else."""
        if self.open_many is None:
            return False
        before, items, whose, lead_before, texts = self.open_many
        if (whose, lead_before) != (power, lead) or before["kind"] != branch["kind"]:
            return False
        if len(items) == 1:
            self.many.append((before, items, texts))
        items.append(item)
        texts.append(branch["text"])
        before["places"] += branch["places"]
        return True

    def _place(self, number: int, text: str) -> Place:
        """Where an order was typed."""
        return {"line": number, "places": [[number, column_of(self.raw, text)]]}

    def _scope_of(self, text: str) -> tuple[dict[str, str | int], str, str]:
        """``({"where"?, "round"?}, "in …: ", the rest)`` of a line that says for which question it is."""
        before, colon, rest = text.partition(":")
        if not colon or not is_scope(before):
            return {}, "", text
        scope: dict[str, str | int] = {}
        place = before.strip()
        if found := ROUND.search(place):
            scope["round"] = int(found[1])
            place = f"{place[: found.start()]} {place[found.end() :]}".strip()
        if place:
            place = re.sub(r"^in\b\s*", "", place, flags=re.IGNORECASE)
            places = [name for name in ("area", "box", "war") if name in self.game.names.categories]
            scope["where"] = self.game.names.find(place, *places)
        if not rest.strip():
            raise ParseError("missing-answer")
        return scope, scope_text(scope), rest.strip()

    def _if_of(self, text: str) -> tuple[list[Condition], str, str]:
        """``(conditions, "if …: ", the order)`` of a text that may begin with ``if CONDITION:``."""
        match = _IF.match(text)
        if not match:
            return [], "", text
        words, colon, order = text[match.end() :].partition(":")
        if not colon:
            said = table_of(self.game).shape("if").fullmatch(text)
            if said and said["if"]:
                self._conditions(said["if"])  # tells what is no condition
            raise ParseError("missing-colon", word="if", line="if CONDITION: ORDER")
        if not order.strip():
            raise ParseError("missing-answer")
        words = words.strip()
        return self._conditions(words), f"if {words}: ", order.strip()

    def _conditions(self, text: str) -> list[Condition]:
        return self.game.conditions.parse(text, self.game.names)

    def _branch(self, order: str, number: int, conditions: list[Condition], lead: str) -> tuple[Item, Reading]:
        """One order text as ``(branch, its reading)``: its kind by the verb, its value by the kind."""
        _, names, _ = self._verb_of(order)
        names, item = self._read_by(order, names)
        is_one_of_many = self.game.kinds[names[0]].is_multiline
        if is_one_of_many:
            item = {**item, "if": conditions} if conditions else {**item}
        branch: Item = {
            "kind": names[0],
            "value": self.game.kinds[names[0]].combine([item]),
            **self._place(number, order),
        }
        branch["text"] = f"{lead}{' '.join(order.split())}"
        if len(names) > 1:
            branch["also"] = sorted(names[1:])
        if conditions and not is_one_of_many:
            branch["if"] = conditions
        return branch, item

    def _read_by(self, order: str, names: Sequence[str]) -> tuple[list[str], Reading]:
        """``(kinds that a line may answer, its reading)``: all those that read it alike, in the title's order."""
        kinds = [self.game.kinds[name] for name in names]
        try:
            found = self.readings.read(order, kinds, self.explains)
        except ParseError as error:
            if self.explains:
                better = self._two_orders(order, kinds) or self._lead_without_colon(order) or self._by_default(order)
                error.problem.hint = better or error.problem.hint
            raise
        if any(reading != found[0][1] for _, reading in found):
            shown = [kind.waiting for kind, _ in found]
            raise ParseError("two-kinds", hint=hint("several", shown))
        return [kind.name for kind, _ in found], found[0][1]

    def _by_default(self, order: str) -> str:
        """A hint where default stands behind a verb, or a question: the line that takes what is published."""
        before, _, last = order.rpartition(" ")
        begun, name = match_verb(order, self.verbs), self.kinds_by_key.get(key(before))
        names = begun[1] if begun and key(begun[2]) == "default" else [name] * bool(name and key(last) == "default")
        lead = f"{self.seat}: " if len(self._seat_powers()) > 1 else ""
        return hint("write", [f"{lead}always {one}: default" for one in names])

    def _two_orders(self, order: str, kinds: "Sequence[Decision]") -> str:
        """A hint where a line that is refused holds two orders, each of which would be read by itself."""
        for mark in list(re.finditer(_BETWEEN_ORDERS, order))[:8]:
            first, rest = order[: mark.start()], order[mark.end() :]
            second = rest.partition(";")[0].strip() if self._is_read(first, kinds) else ""
            other = match_verb(second, self.verbs)
            if other and any(kind.expires_with_step and kind.name in other[1] for kind in kinds):
                continue  # a reply to the same question, not to the next one
            if other and self._is_read(second, [self.game.kinds[name] for name in other[1]]):
                return _say("one-a-line", order=second[:60])
        return ""

    def _is_read(self, order: str, kinds: "Sequence[Decision]") -> bool:
        try:
            return bool(self.readings.read(order, kinds, explain=False))
        except ParseError:
            return False

    def _verb_of(self, order: str) -> Begun:
        """``(verb, kind names, the rest)`` of an order; raises ParseError."""
        if not order.strip(" :,;"):
            raise ParseError("missing-answer")
        found = match_verb(order, self.verbs) or self._without_verb(order)
        if not found:
            raise self._unknown_verb(order)
        return found

    def _without_verb(self, order: str) -> Begun | None:
        """An order by a form that begins with a name or a number (``2 infantry burma -> shan-state``); or None."""
        if not self.openers:
            return None
        try:
            return "", [kind.name for kind, _ in self.readings.read(order, self.openers, explain=False)], order
        except ParseError:
            return None

    def _unknown_verb(self, order: str) -> ParseError:
        word = order.split(None, 1)[0].strip(",:")
        if not self.explains:
            return ParseError("unknown-verb", quote=word, word=word[:40])
        suggested = self._lead_without_colon(order) or self._said_plainly(order) or self._by_default(order)
        suggested = suggested or self._never(order) or self._near_verbs(word) or self._declined_by(order)
        if not suggested:
            suggested = hint("begins", self._beginnings()) or _say("no-order")
        return ParseError("unknown-verb", quote=word, word=word[:40], hint=suggested)

    def _lead_without_colon(self, order: str) -> str:
        """A hint where an order stands behind the name of a power without a colon."""
        words = order.split()
        for count in (1, 2, 3):
            name, rest = " ".join(words[:count]).rstrip(","), " ".join(words[count:])
            is_order = rest and (match_verb(rest, self.verbs) or match_verb(rest, self.petitions))
            if is_order and self._known_power(name):
                return _say("colon", line=f"{name}: {rest[:60]}")
        return ""

    def _beginnings(self) -> list[str]:
        """With what a line may begin that answers what is asked now; of many, some."""
        forms = [row[0] for kind in self._asked_now() for row in kind.grammar()]
        return list(dict.fromkeys(form if form[:1].isupper() else form.split()[0].lstrip("(") for form in forms))[:8]

    def _never(self, order: str) -> str:
        """A hint where a line says what shall never be done: the standing line that says it."""
        first, _, rest = order.partition(" ")
        begun = match_verb(rest.rstrip(" .!"), self.verbs) if key(first) == "never" else None
        names = [name for name in begun[1] if "no" in self.game.kinds[name].plain] if begun else []
        return hint("write", [f"always {name}: no" for name in names])

    def _declined_by(self, order: str) -> str:
        """A hint where a line that is no order says nothing: how what is asked now is declined."""
        return self._declining() if NOTHING.intersection(map(key, order.split())) else ""

    def _declining(self) -> str:
        """A hint at how what is asked now is declined."""
        return hint("declines", self._ways_to_decline()[:4])

    def _ways_to_decline(self) -> list[str]:
        return list(dict.fromkeys(line for kind in self._asked_now() for line in declining(kind)))

    def plain_line(self, word: str) -> str:
        """The line for which a plain yes or no, or its verb alone, stands where what is asked takes it."""
        said = key(word.rstrip(".! "))
        kinds = [kind for kind in self._asked_now() if kind.is_plain and self._is_asked_of_seat(kind.name)]
        lines = [row for kind in kinds for row in kind.plain.items()]
        return next((line for plain, line in lines if said in (plain, line.split()[0])), "")

    def _is_asked_of_seat(self, kind: str) -> bool:
        """Whether a question that is open is asked of a power of the seat, as far as it is known whom it asks."""
        return not self.asked_powers or not {*self.asked_powers.get(kind, ())}.isdisjoint(self._seat_powers())

    def _said_plainly(self, order: str) -> str:
        """A hint where a line is a plain yes or no: the lines that say it of what is asked now."""
        word = key(order.rstrip(".! "))
        lines = dict.fromkeys(kind.plain[word] for kind in self._asked_now() if word in kind.plain)
        return hint("write", [*lines][:4])

    def _asked_now(self) -> list["Decision"]:
        return [kind for name, kind in self.game.kinds.items() if name in self.asked]

    def _near_verbs(self, word: str) -> str:
        known = {**self.verbs, **self.petitions}
        spelled = {found: verb for found, (verb, _) in known.items() if found[-1:] != "s" or found[:-1] not in known}
        return near_hint(word, spelled) if len(word) > 1 else ""

    def _meant_by(self, order: str) -> str:
        """A hint where people have other words for an order."""
        wanted = key(order.rstrip(".! "))
        kinds = (*self.game.petitions.values(), *self.game.kinds.values())
        meant = [kind.grammar()[0][2] for kind in kinds if wanted in map(key, kind.meant_by)]
        return perhaps((meant or self._with_the_verb_meant(order))[:1])

    def _with_the_verb_meant(self, order: str) -> list[str]:
        """An order with the verbs of the kinds whose other words it begins with, where it is read so."""
        verb, _, rest = order.partition(" ")
        begun = key(verb.rstrip(":,"))
        kinds = [kind for kind in self.game.kinds.values() if rest and begun in map(key, kind.meant_by)]
        lines = [(f"{one} {rest.strip()}", kind) for kind in kinds for one in kind.verbs if one]
        return [line for line, kind in lines if self._is_read(line, [kind])]

    def _petition(self, power: str | None, found: Begun, head: str, order: str, number: int) -> None:
        verb, names, _ = found
        if head:
            raise ParseError("petition-condition", quote=verb, verb=verb)
        kind = self.game.petitions[names[0]]
        power = self._all_of(power, kind.of_seat)[0]
        reading = kind.combine([self.readings.read(order, [kind])[0][1]])
        value, _ = kind.settle(None, Ask(names[0], power or ""), reading)  # petitions ask nothing of the board
        text = f"{self._prefix(power)}{' '.join(order.split())}"
        item = {"power": power, "verb": names[0], "value": value, "text": text, **self._place(number, order)}
        self.orders.petitions.append(item)
        self.open_if = self.open_many = self.open_or = None

    def _standing(self, power: str | None, rest: str, number: int) -> None:
        """``[secret | public] when KIND [in WHERE] [from …] [until …]: ANSWER [if …] [; else …]``; after the name of
        the seat one for each of its powers."""
        if power == EACH:
            for one in self._seat_powers():
                self._standing(one, rest, number)
            return
        power = self._whose(power, standing=True)
        open_to = re.match(r"(secret|public)\s+", rest, re.IGNORECASE)
        rest = rest[open_to.end() :] if open_to else rest
        head, colon, answer = rest.partition(":")
        if not colon:
            word = "always" if re.search(r"\balways\b", self.raw, re.IGNORECASE) else "when"
            begun = match_verb(rest.partition(" ")[2], self.verbs)
            kind = begun[1][0] if begun else "QUESTION in PLACE"
            raise ParseError("missing-colon", quote=word, word=word, line=f"{word} {kind}: ANSWER")
        if not answer.strip():
            raise ParseError("missing-answer")
        kind, where, limits = self._when(head)
        item: Item = {"power": power, "when": kind, **({"where": where} if where else {}), **limits}
        first, *others = [self._standing_branch(kind, text.strip()) for text in _ELSE.split(answer.strip())]
        item.update(first)
        if others:
            item["else"] = others
        word = open_to[1].lower() if open_to else ""
        if word:
            item[word] = True
        lead = self._prefix(power) + (f"{word} " if word else "")
        if any("if" not in branch for branch in branches(item)[:-1]):
            self.problem(Problem("else-never", level=ODD, quote=answer.strip()), number, self.raw)
        always = re.sub(r"^when\b", "always", " ".join(head.split()), flags=re.IGNORECASE)
        item.update(self._place(number, answer.strip()), text=f"{lead}{always}: {answer.strip()}")
        self.orders.standing.append(item)

    def _when(self, head: str) -> tuple[str, str | None, Limits]:
        """``(kind, where or None, {"from", "until"})`` of ``when KIND [in WHERE] …`` before the colon."""
        clauses: dict[str, list[str]] = {"kind": []}
        now = "kind"
        for word in head.split()[1:]:
            begun = _CLAUSES_OF_WHEN.get(word.casefold())
            if begun and begun not in clauses and not (begun == "where" and now != "kind"):
                clauses[begun], now = [], begun
            else:
                clauses[now].append(word)
        texts = {clause: " ".join(words) for clause, words in clauses.items()}
        kind = self._kind_called(texts["kind"])
        where = self._place_called(texts["where"]) if "where" in texts else None
        limits: Limits = {word: self._conditions(texts[word]) for word in ("from", "until") if word in texts}
        return kind, where, limits

    def _place_called(self, text: str) -> str:
        """What a ``when … in`` names: an area if one is called so (Taiwan is a country as well), or anything."""
        names = self.game.names
        place = names.known(text, "area") if "area" in names.categories else None
        return place or names.find(text)

    def _kind_called(self, text: str) -> str:
        """The kind of question that a ``when`` names, by its name or a verb of it."""
        wanted = key(text)
        for name in self.game.kinds:
            if key(name) == wanted:
                return name
        if wanted in self.verbs:
            return self.verbs[wanted][1][0]
        found = [name for name in self.game.kinds if len(wanted) >= 4 and key(name).startswith(wanted)]
        if len(found) == 1:
            return found[0]
        suggested = near_hint(text, {key(name): name for name in self.game.kinds})
        suggested = suggested or hint("there", list(self.game.kinds)[:12])
        fields = {"title": self.game.name, "kind": text or "nothing"}
        raise ParseError("unknown-when", quote=text, hint=suggested, **fields)

    def _standing_branch(self, name: str, text: str) -> Item:
        """``ANSWER [if CONDITION]`` as {"value" | "ask", "if"?}."""
        answer, *conditions = re.split(_INNER_IF, text, maxsplit=1)
        branch: Item = {}
        if re.fullmatch(r"ask(?: me)?", answer.strip(), re.IGNORECASE):
            branch["ask"] = True
        else:
            kind = self.game.kinds[name]
            branch["value"] = self._standing_value(kind, name, answer.strip())
        if conditions:
            branch["if"] = self._conditions(conditions[0].strip())
        return branch

    def _standing_value(self, kind: "Decision", name: str, answer: str) -> Any:
        """What an answer says; ``default`` is the published one, in the kind's own words where it has a form for it."""
        if key(answer) == "yes" and "yes" not in kind.plain and not self._is_read(answer, [kind]):
            raise no_plain_word(kind, answer)
        said = self._with_verb(kind, name, answer)
        is_default = key(answer) == "default"
        if is_default and not self._is_read(said, [kind]):
            return {"form": PUBLISHED, "fields": {}}
        return kind.combine([self.readings.read(said, [kind])[0][1]])

    def _with_verb(self, kind: "Decision", name: str, answer: str) -> str:
        """A standing answer with its verb, which may be left out; a plain yes or no means what the kind says."""
        answer = kind.plain.get(answer.casefold().rstrip("."), answer)
        found = match_verb(answer, self.verbs)
        if found and name in found[1]:
            return answer
        lines = [f"{verb} {answer}" for verb in kind.verbs] or [answer]
        return next((line for line in lines if self._is_read(line, [kind])), lines[0])

    def _cancelled(self, what: str, text: str, number: int) -> None:
        """``cancel 4``, ``cancel 4, 7 and 8`` or ``cancel all``."""
        words = re.split(r"[\s,]+(?:and\s+)?|\s+and\s+", what.casefold().strip(" .!"))
        if words == ["all"] or words == ["everything"]:
            self.orders.cancelled.append({"all": True, "line": number, "text": "cancel all"})
            return
        if not all(re.fullmatch(r"[0-9]{1,4}", word) for word in words):
            raise ParseError("cancel-what", quote=what or text)
        for word in words:
            self.orders.cancelled.append({"no": int(word), "line": number, "text": f"cancel {word}"})
