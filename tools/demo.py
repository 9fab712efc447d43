"""make demo: a real turn of Red Dragon Rising, from three stacks of envelopes to a report and two verifications.

Everything goes through the command line, as a referee and two players would type it.  Nothing is prepared: the dice
are thrown anew each time.
"""

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
GAME = "taiwan-1.json"
HEADER = ("game ", "seat ", "entry ", "head ")
MISTAKES = "op 12 China Central to Tawian Strait with sag-1, 2 ssk\nattack the carrier\n"
ORDERS = """\
op 12 China Central to Taiwan Strait with sag-1, 2 ssk
when return-fire in Taiwan Strait: return fire 2 ssk at us-cvn-1; else default
"""
BOLD, PLAIN = ("\033[1m", "\033[0m") if sys.stdout.isatty() else ("", "")


def main():
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        os.environ["PBEM_MEMORY"] = os.path.join(folder, "memory")  # of a game that ends here nothing is remembered
        tell("Ann plays China, Bob the Allies, Cora is the referee. Ann and Bob each seal a stack of envelopes.")
        anchors = {seat: run("seat", "init", "-o", f"{seat}.secret").split()[0] for seat in ("prc", "allied")}
        for _ in range(20):  # an event may ask something else first: then Cora makes another game
            muster(anchors)
            if asked() == [("prc", "op")]:
                break
            start_again(anchors)
        else:
            sys.exit("Twenty games in a row did not come to China's first Op.")
        play()
    return 0


def muster(anchors):
    """A new game, and its first entry, to which everybody adds an envelope."""
    tell("Cora makes the game. What goes into its charter now, nobody can change later.")
    run(
        "new",
        "red-dragon/ready",
        "-o",
        GAME,
        "--seat",
        "prc=Ann",
        "--seat",
        "allied=Bob",
        *(f"--anchor={seat}={anchor}" for seat, anchor in anchors.items()),
    )
    tell("To begin, both say that they are ready, and each sends an envelope.")
    for seat in anchors:
        write(f"{seat}.txt", header(seat) + "ready\n", shown=False)
        run("seal", GAME, f"{seat}.txt", "--secret", f"{seat}.secret", "-o", f"{seat}-1.txt")
    run("adjudicate", GAME, "prc-1.txt", "allied-1.txt", "-o", GAME)


def play():
    """China's first turn: a form, a mistake, the order, the report, and whether it holds."""
    tell("Ann is asked for an Op. This is the form that she gets; her answer can be a reply to it.")
    show(run("form", GAME, "prc", "-o", "-", quiet=True), 18, "… and all forms of orders, and what may be sent ahead.")
    tell("She types in a hurry:")
    write("prc.txt", header("prc") + MISTAKES)
    run("check", GAME, "prc.txt", wanted=3)
    tell("Nothing is lost. She mends it, adds what shall happen if the Allies attack, and seals it with an envelope.")
    write("prc.txt", header("prc") + ORDERS)
    run("seal", GAME, "prc.txt", "--secret", "prc.secret", "-o", "prc-2.txt")
    run("adjudicate", GAME, "prc-2.txt", "-o", GAME, "--report", "turn.txt")
    tell("The report, ready to be mailed (the board and the next form are left out here):")
    print("$ cat turn.txt")
    for part in re.split(r"(?m)^(?=--- )", open("turn.txt", encoding="utf-8").read()):
        if not part.startswith(("--- The board", "--- To answer")):
            print(indented(part.rstrip()) + "\n")
    tell("Does it hold? The game is played again from the first envelope on, by the rules:")
    run("verify", GAME)
    tell("A second verifier, one file that knows no rules and nothing of the program, checks envelopes and dice:")
    run(os.path.join("verifier", "pbem_verify.py"), GAME)
    tell("That is all. A whole game, mail by mail, stands in examples/red-dragon/README.md.")


def start_again(anchors):
    """Throw the game away.  A secret serves one game, so that both stacks are new as well."""
    for each in os.scandir("."):
        (shutil.rmtree if each.is_dir() else os.remove)(each.path)
    print("\n(An event asks for something else first. They begin again.)")
    anchors.update({seat: run("seat", "init", "-o", f"{seat}.secret", quiet=True).split()[0] for seat in anchors})


def asked():
    """Who is asked what: [(seat, kind)]."""
    return [(row["seat"], row["kind"]) for row in json.loads(run("status", GAME, "--json", quiet=True))["waiting"]]


def header(seat):
    """The first lines of the form of a seat."""
    lines = run("form", GAME, seat, quiet=True).splitlines()
    return "".join(f"{line}\n" for line in lines if line.startswith(HEADER))


def tell(text):
    import textwrap

    print(f"\n{BOLD}{textwrap.fill(text, 92)}{PLAIN}\n")


def write(path, text, shown=True):
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    if shown:
        print(f"$ cat {path}\n{indented(text.rstrip())}\n")


def show(text, count, rest):
    lines = text.splitlines()
    print("\n".join(f"  {line}" for line in lines[:count]) + f"\n  {rest}")


def indented(text):
    return "\n".join(f"  {line}".rstrip() for line in text.splitlines())


def run(*words, wanted=0, quiet=False):
    """Run a command and return its standard output; show both unless `quiet`; stop if it does not end as it should."""
    command = [sys.executable, "-m", "pbem", *words]
    if words[0].endswith(".py"):
        command = [sys.executable, os.path.join(ROOT, words[0]), *words[1:]]
    if not quiet:
        shortened = [re.sub(r"([0-9a-f]{8})[0-9a-f]{56}", r"\1…", word) for word in words]
        print(f"$ {'python ' if words[0].endswith('.py') else 'pbem '}{' '.join(shortened)}", flush=True)
    result = subprocess.run(command, capture_output=True, text=True)
    if not quiet:
        print(indented((result.stdout + result.stderr).rstrip()), flush=True)
    if result.returncode != wanted:
        sys.exit(f"This should have ended with exit code {wanted}, not {result.returncode}.\n{result.stderr}")
    return result.stdout


if __name__ == "__main__":
    sys.exit(main())
