"""Build this example again from its mails: python examples/pacific/rebuild.py FOLDER

FOLDER gets what stands here under games, refusals, reports, mails.txt and verification.txt;
tests/test_examples.py compares it byte for byte.  With --write the example itself is played by the rules as they are
now; where they decide something of it otherwise it is written anew, its charter and the head in each mail with it
(`make golden` does that).

start.json was written by pbem new pacific --muster.
The secrets in secrets.json are published, so that everybody can do this.  Never use them in a game.
"""

import os
import sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

from rebuilding import Example  # it stands beside this folder: examples/rebuilding.py

HERE = os.path.dirname(os.path.abspath(__file__))
EXAMPLE = Example(HERE, "pacific-1.json", kept=(11,))


def main(arguments):
    return EXAMPLE.write() if "--write" in arguments else EXAMPLE.rebuild(arguments[0])


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]) if len(sys.argv) == 2 else __doc__)
