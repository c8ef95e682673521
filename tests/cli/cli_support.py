"""What the tests of the command line share."""

from collections.abc import Callable

from screen import Screen

DUEL = """\
gmtrack: 1
name: Duel   # at dawn
ruleset: toy
templates:
  ganger: {skill: 2}
combatants:
  joe: {name: Joe Schmoe, side: pc, skill: 4}
  bob: {name: Bob Rock, skill: 3}   # the bad one
  bill: {name: Bill, skill: 1}
"""


Gm = Callable[..., Screen]
