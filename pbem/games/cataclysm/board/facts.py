"""What can happen, as reducers: fact type -> function(board, fact).  No legality here; rules decide, facts record.

The reducers, with the fields of each fact, stand in the modules facts_*.py by chapters.
"""

from .facts_areas import REDUCERS as AREAS
from .facts_military import REDUCERS as MILITARY
from .facts_politics import REDUCERS as POLITICS
from .facts_sequence import REDUCERS as SEQUENCE

REDUCERS = {**SEQUENCE, **AREAS, **POLITICS, **MILITARY}
