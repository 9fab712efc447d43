"""The rulings of the title (rulings.json), and the options of a charter among them."""

import os

from pbem.core.title.rulings import options_in, read_rulings

RULINGS = read_rulings(os.path.dirname(os.path.dirname(__file__)))
OPTIONS = options_in(RULINGS)
