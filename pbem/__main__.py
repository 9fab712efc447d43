"""python -m pbem"""

import sys

from pbem.cli import start

sys.exit(start())
