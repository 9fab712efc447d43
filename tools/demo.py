"""make demo: a real turn of Red Dragon Rising from a new game to a printed report and its verification.

Everything goes through the command line, as a referee and a player would type it.
"""

import os
import subprocess
import sys
import tempfile

MOST_ENTRIES = 4  # the PRC is asked for its first Op after one or two runs, unless an event asks the Allies first
MISTAKE = "op 12 china-north -> south-china-sea with prc-sag-5\n"
ORDER = "op 12 china-south -> south-china-sea with prc-sag-3, prc-ssk-3\n"


def main():
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        return play()


def play():
    for _ in range(10):  # an event can end the game before anybody is asked: then a new one
        clear()
        run("new", "red-dragon/ready", "-o", "malaya-7.json", "--seat", "prc=Ann", "--seat", "allied=Bob")
        run("adjudicate", "malaya-7.json", "-o", "malaya-7.json", "--report", "first.txt")
        if asked() == [("prc", "op")]:
            break
    else:
        sys.exit("Ten games in a row did not come to the PRC's first Op.")
    run("status", "malaya-7.json")
    run("form", "malaya-7.json", "prc", "-o", "prc.txt")
    head = [line for line in open("prc.txt").read().splitlines() if line.split(" ")[0] in HEADER]
    print("\nAnn writes her order, with a mistake:")
    write("wrong.txt", "\n".join([*head, MISTAKE]))
    run("check", "malaya-7.json", "wrong.txt", wanted=3)
    print("\nShe mends it:")
    write("right.txt", "\n".join([*head, ORDER]))
    run("check", "malaya-7.json", "right.txt")
    run("adjudicate", "malaya-7.json", "right.txt", "-o", "malaya-7.json", "--report", "turn.txt")
    print("\n$ cat turn.txt\n" + open("turn.txt").read())
    run("verify", "malaya-7.json")
    return 0


HEADER = ("game", "seat", "entry", "head")


def clear():
    for name in os.listdir("."):
        os.remove(name)


def asked():
    """Who is asked what: [(seat, kind)]."""
    import json

    result = subprocess.run(
        [sys.executable, "-m", "pbem", "status", "malaya-7.json", "--json"], capture_output=True, text=True, check=True
    )
    return [(row["seat"], row["kind"]) for row in json.loads(result.stdout)["waiting"]]


def write(path, text):
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    print(f"\n$ cat {path}\n{text}")


def run(*words, wanted=0):
    """Run pbem, show the command and all that it prints; stop if it does not end as it should."""
    print(f"\n$ pbem {' '.join(words)}", flush=True)
    result = subprocess.run([sys.executable, "-m", "pbem", *words], capture_output=True, text=True)
    print((result.stdout + result.stderr).rstrip(), flush=True)
    if result.returncode != wanted:
        sys.exit(f"This should have ended with exit code {wanted}, and ended with {result.returncode}.")


if __name__ == "__main__":
    sys.exit(main())
