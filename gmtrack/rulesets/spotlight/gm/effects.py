"""`effect`: the GM puts a condition on somebody or takes it off; boxes stay as they are."""

from gmtrack.core.intents import Effect
from gmtrack.core.names import squash
from gmtrack.core.report import Report
from gmtrack.rulesets.kit.words import known
from gmtrack.rulesets.spotlight.sheet.game import WORDS, Game
from gmtrack.rulesets.spotlight.sheet.live import Fighter
from gmtrack.rulesets.spotlight.turn.spotlight import settle
from gmtrack.rulesets.spotlight.wounds.dying import begin_dying, die, live_on
from gmtrack.rulesets.spotlight.wounds.suppression import pin, release
from gmtrack.rulesets.spotlight.wounds.unconscious import knock_out

EFFECTS = {
    "moving": "Difficulty +1 for attacks by and at them",
    "suppressed": "pinned: no move and no attack until 1 success shakes it off",
    "unconscious": "unable to act until first aid or the end of the fight",
    "dying": "unable to act; a PC gets the death spotlight",
    "dead": "dead",
}
SAME_WORDS = {"pinned": "suppressed"}
"""How the screens call it."""


def effect(game: Game, intent: Effect) -> Report:
    """A condition on, or with `--end` off. Raises Refusal (`unknown-name`, `bad-value`)."""
    game.takes_no_words()
    who = game.named(intent.who)
    word = SAME_WORDS.get(squash(intent.name), intent.name)
    name = known(word, EFFECTS, "effect", WORDS.unknown)
    game.expect([])
    if intent.location is not None:
        game.deny(WORDS.value, f"{name} takes no `--location`")
    if intent.rounds is not None and name != "moving":
        game.deny(WORDS.value, f"{name} takes no `--rounds`, only moving does")
    if intent.rounds is not None and intent.rounds < 1:
        game.deny(WORDS.value, f"--rounds {intent.rounds}: type 1 or more")
    game.report.body["who"] = who.id
    if intent.end:
        end_effect(game, who, name)
    else:
        put_effect(game, who, name, intent.rounds)
    settle(game)
    return game.report


def put_effect(game: Game, who: Fighter, name: str, rounds: int | None) -> None:
    """Put it on; one that is on already, or that the dead cannot have, changes nothing."""
    if name == "moving":
        begin_moving(game, who, rounds)
    elif name == "suppressed":
        pin(game, who, 1, None)
    elif name == "unconscious" and who.able:
        knock_out(game, who, "head", "SP-INJ-05")
    elif name == "dying" and who.fate != "dying":
        begin_dying(game, who)
    elif name == "dead" and who.fate != "dead":
        with game.draft.by("SP-INJ-08"):
            die(game, who)
    else:
        game.report.tell("effect.same", "note", who=who.name, status=who.status)


def begin_moving(game: Game, who: Fighter, rounds: int | None) -> None:
    """Who the GM says."""
    with game.draft.by("SP-DIFF-03, SP-R21"):
        who.moving = True
        who.moving_rounds = rounds
    game.effect(who, "moving", rounds=rounds)
    game.report.tell("moving", "note", who=who.name)


def end_effect(game: Game, who: Fighter, name: str) -> None:
    """Take it off. Raises Refusal (`unknown-name`) where it is not on."""
    on = {
        "moving": who.moving,
        "suppressed": who.suppressed is not None,
        "unconscious": who.unconscious is not None,
        "dying": who.fate == "dying",
        "dead": who.fate == "dead",
    }
    if not on[name]:
        game.deny(WORDS.unknown, f"{who.id} is not {name}")
    if name == "moving":
        with game.draft.by("SP-DIFF-03, SP-R21"):
            who.moving = False
            who.moving_rounds = None
        game.report.tell("stands", "note", who=who.name)
    elif name == "suppressed":
        release(game, who)
    elif name == "unconscious":
        with game.draft.by("SP-INJ-06"):
            who.unconscious = None
            game.report.tell("wakes", "good", who=who.name)
    else:
        live_on(game, who)
