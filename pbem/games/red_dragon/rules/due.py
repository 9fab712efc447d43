"""What follows when units move, fall or change sides: the works that facts make due (core/rules/due.py).

``stacking``  of an area that units have entered: those over its limit are eliminated (7.2)
``control``   of an area that land units have left or entered: who holds it, its points (3.5, 4.5), who must leave (9.5)

What an Op or an event has left of it is done when it is carried out (sequence.py); a rule calls for it itself where the
book says so: whoever lands is stacked before he fights.
"""

from pbem.core.rules.due import Due

DUE = Due("stacking", "control")
does, due, work_off = DUE.does, DUE.now, DUE.work_off
