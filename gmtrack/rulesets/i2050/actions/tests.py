"""`test WHO WHAT`: Awareness, Cool, any skill or attribute, alone or opposed."""

from typing import TYPE_CHECKING, NamedTuple, cast

from gmtrack.core.intents import Test as Wanted
from gmtrack.core.names import squash, suggestion
from gmtrack.core.report import Part, Report
from gmtrack.rulesets.i2050.dice.opposed import opposed
from gmtrack.rulesets.i2050.dice.rolls import Test, mod_parts, parts_of, roll
from gmtrack.rulesets.i2050.sheet.game import WORDS, Game, Scene
from gmtrack.rulesets.i2050.sheet.live import Fighter
from gmtrack.rulesets.i2050.sheet.sheet import ATTRIBUTES, AWARENESS, COOL, KNOWN_SKILLS, skill_name
from gmtrack.rulesets.kit.words import Told, parse_mod

if TYPE_CHECKING:
    from collections.abc import Mapping

    from gmtrack.rulesets.i2050.actions.document import Judged, TestDocument, TestOutcome
    from gmtrack.rulesets.i2050.dice.opposed import Winner

NERVES = {AWARENESS: "seen", COOL: "steady"}
"""What each of the two tells of the round."""
TEST_WORDS = {"against": "WHO or WHO:WHAT: an opposed roll"}
"""The words of `--with`, of every test."""
OUTCOMES: "Mapping[Winner, TestOutcome]" = {
    "attacker": "success", "defender": "failure", "tie": "tie", "both-miss": "both-miss",
}  # fmt: skip
"""Of an opposed test, for the first of the two."""


class Opponent(NamedTuple):
    """`against=WHO2[:WHAT2]`"""

    who: Fighter
    what: str


def test(game: Game, intent: Wanted) -> Report:
    """One test. Raises Refusal."""
    who = game.find(intent.who)
    told = read_words(game, intent)
    what = trait_named(game, intent.what)
    doc = cast("TestDocument", game.report.body)
    doc["who"] = who.id
    doc["what"] = what
    opponent = opponent_of(game, who, what, told)
    if opponent is not None:
        doc["outcome"] = contested(game, who, what, opponent)
    elif what in NERVES:
        doc["outcome"] = nerve(game, who, what)
    else:
        doc["outcome"] = alone(game, who, what)
    return game.report


def read_words(game: Game, intent: Wanted) -> Told:
    """Raises Refusal (`unsupported`, `unknown`, `value`)."""
    options = game.options
    if intent.threshold is not None:
        game.deny("unsupported", "--threshold is not used in i2050: --mod changes the skill")
    if intent.limit is not None:
        game.deny("unsupported", "--limit is not used in i2050")
    Told(options.without, {}, game.draft.encounter, WORDS)
    game.takes_only("--mod", "--defense-mod")
    told = Told(options.words, TEST_WORDS, game.draft.encounter, WORDS)
    if not told.has("against"):
        game.takes_none("--defense-mod", options.defense_mods)
    return told


def trait_named(game: Game, word: str) -> str:
    """An attribute, or a skill that there is. Raises Refusal (`unknown`)."""
    name, all_known = skill_name(squash(word)), traits(game)
    if name not in all_known:
        game.deny(WORDS.unknown, f"no test '{word}'{suggestion(word, all_known)}")
    return name


def traits(game: Scene) -> list[str]:
    """Attributes, and the skills of this fight."""
    found: set[str] = set(KNOWN_SKILLS)
    for who in game.whole_cast():
        found |= set(who.sheet.skills) | {weapon.skill for weapon in who.weapons.values()}
    return [*ATTRIBUTES, *sorted(found)]


def opponent_of(game: Game, who: Fighter, what: str, told: Told) -> Opponent | None:
    """Raises Refusal (`unknown`, `value`)."""
    if not told.has("against"):
        return None
    name, colon, theirs = (told.value("against") or "").partition(":")
    other = game.find(name)
    if other is who:
        game.deny(WORDS.value, f"{who.id} cannot be tested against themselves")
    return Opponent(other, trait_named(game, theirs) if colon else what)


# --- alone ---


def a_test(game: Game, name: str, who: Fighter, what: str, block: str | None = None) -> Test:
    """A roll on what somebody has, with what the GM adds."""
    skilled = what not in (*ATTRIBUTES, *NERVES)
    parts = (*parts_of(who, what), *mod_parts(game, game.options.mods, who))
    return Test(name, who, parts, skilled=skilled, block=block)


def alone(game: Game, who: Fighter, what: str) -> "Judged":
    """On whatever is not rolled once a round."""
    return (on_attribute if what in ATTRIBUTES else on_skill)(game, who, what)


def on_skill(game: Game, who: Fighter, what: str) -> "Judged":
    """IN-CORE-01"""
    return tried(game, who, what)


def on_attribute(game: Game, who: Fighter, what: str) -> "Judged":
    """IN-CORE-03"""
    return tried(game, who, what)


def tried(game: Game, who: Fighter, what: str) -> "Judged":
    wanted = a_test(game, "test", who, what)
    game.expect([wanted.key])
    game.report.tell("test", "head", who=who.name, what=what.replace("_", " "))
    return "success" if roll(game, wanted).success else "failure"


def nerve(game: Game, who: Fighter, what: str) -> "Judged":
    """IN-CORE-03, IN-R30: once a round; what it came to covers the rest of it."""
    wanted = a_test(game, what, who, what)
    game.expect([wanted.key])
    game.report.tell("test", "head", who=who.name, what=what)
    known_already = getattr(who, NERVES[what])
    if game.fight.running and known_already is not None and once(game):
        game.note(who, "rolled-already", what=what)
        return "success" if known_already else "failure"
    success = roll(game, wanted).success
    if game.fight.running:
        setattr(who, NERVES[what], success)
    return "success" if success else "failure"


def once(game: Game) -> bool:
    return game.house.nerve_rolls == "per_round"


# --- opposed ---


def contested(game: Game, who: Fighter, what: str, other: Opponent) -> "TestOutcome":
    """IN-UNARM-07: opposed, the higher success wins, two may lose."""
    mine = a_test(game, "test", who, what, block=who.id)
    theirs = against(game, other)
    game.expect([mine.key, theirs.key])
    game.report.tell(
        "test.opposed", "head", who=who.name, what=what.replace("_", " "), other=other.who.name
    )
    one, two = roll(game, mine), roll(game, theirs)
    breaks = game.house.critical_breaks_tie
    won = opposed(one, two, critical_breaks_tie=breaks)
    winner = {"attacker": who, "defender": other.who}.get(won)
    cast("TestDocument", game.report.body)["winner"] = winner.id if winner else None
    if winner is not None:
        tell_winner(game, winner)
    else:
        tell_nobody(game)
    return OUTCOMES[won]


def tell_winner(game: Game, winner: Fighter) -> None:
    """IN-OPP-02, IN-OPP-03"""
    game.report.tell("test.won", "good", who=winner.name)


def tell_nobody(game: Game) -> None:
    """IN-OPP-04, IN-OPP-05"""
    game.report.tell("test.nobody", "note")


def against(game: Game, other: Opponent) -> Test:
    """IN-CORE-02: the other's roll: `--mod WHO2:N` and `--defense-mod` are theirs."""
    found = [parse_mod(text, game.draft.encounter, WORDS) for text in game.options.mods]
    own = [Part(mod.why, mod.value) for mod in found if mod.who == other.who.id]
    added = mod_parts(game, game.options.defense_mods, other.who)
    parts = (*parts_of(other.who, other.what), *own, *added)
    skilled = other.what not in (*ATTRIBUTES, *NERVES)
    return Test("test", other.who, parts, skilled=skilled, block=other.who.id)
