"""What the engine draws and asks from: the record first, then a draw source and a finder (core.answers)."""

from ..rules.engine import Divergence


class Feed:
    """What a session is fed from: recorded draws and answers first, then `source` and `finder`.

    draws, answers   the recorded inputs of the open step (and, to verify, of all that followed it)
    source           a draw source (core.draws), or None: nobody may draw now
    finder           a Finder, or None: every question stops the run
    entry            the number of the entry that new inputs belong to
    begun            True if facts of the open step were told already: no petition can come before it

    New answers are in `answers`, as the entry records them; new draws are in the source's `records`.
    Raises engine.Divergence when the rules ask for something else than the record holds.
    """

    def __init__(self, draws, answers, source=None, finder=None, entry=0, begun=False):
        self._draws, self._recorded = draws, answers
        self._drawn = self._answered = 0
        self.source = source
        self.finder = finder
        self.entry = entry
        self.begun = begun
        self.answers = []

    @property
    def is_live(self):
        """True when the record has been used up."""
        return self._drawn == len(self._draws) and self._answered == len(self._recorded)

    @property
    def used(self):
        """How many recorded draws and answers have been used."""
        return self._drawn, self._answered

    def position(self, before=None):
        """``[entry, draws, answers]``: where the next new input will stand in the entries.

        `before`, the position of the step before, says which entry it is where the feed was not told.
        """
        drawn = len(self.source.records) if self.source else 0
        return [self.entry or (before[0] if before else 1), drawn, len(self.answers)]

    def petition(self, board):
        """A petition to take up at this rest point, as (procedure, args), or None; the outer frame asks."""
        if self._answered < len(self._recorded):
            row = self._recorded[self._answered]
            if not row["question"].startswith("petition/"):
                return None
            self._answered += 1
            return petition_step(row)
        begun, self.begun = self.begun, False
        given = self.finder.petition(board) if self.finder and self.is_live and not begun else None
        if given is None:
            return None
        self.answers.append(given)
        return petition_step(given)

    def roll(self, request):
        """The result of a draw, or None: nobody may draw now."""
        if self._drawn < len(self._draws):
            return self._drawn_before(request)
        if not self.is_live:
            raise Divergence(
                _draw_in_words(request), f"an answer to {self._recorded[self._answered]['question']}"
            )
        if self.source is None:
            return None
        if self.finder:
            self.finder.lapse()
        if request.kind == "dice":
            return self.source.dice(request.label, request.of["count"], request.of["sides"])
        return self.source.pick(request.label, request.of["items"], request.of["count"])

    def _drawn_before(self, request):
        record = self._draws[self._drawn]
        if (record["label"], record["kind"], record["of"]) != (request.label, request.kind, request.of):
            from ..draws.draws import in_words

            raise Divergence(_draw_in_words(request), in_words(record))
        self._drawn += 1
        return record["result"]

    def answer(self, board, ask):
        """The recorded or given answer as a JSON value, or None: somebody must be asked."""
        if self._answered < len(self._recorded):
            record = self._recorded[self._answered]
            if record["question"] != ask.question:
                raise Divergence(ask.question, record["question"])
            self._answered += 1
            return record["value"]
        self._must_be_live(ask)
        given = self.finder.find(board, ask) if self.finder else None
        if given is None:
            return None
        self.answers.append(given.row(ask))
        return given.value

    def peek(self, board, ask):
        """The same without using it up; of the record, the next answer to the same question."""
        if self._answered < len(self._recorded):
            for record in self._recorded[self._answered :]:
                if record["question"] == ask.question:
                    return record["value"]
            raise Divergence(ask.question, self._recorded[self._answered]["question"])
        self._must_be_live(ask)
        given = self.finder.peek(board, ask) if self.finder else None
        return None if given is None else given.value

    def _must_be_live(self, ask):
        if not self.is_live:
            from ..draws.draws import in_words

            raise Divergence(ask.question, in_words(self._draws[self._drawn]))


def petition_step(row):
    """The procedure and arguments of a petition, from the row that an entry holds."""
    _, verb, power = row["question"].split("/")
    return f"petition-{verb}", {"power": power, "value": row["value"]}


def _draw_in_words(request):
    from ..draws.draws import in_words

    return in_words({"label": request.label, "kind": request.kind, "of": request.of})
