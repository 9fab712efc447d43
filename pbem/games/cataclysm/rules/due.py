"""What follows a change of control, a war, an alliance or a fall: the works that facts make due (core/rules/due.py).

``units``    units that may no longer stay leave (7.1)
``tests``    the stability tests that are its argument (5.5.1), then ``falls``
``markers``  special markers whose case has come leave play (12.0)
``falls``    whoever waits for its collapse or surrender, one after the other (5.5.3); then perhaps the end (1.7)
"""

from pbem.core.rules.due import Due

DUE = Due("units", "markers", "falls")
does, due, work_off = DUE.does, DUE.now, DUE.work_off
