"""What can happen, as reducers: fact type -> function(board, fact).  No legality here; rules decide, facts record.

The reducers, with the fields of each fact, stand in the modules facts_*.py by chapters; facts that tell the story and
change nothing in narrative.json.
"""

from pbem.core.data.tables import beside

from .facts_areas import FACTS as AREAS
from .facts_military import FACTS as MILITARY
from .facts_politics import FACTS as POLITICS
from .facts_sequence import FACTS as SEQUENCE
from .recording import recorder

FACTS = recorder().join(SEQUENCE, AREAS, POLITICS, MILITARY)
FACTS.narrative(beside(__file__, "narrative"))
