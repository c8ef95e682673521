"""The documents of bursts and of several opponents: what each part rolled, brought about,
changed."""

from gmtrack.core.draft import net
from gmtrack.core.encounter import Data
from gmtrack.core.report import change_to_json
from gmtrack.rulesets.i2050.attack.plan import Strike


class Block:
    """One part. What happens inside `with block:` is its own. The part of a single attack is the
    whole document."""

    def __init__(self, s: Strike, *, single: bool) -> None:
        self.strike = s
        self.game = s.game
        self.single = single
        self.doc: Data = s.game.report.body if single else {}
        self._marks = (0, 0, 0)

    def __enter__(self) -> Data:
        report = self.game.report
        self.game.part = len(report.effects)
        self._marks = (len(report.rolls), len(report.effects), len(self.game.draft.changes))
        return self.doc

    def __exit__(self, *_: object) -> None:
        if self.single:
            return
        rolls, effects, changes = self._marks
        report = self.game.report
        self.doc["rolls"] = [roll.to_json() for roll in report.rolls[rolls:]]
        self.doc["effects"] = report.effects[effects:]
        made = net(self.game.draft.changes[changes:])
        self.doc["changes"] = [change_to_json(change) for change in made]
