"""The words for the fields of facts and questions (vocabulary.json; core/data/fields.py)."""

from pbem.core.data.fields import read_vocabulary
from pbem.core.orders.draw_and_resign import WORDS as OF_ENDINGS

WORDS = read_vocabulary("pbem.games.pacific", OF_ENDINGS)
