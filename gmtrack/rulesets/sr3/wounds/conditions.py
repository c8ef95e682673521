"""What combatants are under (prone, cornered, running ...), and who is in melee with whom."""

from collections.abc import Callable, Iterable

from gmtrack.rulesets.kit.effects import Effect, Effects, spoken
from gmtrack.rulesets.kit.words import counted
from gmtrack.rulesets.sr3.sheet.fighter import Fighter
from gmtrack.rulesets.sr3.sheet.game import Game
from gmtrack.rulesets.sr3.sheet.state import EffectName, Gait


def _switch(help_: str, rules: str, field: str, until: str = "manual") -> Effect[Game, Fighter]:
    name = field.replace("_", "-")
    return Effect(
        help_, rules, until, lambda who: bool(getattr(who, field)),
        lambda _, who: setattr(who, field, False),
        _by_hand(name, rules, lambda who: setattr(who, field, True)),
    )  # fmt: skip


def _gait(help_: str, rules: str, name: EffectName, gait: Gait) -> Effect[Game, Fighter]:
    return Effect(
        help_, rules, "turn-end", lambda who: who.running == gait,
        lambda _, who: set_gait(who, "none"),
        _by_hand(name, rules, lambda who: set_gait(who, gait)),
    )  # fmt: skip


def _by_hand(
    name: str, rules: str, change: Callable[[Fighter], None]
) -> Callable[[Game, Fighter], None]:
    """It holds from now on, and is told."""

    def put(game: Game, who: Fighter) -> None:
        change(who)
        game.effect(who, name)
        with game.draft.by(rules):
            game.report.tell("effect.on", "note", who=who.name, effect=spoken(name))

    return put


def set_gait(who: Fighter, gait: Gait) -> None:
    """How somebody moves from now on; who runs is not stationary."""
    who.running = gait
    if gait != "none":
        with who.draft.by("SR-120"):
            who.stationary = False


EFFECTS: Effects[EffectName, Game, Fighter] = Effects(
    {
        "prone": _switch("on the ground: -2 on blows at them", "SR-028, SR-032", "prone"),
        "cornered": _switch("+2 on their attacks until they can move away", "SR-033", "cornered"),
        "running": _gait(
            "+2 on shots at them, +4 on their own", "SR-119, SR-123", "running", "running"
        ),
        "running-difficult": _gait(
            "+2 on shots at them, +6 on their own", "SR-119, SR-124", "running-difficult",
            "difficult",
        ),
        "stationary": _switch("-1 on shots at them, until they run", "SR-120", "stationary"),
        "partial-cover": _switch("+4 on shots at them", "SR-117", "partial_cover"),
        "superior-position": _switch("-1 on their melee tests", "SR-027", "superior_position"),
        "surprised": _switch("they cannot defend in melee", "SR-R32", "surprised", "end"),
    },
    counted=lambda turns: counted(turns, "turn"),
)  # fmt: skip


# --- engagement ---


def joined_with(game: Game, who: Fighter) -> list[Fighter]:
    """Whom somebody is joined with directly; it is enough that one of the two knows of it."""
    found = {*who.in_melee_with, *_naming(game, who)} - {who.id}
    if not found:
        return []
    return [game.fighter(one) for one in game.draft.encounter.present() if one in found]


def _naming(game: Game, who: Fighter) -> list[str]:
    """Who is noted as joined with somebody. Of many people few are, so they are not all made."""
    draft = game.draft
    if not draft.plain:
        return [other.id for other in game.everybody() if who.id in other.in_melee_with]
    states = draft.get(("fight", "combatants")) or {}
    return [
        other
        for other, state in states.items()
        if state and (near := state.get("in_melee_with")) and who.id in near
    ]


def opponents_of(game: Game, who: Fighter) -> list[Fighter]:
    """Those of another side who are up."""
    return [o for o in joined_with(game, who) if o.able and o.side != who.side]


def friends_of(game: Game, who: Fighter, opponent: Fighter) -> int:
    """Others of their side in this melee who are up: all who are joined with these two in any
    number of steps."""
    melee = [who, opponent]
    for one in melee:
        melee += [other for other in joined_with(game, one) if other not in melee]
    return sum(other.able and other.side == who.side for other in melee[2:])


def join_melee(who: Fighter, others: Iterable[Fighter]) -> None:
    """They are in one melee from now on."""
    with who.draft.by("SR-R29"):
        for other in others:
            _join(who, other)
            _join(other, who)


def _join(who: Fighter, other: Fighter) -> None:
    if other.id not in who.in_melee_with:
        who.in_melee_with = [*who.in_melee_with, other.id]


def leave_melee(game: Game, who: Fighter) -> None:
    """They leave every melee, and nobody is in one with them."""
    with game.draft.by("SR-R29"):
        for other in joined_with(game, who):
            if who.id in other.in_melee_with:
                other.in_melee_with = [one for one in other.in_melee_with if one != who.id]
        if who.in_melee_with:
            who.in_melee_with = []
