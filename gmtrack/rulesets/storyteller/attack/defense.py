"""The target's defense: the words of `--defense`, and Defense paid for, subtracted or rolled
(ST-040 to ST-066, ST-R14)."""

from collections.abc import Mapping
from typing import NamedTuple

from gmtrack.core.encounter import Data
from gmtrack.core.report import Part, total
from gmtrack.rulesets.kit.own.in_force import BY_ROLL
from gmtrack.rulesets.kit.words import parse_word
from gmtrack.rulesets.storyteller.attack.plan import Defense, Strike
from gmtrack.rulesets.storyteller.dice import (
    RollResult,
    RollSpec,
    added_parts,
    roll,
    wound_part,
)
from gmtrack.rulesets.storyteller.sheet.game import WORDS, Game, defense_against
from gmtrack.rulesets.storyteller.sheet.state import Fighter
from gmtrack.rulesets.storyteller.turn.order import (
    lose_aim,
    use_action,
    use_willpower,
)
from gmtrack.rulesets.storyteller.wounds.conditions import begin_dodge


class DefenseWord(NamedTuple):
    """A word of `--defense`: its price for the target, its help, its rules."""

    cost: str
    help: str
    rows: str


DEFENSES: Mapping[str, DefenseWord] = {
    "apply": DefenseWord(
        "",
        "Defense off the pool; 1 less until their next turn",
        "ST-033, ST-041",
    ),
    "none": DefenseWord(
        "", "Defense is left out and does not wear down", "ST-042"
    ),
    "dodge": DefenseWord(
        "action",
        "twice Defense in dice, against all attacks",
        "ST-057 to ST-066",
    ),
    "willpower": DefenseWord(
        "1 willpower",
        "Defense +2 against this attacker; joins the others",
        "ST-043, ST-050",
    ),
    "dodge+willpower": DefenseWord(
        "action, 1 willpower", "both", "ST-043, ST-057"
    ),
    "passive": DefenseWord(
        "", "as apply (house rule old_notes_defense, as all below)", "ST-052"
    ),
    "static": DefenseWord(
        "action", "Defense off the pool, not worn down", "ST-053"
    ),
    "active": DefenseWord(
        "", "Defense in dice; 2 less until their next turn", "ST-054"
    ),
    "parry": DefenseWord(
        "action",
        "Defense in dice, close attacks; lowers the attacker's Defense",
        "ST-056",
    ),
}
"""The words that `--defense` accepts."""
OLD_NOTES = ("passive", "static", "active", "parry")


def choose_defense(s: Strike) -> Defense:
    """Return the target's defense: the word typed, else the usual one, none if it cannot defend
    (ST-048).

    Raises Refusal `option` for words that contradict each other."""
    typed = typed_words(s)
    if s.off("defense") or not can_defend(s):
        return Defense(typed=typed)
    word = word_meant(s, typed)
    return Defense(word, "willpower" in typed and word != "none", typed)


def check_said_of(game: Game, targets: list[Fighter]) -> None:
    """Raise Refusal `option` for `--defense WHO:word` about somebody who is not attacked."""
    for text in game.options.defense:
        who = parse_word(text, game.draft.encounter, WORDS).who
        if who is not None and who not in [target.id for target in targets]:
            game.deny(
                WORDS.unknown,
                f"--defense {text}: {game.name(who)} is not attacked",
            )


def typed_words(s: Strike) -> tuple[str, ...]:
    """Return the words of `--defense` for this target. Raises Refusal `option` for words that
    contradict each other."""
    game, found = s.game, []
    for who, name in game.parse_defenses(DEFENSES, WORDS.unknown):
        if who in (None, s.target.id, s.aimed_at.id):
            found += name.split("+")
    main = {name for name in found if name != "willpower"}
    if len(main) > 1:
        game.deny(
            WORDS.value, f"choose one defense, not {' and '.join(sorted(main))}"
        )
    if "willpower" in found and "none" in main:
        game.deny(
            WORDS.value,
            "willpower adds to a Defense that is used: leave out none",
        )
    return tuple(found)


def word_meant(s: Strike, typed: tuple[str, ...]) -> str:
    """Return the main word that was typed, else the usual one.

    Usually a dodge or a stance goes on, else Defense is applied; `none` if an own effect forbids
    that."""
    told = next((name for name in typed if name != "willpower"), None)
    if told is not None:
        return told
    if s.target.dodging:
        usual = "dodge"
    elif s.target.guard == "static":
        usual = "static"
    else:
        usual = "apply"
    return "none" if s.game.is_left_out(s.target, usual) else usual


def can_defend(s: Strike) -> bool:
    """Whether Defense works against this strike: the target is aware, not denied it, and it is
    no bullet (ST-040, ST-044, ST-065). Depends on the house rule `close_firearm`."""
    if (
        s.killing
        or s.has_word("unaware")
        or s.has_word("helpless")
        or s.target.reasons
    ):
        return False
    # ST-R20 `full`: a long gun at arm's length.
    long_gun = s.has_word("close-quarters") and s.weapon.size > 1
    return not s.firearm or (long_gun and s.game.house.close_firearm == "full")


def is_contested(s: Strike) -> bool:
    """Whether Defense that would be subtracted is rolled instead, by house rule (ST-R14)."""
    return s.defense.subtracts and s.game.house.defense_mode == "contested"


def pays_action(s: Strike) -> bool:
    """Whether this defense uses up an action of the target."""
    begins = {
        "dodge": not s.target.dodging,
        "static": s.target.guard != "static",
        "parry": True,
    }
    return begins.get(s.defense.word, False)


def check_defense(s: Strike) -> None:
    """Raise Refusal `house-rule`, `defense`, `grapple` or `option` for a typed defense that
    cannot be."""
    if s.defense.typed:
        check_typed_defense(s, word_meant(s, s.defense.typed))
    answers = s.defense.rolls or s.defense.subtracts
    if s.defense_mods and not answers:
        s.game.deny(
            WORDS.value,
            "--defense-mod does not work here: no defense against this attack",
        )


def check_typed_defense(s: Strike, word: str) -> None:
    """Raise Refusal if the typed defense does not work here.

    The kind is `house-rule` for a word of the old notes, `grapple` for a dodge in a grapple,
    else `defense`."""
    game, target = s.game, s.target
    game.check_forbidden(target, word)
    if word in OLD_NOTES and not game.house.old_notes_defense:
        game.refuse(
            "house-rule", f"{word} requires the house rule `old_notes_defense`"
        )
    if word == "none":
        return
    if not can_defend(s):
        found = [
            *target.reasons,
            *(word for word in ("unaware", "helpless") if s.has_word(word)),
        ]
        why = ", ".join(found) or (
            "a killing blow" if s.killing else "a bullet"
        )
        game.refuse(
            "defense", f"{target.name} has no Defense against this: {why}"
        )
    if target.dodging and word != "dodge":
        game.refuse(
            "defense",
            f"{target.name} is dodging: `--defense none` is the only other choice",
        )
    if word == "parry" and not s.weapon.is_close:
        game.refuse(
            "defense", f"cannot parry {s.weapon_id}: it is a ranged weapon"
        )
    if word == "dodge" and target.read_grapple():
        game.refuse(
            "grapple", f"{target.name} is in a grapple and cannot dodge"
        )
    if "willpower" in s.defense.typed and s.attacker.id in target.wp_defense:
        game.refuse(
            "defense",
            f"{target.name} has spent willpower against {s.attacker.name} already",
        )


CONTESTED = "defense"
"""The name of the roll of contested Defense (ST-R14)."""
PAID = {"dodge": "ST-057", "static": "ST-053", "parry": "ST-056"}
"""The rule by which a defense takes the action, by its word."""
TAKES = {
    "dodge": "ST-063",
    "parry": "ST-056",
    "active": "ST-054",
    CONTESTED: "ST-R14",
}
"""The rule by which the target's roll takes successes from the attack, by the roll's name."""
DICE = {
    "parry": "ST-049, ST-056",
    "active": "ST-049, ST-054",
    CONTESTED: "ST-049, ST-R14",
}
"""The rules by which Defense is dice of the target's roll, by the roll's name."""


class DefenseAnswer(NamedTuple):
    """A target's answer to one attack: the word of its defense, the value of Defense, and the
    roll that it makes, if any."""

    word: str = "none"
    value: int = 0
    roll: str = ""


def possible_rolls(s: Strike) -> list[str]:
    """Return the names of the rolls that the target may make."""
    if s.defense.rolls:
        return [s.defense.word]
    return [CONTESTED] if is_contested(s) else []


def pay_for_defense(s: Strike) -> DefenseAnswer:
    """Charge the target for the chosen defense and return the answer.

    Returns an empty answer, and charges nothing, if the target can no longer defend."""
    if not can_defend(s):
        # Covering fire or an earlier strike may have put them down by now.
        return DefenseAnswer()
    take_defense_price(s)
    word = s.defense.word
    value = 0 if word == "none" else defense_worth(s)
    rolls = s.defense.rolls or (is_contested(s) and value)
    return DefenseAnswer(word, value, possible_rolls(s)[0] if rolls else "")


def take_defense_price(s: Strike) -> None:
    """Take the action or the point of willpower that the defense costs."""
    game, target, word = s.game, s.target, s.defense.word
    if pays_action(s):
        with game.draft.by(PAID[word]):
            use_action(game, target)
            if word == "static":
                target.guard = "static"
        if word == "dodge":
            begin_dodge(game, target)
        else:
            key = "stands-guard" if word == "static" else "parries"
            game.report.tell(key, "note", who=target.name)
    if s.defense.willpower:
        with game.draft.by("ST-043, ST-050"):
            use_willpower(game, target)
            target.wp_defense = sorted({*target.wp_defense, s.attacker.id})


def defense_worth(s: Strike) -> int:
    """Return the value of the target's Defense against this attack."""
    spender = None if s.off("willpower") else s.attacker.id
    decays = s.defense.word != "static"
    return defense_against(
        s.target, spender, pulled=s.pull is not None, decays=decays
    )


def subtract_defense(s: Strike, answer: DefenseAnswer, doc: Data) -> list[Part]:
    """Return the parts by which Defense lowers the attack's pool, and wear Defense down.

    It does not wear down where it has come to 0 (ST-045). Writes `defense` into the document."""
    subtracts = s.defense.subtracts and answer.word != "none"
    plain = subtracts and not is_contested(s)
    value, own = answer.value, []
    if plain:
        about = s.roll_context(defends=True)
        added = added_parts(s.game, s.target, "defense", s.defense_mods, about)
        value = max(0, value + total(tuple(added)))
        own = [
            Part(one.label, -one.value, one.rules)
            for one in added
            if BY_ROLL in one.rules
        ]
    if not s.firearm or answer.word != "none":
        doc["defense"] = {"word": answer.word, "value": value}
    if subtracts and value:
        note_defense_used(s)
        if answer.word != "static":
            wear_down(s, 1, "ST-041")
    if not (plain and value):
        return []
    rows = "ST-046, ST-049" if s.name == "grab" else "ST-033, ST-049"
    return [Part("defense", -value - total(tuple(own)), rows), *own]


def note_defense_used(s: Strike) -> None:
    """Note that the target has used Defense in this round; its aim is lost."""
    with s.game.draft.by("ST-127, ST-135"):
        s.target.defended = True
    lose_aim(s.game, s.target)


def wear_down(s: Strike, by: int, rules: str) -> None:
    """Lower the target's Defense until its next turn, under these rules."""
    with s.game.draft.by(rules):
        s.target.decay = s.target.decay + by


def roll_defense_against(
    s: Strike, answer: DefenseAnswer, hits: int
) -> tuple[int, str]:
    """Roll the target's answer; return the successes left of the attack, and the outcome.

    A parry that takes all opens the attacker's guard (ST-056)."""
    cancelled = roll_answer(s, answer).hits
    left = max(0, hits - cancelled)
    if answer.roll == "parry" and not left:
        with s.game.draft.by("ST-056"):
            s.attacker.parried = s.attacker.parried + cancelled
        s.game.report.tell(
            "opened", "note", who=s.attacker.name, count=cancelled
        )
    if not hits:
        return 0, "miss"
    with s.game.draft.by(TAKES[answer.roll]):
        s.game.report.tell(
            "lessened" if left else "defended",
            "note",
            who=s.target.name,
            count=cancelled,
            hits=hits,
            left=left,
        )
    return left, "dodged" if answer.roll == "dodge" else "parried"


def roll_answer(s: Strike, answer: DefenseAnswer) -> RollResult:
    """Make the target's roll of a dodge, an active or a contested defense, and return the
    result. Notes the dodge and that Defense was used, and wears it down by an active one."""
    target, dodges = s.target, answer.roll == "dodge"
    if dodges:
        base = dodge_parts(s, answer.value)
    else:
        base = [Part("defense", answer.value, DICE[answer.roll])]
    added = added_parts(
        s.game,
        target,
        answer.roll,
        s.defense_mods,
        s.roll_context(defends=True),
    )
    parts = [*base, *wound_part(target), *added]
    result = roll(s.game, RollSpec(answer.roll, target, parts))
    if dodges:
        note_dodge(s.game, target, s.attacker, result)
    if answer.roll != CONTESTED:
        note_defense_used(s)
    if answer.roll == "active" and answer.value:
        wear_down(s, 2, "ST-054")
    return result


def dodge_parts(s: Strike, defense: int) -> list[Part]:
    """Return the pool of a dodge: Defense less the opponents, doubled."""
    faced = min(count_opponents(s.target, s.attacker), defense)
    leg = -2 if s.target.suffers("leg-wrack") else 0
    parts = [
        Part("defense", defense, "ST-060"),
        Part("opponents", -faced, "ST-061"),
        Part("doubled", defense - faced, "ST-059"),
        Part("leg-wrack", leg, "ST-059, ST-151"),
    ]
    return [part for part in parts if part.value or part.label == "defense"]


def count_opponents(who: Fighter, attacker: Fighter) -> int:
    """Return what others whom `who` has dodged take off a dodge (ST-R22). Depends on the house
    rule `dodge_multi`."""
    rule = who.house.dodge_multi
    if rule == "prior_attacks":
        return len(who.dodged)
    if rule == "all_opponents":
        faced = len({*who.dodged, attacker.id})
        return faced if faced > 1 else 0
    return len({*who.dodged} - {attacker.id})


def note_dodge(
    game: Game, who: Fighter, attacker: Fighter, result: RollResult
) -> None:
    """Note one more attacker whom `who` has dodged; a dramatic failure costs the balance.
    Depends on the house rule `dodge_multi`."""
    every_attack = who.house.dodge_multi == "prior_attacks"
    if every_attack or attacker.id not in who.dodged:
        with game.draft.by("ST-061"):
            who.dodged = [*who.dodged, attacker.id]
    if result.dramatic:
        with game.draft.by("ST-064"):
            who.off_balance = "pending"
        game.report_effect(who, "off-balance", until="own-turn-after-next")
        game.report.tell("off-balance", "bad", who=who.name)
