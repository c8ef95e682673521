"""Additions of the GM's and the players' boards to the ruleset's board, and what they hide, in
every ruleset. For players: an encounter without secrets, and a board without the enemies'
numbers."""

import copy
import itertools
import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from gmtrack.core import own_effects
from gmtrack.core.counters import FIELD as COUNTERS
from gmtrack.core.counters import counters_for_players
from gmtrack.core.draft import Change, undo_changes
from gmtrack.core.encounter import Data, Encounter
from gmtrack.core.notes import (
    note_condition,
    note_in_play,
    note_on,
    notes_on_fight,
    shorten_to_line,
)
from gmtrack.core.screen import Board, Condition, Row, Turn

if TYPE_CHECKING:
    Steps = Sequence[Sequence[Change]]
    """The changes of each step, oldest first."""

FRIENDS = ("pc", "ally")
"""The sides whose numbers players may see."""
FOE = "foe"
"""The side of all others on the players' screen: whom somebody works for may be a secret."""
SOMEBODY = "somebody"
"""The stand-in for a hidden combatant."""
UNTITLED = "The fight"
GM_ONLY = ("note", "notes", "template")
"""Keys of sheets and states that players never see."""
CALLED = "players"
"""The key of a sheet with the name that players read in place of the true one."""
AWAY = "away"
MOST_OF_FIGHT = 72
"""The most letters of the note on the fight."""
LONGEST_WORD = 14
"""The most letters of the word in which somebody is away."""
BADLY_HURT = "badly hurt"
HIDDEN = Condition("hidden", "from the players", "note")
HAND_UP = Condition("hand up", "", "note")
FEWEST_LETTERS = 3
"""The fewest letters of a word that may give somebody away."""
COMMON_WORDS = (
    "about after all and any are but can did for from had has have her hers him his how into its"
    " near nor not off one our out over own she some than that the their them then there they"
    " this too two under upon was were what when where which who whom whose why will with without"
    " you your first second third"
)
"""Words of any sentence, and numerals, which give nobody away."""
COMMAND_IN_TEXT = re.compile(r"[:;,]? ?\(?`[^`]*`\)?")
"""A command line in backticks, with the sign before it that leads to it."""
UNSEEN = ("Mn", "Mc", "Me", "Cf")
"""Unicode categories of combining marks and of characters without a shape."""


def hidden_combatants(encounter: Encounter) -> set[str]:
    """Return the ids of the combatants whom players do not see."""
    return {
        who
        for who in encounter.combatants
        if encounter.sheet(who).get("hidden")
    }


def true_names(encounter: Encounter) -> dict[str, str]:
    """Return id to the name that players are not to learn of each combatant whom they know by
    another one (CALLED)."""
    return {
        who: name
        for who, name in encounter.names().items()
        if encounter.sheet(who).get(CALLED)
    }


def names_for_players(encounter: Encounter) -> dict[str, str]:
    """Return id to the name that players read, in the file's order: CALLED of the sheet, or else
    the name that the GM reads. Several with one CALLED get a number in the order of the file,
    and so does one that is somebody's name: an id could give them away."""
    names = encounter.names()
    called = {
        who: str(encounter.sheet(who)[CALLED]) for who in true_names(encounter)
    }
    taken = {name for who, name in names.items() if who not in called}
    alike = Counter([*called.values(), *taken])
    for who, name in called.items():
        numbered = (f"{name} {n}" for n in itertools.count(1))
        free = (one for one in numbered if one not in taken)
        names[who] = name if alike[name] == 1 else next(free)
        taken.add(names[who])
    return names


def put_players_names(encounter: Encounter) -> Callable[[str], str]:
    """Return a function that puts the name that players read for each true name in a text.
    Other words that tell of somebody, such as a part of their name, stay
    (`secret_predicate`)."""
    seen = names_for_players(encounter)
    instead: dict[str, str] = {}
    for who, name in true_names(encounter).items():
        instead[name] = instead[name[:1].upper() + name[1:]] = seen[who]
    if not instead:
        return str
    longest_first = sorted(instead, key=len, reverse=True)
    pattern = re.compile(
        rf"(?<!\w)(?:{'|'.join(map(re.escape, longest_first))})(?!\w)"
    )
    return lambda text: pattern.sub(lambda found: instead[found[0]], text)


def with_removed_combatants(
    encounter: Encounter, changes: Iterable[Change]
) -> Encounter:
    """Return a copy of the encounter that also has everybody whom the changes have taken out of
    it, so that those who were hidden stay a secret."""
    gone = {
        change.path[1]: change.before
        for change in changes
        if change.path[:-1] == ("combatants",)
        and isinstance(change.before, dict)
    }
    return replace(encounter, combatants={**gone, **encounter.combatants})


def names_while_hidden(
    encounter: Encounter, steps: "Steps", reader: Collection[str]
) -> set[str]:
    """Return the names that combatants had while players did not see them, without names of
    somebody whom they saw. Leaves out the `reader`'s combatants. The search goes back from the
    last of the `steps` and ends where a hand has changed the file."""
    cast = dict(encounter.combatants)
    hidden, seen = set[str](), set[str]()
    for changes in reversed(steps):
        concerned = {
            one.path[1]
            for one in changes
            if one.path[0] == "combatants" and one.path[1:]
        }
        if not concerned:
            continue
        then = replace(
            encounter,
            combatants={one: cast[one] for one in concerned if one in cast},
        )
        then = copy.deepcopy(then)
        try:
            undo_changes(
                then, [one for one in changes if one.path[0] == "combatants"]
            )
        except (LookupError, TypeError, AttributeError):
            break  # a hand has changed something since, and what was there before is lost
        for one in concerned:
            cast.pop(one, None)
        cast |= then.combatants
        unseen = hidden_combatants(then)
        for who in then.combatants.keys() - reader:
            (hidden if who in unseen else seen).add(then.called(who))
    return hidden - seen


# --- the encounter without the secrets ---


def without_secrets(encounter: Encounter) -> Encounter:
    """Return a copy of the encounter as players know it: without hidden combatants, notes and
    templates. Everybody has the name that players read, number included. References to a hidden
    combatant lead to `somebody`, a copy of one whom the players see: so the rules find what they
    look for, and nothing can be learned from it."""
    mask = _Mask(encounter)
    sheets = {
        who: _without_notes(encounter.sheet(who)) | {"name": name}
        for who, name in names_for_players(encounter).items()
        if who not in mask.hidden
    }
    for sheet in sheets.values():
        sheet.pop(CALLED, None)
        if sheet.get(COUNTERS):
            sheet[COUNTERS] = counters_for_players(sheet[COUNTERS])
    if mask.hidden and sheets:
        sheets[mask.somebody] = {
            **next(iter(sheets.values())),
            "name": SOMEBODY,
            "side": FOE,
        }
    seen = Encounter(
        name=encounter.name,
        ruleset=encounter.ruleset,
        house_rules=encounter.house_rules,
        scene=mask.mask_map(encounter.scene),
        templates={},
        combatants=sheets,
        counters=counters_for_players(encounter.counters),
        effects=own_effects.effects_for_players(encounter.effects),
        fight=mask.mask_fight(_without_notes(encounter.fight)),
    )
    seen.note_book_effects(
        own_effects.effects_for_players(encounter.effects_of_book)
    )
    return seen


def _without_notes(data: Data) -> Data:
    """Return a map without the keys of GM_ONLY."""
    return {key: value for key, value in data.items() if key not in GM_ONLY}


class _Mask:
    """A replacement for the ids of hidden combatants in plain data: `somebody`, an id that
    nobody has."""

    def __init__(self, encounter: Encounter) -> None:
        self.hidden = hidden_combatants(encounter)
        self.cast = encounter.combatants.keys()
        self.somebody = SOMEBODY
        while self.somebody in self.cast:
            self.somebody += "-else"

    def mask_fight(self, fight: Data) -> Data:
        """Return the state of the fight without hidden combatants, with all references to them
        masked."""
        found = self.mask_map(
            {key: value for key, value in fight.items() if key != "combatants"}
        )
        if "combatants" in fight:
            states = fight["combatants"] or {}
            found["combatants"] = {
                who: self._mask_state(state)
                for who, state in states.items()
                if who not in self.hidden
            }
        return found

    def _mask_state(self, state: Data) -> Data:
        """Return a combatant's live state, masked, without notes and without the reason for
        being away."""
        found = {
            key: self.mask(value)
            for key, value in _without_notes(state).items()
        }
        if found.get(AWAY):
            found[AWAY] = AWAY
        return found

    def mask_map(self, data: Data) -> Data:
        """Return data that belongs to nobody, masked. Records in it that name a hidden combatant
        are left out whole: all of such a record may be the secret."""
        return {
            key: self.mask(self._drop_records(value))
            for key, value in data.items()
        }

    def _drop_records(self, value: Any) -> Any:
        """Return a map or list without the maps and lists in it that name a hidden combatant;
        any other value as it is."""
        if isinstance(value, dict):
            return {
                key: item
                for key, item in value.items()
                if not self._is_record(item)
            }
        if isinstance(value, list | tuple):
            return [item for item in value if not self._is_record(item)]
        return value

    def _is_record(self, value: Any) -> bool:
        """Whether a value is a map or list that names a hidden combatant."""
        return isinstance(
            value, dict | list | tuple
        ) and self._names_hidden_one(value)

    def _names_hidden_one(self, value: Any) -> bool:
        """Whether a value is the id of a hidden combatant, or holds one at any depth."""
        if isinstance(value, dict):
            return any(
                key in self.hidden or self._names_hidden_one(value[key])
                for key in value
            )
        if isinstance(value, list | tuple):
            return any(map(self._names_hidden_one, value))
        return isinstance(value, str) and value in self.hidden

    def mask(self, value: Any) -> Any:
        """Return the value with `somebody` in place of each hidden combatant's id, at any depth.
        Keys of a map are replaced only if all of them are ids of combatants."""
        if isinstance(value, dict):
            # Keys are names of fields or places, whoever may be called like one, unless they
            # all are somebody's.
            people = value.keys() <= self.cast
            return {
                self.mask(key) if people else key: self.mask(item)
                for key, item in value.items()
            }
        if isinstance(value, list | tuple):
            return [self.mask(item) for item in value]
        is_hidden = isinstance(value, str) and value in self.hidden
        return self.somebody if is_hidden else value


# --- boards ---


def gm_board(
    encounter: Encounter,
    board: Callable[[Encounter], Board],
    hands: Collection[str] = (),
) -> Board:
    """Return the ruleset's `board` for the GM: with marks on those whom players do not see and
    on those whose `hands` are up, and with all notes. Each row has its `note`, also one of the
    file; only a note made in play is a condition of the row as well. A party's clock shows the
    number of its members."""
    whole = board(encounter)
    hidden = hidden_combatants(encounter)
    noted = shorten_to_line(
        str(encounter.fight.get("notes") or ""), MOST_OF_FIGHT
    )
    if encounter.is_party:
        count = len(whole.rows)
        members = f"{count} member{'s' * (count != 1)}"
        # A party has no turns: what only a fight fills stays out until something stands in it.
        whole = whole._replace(clock=(("", members),), optional=whole.columns)
    if noted:
        whole = whole._replace(lines=(*whole.lines, f"note: {noted}"))
    rows = [_row_for_gm(encounter, row, hidden, hands) for row in whole.rows]
    return whole._replace(rows=tuple(rows), notes=notes_on_fight(encounter))


def _row_for_gm(
    encounter: Encounter, row: Row, hidden: set[str], hands: Collection[str]
) -> Row:
    """Return a row with its marks, and with the word for who is away cut to the width of a
    column."""
    noted = note_in_play(encounter, row.id)
    marks = [HAND_UP] if row.id in hands else []
    marks += [HIDDEN] if row.id in hidden else []
    marks += [note_condition(noted)] if noted else []
    standing = row.standing
    if encounter.away(row.id):
        standing = standing._replace(
            status=shorten_to_line(standing.status, LONGEST_WORD)
        )
    note = note_on(encounter, row.id)
    if not marks and not note and standing is row.standing:
        return row
    conditions = (*row.conditions, *marks)
    return replace(row, conditions=conditions, standing=standing, note=note)


def players_board(
    encounter: Encounter,
    board: Callable[[Encounter], Board],
    has_secret: "SecretPredicate | None" = None,
) -> Board:
    """Return the board for the players' screen: of enemies only the name, whose turn it is, and
    their health in a word. Leaves out who is away or hidden, and texts that tell of hidden
    combatants: those of which `has_secret` says so (None: of who is hidden now). `board` is the
    ruleset's. Raises what `board` raises on the whole encounter."""
    has_secret = has_secret or secret_predicate(encounter)
    try:
        whole, has_numbers = board(without_secrets(encounter)), True
    except Exception:
        # Rules that do not bear `somebody` leave friends without their numbers, not without a
        # screen.
        whole, has_numbers = board(encounter), False
    hidden = hidden_combatants(encounter)
    names = names_for_players(encounter)
    rows: list[Row] = []
    for row in whole.rows:
        if row.id not in encounter.combatants or row.id in hidden:
            continue
        if encounter.away(row.id):
            continue
        if has_numbers and row.side in FRIENDS:
            rows.append(_row_of_friend(row, has_secret))
        else:
            rows.append(_row_without_numbers(row, names[row.id]))
    # Players see what the acting one can still spend, if all who act are friends.
    friends_act = all(row.side in FRIENDS for row in whole.rows if row.acting)
    is_left_seen = (
        has_numbers
        and friends_act
        and any(row.acting for row in rows)
        and not has_secret(whole.turn.left)
    )
    tracks = whole.tracks if has_numbers else ()
    return Board(
        title=UNTITLED if has_secret(whole.title) else whole.title,
        clock=tuple(
            (label, without_commands(text))
            for label, text in whole.clock
            if not has_secret(text)
        ),
        columns=whole.columns,
        rows=tuple(rows),
        doc={},
        turn=Turn(
            whole.turn.left if is_left_seen else "",
            everybody=whole.turn.everybody,
        ),
        spare=whole.spare,
        optional=whole.optional,
        widest=whole.widest if has_numbers else {},
        tracks=tuple(one for one in tracks if not has_secret(one.label)),
    )


SecretPredicate = Callable[[str], bool]
"""A predicate for texts, made by `secret_predicate`."""


def secret_predicate(
    encounter: Encounter, reader: Collection[str] = (), steps: "Steps" = ()
) -> SecretPredicate:
    """Return a predicate that says whether a text tells of somebody whom players do not see, or
    did not see before one of the `steps` took them out or renamed them, or holds a true name
    that they do not know (`true_names`). `reader`: combatants of the player who reads, who are no
    secret to that player."""
    ever = with_removed_combatants(
        encounter, itertools.chain.from_iterable(steps)
    )
    former = names_while_hidden(encounter, steps, reader)
    hidden = hidden_combatants(ever).difference(reader)
    unnamed = {
        who: name for who, name in true_names(ever).items() if who not in reader
    }
    seen = [who for who in ever.combatants if who not in hidden]
    known = {text for who in seen for text in _names_of(ever, who)}
    known -= {text for who in unnamed.items() for text in who}
    known |= {names_for_players(ever)[who] for who in seen}
    secret = {text for who in hidden for text in _names_of(ever, who)}.union(
        former, *unnamed.items()
    )
    # What hidden ones would be known by: their ids, names and the weapons that nobody else has, as
    # wholes, by each telling word of them, and by signs that are no words. What a GM has written
    # freely (a title, an intent, what somebody works at) can hold them.
    whole = {_spaced_words(text) for text in known}
    # The words by which somebody is known: no numbers, nothing short or to be found anywhere.
    long = {
        word
        for word in _single_words(secret)
        if sum(map(str.isalpha, word)) >= FEWEST_LETTERS
    }
    telling = {_spaced_words(text) for text in secret} | long - _single_words(
        [COMMON_WORDS]
    ) - _single_words(known)
    words, signs = (
        _with_longer_names(telling, whole),
        _with_longer_names(
            _names_without_words(secret), _names_without_words(known)
        ),
    )

    def has_secret(text: str) -> bool:
        return _contains_secret(_spaced_words(text), words) or _contains_secret(
            _fold_text(text), signs
        )

    return has_secret


def without_commands(text: str) -> str:
    """Return a text without command lines in backticks, and what leads to them: players type
    none."""
    return COMMAND_IN_TEXT.sub("", text)


def _row_of_friend(row: Row, has_secret: SecretPredicate) -> Row:
    """Return a friend's row without texts that tell of hidden combatants, and without own
    effects under OTHER. It is built field by field, so that a field which rows may get one day
    is not shown by accident."""

    def is_seen(condition: Condition) -> bool:
        """Whether players may know of a condition of the friend."""
        word = condition.label.partition(" x")[0]
        if word == own_effects.OTHER:
            return False
        return not has_secret(f"{condition.label} {condition.left}")

    return Row(
        id=row.id,
        name=row.name,
        side=row.side,
        acting=row.acting,
        done=row.done,
        standing=row.standing,
        cells=tuple("" if has_secret(cell) else cell for cell in row.cells),
        tracks=tuple(one for one in row.tracks if not has_secret(one.label)),
        conditions=tuple(filter(is_seen, row.conditions)),
    )


def _row_without_numbers(row: Row, name: str) -> Row:
    """Return a row with nothing but name, side, turn and health in a word. Sides of enemies
    become FOE. `name` is the one that players read."""
    return Row(
        id=row.id,
        name=name,
        side=row.side if row.side in FRIENDS else FOE,
        acting=row.acting,
        done=row.done,
        standing=row.standing._replace(status=row.standing.health),
        cells=("",) * len(row.cells),
    )


def _with_longer_names(
    secret: set[str], known: set[str]
) -> dict[str, list[str]]:
    """Return each secret with the known names that contain it: `guard 2` does not tell of
    `guard`. Leaves out what is known itself."""
    return {
        one: [longer for longer in known if one in longer]
        for one in secret - known - {"  "}
    }


def _contains_secret(text: str, secrets: Mapping[str, list[str]]) -> bool:
    """Whether a text contains a secret elsewhere than within the known names beside it
    (`_with_longer_names`)."""
    for one, known in secrets.items():
        if one in text:
            rest = text
            for longer in known:
                rest = rest.replace(longer, "  ")
            if one in rest:
                return True
    return False


def _names_of(encounter: Encounter, who: str) -> list[str]:
    """Return the texts by which a combatant is known: id, display name, and ids and names of
    weapons."""
    weapons = encounter.sheet(who).get("weapons") or {}
    names = [str(weapon.get("name") or "") for weapon in weapons.values()]
    return [who, encounter.display_name(who), *weapons, *names]


def _single_words(texts: Iterable[str]) -> set[str]:
    """Return every single word of the texts, in the form of `_spaced_words`."""
    return {
        f" {word} " for text in texts for word in _spaced_words(text).split()
    }


def _names_without_words(texts: Iterable[str]) -> set[str]:
    """Return the names that may stand without spaces around them, folded: those without digits
    and without letters that have capitals, such as an emoji or a name in Chinese."""
    folded = {_fold_text(text).strip() for text in texts}
    return {
        one for one in folded - {""} if not any(map(_is_of_spaced_script, one))
    }


def _is_of_spaced_script(char: str) -> bool:
    """Whether a character is a digit, or a letter of a script with capitals: such scripts put
    spaces between words."""
    return char.isdecimal() or char.lower() != char.upper()


def _spaced_words(text: str) -> str:
    """Return the words of a text, folded, with one blank between them, before the first and
    after the last; two blanks if it has none."""
    words = re.findall(r"[^\W_]+", _fold_text(text))
    return f" {' '.join(words)} "


def _fold_text(text: str) -> str:
    """Return a text in the spelling in which it is compared: small letters, without accents and
    invisible characters."""
    if text.isascii():
        return text.casefold()
    import unicodedata

    whole = unicodedata.normalize(
        "NFKD", unicodedata.normalize("NFKD", text).casefold()
    )
    return "".join(c for c in whole if unicodedata.category(c) not in UNSEEN)


def health_word(*, hurt: bool, badly: bool, down: bool) -> str:
    """Return a combatant's health as players see it: `unhurt`, `hurt`, `badly hurt`, `down`."""
    if down:
        return "down"
    if badly:
        return BADLY_HURT
    return "hurt" if hurt else "unhurt"
