"""Weapons in hand: finding, drawing, dropping and taking them (ST-019, ST-R41, ST-R46)."""

from collections.abc import Callable

from gmtrack.core.encounter import Data
from gmtrack.core.names import propose_near_word, squash
from gmtrack.rulesets.kit.seated import has_fixed_place
from gmtrack.rulesets.kit.sheet import add_ids
from gmtrack.rulesets.kit.words import explain_passed_over
from gmtrack.rulesets.storyteller.sheet.game import WORDS, Game
from gmtrack.rulesets.storyteller.sheet.maxima import keeping_what_is_gone
from gmtrack.rulesets.storyteller.sheet.sheet import Weapon
from gmtrack.rulesets.storyteller.sheet.state import Fighter, Whereabouts
from gmtrack.rulesets.storyteller.tables import UNARMED

HANDS = 2


def weapon_named(game: Game, who: Fighter, word: str) -> str:
    """Return the id of the weapon of `who` that a typed word names, wherever it is. Raises
    Refusal `weapon` for a weapon that only somebody else has, `option` for one that nobody has."""
    name, own = squash(word), who.weapons()
    if name not in own:
        if any(name in other.weapons() for other in game.whole_cast()):
            game.deny(
                "weapon",
                f"{who.name} does not have {name}: choose {', '.join(own)}",
            )
        game.deny(
            WORDS.unknown, f"no weapon '{word}'{propose_near_word(word, own)}"
        )
    return name


def check_weapon_carried(game: Game, who: Fighter, name: str) -> None:
    """Refuse (`weapon`) a weapon of `who` that is dropped or wrecked. While somebody plans
    ahead, a dropped one is only noted."""
    where = who.weapon_state(name).weapon_at
    if where != "carried":
        refuse = game.refuse_now if where == "dropped" else game.refuse
        refuse(
            "weapon", f"the {name} of {who.name} {why_not_in_hand(who, name)}"
        )


def why_not_in_hand(who: Fighter, name: str) -> str:
    """Return why a weapon is not in hand, with the command line that helps, such as `is dropped
    (...)`; empty if it is in hand."""
    match who.weapon_state(name).weapon_at:
        case "dropped":
            return f"is dropped (`act {who.id} pick-up {name}`)"
        case "carried":
            return (
                ""
                if name in who.hands
                else f"is not in hand (`act {who.id} wield {name}`)"
            )
        case spoilt:
            return f"is {spoilt}"


def suggest_weapon(
    game: Game, who: Fighter, would_do: Callable[[Weapon], bool]
) -> str:
    """Return the beginning of a refusal of the weapon that was chosen without being named: the
    first other weapon that `would_do`, and what it takes to have it in hand. Empty if the weapon
    was named with `--weapon`, or if no other would do."""
    if game.options.weapon is not None:
        return ""
    return explain_passed_over(
        who.weapons(), would_do, lambda name: why_not_in_hand(who, name)
    )


def can_fire_bursts(weapon: Weapon) -> bool:
    """Whether the weapon is an automatic firearm."""
    return weapon.kind == "firearm" and weapon.autofire


def weapon_to_reload(who: Fighter) -> str:
    """Return the id of the weapon that `reload` fills if none is named: the first in hand that
    has a capacity, else the first in hand."""
    loadable = [name for name in who.hands if who.weapon(name).capacity]
    return loadable[0] if loadable else who.hands[0]


def reload_line(who: Fighter, name: str) -> str:
    """Return the command line that reloads this weapon."""
    return f"act {who.id} reload" + (
        "" if weapon_to_reload(who) == name else f" --weapon {name}"
    )


def set_hands(game: Game, who: Fighter, names: list[str]) -> None:
    """Take these weapons in hand, and nothing else; no weapon at all means `unarmed`. The
    initiative score shifts by the difference of the worst malus in hand, which is told (ST-019); a
    fixed place in the order stays."""
    armed = [name for name in names if name != UNARMED] or [UNARMED]
    shift = who.malus_of(armed) - who.malus
    with game.draft.by("ST-019"):
        if armed != who.hands:
            with keeping_what_is_gone(who):
                who.wielded = armed
        if shift and who.initiative is not None and not has_fixed_place(who):
            before = who.initiative
            who.initiative = before + shift
            held = [name for name in armed if name != UNARMED] or ["nothing"]
            said = {"before": before, "after": who.initiative, "weapon": held}
            game.report.tell("score.hands", "note", who=who.name, **said)


def draw_weapon(game: Game, who: Fighter, name: str) -> None:
    """Take a weapon in hand in place of whatever was there, and tell it. Does nothing for a
    weapon that is in hand already, for bare hands and for teeth."""
    if name in who.hands or who.weapon(name).kind in ("unarmed", "bite"):
        return
    game.report.tell("draws", "note", who=who.name, weapon=name)
    set_hands(game, who, [name])


def count_usable_hands(who: Fighter) -> int:
    """Return how many hands can hold a weapon: 2, less the wracked arms if tags have effects."""
    wracked = sum(tag.tag == "arm-wrack" for tag in who.tag_list())
    return max(0, HANDS - wracked) if who.suffers("arm-wrack") else HANDS


def add_to_hands(game: Game, who: Fighter, name: str) -> None:
    """Take a weapon in hand beside what is there, if a usable hand is free; does nothing
    otherwise."""
    held = [other for other in who.hands if other not in (UNARMED, name)]
    if len(held) < count_usable_hands(who):
        set_hands(game, who, [*held, name])


def take_out_of_hands(game: Game, who: Fighter, name: str) -> None:
    """Take a weapon out of hand, if it is there; where it is afterwards is not changed."""
    if name in who.hands:
        set_hands(game, who, [other for other in who.hands if other != name])


def drop_weapon(
    game: Game, who: Fighter, name: str, where: Whereabouts = "dropped"
) -> None:
    """Take a weapon out of hand, write where it is now (on the ground by default, or wrecked),
    and tell it."""
    take_out_of_hands(game, who, name)
    who.weapon_state(name).weapon_at = where
    game.report.tell(f"weapon.{where}", "note", who=who.name, weapon=name)


def take_weapon(game: Game, taker: Fighter, giver: Fighter, name: str) -> str:
    """Give a weapon of `giver` to `taker` with its ammunition and structure, and tell it; return
    its id with the taker. By house rule the taker has it in hand at once, if a hand is free
    (ST-R46)."""
    data = giver.weapon_data()[name]
    ammo = add_ids(giver.ammo).get(name)
    structure = add_ids(giver.structure).get(name)
    take_out_of_hands(game, giver, name)
    give_up_weapon(giver, name)
    new = receive_weapon(game, taker, name, data)
    if ammo is not None:
        taker.weapon_state(new).ammo = ammo
    if structure is not None:
        taker.weapon_state(new).structure = structure
    if game.house.taken_weapon == "wielded":
        add_to_hands(game, taker, new)
    game.report.tell("weapon.taken", "note", who=taker.name, weapon=new)
    return new


def give_up_weapon(who: Fighter, name: str) -> None:
    """Remove a weapon from what is known of `who`: one taken from others is forgotten, one of
    the sheet is noted as lost. Its ammunition, structure and place are forgotten."""
    if name in who.taken:
        who.taken = {
            other: data for other, data in who.taken.items() if other != name
        }
    if name in who.sheet.weapons:
        who.lost = sorted({*who.lost, name})
    for field in ("ammo", "structure", "weapon_at"):
        values = getattr(who, field)
        kept = {
            weapon: value
            for weapon, value in values.items()
            if squash(weapon) != name
        }
        setattr(who, field, kept)


def receive_weapon(game: Game, who: Fighter, name: str, data: Data) -> str:
    """Add a weapon to those of `who` and return its id. A lost weapon of their own sheet comes
    back under its id. If they have another weapon of this id, that one gets a new id, or the
    newcomer does if the other is in hand."""
    own: object = who.sheet.weapons.get(name)
    if name in who.lost and name not in who.taken and own == data:
        who.lost = [other for other in who.lost if other != name]
        return name
    if name in who.weapons():
        if name in who.hands:
            return add_taken_weapon(who, unused_weapon_id(who, name), data)
        rename_weapon(who, name, unused_weapon_id(who, name))
    return add_taken_weapon(who, name, data)


def unused_weapon_id(who: Fighter, name: str) -> str:
    """Return an id such as `machete-2` that no weapon of `who` has or had."""
    used = {*who.weapons(), *who.lost}
    numbered = (f"{name}-{number}" for number in range(2, len(used) + 3))
    return next(one for one in numbered if one not in used)


def add_taken_weapon(who: Fighter, name: str, data: Data) -> str:
    """Add a weapon under this id to those that `who` has taken from others, and return the id."""
    taken: dict[str, object] = {**who.taken, name: data}
    who.taken = taken  # type: ignore[assignment]
    return name


def rename_weapon(who: Fighter, name: str, new: str) -> None:
    """Give a weapon that is not in hand the id `new`, along with its ammunition, structure and
    place."""
    data = who.weapon_data()[name]
    fields = ("ammo", "structure", "weapon_at")
    state = {field: add_ids(getattr(who, field)).get(name) for field in fields}
    give_up_weapon(who, name)
    add_taken_weapon(who, new, data)
    for field, value in state.items():
        if value is not None:
            setattr(who, field, {**getattr(who, field), new: value})
