"""`damage`, `heal`, `set`, `add`, `remove`, `leave`, `join`, `note`: what the GM's hand does alike
in every ruleset."""

from collections.abc import Callable, Iterable
from typing import Any

from gmtrack.core.draft import MISSING, Path
from gmtrack.core.intents import Add, Damage, Heal, Join, Leave, Note, Remove, Set
from gmtrack.core.names import squash
from gmtrack.core.record import Record
from gmtrack.core.report import Report
from gmtrack.dice.port import Key
from gmtrack.errors import Ambiguous, Refusal
from gmtrack.rulesets.kit.commands import F, Table
from gmtrack.rulesets.kit.references import Reference, clear_references
from gmtrack.rulesets.kit.words import known


def begin_set(game: Table[Any], intent: Set) -> bool:
    """Whose values are set is told; whether it is a combatant."""
    game.report.body["who"] = intent.who
    game.report.tell("set", "head", who=game.name(intent.who))
    return intent.who in game.draft.encounter.combatants


def write_values(game: Table[Any], intent: Set, record: Record) -> None:
    """Put the checked values in, as they are, and tell them. `record` is the live state that is
    written to (a combatant's, or the fight's): from it a value is known that play has not
    written yet."""
    for assignment in intent.assignments:
        path, base = assignment.path, record.base
        live = path[: len(base)] == base
        skipped = len(base) if live else 2
        what = ".".join(path[min(skipped, len(path) - 1) :])
        game.report.tell("set.value", what=what, value=in_words(assignment.value))
        before: object = MISSING
        if live:
            _keep_whole(record, path[skipped:])
            before = _known(record, path[skipped:])
        game.draft.put(path, assignment.value, read_as=before)


def _known(record: Record, keys: Path) -> object:
    """What a field of a record, by its stored path, reads as now; MISSING if it has none."""
    name = _field(record, keys)
    return getattr(record, name) if name else MISSING


def _keep_whole(record: Record, keys: Path) -> None:
    """A value inside a map that still follows from the sheet: the whole map is kept first."""
    for depth in range(1, len(keys)):
        name = _field(record, keys[:depth])
        value = getattr(record, name) if name else None
        if value and isinstance(value, dict):
            record.draft.put(record.base + keys[:depth], value, read_as=value)


def _field(record: Record, keys: Path) -> str | None:
    dotted = ".".join(keys)
    return next((name for name, path in record.FIELDS.items() if path == dotted), None)


def in_words(value: object) -> str:
    """A value as one would type it."""
    if isinstance(value, bool) or value is None:
        return {True: "true", False: "false", None: "null"}[value]
    if isinstance(value, dict):
        return "{" + ", ".join(f"{k}: {in_words(v)}" for k, v in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(in_words, value)) + "]"
    return str(value)


def check_amount(game: Table[Any], intent: Damage | Heal, most: int, what: str = "points") -> None:
    """How much of `damage` and `heal`; nothing stands for all. Raises Refusal (the word for
    values)."""
    amount = intent.amount
    if amount is None or 0 <= amount <= most:
        return
    kind = game.WORDS.value
    if amount < 0:
        command, other = ("damage", "heal") if isinstance(intent, Damage) else ("heal", "damage")
        line = f"{other} {game.named(intent.who).id} {-amount}"
        game.deny(kind, f"{command} {amount}: type 0 or more; `{line}` does the opposite")
    game.deny(kind, f"{amount} {what}: must be 0 to {most}")


def by_pool(game: Table[Any], intent: Damage | Heal, pool: str) -> bool:
    """Whether the points are of the one pool that can be named. Raises Refusal for other pools, or
    a type or place beside it."""
    if intent.pool is None:
        return False
    known(intent.pool, (pool,), "pool", game.WORDS.unknown)
    if intent.type or intent.location:
        game.deny(game.WORDS.value, f"--pool {pool} takes no --type and no --location")
    return True


def add_sheets(game: Table[Any], intent: Add) -> Report:
    """New combatants, told by name and id; writes the document's `who` and `added`."""
    game.expect([])
    for who, sheet in intent.sheets.items():
        game.draft.put(("combatants", who), sheet)
        game.report.tell("add", "good", who=game.name(who), id=f"'{who}'")
    bring(game, intent)
    ids = list(intent.sheets)
    game.report.body |= {"who": ids[0] if len(ids) == 1 else ids, "added": ids}
    return game.report


def bring(game: Table[Any], intent: Add) -> None:
    """Those from another fight come as they stand there, or with the sheet alone; which is told,
    and written as the document's `fresh`."""
    told: dict[tuple[str, str], list[str]] = {}
    for who, state in intent.states.items():
        if state:
            game.draft.put(("fight", "combatants", who), state)
        fresh = state is None
        how = ("sheet_alone", "") if fresh else ("as_they_stand", game.fighter(who).standing.status)
        told.setdefault(how, []).append(game.name(who))
        game.report.body.setdefault("fresh", {})[who] = fresh
    for (key, status), names in told.items():
        game.report.tell(key, "note", who=", ".join(names), where=intent.source, how=status)
    if intent.here:
        names = [game.name(who) for who in intent.here]
        game.report.tell("here_already", "note", who=", ".join(names), where=intent.source)


FLED = "fled"
"""In what word somebody is away where nothing is said."""
FIGHT = "fight"
"""The word of `note` for what belongs to nobody."""
Away = Callable[[Table[Any], str, Iterable[Reference]], None]
"""How somebody goes: `take_out` or `step_out`."""


def come_in(game: Table[Any], ids: Iterable[str]) -> None:
    """Tell the line that brings those who came late into the round; none for nobody."""
    late = list(ids)
    if not late:
        return
    names = [game.name(who) for who in late]
    key = "latecomer" if len(late) == 1 else "latecomers"
    game.report.tell(key, "note", who=", ".join(names), line=" ".join(["roll-init", *late]))


def begin_leave(game: Table[F], intent: Leave, rolls: Iterable[Key] = ()) -> F:
    """Who leaves, and in what word, told; from now on they are away. Raises Refusal for who is."""
    who = game.named(intent.who)
    away = game.draft.encounter.away(who.id)
    if away:
        game.deny(game.WORDS.absent, f"{who.id} is away already ({away}): `join {who.id}`")
    game.expect(rolls)
    why = " ".join(" ".join(intent.reason).split()) or FLED
    game.draft.put(("fight", "combatants", who.id, "away"), why, read_as=None)
    game.report.body |= {"who": who.id, "away": why}
    game.report.tell("left", "note", who=game.name(who.id), why=why)
    return who


def step_out(game: Table[Any], who: str, references: Iterable[Reference]) -> None:
    """The combatant is away, and nothing names them in the meantime; what others lose is told."""
    lose(game, who, game.name(who), references)


def begin_join(game: Table[F], intent: Join) -> F:
    """Who comes back, told. Raises Refusal for who is there."""
    who = game.named(intent.who)
    if not game.draft.encounter.away(who.id):
        game.deny(game.WORDS.absent, f"{who.id} is there already: `leave {who.id}`")
    game.expect([])
    game.draft.drop(("fight", "combatants", who.id, "away"))
    game.report.body["who"] = who.id
    game.report.tell("back", "good", who=game.name(who.id))
    return who


def _noted(game: Table[Any], intent: Note) -> str:
    """On whom the note is. Raises Refusal, with the line that would note it on the fight."""
    try:
        return str(game.named(intent.who).id)
    except Ambiguous:
        raise
    except Refusal as refusal:
        if not intent.text:
            raise
        line = " ".join(("note", FIGHT, intent.who, *intent.text))
        message = refusal.message.removesuffix(".")
        stop = "" if message.endswith("?") else "."
        raise Refusal(refusal.kind, f"{message}{stop} On the fight: `{line}`") from refusal


def note(game: Table[Any], intent: Note) -> Report:
    """The GM's note on somebody or on the fight; without a text the one there is taken off."""
    game.expect([])
    text = " ".join(intent.text).strip()
    whole = squash(intent.who) == FIGHT
    who = FIGHT if whole else _noted(game, intent)
    path = ("fight", "notes") if whole else ("fight", "combatants", who, "note")
    before = str(game.draft.get(path) or "")
    if not text and not before:
        refuse_unnoted(game, who)
    key = ("noted" if text else "unnoted") + (".fight" if whole else "")
    game.report.body |= {"who": who, "note": text}
    game.report.tell(key, "note", who=game.name(who), text=text or before)
    if text:
        game.draft.put(path, text, read_as="")
    else:
        game.draft.drop(path)
    return game.report


def refuse_unnoted(game: Table[Any], who: str) -> None:
    """Raises Refusal: nothing was noted in play, and what stands in the file stays there."""
    encounter = game.draft.encounter
    if who == FIGHT and encounter.notes:
        message = "the note on the fight is the file's: `note fight TEXT` is shown in its place"
    elif who != FIGHT and encounter.sheet(who).get("notes"):
        message = f"the note on {who} is the sheet's: `set {who} notes=''` takes it off"
    else:
        message = f"there is no note on {who}: `note {who} TEXT` takes one"
    game.deny(game.WORDS.value, message)


def begin_remove(game: Table[F], intent: Remove, rolls: Iterable[Key] = ()) -> F:
    """Who is to be taken out, and told; `rolls` as in `expect`."""
    who = game.named(intent.who)
    game.expect(rolls)
    game.report.body["who"] = who.id
    game.report.tell("remove", "note", who=game.name(who.id))
    return who


def take_out(game: Table[Any], who: str, references: Iterable[Reference]) -> None:
    """The combatant is not there any more, and nothing names them; what others lose is told. They
    and who was told apart from them by a number go on being called so."""
    draft, encounter = game.draft, game.draft.encounter
    names = encounter.names()
    if names[who] != encounter.called(who):
        draft.put(("combatants", who, "name"), names[who])
    draft.drop(("combatants", who))
    draft.drop(("fight", "combatants", who))
    for other, name in encounter.names().items():
        if name != names[other]:
            draft.put(("combatants", other, "name"), names[other])
    lose(game, who, names[who], references)


def lose(game: Table[Any], who: str, gone: str, references: Iterable[Reference]) -> None:
    """Nothing names somebody any more, called `gone`; what others lose is told."""
    for reference, other in clear_references(game.draft, who, references):
        if reference.told:
            game.report.tell(reference.told, "note", who=game.name(other), gone=gone)
