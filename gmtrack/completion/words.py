"""What can be typed next: options, people, weapons, places, words, in the order in which they make
sense here. Knows no terminal, no prompt and no library: a shell asks while somebody is typing."""

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, NamedTuple

from gmtrack.core import MARK
from gmtrack.core.command_table import ACTOR, AWAY, ENCOUNTER, EXAMPLE, THERE, TOPIC, row
from gmtrack.core.lexicon import NONE, NUMBER, SAME_WORDS, Entries, Entry, Lexicon
from gmtrack.store.ready_made import words as ready_made_words

if TYPE_CHECKING:
    from gmtrack.core.encounter import Encounter
    from gmtrack.core.screen import Board
    from gmtrack.rulesets.port import Ruleset


INSTEAD_OF_PEOPLE = {
    "set": (Entry("scene", "what belongs to nobody"), Entry("fight", "the round and its clock")),
    "note": (Entry("fight", "a note on the whole of it"),),
    "count": (Entry("fight", "a counter of the whole of it"),),
    "odds": (Entry("test", "of a test"), Entry("init", "who acts first")),
}
"""What may stand in place of a combatant."""
PARTY_ACTIONS = (
    Entry("new", "of the player characters in play"),
    Entry("list", "all of them"),
    Entry("open", "make it the active encounter"),
    Entry("leave", "one member less"),
    Entry("take", "somebody of the fight in play belongs to it"),
)
"""What `party` does."""
ODDS_COMMANDS = {"test": "test", "init": "roll-init"}
"""What odds may be of besides attacks, with the command whose words follow."""
OPTION_FIELDS = {
    "--called": "places", "--location": "places", "--defense": "defenses", "--type": "types",
    "--pool": "pools",
}  # fmt: skip


class Option(NamedTuple):
    """One option of a command; `takes`: a value follows it."""

    flag: str
    help: str
    takes: bool


class CommandWords(NamedTuple):
    """What a command does, in a line, and its options; `short` are the short ones that a value
    follows."""

    help: str
    options: tuple[Option, ...]
    short: tuple[str, ...] = ()

    @property
    def options_with_value(self) -> frozenset[str]:
        return frozenset((*self.short, *(one.flag for one in self.options if one.takes)))


class Person(NamedTuple):
    """A combatant as far as completion cares."""

    id: str
    name: str
    side: str
    status: str = "up"
    out: bool = False
    acting: bool = False
    away: bool = False


class CompletionScene(NamedTuple):
    """What completion knows of the fight; `acting` may be left out of a line. `ruleset` is the
    id; `counters` are by whose they are."""

    people: tuple[Person, ...]
    lexicon: Lexicon
    acting: str | None
    topics: Entries = ()
    ruleset: str = ""
    counters: Mapping[str, Entries] = NONE


def make_completion_scene(
    encounter: "Encounter", ruleset: "Ruleset", board: "Board"
) -> CompletionScene:
    """What completion knows of a fight: everybody in the order of the board, and the words that its
    ruleset has."""
    topics = ruleset.topics(encounter)
    people = (
        Person(
            row.id, row.name, row.side, row.standing.status, row.standing.out, row.acting,
            bool(encounter.away(row.id)),
        )
        for row in board.rows
    )  # fmt: skip
    return CompletionScene(
        tuple(people),
        ruleset.lexicon(encounter),
        board.doc.get("acting"),
        tuple(Entry(word, topic.summary) for word, topic in topics.items()),
        encounter.ruleset,
        _counters_by_owner(encounter) if encounter.has_own else NONE,
    )


def _counters_by_owner(encounter: "Encounter") -> dict[str, Entries]:
    from gmtrack.core.counters import FIGHT, counters_of

    found = {who: counters_of(encounter, who) for who in (FIGHT, *encounter.combatants)}
    return {
        who: tuple(Entry(one.id, one.name if one.name != one.id else "") for one in own.values())
        for who, own in found.items()
        if own
    }


def select_matching(typed: str, found: Iterable[Entry]) -> list[Entry]:
    """Those that begin with what is typed (behind its last comma) and are more than that, each
    once."""
    *named, begun = typed.lower().split(",")
    lead = "".join(f"{word}," for word in named)
    kept = {
        entry.word: Entry(lead + entry.word, entry.help)
        for entry in reversed(list(found))
        if entry.word.lower().startswith(begun) and entry.word != begun
        if entry.word.lower() not in named
    }
    return list(kept.values())[::-1]


def suggest_next_word(
    name: str, words: list[str], typed: str, command: CommandWords, scene: CompletionScene | None
) -> Iterator[Entry]:
    """What can come after these words of the command `name`, where `typed` has been begun."""
    if scene and name == "odds":
        name, words = unwrap_odds(words, command, scene)
    last = words[-1] if words else ""
    if typed.startswith(MARK) and (last == "--from" or row(name).takes == ENCOUNTER):
        yield from map(Entry, ready_made_words())
        return
    if "@" in typed:
        yield from suggest_stock(name, last, typed, scene.ruleset if scene else "")
    if last in command.options_with_value:
        if scene:
            yield from suggest_option_values(last, name, words, typed, command, scene)
        return
    if typed.startswith("-"):
        yield from (Entry(option.flag, option.help) for option in command.options)
        return
    if row(name).takes == EXAMPLE and not words:
        yield from map(Entry, ready_made_words())
    if name == "party":
        yield from suggest_party_words(words, scene)
    if scene:
        plain = [person_id(word, scene) for word in plain_words(words, command)]
        yield from suggest_positional(name, plain, scene)


def unwrap_odds(
    words: list[str], command: CommandWords, scene: CompletionScene
) -> tuple[str, list[str]]:
    """The command whose words those of `odds` are, and these without the one that says it; whoever
    is called like it is meant before."""
    first = next(iter(plain_words(words, command)), "")
    called = any(first in (who.id, who.name.lower()) for who in scene.people)
    if first not in ODDS_COMMANDS or called:
        return "odds", words
    place = words.index(first)
    return ODDS_COMMANDS[first], [*words[:place], *words[place + 1 :]]


def plain_words(words: list[str], command: CommandWords) -> list[str]:
    """The words that are neither options nor their values."""
    taking = command.options_with_value
    found: list[str] = []
    skip = False
    for word in words:
        if skip:
            skip = False
        elif word.startswith("-") and not NUMBER.fullmatch(word):
            skip = word.replace("_", "-") in taking
        else:
            found.append(word)
    return found


# --- people ---


def person_id(word: str, scene: CompletionScene) -> str:
    """The id of the combatant whose name or id a word is; any other word as it is."""
    wanted = word.lower()
    return next((w.id for w in scene.people if wanted in (w.id, w.name.lower())), word)


def suggest_positional(name: str, words: list[str], scene: CompletionScene) -> Iterator[Entry]:
    lexicon, command = scene.lexicon, row(name)
    if not words and command.who:
        if name == "act" and scene.acting:
            yield from lexicon.actions
        yield from suggest_people_for(name, scene)
        yield from INSTEAD_OF_PEOPLE.get(name, ())
    elif command.who == AWAY:
        yield from (person_entry(who) for who in scene.people if who.away and who.id not in words)
    elif name in ("attack", "odds"):
        yield from suggest_targets(words, scene)
    elif command.many:
        yield from suggest_other_people(name, words, scene)
    elif name == "act":
        yield from suggest_after_actor(words, scene)
    elif name == "count":
        yield from () if len(words) > 1 else suggest_counters(words[0], scene)
    elif name in ("test", "effect"):
        yield from suggest_after_people(name, words, scene)
    elif command.takes == TOPIC and not words:
        yield from scene.topics


def suggest_party_words(words: list[str], scene: CompletionScene | None) -> Iterator[Entry]:
    """What `party` does, and behind `leave` and `take` with whom."""
    if not words:
        yield from PARTY_ACTIONS
    elif scene and words[0] in ("leave", "take"):
        yield from (one for one in suggest_people(scene) if one.word not in words)


def suggest_other_people(name: str, words: list[str], scene: CompletionScene) -> Iterator[Entry]:
    if all(is_somebody(word, scene) for word in words):
        yield from (one for one in suggest_people_for(name, scene) if one.word not in words)


def suggest_after_people(name: str, words: list[str], scene: CompletionScene) -> Iterator[Entry]:
    """The test or effect behind its people, or more of them; behind a test its words."""
    lexicon = scene.lexicon
    if all(is_somebody(word, scene) for word in words):
        yield from lexicon.tests if name == "test" else lexicon.effects
        yield from suggest_other_people(name, words, scene)
    elif name == "test":
        yield from suggest_with_words(applicable_words(name, words, scene), lexicon, "")


def suggest_counters(word: str, scene: CompletionScene) -> Iterator[Entry]:
    """Those of one of several people, or of the fight."""
    for who in word.split(","):
        yield from scene.counters.get(who, ())


def suggest_after_actor(words: list[str], scene: CompletionScene) -> Iterator[Entry]:
    """The action after the actor; after the action whom or what it is about."""
    if words and all(is_somebody(word, scene) for word in words):
        yield from scene.lexicon.actions
        if len(words) > 1:
            yield from suggest_targets(words, scene)
        return
    actor = words[0] if is_somebody(words[0], scene) else scene.acting
    yield from suggest_targets([actor or ""], scene)
    yield from scene.lexicon.things
    yield from scene.lexicon.weapons.get(actor or "", ())


def is_somebody(word: str, scene: CompletionScene) -> bool:
    """Whether a word means people: an id, several with commas, a pattern."""
    named = {who.id for who in scene.people}
    return "*" in word or all(part in named for part in word.split(","))


def person_entry(who: Person) -> Entry:
    return Entry(who.id, who.name + ("" if who.status == "up" else f", {who.status}"))


def suggest_people_for(name: str, scene: CompletionScene) -> list[Entry]:
    """Whom a command may be about: `join` brings back who is away, and what happens in the fight
    is done by those who are there."""
    whom = row(name).who
    if whom == ACTOR:
        return suggest_actors(scene)
    if whom in (AWAY, THERE):
        return [person_entry(who) for who in scene.people if who.away == (whom == AWAY)]
    return suggest_people(scene)


def suggest_people(scene: CompletionScene) -> list[Entry]:
    return [person_entry(who) for who in scene.people]


def suggest_actors(scene: CompletionScene) -> list[Entry]:
    """Whoever may act first: those whose turn it is, then those who stand."""
    there = [who for who in scene.people if not who.away]
    return [person_entry(who) for who in sorted(there, key=lambda who: (not who.acting, who.out))]


def suggest_targets(named: list[str], scene: CompletionScene) -> list[Entry]:
    """Who can be attacked: enemies who stand first; nobody who is named already or away."""
    sides = {who.id: who.side in ("pc", "ally") for who in scene.people}
    mine = sides.get(named[0] if named else "", sides.get(scene.acting or ""))
    found = [who for who in scene.people if who.id not in named and not who.away]
    found.sort(key=lambda who: (who.out, sides[who.id] == mine))
    return [person_entry(who) for who in found]


# --- values of options ---


def suggest_option_values(
    option: str,
    name: str,
    words: list[str],
    typed: str,
    command: CommandWords,
    scene: CompletionScene,
) -> Iterable[Entry]:
    lexicon = scene.lexicon
    if option == "--weapon":
        plain = plain_words(words[:-1], command)
        # With one plain word the attacker was left out: it is whoever has the turn.
        first = person_id(plain[0], scene) if len(plain) > 1 else scene.acting
        return lexicon.weapons.get(first or "", ())
    if option.removeprefix("--") in lexicon.options:
        return lexicon.options[option.removeprefix("--")]
    if option == "--with":
        taken = applicable_words(name, plain_words(words[:-1], command), scene)
        return suggest_with_words(taken, lexicon, typed)
    if option == "--without":
        return lexicon.without.get(SAME_WORDS.get(name, name), ())
    found: Entries = getattr(lexicon, OPTION_FIELDS[option]) if option in OPTION_FIELDS else ()
    return found


def applicable_words(name: str, words: list[str], scene: CompletionScene) -> Entries:
    """The words of `--with` that fit what has been typed: those of the action or the test, where it
    is named; with the actor left out it is the first word."""
    lexicon = scene.lexicon
    own = {"act": lexicon.by_action, "test": lexicon.by_test}.get(name, {})
    every = lexicon.words.get(SAME_WORDS.get(name, name), ())
    return next((own[word] for word in words if word in own), every)


def suggest_with_words(words: Entries, lexicon: Lexicon, typed: str) -> Iterator[Entry]:
    """Words of `--with`, and once one is there with its `=`, its values."""
    word, sign, _ = typed.partition("=")
    for value in lexicon.values.get(word, ()) if sign else ():
        yield Entry(f"{word}={value.word}", value.help)
    for entry in words:
        equals = "=" if entry.word in lexicon.values else ""
        yield Entry(entry.word + equals, entry.help)


ALL_KINDS = ("combatants", "weapons", "armor", "effects")
STOCK_KINDS = {
    "add": ("combatants",), "attack": ("weapons",), "odds": ("weapons",), "act": ("weapons",),
    "effect": ("effects",), "stock": ALL_KINDS,
}  # fmt: skip
"""What a word of a command may name."""
STOCK_FIELDS = ("weapons", "armor")


def suggest_stock(name: str, last: str, typed: str, ruleset_id: str) -> Iterator[Entry]:
    """What of the stock the word can become that is typed behind `last`; with what stands before
    the `@` in it: `weapons.katana=@ka`, `armor=[@leather-jacket,@he`."""
    kinds = stock_kinds_due(name, last, typed)
    if not kinds or not ruleset_id:
        return
    from gmtrack.store.stock.reading import stock_of

    head = typed.rpartition(",")[2].partition(MARK)[0]
    for thing in stock_of(ruleset_id).all():
        if thing.kind in kinds:
            yield Entry(f"{head}{MARK}{thing.name}", thing.about)


def stock_kinds_due(name: str, last: str, typed: str) -> tuple[str, ...]:
    """What may be named; nothing where nothing of the stock is due."""
    if "=" not in typed:
        return () if last == "--set" else STOCK_KINDS.get(name, ())
    if name != "set" and last != "--set":
        return ()
    field = typed.partition("=")[0].partition(".")[0]
    return (field,) if field in STOCK_FIELDS else ()
