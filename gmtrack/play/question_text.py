"""Texts of questions for dice: what a roll is about, what was rolled before, who rolls which
dice."""

import shlex
from collections.abc import Iterator, Sequence

from gmtrack.app.typed_dice import CommandContext
from gmtrack.cli.completion import describe_command
from gmtrack.completion.words import plain_words
from gmtrack.core.choice import line_of
from gmtrack.core.encounter import Encounter
from gmtrack.core.intents import Act, Attack, Intent, Rest, Test
from gmtrack.core.names import pick
from gmtrack.core.report import Part, total
from gmtrack.dice.answers import ALL_HINT
from gmtrack.dice.fallen import to_fallen_roll
from gmtrack.dice.hits_alone import least_hits_alone
from gmtrack.dice.port import Answer, Ask, Goal, Reading, ask_of_kind
from gmtrack.dice.sources import AGAIN
from gmtrack.dice.typed import format_kinds
from gmtrack.errors import Refusal
from gmtrack.play.typed_line import END, KnownFight, names_somebody
from gmtrack.view.rolls import render_parts
from gmtrack.view.text import Span, cells, cut, fold_all, plain, shown

INITIATIVE = "initiative"
"""The roll whose name says what it is for."""
BEFORE = 2
"""Earlier rolls of the same attack that are shown again."""
ENTER = "dice (Enter = roll): "


def render_roll_question(
    ask: Ask, occasion: CommandContext, width: int, weapon: str
) -> str:
    """Return up to three lines: what the roll is about, what was rolled before, who rolls which
    dice; and the parts of the pool on further lines if they do not fit into the last one.
    `weapon` is the attack's weapon if its line names none. A rest says how the patient is, and a
    command of another kind is shown as it was typed: all this is for the GM."""
    about = describe_occasion(ask, occasion, weapon)
    state = describe_state_of_patient(ask, occasion)
    if state:
        about = f"{about} ({state})"
    elif not about and occasion.line and ask.name != INITIATIVE:
        about = f"`{shown(occasion.line)}`"
    lines = [about, describe_earlier_rolls(ask, occasion)]
    above = [cut(line, width) for line in lines if line]
    roll = describe_roll(ask, occasion.encounter, width)
    return "\n".join([*above, roll, *_list_parts_below(ask, roll, width)])


def _list_parts_below(ask: Ask, roll: str, width: int) -> list[str]:
    """Return the lines with the parts of a pool that go below the line `roll`; none if they stand
    in it, or if there is only one part."""
    if len(ask.parts) < 2 or describe_parts(ask.parts) in roll:
        return []
    parts = f"  {ask.count} = {plain(render_parts(ask.parts))}"
    return [plain(line) for line in fold_all([[Span(parts)]], width, 4)]


def describe_occasion(ask: Ask, occasion: CommandContext, weapon: str) -> str:
    """Return what a roll is about: `Kat attacks Joe with shotgun`. Of several intents it is the
    only one of whoever rolls; empty if there is none, or several. `weapon` is used if the attack
    names none."""
    intents = intents_of_roller(ask, occasion)
    if len(intents) != 1:
        return ""
    if isinstance(intents[0], Rest):
        return describe_rest(ask, intents[0], occasion.encounter)
    return describe_intent(
        intents[0],
        occasion.encounter,
        weapon or ask.using,
        ask.block or "",
    )


def intents_of_roller(ask: Ask, occasion: CommandContext) -> list[Intent]:
    """Return the intents of a command; of several only those of whoever rolls."""
    intents = occasion.intents
    if len(intents) > 1:
        return [one for one in intents if _is_actor(ask.who, one, occasion)]
    return intents


def _is_actor(who: str, intent: Intent, occasion: CommandContext) -> bool:
    """Whether an intent is that of a combatant."""
    named = getattr(intent, "attacker", None) or getattr(intent, "who", None)
    name = occasion.encounter.display_name(who)
    return isinstance(named, str) and (
        find_shown_name(named, occasion.encounter) == shown(name)
    )


def find_patient(ask: Ask, encounter: Encounter) -> tuple[str, int]:
    """Return the id of the combatant whom a roll of a rest is for, and the number of the roll:
    `("mira", 2)` for `mira.2`. Without such a word it is whoever rolls."""
    block = ask.block or ask.who
    head, _, number = block.rpartition(".")
    if head in encounter.combatants and number.isdecimal():
        return head, int(number)
    return (block if block in encounter.combatants else ask.who), 1


def describe_rest(ask: Ask, rest: Rest, encounter: Encounter) -> str:
    """Return what a roll of a rest is for: `Vex treats Mira, hour of rest, roll 2`, or the
    patient's own recovery: `Mira, week of rest`."""
    patient, number = find_patient(ask, encounter)
    names = [find_shown_name(one, encounter) for one in (ask.who, patient)]
    treats = " treats ".join(dict.fromkeys(names))
    count = f", roll {number}" if number > 1 else ""
    return f"{treats}, {shown(rest.kind)} of rest{count}"


def describe_state_of_patient(ask: Ask, occasion: CommandContext) -> str:
    """Return how the patient of a roll in a rest is now: `flesh 2/10, strain 0/10`. Limbs are
    named if they are hurt: `torso 6/12`. Empty for other commands."""
    intents, session = occasion.intents, occasion.session
    if session is None or not intents or not isinstance(intents[0], Rest):
        return ""
    patient, _ = find_patient(ask, occasion.encounter)
    board = session.ruleset.board(occasion.encounter)
    found = [row for row in board.rows if row.id == patient]
    tracks = [track for row in found for track in row.tracks]
    told = [f"{one.label} {one.text}" for one in tracks if one.text]
    for limb in tracks:
        left, _, most = limb.short.partition("/")
        if not limb.text and left != most:
            told.append(f"{limb.label} {limb.short}")
    return ", ".join(told)


def attack_lines_with(
    occasion: CommandContext, words: Sequence[str], *fallen: tuple[Ask, Answer]
) -> Iterator[str]:
    """Yield the attack's line with each of the words appended, and with the dice that have
    fallen as options.

    `fallen` are rolls besides those of the occasion; secret rolls are left out. Yield nothing if
    the command is no single attack, or if only the hits of some dice are known."""
    typed: list[str] = []
    for one in (
        to_fallen_roll(*one)
        for one in (*occasion.fallen, *fallen)
        if not one[0].secret
    ):
        if one.hits is not None:
            return
        for name, faces in (
            (one.name, one.dice),
            (f"{one.name}{AGAIN}", one.again),
        ):
            if faces:
                typed += [
                    "--roll",
                    f"{name}.{one.key}={','.join(map(str, faces))}",
                ]
    if len(occasion.intents) == 1 and isinstance(
        attack := occasion.intents[0], Attack
    ):
        for word in words:
            yield " ".join(
                filter(None, (line_of(attack), word, shlex.join(typed)))
            )


def describe_intent(
    intent: Intent, encounter: Encounter, weapon: str = "", block: str = ""
) -> str:
    """Return what a command does: `Kat attacks Joe with shotgun, burst`. Empty for commands that
    are neither attack, action nor test. `weapon` is used if the attack names none; `block` is
    the only target to name, empty for all."""
    if isinstance(intent, Attack):
        return _describe_attack(intent, encounter, weapon, block)
    if isinstance(intent, Act):
        whom = ", ".join(
            find_shown_name(word, encounter) for word in intent.args
        )
        what = shown(intent.action).replace("-", " ")
        return f"{find_shown_name(intent.who, encounter)}: {what}{' ' if whom else ''}{whom}"
    if isinstance(intent, Test):
        return f"{find_shown_name(intent.who, encounter)}: test {shown(intent.what)}"
    return ""


def _describe_attack(
    attack: Attack, encounter: Encounter, weapon: str, block: str
) -> str:
    """Return an attack as a sentence: `Kat attacks Joe with shotgun, burst`."""
    targets = (block,) if block in encounter.combatants else attack.targets
    options = attack.options
    used = options.weapon or weapon
    words = [
        find_weapon_name(used, attack.attacker, encounter),
        options.called,
        *options.words,
    ]
    how = ", ".join(shown(word) for word in words if word)
    whom = ", ".join(find_shown_name(word, encounter) for word in targets)
    attacker = find_shown_name(attack.attacker, encounter)
    return f"{attacker} attacks {whom}{' with ' if how else ''}{how}"


def explain_reading_of_attack(words: list[str], known: KnownFight) -> str:
    """Return how an attack was read, if somebody attacks who does not have the turn: `read as:
    First guard attacks Crane (it is Dana's turn)`. Empty for any other line, and for one without
    a known target."""
    from gmtrack.cli.parse import parse_attack_words

    encounter = known.encounter
    if words[:1] != ["attack"] or encounter is None or known.acting is None:
        return ""
    _, attacker, targets = parse_attack_words(words[1:])
    whom = tuple(word for word in targets if names_somebody(word, encounter))
    who, acts = (
        find_shown_name(attacker, encounter),
        find_shown_name(known.acting, encounter),
    )
    acting = (find_shown_name(one, encounter) for one in known.turns)
    if who in (acts, attacker, *acting) or not whom:
        return ""
    return f"read as: {describe_intent(Attack(attacker, whom), encounter)} (it is {acts}'s turn)"


def describe_reading_of_attack(line: Sequence[str], known: KnownFight) -> str:
    """Return how the line of an attack is read: `read as: Dana attacks First guard, Crane`. Empty
    without a fight."""
    from gmtrack.cli.parse import parse_attack_words

    encounter = known.encounter
    if encounter is None:
        return ""
    _, attacker, words = parse_attack_words([*line[1:]])
    whom = tuple(word for word in words if names_somebody(word, encounter))
    return f"read as: {describe_intent(Attack(attacker, whom), encounter)}"


def describe_reading_of_action(line: Sequence[str], known: KnownFight) -> str:
    """Return how the line of an action is read: `read as: Sergeant Hale: detonate ramp-charge`.
    Options are left out. Empty without a fight."""
    if known.encounter is None:
        return ""
    who, action, *rest = plain_words([*line[1:]], describe_command("act"))
    intent = Act(who, action, tuple(rest))
    return f"read as: {describe_intent(intent, known.encounter)}"


def find_weapon_name(weapon: str, who: str, encounter: Encounter) -> str:
    """Return the name that the sheet of a combatant has for a weapon, by the weapon's id. A weapon
    without a name, or one that is not on the sheet, is returned itself."""
    try:
        owner = pick(who, encounter.names(), "combatant", "")
    except Refusal:
        return weapon
    found = (encounter.sheet(owner).get("weapons") or {}).get(weapon)
    name = found.get("name") if isinstance(found, dict) else None
    return str(name or weapon)


def find_shown_name(word: str, encounter: Encounter) -> str:
    """Return the name of the combatant that a word means, by id, name or beginning. A word that
    means nobody or several is returned itself, made fit to print."""
    try:
        return shown(
            encounter.display_name(
                pick(word, encounter.names(), "combatant", "")
            )
        )
    except Refusal:
        return shown(word)


def describe_earlier_rolls(ask: Ask, occasion: CommandContext) -> str:
    """Return the last BEFORE rolls of the same attack: `Kat: attack, 3 hits`. Empty if there are
    none."""
    same = [
        one
        for one in occasion.fallen
        if one[0].block in (None, ask.block) and one[0].count
    ]
    results: list[str] = []
    last = ""
    for roll, answer in same[-BEFORE:]:
        text = describe_result(roll, answer)
        results.append(
            text
            if roll.who == last
            else f"{find_shown_name(roll.who, occasion.encounter)}: {text}"
        )
        last = roll.who
    return "; ".join(results)


def describe_result(ask: Ask, answer: Answer) -> str:
    """Return a roll's name and result: `attack, 3 hits`, with the target number if there is one."""
    name_and_result = f"{show_roll_name(ask)}, {describe_dice_result(answer)}"
    return (
        f"{name_and_result} against {describe_goal(ask.goal)}"
        if ask.goal
        else name_and_result
    )


def describe_dice_result(answer: Answer) -> str:
    """Return what a roll came to: its hits, else the sum, else the dice."""
    hits = answer.also[0] if answer.also else answer.hits
    if hits is None:
        return str(
            answer.sum
            if answer.sum is not None
            else " ".join(map(str, answer.dice))
        )
    return f"{hits} {'hit' if hits == 1 else 'hits'}"


def describe_roll(ask: Ask, encounter: Encounter, width: int) -> str:
    """Return who rolls which dice: `Joe: defense, 7 dice (4 reaction + 3 intuition)`, with as
    many details as fit into the width. The number that the roll is made against goes before the
    parts of the pool."""
    head = f"{shown(encounter.display_name(ask.who))}: {show_roll_name(ask)}, {describe_dice(ask)}"
    more = "".join(f", {text}" for text in describe_limits(ask))
    parts = describe_parts(ask.parts)
    forms = (f"{head}{parts}{more}", f"{head}{more}", f"{head}{parts}")
    return next(
        (text for text in forms if cells(text) <= width), cut(head, width)
    )


def render_one_of_several_rolls(
    ask: Ask, encounter: Encounter, width: int
) -> list[str]:
    """Return the lines of one roll among several that are asked for at once: who rolls which dice,
    and whether their hits are enough; then the parts of the pool if they do not fit beside it."""
    note = describe_hits_alone(ask)
    end = f"; {note}" if note else ""
    roll = describe_roll(ask, encounter, width - cells(end))
    return [f"{roll}{end}", *_list_parts_below(ask, roll, width)]


def describe_roll_briefly(ask: Ask, encounter: Encounter) -> str:
    """Return who rolls how many dice, without their parts: `Joe: defense, 7 dice`."""
    return f"{shown(encounter.display_name(ask.who))}: {show_roll_name(ask)}, {describe_dice(ask)}"


def show_roll_name(ask: Ask) -> str:
    """Return the roll's name with blanks for underscores."""
    return shown(ask.name).replace("_", " ")


def describe_dice(ask: Ask) -> str:
    """Return the number of dice: `7 dice`; for a roll without parts `2d6`, and for dice of several
    kinds `1d8+1d6`."""
    if ask.kinds:
        return format_kinds(ask.kinds)
    if not ask.parts:
        return f"{'' if ask.count == 1 else ask.count}d{ask.sides}"
    return "1 die" if ask.count == 1 else f"{ask.count} dice"


def describe_limits(ask: Ask) -> Iterator[str]:
    """Yield the roll's target number and its limit, as far as it has them."""
    if ask.goal:
        yield describe_goal(ask.goal)
    if ask.limit is not None:
        yield f"{ask.limit} count at most"


def describe_goal(goal: Goal) -> str:
    """Return a goal as text: `TN 5`. Its number is the sum of its parts."""
    return f"{goal.word} {total(goal.parts)}"


def describe_parts(parts: tuple[Part, ...]) -> str:
    """Return the parts in brackets: ` (4 reaction + 3 intuition)`; empty if there are none."""
    return f" ({plain(render_parts(parts))})" if parts else ""


def explain_roll(
    ask: Ask, encounter: Encounter, former: str = ""
) -> Iterator[str]:
    """Yield the lines of `?` at a roll: what it is, how its dice are read, how to type them.
    `former` are the dice that Enter means; empty: the program rolls."""
    name = shown(encounter.display_name(ask.who))
    yield f"{show_roll_name(ask)}: {name} rolls {describe_dice(ask)}"
    if len(ask.parts) > 1:
        yield f"  {ask.count} = {plain(render_parts(ask.parts))}"
    if ask.goal and len(ask.goal.parts) > 1:
        yield f"  {describe_goal(ask.goal)} = {plain(render_parts(ask.goal.parts))}"
    yield f"  {'; '.join(explain_reading(ask))}"
    enter = f"{former}, as before" if former else "the program rolls"
    yield f"  type {' or '.join(example_answers(ask))}; Enter: {enter}"
    yield f"  {END}"


def explain_reading(ask: Ask) -> Iterator[str]:
    """Yield how the dice are read, in words: which faces count, what is rolled again, what is
    added. Dice of several kinds are explained kind by kind."""
    if ask.kinds:
        for kind in ask.kinds:
            how = explain_reading(ask_of_kind(ask, kind))
            yield f"{format_kinds([kind])}: {', '.join(how)}"
        return
    reading = ask.reading
    hit = reading.also[0] if reading.also else reading.hit
    if hit is not None:
        least = (
            f"{hit} or more" if hit < ask.sides or reading.adds else str(hit)
        )
        yield f"a die counts at {least}"
    if reading.again is not None:
        again = (
            f"{reading.again} or more"
            if reading.again < ask.sides
            else str(reading.again)
        )
        yield f"a {again} is rolled again" + (
            " and added" if reading.adds else ""
        )
    if reading.sum:
        yield "the dice are added up" if ask.count > 1 else "the die as it lies"
    if reading.marked:
        many = min(abs(reading.marked), ask.count)
        end = "first" if reading.marked > 0 else "last"
        if many > 1:
            yield f"the {end} {many} dice in the order typed also count by their faces"
        else:
            yield f"the {end} die in the order typed also counts by its face"


def make_reading_codes(ask: Ask, *, secret: bool) -> Iterator[str]:
    """Yield codes by which a phone reads dice: `5+` counts, `6*` is rolled again, `1!` ones
    matter, `=` sum, `14-` a sum of that or less. With `secret`, codes that depend on the target
    number are left out."""
    reading = ask.reading
    if ask.kinds and all(kind.reading.sum for kind in ask.kinds):
        reading = Reading(sum=True)
    hit = reading.also[0] if reading.also else reading.hit
    if hit is not None and not secret:
        yield f"{hit}+"
    if reading.again is not None and not secret:
        yield f"{reading.again}*"
    if reading.ones:
        yield "1!"
    if reading.sum:
        own = ask.goal if ask.goal and ask.goal.reads and not secret else None
        yield f"{total(own.parts)}-" if own else "="


def example_answers(ask: Ask) -> Iterator[str]:
    """Yield examples of how the dice can be typed, in backticks."""
    faces = [
        str((3 * place) % min(sides, 9) + 1)
        for place, sides in enumerate(ask.sides_of_dice[:3])
    ]
    dots = " ..." if ask.count > len(faces) else ""
    yield f"`{' '.join(faces)}{dots}`"
    if ask.count > 1 and ask.sides <= 10:
        yield f"`{''.join(faces)}{dots.strip()}`"
    if ask.sides == 10:
        yield "`0` for a 10"
    if takes_hits_alone(ask):
        least = max(least_hits_alone(ask) or 0, min(2, ask.count))
        yield f"`{least}h` for the hits alone"


def takes_hits_alone(ask: Ask) -> bool:
    """Whether people are told that they can type hits alone. Of a single die whose face matters
    they type the face."""
    least = least_hits_alone(ask)
    return least == 0 or (least is not None and ask.count > 1)


def describe_hits_alone(ask: Ask) -> str:
    """Return whether the hits of a roll are enough, or the faces needed: `hits alone from 4h on`.
    Empty if no hits are counted."""
    if ask.reading.hit is None:
        return ""
    if not takes_hits_alone(ask):
        decided = ask.faces_decide or "more than the hits"
        return (
            f"the faces decide {decided}"
            if ask.count > 1
            else f"the face decides {decided}"
        )
    least = least_hits_alone(ask)
    return f"hits alone from {least}h on" if least else "hits alone: 2h"


def render_dice_prompt(
    ask: Ask, former: str = "", *, more: bool = False
) -> str:
    """Return the last line of a question for dice, which says whether hits are enough. `former`
    are the dice that Enter means; empty: the program rolls. `more`: more rolls are to come."""
    notes = [describe_hits_alone(ask), ALL_HINT if more else ""]
    enter = f"dice (Enter = {former}, as before): " if former else ENTER
    return "; ".join([*filter(None, notes), enter])
