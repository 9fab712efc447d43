"""What follows a change of control: the works that facts make due (core/rules/due.py).

``spoils``   of a territory: its guns change hands with it (CTL-6), raiders lose their field (SBR-7)
``capital``  of a territory that is a capital: plunder, or it is free again (ECO-6, ECO-7)
"""

from pbem.core.rules.due import Due

DUE = Due("spoils", "capital")
does = DUE.does
