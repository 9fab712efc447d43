"""Who sent a message: strangers, those who are imitated, and mails of ours that came back.

Whoever is not registered gets no answer; whoever is imitated hears of it.
"""

import re
from typing import TYPE_CHECKING

from pbem.core.data.tables import Sentences

from . import receipt
from .authentic import confirmed, signed
from .message_ids import report_of_id
from .notices import nobodys
from .on_its_way import OnItsWay

if TYPE_CHECKING:
    from pbem.core.data.json_types import Json

_say = Sentences(__name__)


MOST_TOLD = 5  # mails of nobody that the referee is told of on one day


class SentBy(OnItsWay):
    """What becomes of a message that is not its sender's, or that nobody of the game sent."""

    def _bounced(self, bounce: "Json") -> None:
        """A mail of ours came back; the referee sees it in the log and in pbem due."""
        named, ours = [one["address"] for one in bounce["recipients"]], bounce["message_id"]
        known = [one for one in named if self.box.seats_of(one)]
        seats = self.box.seats_of(known[0]) if known else self._went_to(ours)
        self.arrival["seat"] = seats[0] if seats else None
        self.arrival["returned"] = known or [one for seat in seats for one in self.box.seats[seat]] or named
        first = bounce["recipients"][0]
        why = f"{first['status']} {first['why']}".strip()
        told = _say("returned", mail=ours or _say("a-mail"), who=self.arrival["returned"], why=why)
        return self._done("bounce", told)

    def _went_to(self, message_id: str) -> list[str]:
        """The seat that a mail of ours went to, by its Message-ID; in a list, empty if it tells none."""
        receipt_of = self.box.receipt_of(message_id)
        words = [receipt_of["seat"]] if receipt_of else message_id.strip("<>").partition("@")[0].split("/")[1:]
        return [seat for seat in words if self.box.seats.get(seat)][:1]

    def _is_authentic(self) -> bool:
        """True unless the desk asks for proof, and neither the server that it trusts nor a signature gives one."""
        box = self.box
        if not box.authserv and not box.dkim:
            return True
        evidence = confirmed(self.letter, box.authserv) if box.authserv else None
        self.arrival["evidence"] = evidence or (signed(self.letter, self.data) if box.dkim else None)
        return self.arrival["evidence"] is not None

    def _stranger(self) -> None:
        """Nobody is answered whom the desk does not know; the seat that the mail names is told, once a day."""
        found = re.search(r"(?im)^[> \t]*seat[ \t:=]+([a-z0-9._-]{1,64})[ \t]*$", self.letter.text)
        claimed = found[1].lower() if found else None
        self._done("stranger", _say("stranger", sender=self.letter.sender or _say("the-sender")))
        if claimed is not None and claimed in self.box.seats and self.letter.text:
            self._warn(claimed, receipt.sentence("stranger", seat=claimed))
        self._tell_referee()

    def _answered_seats(self) -> list[str]:
        """The seats to which the mails of ours went that this one answers."""
        rows = [self.box.receipt_of(one) for one in self.letter.answers_to]
        reports = [found for one in self.letter.answers_to if (found := report_of_id(one))]
        own = [seat for game, entry, seat, head in reports if game == self.file.name and self._is_head(entry, head)]
        return [*own, *(row["seat"] for row in rows if row and row["seat"])]

    def _is_head(self, entry: int, head: str) -> bool:
        return entry <= self.file.n and self.file.head_of(entry)[:32] == head

    def _tell_referee(self) -> None:
        """A mail that answers one of ours, and whose sender nobody can tell, is somebody's of the game: the referee
        hears of the first from each address, and of so many a day."""
        seats, arrivals, to = self._answered_seats(), self.box.arrivals, self.box.referee
        day = arrivals.warned(self.now.strftime("%Y-%m-%d"))
        told = any(to in row["warned"] for row in arrivals.warned_of(self.letter.sender))
        if seats and to and not told and sum(to in row["warned"] for row in day) < MOST_TOLD:
            self.mails.append(("referee", nobodys(self.file, self.box, self.arrival, seats[0], self.now)))
            self.arrival["warned"] = [*self.arrival["warned"], to]

    def _forged(self, seat: str, own: list[str]) -> None:
        self.arrival["seat"] = own[0]
        said = receipt.sentence("forged", seat=seat, own=" and ".join(own))
        why = _say("forged", sender=self.letter.sender, own=own[0], seat=seat)
        self._replied("forged", why, _say("not-counted"), [said])
        self._warn(seat, receipt.sentence("stranger", seat=seat))

    def _warn(self, seat: str, said: str) -> None:
        """Tell those who hold a seat that somebody wrote in its name; each of them once a day at most."""
        to = [one for one in self.box.seats.get(seat, ()) if not self.box.was_warned(one, self.now)]
        if to:
            text = receipt.text_of(self.file.name, {"n": self.arrival["n"], "seat": seat}, self.letter, [said])
            self.mails.append((seat, self._answer(text, _say("not-counted"), to, is_notice=True)))
            self.arrival["warned"] = to
