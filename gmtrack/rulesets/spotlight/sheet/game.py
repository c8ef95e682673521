"""The game object of one command (draft, dice, house rules, report), and the kinds of refusal
for typed words."""

from collections.abc import Iterable

from gmtrack.rulesets.kit.commands import BaseGame, RuledFightView
from gmtrack.rulesets.kit.words import match_choice
from gmtrack.rulesets.port import Words
from gmtrack.rulesets.spotlight.meta import META
from gmtrack.rulesets.spotlight.rulings import House
from gmtrack.rulesets.spotlight.sheet.state import Fighter, FightState
from gmtrack.rulesets.spotlight.tables import LOCATIONS, Location

WORDS = Words(
    dice="bad-dice",
    unknown="unknown-name",
    value="bad-value",
    absent="down",
    turn=(
        "not-in-spotlight",
        "spotlight-order",
        "round-over",
        "death-spotlight",
    ),
    price=("no-ap",),
    dead=("dying", "dead"),
)


class Scene(RuledFightView[Fighter, House, FightState]):
    """A view on the fight of a draft: house rules, state of the fight, fighters."""

    WORDS = WORDS
    LASTING = True
    HOUSE, FIGHT, FIGHTER = House, FightState, Fighter

    def has_spotlight(self, who: Fighter) -> bool:
        """Whether somebody holds the spotlight, alone or with others."""
        return who.id in self.fight.spotlight

    def has_had_spotlight(self, who: Fighter) -> bool:
        """Whether somebody has had the spotlight in this round."""
        return who.id in self.fight.had_spotlight


class Game(Scene, BaseGame[Fighter]):
    """A command at work: what each step of its resolution needs. Steps read and write through
    the fighters."""

    RULESET = META.id


def read_place(word: str | None) -> Location | None:
    """Return the location typed as `word`, in any spelling; None for None. Raises Refusal
    (`unknown-name`) for another word."""
    if word is None:
        return None
    return match_choice(word, LOCATIONS, "place", WORDS.unknown)


def join_lines(lines: Iterable[str]) -> str:
    """Render alternatives to type as a sentence has them: `one`, `two` or `three`."""
    *first, last = (f"`{line}`" for line in lines)
    return f"{', '.join(first)} or {last}" if first else last


def death_choices(scene: Scene, who: str) -> list[str]:
    """Return what somebody can choose in the death spotlight, each as it is typed."""
    cheat = [f"act {who} cheat-death"] if may_cheat(scene.fighter(who)) else []
    invitations = [
        f"act {who} invite {other}" for other in find_helpers(scene, who)
    ]
    return [*cheat, *invitations, f"act {who} die"]


def may_cheat(who: Fighter) -> bool:
    """Whether somebody can try to cheat death, and has dice for it (SP-DEATH-04)."""
    return not who.why_no_cheating and who.sheet.willpower > 0


def find_helpers(scene: Scene, who: str) -> list[str]:
    """Return the other PCs who are able to act, as long as no save has failed (SP-R37)."""
    if "save" in scene.fighter(who).tried:
        return []
    return [
        one.id
        for one in scene.everybody()
        if one.is_pc and one.able and one.id != who
    ]
