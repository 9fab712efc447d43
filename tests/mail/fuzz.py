"""make mail-fuzz MAILS=10000: hostile messages against a desk, through the command line, in process.

    python tests/mail/fuzz.py [--mails 10000] [--seed 1] [--jobs 2] [--findings FOLDER]

Whatever comes: the command ends with 0, and no traceback; no message takes more than SECONDS of the processor or
MEGABYTES more than the desk has, and none has to be stopped for its time; each is kept as it came and counted once;
answers go to people of the game and to nobody else, hold no escape, control or bidi character, and are of a size that
people read; and after every batch an honest mail is read and answered.  What does otherwise is kept in
tests/mail/found, and tests/mail/test_fuzz.py tries it again.

Messages are made of the corpus, of the shapes below, and of both mangled by bytes, lines and header fields.

Exit code 0: nothing found; 1: something.
"""

import argparse
import importlib
import os
import random
import re
import resource
import shutil
import sys
import tempfile
import time
from concurrent.futures import ProcessPoolExecutor
from hashlib import sha256
from pathlib import Path

from tests import fuzz
from tests.mail.desk import Desk
from tests.mail.hostile import Hostile

SECONDS, MEGABYTES = 2.0, 200
BATCH = 100  # messages to one desk
MOST_ANSWER = 2**18
FINDINGS = Path(__file__).parent / "found"
PEOPLE = {"ann@example.org", "bob@example.net"}
MARKS = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069]")


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--mails", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=int(time.time()))
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--findings", type=Path, default=FINDINGS, help="the folder for what is found")
    arguments = parser.parse_args()
    print(f"seed {arguments.seed}", flush=True)
    sizes = [min(BATCH, arguments.mails - done) for done in range(0, arguments.mails, BATCH)]
    total, found = Told(), {}
    with ProcessPoolExecutor(arguments.jobs) as pool:
        for told in pool.map(batch, [f"{arguments.seed}/{n}" for n in range(len(sizes))], sizes):
            total.add(told)
            for fault, data in told.faults:
                if (place := fuzz.place_of(fault)) not in found:
                    found[place] = keep(arguments.findings, fault, data)
                    print(f"{fault}\nkept as {found[place]}\n", flush=True)
            print(f"{total.count} messages, {len(total.faults)} faults", flush=True)
    print(total.text())
    print(f"{total.count} messages, {len(total.faults)} faults in {len(found)} places")
    return 1 if found else 0


def keep(folder, fault, data):
    """Write a message that did harm; its name."""
    folder.mkdir(exist_ok=True)
    path = folder / f"{sha256(data).hexdigest()[:12]}.eml"
    path.write_bytes(data)
    path.with_suffix(".txt").write_text(f"{fault.strip().splitlines()[-1]}\n", encoding="utf-8")
    return path.name


class Told:
    """What became of messages: how many of each verdict, the slowest, the largest, and what was wrong."""

    def __init__(self):
        self.count, self.verdicts, self.faults = 0, {}, []
        self.slowest, self.largest, self.stopped = (0.0, ""), (0, ""), {}

    def add(self, other):
        self.count += other.count
        for name, number in other.verdicts.items():
            self.verdicts[name] = self.verdicts.get(name, 0) + number
        for why, number in other.stopped.items():
            self.stopped[why] = self.stopped.get(why, 0) + number
        self.faults += other.faults
        self.slowest, self.largest = max(self.slowest, other.slowest), max(self.largest, other.largest)

    def text(self):
        rows = [f"{name:<16} {number:>6}" for name, number in sorted(self.verdicts.items())]
        rows += [f"set aside: {why} {number}" for why, number in sorted(self.stopped.items())]
        return "\n".join(
            [
                *rows,
                f"slowest {self.slowest[0]:.2f} s ({self.slowest[1]})",
                f"largest {self.largest[0]} MB more than the desk ({self.largest[1]})",
            ]
        )


def batch(seed, count):
    """Feed so many messages to a fresh desk: Told.  What each reader would load for itself is loaded once, before."""
    for name in ("selectolax.lexbor", "webencodings.labels", "webencodings.custom"):
        importlib.import_module(name)
    with tempfile.TemporaryDirectory(prefix="pbem-mail-fuzz-") as folder, fuzz.forgetful():
        return Target(Path(folder), seed).take(count)


class Target:
    """Two games with a desk each, one of which believes only what its server confirms."""

    def __init__(self, folder, seed):
        self.folder, self.chance = folder, random.Random(seed)
        self.desks = [Desk(folder), Desk(folder, "taiwan-1", "shared", authserv="mx.club.example")]
        self.hostile = Hostile(self.desks[0], self.chance)
        self.seed, self.told = seed, Told()

    def take(self, count):
        for number in range(count):
            kind, data = self.hostile.message(number)
            fault = self.attempt(f"{kind} {self.seed}/{number}", data)
            if fault:
                self.told.faults.append((f"{fault}", data))
        honest = self.honest()
        if honest:
            self.told.faults.append((honest, b""))
        return self.told

    def attempt(self, name, data):
        """Give one message to the desk: what is wrong with what came of it, or ""."""
        source, out = self.folder / "message", self.folder / "out"
        source.write_bytes(data)
        shutil.rmtree(out, ignore_errors=True)
        kept, own, read, began = self.kept(), peak(resource.RUSAGE_SELF), peak(resource.RUSAGE_CHILDREN), used()
        code, fault, text = ran(
            "mail", "in", "--games", str(self.folder), "--from", str(source), "--out", str(out), "--json"
        )
        took, grew = used() - began, peak(resource.RUSAGE_SELF) - own
        if peak(resource.RUSAGE_CHILDREN) > read:  # no reader before it held so much
            grew = max(grew, peak(resource.RUSAGE_CHILDREN) - held())
        self.told.count += 1
        self.told.slowest = max(self.told.slowest, (took, name))
        self.told.largest = max(self.told.largest, (grew, name))
        if fault or code:
            return fault or f"exit code {code}: {text}"
        if took > SECONDS:
            return f"slow: {name}"
        if grew > MEGABYTES:
            return f"large: {name}"
        return self.judged(text, kept, out)

    def judged(self, text, kept, out):
        """What is wrong with what was said, kept and answered."""
        import json

        verdict = json.loads(text)
        word = verdict["verdict"]
        self.told.verdicts[word] = self.told.verdicts.get(word, 0) + 1
        if word == "unreadable":
            self.told.stopped[verdict["why"]] = self.told.stopped.get(verdict["why"], 0) + 1
            if "too long" in verdict["why"] or "broke down" in verdict["why"]:
                return f"stopped: {verdict['why']}"
        if word != "duplicate" and self.kept() != kept + 1 and "came before" not in verdict["why"]:
            return f"it was not kept: {word}, {verdict['why']}"
        return next(filter(None, map(flaw, (out / "new").iterdir() if out.is_dir() else ())), "")

    def kept(self):
        return sum(len(list(place.glob("raw/*"))) for place in self.folder.glob("*.mail"))

    def honest(self):
        """After all that an honest mail is read and answered: what is wrong with that, or ""."""
        for desk in self.desks:  # an honest player has not sent twenty mails before
            Path(desk.box.path("arrivals.db")).unlink(missing_ok=True)
            shutil.rmtree(desk.box.path("raw"), ignore_errors=True)
        mail = (
            "From: ann@example.org\nTo: pbem+malaya-7@club.example\nMessage-ID: <honest@x>\n"
            f"In-Reply-To: {self.hostile.words['report']}\n\npass\n"
        )
        (self.folder / "message").write_text(mail)
        places = str(self.folder / "message"), "--out", str(self.folder / "out")
        code, fault, text = ran("mail", "in", "--games", str(self.folder), "--from", *places)
        return "" if code == 0 and ": accepted." in text and not fault else f"the desk does not go on: {text}\n{fault}"


def flaw(path):
    """What is wrong with an answer, or ""."""
    from email import message_from_bytes
    from email.policy import default

    data = path.read_bytes()
    if len(data) > MOST_ANSWER:
        return f"an answer of {len(data) >> 10} kB"
    made = message_from_bytes(data, policy=default)
    to = {one.strip() for one in str(made["To"]).split(",")}
    if not to <= PEOPLE:
        return f"an answer to {to - PEOPLE}"
    held = "\n".join([*(f"{name}: {value}" for name, value in made.items()), made.get_body(("plain",)).get_content()])
    found = MARKS.search(held)
    return f"an answer with the character {ord(found[0]):#x}" if found else ""


def used():
    """The seconds of the processor that this process and its children have had."""
    return sum(os.times()[:4])


def peak(who):
    """The most that this process, or any child of it, has held so far, in MB."""
    return resource.getrusage(who).ru_maxrss >> 10


def held():
    """What this process holds now, in MB."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * resource.getpagesize() >> 20


def ran(*argv):
    """``(exit code, fault, what was said)`` of a command line."""
    import contextlib
    import io

    from pbem.cli import group

    bugs, said = [], io.StringIO()

    def note(error):
        import traceback

        bugs.append("".join(traceback.format_exception(error)))
        return group.BUG

    usual, group._bug = group._bug, note
    binary = io.BytesIO()
    out = io.TextIOWrapper(binary, encoding="utf-8", write_through=True)
    try:
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(said):
            code = group.run(list(argv))
    finally:
        group._bug = usual
    return code, bugs[0] if bugs else "", binary.getvalue().decode() or said.getvalue()


if __name__ == "__main__":
    sys.exit(main())
