"""The rules of the toy: `skill` dice, each 4 or more is a hit and takes a point of health."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Annotated, Any

from gmtrack.core import intents
from gmtrack.core.choice import Candidate
from gmtrack.core.draft import Draft
from gmtrack.core.encounter import Data, Encounter
from gmtrack.core.lexicon import Lexicon
from gmtrack.core.names import pick
from gmtrack.core.record import Bounds, Record
from gmtrack.core.report import Block, Override, Part, Report, Roll
from gmtrack.core.screen import Board, Number, Profile, Row, Section, Topic
from gmtrack.core.standing import Standing
from gmtrack.dice.port import Ask, Dice, Reading
from gmtrack.errors import Refusal
from gmtrack.rulesets.port import Problem, Schema, Words
from toy.meta import META as META

WORDS = Words(dice="roll", unknown="unknown", value="value")
PHRASES = {"attacks": "{who} attacks {target}", "hits": "{n} hits"}
LABELS = {"hurt": "hurt"}


@dataclass
class Sheet:
    skill: int
    health: int = 5


@dataclass
class Scene:
    light: str = "day"


class Fight(Record):
    round: Annotated[int, Bounds(ge=0)] = 0
    acting: str | None = None


class Live(Record):
    hurt: Annotated[int, Bounds(ge=0, le=99)] = 0
    score: int | None = None
    lucky: bool = False


SCHEMA = Schema(Sheet, Scene, Fight, Live, {}, {})


def complete(sheet: Data) -> Data:
    return sheet


def check(encounter: Encounter) -> Iterator[Problem]:
    return iter(())


def _who(draft: Draft, word: str) -> str:
    encounter = draft.encounter
    names = {who: encounter.display_name(who) for who in encounter.combatants}
    return pick(word, names, "combatant", WORDS.unknown)


def _live(draft: Draft, who: str) -> Live:
    return Live(draft, ("fight", "combatants", who))


def resolve(draft: Draft, intent: intents.Intent, dice: Dice) -> Report:
    if "crash" in intent.options.words:
        raise RuntimeError("a bug in the toy")
    if type(intent) not in ACTIONS:
        raise Refusal("unknown", f"the toy has no command {intent.word}")
    return ACTIONS[type(intent)](draft, intent, dice)


def _report(command: str, **body: Any) -> Report:
    return Report(command, META.id, body)


def _roll(report: Report, dice: Dice, name: str, who: str, count: int) -> int:
    answer = dice.roll(Ask(name, who, count, 6, Reading(hit=4)))
    good = tuple(face >= 4 for face in answer.dice)
    body = {"hits": answer.hits}
    parts = (Part("skill", count),)
    report.rolled(Roll(name, who, parts, answer.dice, answer.given, body, good, count))
    return answer.hits or 0


def _attack(draft: Draft, intent: intents.Attack, dice: Dice) -> Report:
    attacker = _who(draft, intent.attacker)
    targets = [_who(draft, word) for word in intent.targets]
    dice.expect([("attack", attacker), *(("dodge", target) for target in targets)])
    report = _report("attack", attacker=attacker, target=targets[0], outcome="miss")
    if _live(draft, attacker).hurt >= 5:
        if not intent.options.force:
            raise Refusal("status", f"{attacker} is down; --force overrules")
        report.overrides.append(Override("status", f"{attacker} is down"))
    luck = sum(int(value) for value in intent.options.extras.get("luck", ()))
    skill = draft.encounter.sheet(attacker)["skill"] + luck
    skill += sum(int(mod.partition(":")[0]) for mod in intent.options.mods)
    block = Block(attacker, targets[0], report.body, effects=report.effects)
    report.blocks.append(block)
    for target in targets:
        report.tell("attacks", "head", who=attacker, target=target)
        hits = _roll(report, dice, "attack", attacker, skill)
        if hits:
            report.body["outcome"] = "hit"
            report.tell("hits", n=hits)
            live = _live(draft, target)
            live.hurt = live.hurt + hits
    return report


def _test(draft: Draft, intent: intents.Test, dice: Dice) -> Report:
    who = _who(draft, intent.who)
    dice.expect([("test", who)])
    report = _report("test", who=who, what=intent.what, given=repr(intent))
    _roll(report, dice, "test", who, draft.encounter.sheet(who)["skill"])
    return report


def _roll_init(draft: Draft, intent: intents.RollInit, dice: Dice) -> Report:
    everybody = list(draft.encounter.combatants)
    rollers = [_who(draft, word) for word in intent.who] or everybody
    dice.expect([("initiative", who) for who in rollers] + [("coin", who) for who in rollers])
    report = _report("roll-init")
    fight = Fight(draft, ("fight",))
    fight.round = fight.round + 1
    for who in rollers:
        _live(draft, who).score = _roll(report, dice, "initiative", who, 1)
    fight.acting = rollers[0] if rollers else None
    return report


def _simple(draft: Draft, intent: intents.Intent, dice: Dice) -> Report:
    command = type(intent).__name__.lower()
    return _report(command, given=repr(intent))


def _damage(draft: Draft, intent: intents.Damage, dice: Dice) -> Report:
    who = _who(draft, intent.who)
    live = _live(draft, who)
    live.hurt = live.hurt + intent.amount
    return _report("damage", who=who, given=repr(intent))


def _set(draft: Draft, intent: intents.Set, dice: Dice) -> Report:
    for assignment in intent.assignments:
        draft.put(assignment.path, assignment.value)
    return _report("set", who=intent.who)


def _add(draft: Draft, intent: intents.Add, dice: Dice) -> Report:
    for new_id, sheet in intent.sheets.items():
        draft.put(("combatants", new_id), sheet)
    return _report("add", who=list(intent.sheets))


def _remove(draft: Draft, intent: intents.Remove, dice: Dice) -> Report:
    draft.drop(("combatants", intent.who))
    draft.drop(("fight", "combatants", intent.who))
    return _report("remove", who=intent.who)


ACTIONS: dict[type, Any] = {
    intents.RollInit: _roll_init,
    intents.Next: _simple,
    intents.End: _simple,
    intents.Act: _simple,
    intents.Attack: _attack,
    intents.Test: _test,
    intents.Damage: _damage,
    intents.Heal: _simple,
    intents.Effect: _simple,
    intents.Set: _set,
    intents.Add: _add,
    intents.Remove: _remove,
}


def board(encounter: Encounter) -> Board:
    fight = Fight(Draft(encounter), ("fight",))
    rows = tuple(
        Row(
            id=who,
            name=encounter.display_name(who),
            side=encounter.side(who),
            acting=who == fight.acting,
            done=False,
            standing=Standing(),
            cells=(str(_live(Draft(encounter), who).score),),
        )
        for who in encounter.combatants
    )
    order = [{"id": row.id, "hurt": _live(Draft(encounter), row.id).hurt} for row in rows]
    doc = {"name": encounter.name, "ruleset": META.id, "round": fight.round, "order": order}
    return Board(encounter.name, (("round", str(fight.round)),), ("Score",), rows, doc)


def show(encounter: Encounter, word: str) -> Profile:
    draft = Draft(encounter)
    who = _who(draft, word)
    sheet, hurt = encounter.sheet(who), _live(draft, who).hurt
    numbers = (Number("skill", str(sheet["skill"])), Number("hurt", str(hurt)))
    doc = {"id": who, "name": encounter.display_name(who), "hurt": hurt, "sheet": sheet}
    return Profile(doc["name"], who, (), (), (Section("Sheet", numbers),), doc)


def lexicon(encounter: Encounter) -> Lexicon:
    return Lexicon()


def candidates(encounter: Encounter, who: str) -> Iterator[Candidate]:
    return iter(())


def resources_of(draft: Draft, who: str) -> Mapping[str, int]:
    return {}


def standing_of(draft: Draft, who: str) -> Standing:
    """Nobody dies here."""
    return Standing()


def topics(encounter: Encounter | None) -> Mapping[str, Topic]:
    playing = encounter.name if encounter else "nothing"
    rows = (("skill", f"as many dice, while playing {playing}"),)
    return {
        "dice": Topic("dice", "how dice are read", ("what", "how"), rows),
        "rulings": Topic("rulings", "what is set", ("key",), ()),
    }
