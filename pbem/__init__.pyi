from .core.data.problems import BrokenFile as BrokenFile
from .core.data.problems import Problem as Problem
from .core.data.problems import Refused as Refused
from .interface.choices import scenario as scenario
from .interface.choices import title as title
from .interface.choices import titles as titles
from .interface.looking import diff as diff
from .interface.looking import draw as draw
from .interface.looking import plot as plot
from .interface.many import each as each
from .interface.many import games_in as games_in
from .interface.no_such_thing import NoSuchThing as NoSuchThing
from .interface.playing import adjudicate as adjudicate
from .interface.playing import new as new
from .interface.playing import take as take
from .interface.reading import check as check
from .interface.reading import decisions as decisions
from .interface.reading import due as due
from .interface.reading import form as form
from .interface.reading import position as position
from .interface.reading import read as read
from .interface.reading import show as show
from .interface.reading import status as status
from .interface.reading import tell as tell
from .interface.reading import verify as verify

__version__: str
