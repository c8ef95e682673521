"""SS-ACT-20, -30, R-ACT-15: hands and things: ready, drop, reload, activate, carry a body."""

from gmtrack.core.names import squash, suggestion
from gmtrack.rulesets.swan_song.actions.common import ActionContext, one_of
from gmtrack.rulesets.swan_song.actions.explosives import lay
from gmtrack.rulesets.swan_song.attack.weapons import regripped
from gmtrack.rulesets.swan_song.sheet.game import WORDS
from gmtrack.rulesets.swan_song.wounds.position import leave_cover
from gmtrack.rulesets.swan_song.wounds.score import initiative_follows

HAND_WORDS = {"hand": "the hand that takes it: left or right"}
HANDS = ("left", "right")


def drop_item(doing: ActionContext) -> None:
    doing.no_more_than(1)
    who = doing.who
    body = who.carrying_body
    if body and (not doing.args or squash(doing.args[0]) == body):
        drop_body(doing, body)
        return
    weapon = held_weapon(doing) if doing.args else next(iter(reversed(who.held.values())), None)
    if not weapon:
        doing.game.deny("hands", f"{who.id} has nothing in hand to drop")
    doing.pay_free("drop_item")
    with doing.game.draft.by("SS-ACT-07, SS-ACT-20"):
        who.held = {hand: w for hand, w in who.held.items() if w != weapon}
    doing.tell("drop-item", what=weapon)


def drop_body(doing: ActionContext, body: str) -> None:
    """The carried body goes down, the penalty with it."""
    who, rules = doing.who, "SS-ACT-20, SS-BAR-31"
    doing.pay_free("drop_item")
    with initiative_follows(doing.game, who), who.draft.by(rules):
        who.carrying_body = None
    if who.cover_barrier == body:
        leave_cover(who)
    with who.draft.by(rules):
        doing.tell("drop-item", what=doing.game.name(body))


def held_weapon(doing: ActionContext) -> str:
    word = squash(doing.arg() or "")
    held = [w for w in doing.who.held.values() if squash(w) == word]
    if held:
        return held[0]
    return doing.game.deny(
        "hands",
        f"{doing.who.id} has no '{word}' in hand"
        + (
            suggestion(word, doing.who.held.values()) if doing.who.held else "; the hands are empty"
        ),
    )


def ready_weapon(doing: ActionContext) -> None:
    """Into the right hand unless told; a two-handed one fills both."""
    doing.no_more_than(1)
    game, who = doing.game, doing.who
    weapons = who.weapons()
    word = squash(doing.arg() or "")
    weapon = next((w for w in weapons if squash(w) == word), None)
    if weapon is None:
        game.deny("weapon", f"{who.id} has no weapon '{word}'{suggestion(word, weapons)}")
    if not weapons[weapon].needs_hand:
        game.deny("weapon", f"{weapon} needs no hand and is always ready")
    told = doing.told.value("hand", who.id)
    hand = "right" if told is None else one_of(doing, told, HANDS, "left or right")
    hands = list(HANDS) if weapons[weapon].hands == 2 else [hand]
    for used in hands:
        if not who.hand_usable(used):
            game.refuse("effect", f"{who.id} cannot use the {used} hand")
    held = regripped(who, weapon, hands)
    if held == who.held:
        game.refuse("hands", f"{who.id} already has {weapon} in the {' and the '.join(hands)} hand")
    doing.pay("ready_weapon")
    with game.draft.by("SS-ACT-30, R-ACT-15"):
        who.held = held
    doing.tell("ready-weapon", what=weapon, hand="both hands" if hands[1:] else f"{hand} hand")


def plain(doing: ActionContext) -> None:
    """Actions that are paid and logged; the GM enters what they do."""
    doing.pay(doing.name.replace("-", "_"))
    doing.tell_text(doing.name.replace("-", " "), doing.text())


def reload(doing: ActionContext) -> None:
    """The weapon named, or the one in hand; another text is logged as it is."""
    doing.pay("reload")
    weapons = doing.who.weapons()
    guns = dict.fromkeys(w for w in doing.who.held.values() if weapons[w].kind == "ranged")
    word = squash(doing.text())
    named = [w for w in weapons if squash(w) == word] if word else list(guns)
    if len(named) == 1:
        doing.tell("reload", weapon=weapons[named[0]].name or named[0])
    else:
        doing.tell_text("reload", doing.text())


def activate(doing: ActionContext) -> None:
    """A timed item laid, if it is a weapon of one's own; else paid and logged."""
    if squash(doing.arg() or "") in doing.who.weapons():
        lay(doing)
        return
    doing.game.expect([])
    plain(doing)


def carry_body(doing: ActionContext) -> None:
    """AGI and REA suffer at once; the body is partial cover."""
    doing.no_more_than(1)
    game, who = doing.game, doing.who
    if not doing.args:
        game.deny(WORDS.value, f"name whose body: `act {who.id} carry-body TARGET`")
    body = game.find(doing.args[0])
    if body.id == who.id:
        game.deny(WORDS.value, f"{who.id} cannot carry themselves")
    doing.pay("carry_body")
    rules = "SS-ACT-30, SS-BAR-30, SS-BAR-31"
    with initiative_follows(game, who), game.draft.by(rules):
        who.carrying_body = body.id
    with game.draft.by(rules):
        who.cover = "partial"
        who.cover_barrier = body.id
    doing.body["targets"] = [body.id]
    doing.tell("carry-body", what=body.name)
