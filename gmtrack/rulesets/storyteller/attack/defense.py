"""What the target does about an attack: the words of `--defense` (ST-040 to ST-066)."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

from gmtrack.rulesets.kit.words import known, parse_word
from gmtrack.rulesets.storyteller.attack.plan import Defense, Strike
from gmtrack.rulesets.storyteller.sheet.game import WORDS, Game
from gmtrack.rulesets.storyteller.sheet.live import Fighter


class DefenseWord(NamedTuple):
    """One word: what it costs the target, what it does, the ids of its rules."""

    cost: str
    help: str
    rows: str


DEFENSES: Mapping[str, DefenseWord] = MappingProxyType(
    {
        "apply": DefenseWord(
            "", "Defense off the pool; 1 less until their next turn", "ST-033, ST-041"
        ),
        "none": DefenseWord("", "Defense is left out and does not wear down", "ST-042"),
        "dodge": DefenseWord(
            "action", "twice Defense in dice, against all attacks", "ST-057 to ST-066"
        ),
        "willpower": DefenseWord(
            "1 willpower", "Defense +2 against this attacker; joins the others", "ST-043, ST-050"
        ),
        "passive": DefenseWord(
            "", "as apply (house rule old_notes_defense, as all below)", "ST-052"
        ),
        "static": DefenseWord("action", "Defense off the pool, not worn down", "ST-053"),
        "active": DefenseWord("", "Defense in dice; 2 less until their next turn", "ST-054"),
        "parry": DefenseWord(
            "action", "Defense in dice, close attacks; lowers the attacker's Defense", "ST-056"
        ),
    }
)
"""What `--defense` takes."""
OLD_NOTES = ("passive", "static", "active", "parry")


def choose_defense(s: Strike) -> Defense:
    """ST-048: the word typed, or what is usual; none where it cannot work. Raises Refusal
    (`option`)."""
    typed = typed_words(s)
    if s.off("defense") or not can_defend(s):
        return Defense(typed=typed)
    return Defense(word_meant(s, typed), "willpower" in typed, typed)


def check_said_of(game: Game, targets: list[Fighter]) -> None:
    """`--defense WHO:word` is said of one who is attacked. Raises Refusal (`option`)."""
    for text in game.options.defense:
        who = parse_word(text, game.draft.encounter, WORDS).who
        if who is not None and who not in [target.id for target in targets]:
            game.deny(WORDS.unknown, f"--defense {text}: {who} is not attacked")


def typed_words(s: Strike) -> tuple[str, ...]:
    """The words of `--defense` for this target. Raises Refusal (`option`)."""
    game, found = s.game, []
    for text in game.options.defense:
        word = parse_word(text, game.draft.encounter, WORDS)
        name = known(word.name, DEFENSES, "defense", WORDS.unknown)
        if word.who is None or word.who in (s.target.id, s.aimed_at.id):
            found.append(name)
    main = {name for name in found if name != "willpower"}
    if len(main) > 1:
        game.deny(WORDS.value, f"choose one defense, not {' and '.join(sorted(main))}")
    if "willpower" in found and "none" in main:
        game.deny(WORDS.value, "willpower adds to a Defense that is used: leave out none")
    return tuple(found)


def word_meant(s: Strike, typed: tuple[str, ...]) -> str:
    """The main word; where none is typed what is usual: a dodge or a stance goes on, else Defense
    is applied."""
    usual = "dodge" if s.target.dodging else "static" if s.target.guard == "static" else "apply"
    return next((name for name in typed if name != "willpower"), usual)


def can_defend(s: Strike) -> bool:
    """ST-040, ST-044, ST-065: aware, not denied, and no bullet."""
    if s.killing or s.has("unaware") or s.has("helpless") or s.target.reasons:
        return False
    return not s.firearm or counts_against_guns(s)


def counts_against_guns(s: Strike) -> bool:
    """ST-R20 `full`: a long gun at arm's length."""
    near = s.has("close-quarters") and s.weapon.size > 1
    return near and s.game.house.close_firearm == "full"


def contested(s: Strike) -> bool:
    """ST-R14: Defense that would be subtracted is rolled."""
    return s.defense.subtracts and s.game.house.defense_mode == "contested"


def pays_action(s: Strike) -> bool:
    """This defense uses up an action."""
    begins = {"dodge": not s.target.dodging, "static": s.target.guard != "static", "parry": True}
    return begins.get(s.defense.word, False)


# --- what the rules forbid a defender ---


def check_defense(s: Strike) -> None:
    """Raises Refusal (`house-rule`, `defense`, `grapple`, `option`)."""
    if s.defense.typed:
        check_word(s, word_meant(s, s.defense.typed))
    answers = s.defense.rolls or s.defense.subtracts
    if s.defense_mods and not answers:
        s.game.deny(WORDS.value, "--defense-mod does not work here: no defense against this attack")


def check_word(s: Strike, word: str) -> None:
    """What was typed works against this. Raises Refusal (`house-rule`, `defense`, `grapple`)."""
    game, target = s.game, s.target
    if word in OLD_NOTES and not game.house.old_notes_defense:
        game.refuse("house-rule", f"{word} requires the house rule `old_notes_defense`")
    if word == "none":
        return
    if not can_defend(s):
        game.refuse("defense", f"{target.id} has no Defense against this: {why_not(s)}")
    if target.dodging and word != "dodge":
        game.refuse("defense", f"{target.id} is dodging: `--defense none` is the only other choice")
    if word == "parry" and not s.weapon.is_close:
        game.refuse("defense", f"cannot parry {s.weapon_id}: it is a ranged weapon")
    if word == "dodge" and target.grappling():
        game.refuse("grapple", f"{target.id} is in a grapple and cannot dodge")
    if "willpower" in s.defense.typed and s.attacker.id in target.wp_defense:
        game.refuse("defense", f"{target.id} has spent willpower against {s.attacker.id} already")


def why_not(s: Strike) -> str:
    """Why Defense cannot work."""
    reasons = [*s.target.reasons, *(w for w in ("unaware", "helpless") if s.has(w))]
    return ", ".join(reasons) or ("a killing blow" if s.killing else "a bullet")
