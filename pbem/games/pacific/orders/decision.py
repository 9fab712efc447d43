"""What every decision of the title is built on: what is data of it stands in a row of decisions.json."""

from pbem.core.data.tables import beside
from pbem.core.title.decisions import TabledDecision


class Decision(TabledDecision):
    """A kind of question of the title."""

    rows = beside(__file__, "decisions")
