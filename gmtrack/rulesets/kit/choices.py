"""Everything that a combatant might do, made from the tables of a ruleset: every attack, action
and test with each word that can stand in it. Whether it works now is found by trying it
(`gmtrack.app.what`), so no rule is said twice."""

import itertools
from collections.abc import Callable, Iterable, Iterator, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from gmtrack.core.choice import HELP, PASSIVE, Candidate
from gmtrack.core.draft import Draft
from gmtrack.core.encounter import Encounter
from gmtrack.core.intents import Act, Attack, Intent, Options, Test
from gmtrack.core.lexicon import Entries, Entry, Lexicon
from gmtrack.core.names import squash
from gmtrack.core.values import replace
from gmtrack.rulesets.kit.renamed import accept_old_imports
from gmtrack.rulesets.port import Way

if TYPE_CHECKING:
    from gmtrack.rulesets.kit.actions import Action

W = TypeVar("W")
Slots = Mapping[str, Iterable[str]]
"""The words that can fill each slot in capitals of a usage: `TARGET`, `WEAPON` ..."""
Ways = Callable[[str, str], Iterable[tuple[str, ...]]]
"""Function of weapon id (empty: the weapon in hand) and target that returns the special ways to
attack, besides the plain one: each the words of `--with`."""
FREE = "TEXT"
"""The slot of free words."""
KINDS: Mapping[str, str] = {
    **dict.fromkeys(
        ("first-aid", "medicine", "save", "trauma-patch", "hand-of-god"), HELP
    ),
    **dict.fromkeys(("consciousness", "soak", "resist"), PASSIVE),
    **dict.fromkeys(
        ("full-defense", "dodge", "weave", "static", "react"), "defense"
    ),
    **dict.fromkeys(("take-cover", "leave-cover", "drop-prone"), "cover"),
    **dict.fromkeys(("speak", "gesture", "drop", "drop-item"), "trifle"),
}
"""Groups of actions and tests that matter otherwise than most, by the names that rulesets have
for them."""
IN_HAND = Entry("", "with what is in hand")


class UsageWords(NamedTuple):
    """Words of one line behind the action: plain ones (`args`), and those of `--with` (`told`)."""

    args: tuple[str, ...] = ()
    told: tuple[str, ...] = ()


def list_attacks(
    who: str,
    targets: Iterable[str],
    weapons: Entries,
    ways: Ways,
) -> Iterator[Candidate]:
    """Yield the attacks of the combatant WHO on each target with the weapon in hand and with
    each other weapon: the plain one, then one for each of the special `ways`."""
    hands = (IN_HAND, *weapons)
    for target, weapon in itertools.product(targets, hands):
        for words in ((), *ways(weapon.word, target)):
            options = Options(weapon=weapon.word or None, words=words)
            yield Candidate(
                Attack(who, (target,), options=options), weapon.help
            )


def list_firing_words(weapon: str, modes: Entries) -> list[tuple[str, ...]]:
    """Return the ways in which a weapon can be fired, each as words of `--with`. `modes` are
    those of a lexicon: entries with the weapon's id as help."""
    return [(way.word,) for way in modes if way.help == weapon]


def list_fire_modes(
    weapons: Mapping[str, W], modes: Callable[[W], Iterable[str]]
) -> Entries:
    """Return the fire modes of all weapons as lexicon entries: the word `mode=...`, with the
    weapon's id as help."""
    found = (
        (mode, name)
        for name, weapon in weapons.items()
        for mode in modes(weapon)
    )
    return tuple(Entry(f"mode={squash(mode)}", name) for mode, name in found)


def list_actions(
    who: str, rows: "Iterable[Action[Any]]", slots: Slots
) -> Iterator[Candidate]:
    """Yield every action of the rows once for each way to fill the slots of its usage."""
    for row in rows:
        for words in expand_usage(row.usage, slots):
            options = Options(words=words.told)
            intent = Act(who, row.name, words.args, options=options)
            yield Candidate(intent, row.help, KINDS.get(row.name, ""))


def add_weapons(
    found: Iterable[Candidate], weapons: Entries
) -> Iterator[Candidate]:
    """Yield each candidate once for each weapon, with the weapon's word as `--weapon`."""
    for one, weapon in itertools.product(found, weapons):
        yield _replace_options(
            one, one.intent.options._replace(weapon=weapon.word)
        )


def add_words(
    found: Iterable[Candidate], *ways: tuple[str, ...]
) -> Iterator[Candidate]:
    """Yield each candidate once for each of `ways`, with these words of `--with` behind those
    that it has."""
    for one, words in itertools.product(found, ways):
        options = one.intent.options
        yield _replace_options(
            one, options._replace(words=(*options.words, *words))
        )


def _replace_options(one: Candidate, options: Options) -> Candidate:
    """Return the candidate with other options in its intent."""
    return one._replace(intent=replace(one.intent, options=options))


def list_tests(who: str, entries: Iterable[Entry]) -> Iterator[Candidate]:
    """Yield a test for each named roll of a lexicon."""
    for entry in entries:
        kind = PASSIVE if KINDS.get(entry.word) == PASSIVE else ""
        yield Candidate(Test(who, entry.word), entry.help, kind)


def list_candidates(
    encounter: Encounter,
    who: str,
    words: Lexicon,
    rows: "Iterable[Action[Any]]",
    slots: Slots,
    ways: Ways | None = None,
    things: Iterable[str] = (),
) -> Iterator[Candidate]:
    """Yield everything that the combatant WHO might do, whether it works now or not: every
    attack on all others and on `things` with each weapon in its `ways` (by default its fire
    modes); every action, and those that take `--weapon` once more with each weapon; every test.
    `words` is the lexicon of the fight. The slots `TARGET` and `WEAPON` are filled from it,
    unless `slots` has them."""
    weapons = words.weapons.get(who, ())
    others = tuple(other for other in encounter.present() if other != who)

    def modes(weapon: str, target: str) -> Iterable[tuple[str, ...]]:
        del target
        return list_firing_words(weapon, words.modes.get(who, ()))

    targets = (*others, *things)
    yield from list_attacks(who, targets, weapons, ways or modes)
    filled: Slots = {
        "TARGET": others,
        "WEAPON": tuple(entry.word for entry in weapons),
        **slots,
    }
    rows = tuple(rows)
    yield from list_actions(who, rows, filled)
    option = Entry("--weapon")
    taking = [row for row in rows if option in words.takes.get(row.name, ())]
    yield from add_weapons(list_actions(who, taking, filled), weapons)
    yield from list_tests(who, words.tests)


def merge_entries(tables: Iterable[Entries]) -> Entries:
    """Merge lexicon tables into one: each word once, with the help of its first place."""
    found: dict[str, Entry] = {}
    for entry in itertools.chain.from_iterable(tables):
        found.setdefault(entry.word, entry)
    return tuple(found.values())


def expand_usage(usage: str, slots: Slots) -> Iterator[UsageWords]:
    """Yield every filling of a usage; optional parts are left out first. A usage is a list of
    words with spaces between: capitals are a slot, other words themselves, `a|b` either, `[a]`
    may be left out, `a...` stands for one or several (here: one), `--with a=SLOT` for a word of
    `--with`. A slot that `slots` does not have cannot be filled: an optional part with it is
    left out, any other yields nothing at all. Raises ValueError for a malformed usage."""
    parts = [_fill_part(text, slots) for text in _split_usage(usage)]
    for filling in itertools.product(*parts):
        args: list[str] = []
        told: list[str] = []
        for words in filling:
            args += words.args
            told += words.told
        yield UsageWords(tuple(args), tuple(told))


def _split_usage(usage: str) -> Iterator[str]:
    """Yield the parts of a usage; `--with` stays together with the word behind it."""
    words = iter(usage.split())
    for word in words:
        yield f"{word} {next(words)}" if word.strip("[") == "--with" else word


def _fill_part(text: str, slots: Slots) -> list[UsageWords]:
    """Return every filling of one part of a usage, first the empty one if the part is optional.
    Optional free words are always left out. Raises ValueError for brackets within the part."""
    left_out = text.startswith("[")
    inner = (
        text.removeprefix("[")
        .removesuffix("...")
        .removesuffix("]")
        .removesuffix("...")
    )
    if "[" in inner or "]" in inner:
        raise ValueError(f"usage: '{text}'")
    told = inner.startswith("--with ")
    key, sign, value = inner.removeprefix("--with ").rpartition("=")
    words: list[str] = []
    for choice in value.split("|"):
        if left_out and choice == FREE:
            continue
        if choice.isupper():
            words += slots.get(choice, ())
        else:
            words.append(choice)
    if told:
        found = [UsageWords(told=(f"{key}{sign}{word}",)) for word in words]
    else:
        found = [UsageWords((word,)) for word in words]
    return [UsageWords(), *found] if left_out else found


NOTHING: Mapping[str, float] = MappingProxyType({})


def extend_intent(
    intent: Intent,
    *words: str,
    spent: Mapping[str, float] = NOTHING,
    leaves: Mapping[str, Any] = NOTHING,
    **options: Any,
) -> Way:
    """Make a `Way` of an intent: `words` of `--with` are added, `options` replaced. `spent` is
    what it costs in the keys of `resources_of`, `leaves` what it leaves of the live state."""
    before = intent.options
    more = (*before.words, *words)
    changed = before._replace(words=more, **options)
    return Way(replace(intent, options=changed), spent, leaves)


def attack_or_none(draft: Draft, intent: Intent) -> Attack | None:
    """Return the intent if it is an attack, else None: the port's `attack_of` for rulesets in
    which no action declares an attack."""
    del draft
    return intent if isinstance(intent, Attack) else None


accept_old_imports(globals())
