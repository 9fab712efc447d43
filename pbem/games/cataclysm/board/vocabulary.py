"""The words for the fields of facts and questions (vocabulary.json; core/data/fields.py)."""

import os

from pbem.core.data.fields import read_vocabulary

WORDS = read_vocabulary(os.path.dirname(os.path.dirname(__file__)))
