"""The document of each target of an attack: its rolls, effects and changes."""

from gmtrack.core.draft import net
from gmtrack.core.encounter import Data
from gmtrack.core.report import change_to_json
from gmtrack.rulesets.sr3.attack.plan import Strike


class Block:
    """One part. What happens inside `with block:` is its own; it may be entered again. The part of
    a single attack is the whole document."""

    def __init__(self, s: Strike, *, single: bool) -> None:
        self.strike = s
        self.game = s.game
        self.single = single
        self.doc: Data = s.game.report.body if single else {}
        self._rolls: list[Data] = []
        self._effects: list[Data] = []
        self._changes: list[Data] = []
        self._marks = (0, 0, 0)
        if not single:
            self.doc |= {"attacker": s.attacker.id, "target": s.target.id, "weapon": s.weapon_id}
            self.doc |= {"called": s.called.place} if s.called else {}

    def __enter__(self) -> None:
        report = self.game.report
        self._marks = (len(report.rolls), len(report.effects), len(self.game.draft.changes))
        if not self.single and not self._rolls:
            report.tell("attack.at", "head", target=self.strike.target.name)

    def __exit__(self, *_: object) -> None:
        rolls, effects, changes = self._marks
        report = self.game.report
        self._rolls += [roll.to_json() for roll in report.rolls[rolls:]]
        self._effects += report.effects[effects:]
        made = net(self.game.draft.changes[changes:])
        self._changes += [change_to_json(change) for change in made]

    def finished(self) -> Data:
        """The block's document."""
        own = {"rolls": self._rolls, "effects": self._effects, "changes": self._changes}
        return {**self.doc, **own}
