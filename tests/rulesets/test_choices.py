"""What is offered can be typed as it stands and works; what works is among what is offered."""

import random
from collections.abc import Iterator
from functools import cache

import pytest
from long_run import LONG

from gmtrack.app.what import candidates, choices, try_candidates
from gmtrack.cli.parse import parse_step, split_line
from gmtrack.core.choice import Candidate, Choice, line_of, short_line
from gmtrack.core.draft import Draft
from gmtrack.core.encounter import Encounter
from gmtrack.core.intents import Act, Attack, Intent, RollInit
from gmtrack.core.intents import Test as MakeTest
from gmtrack.core.names import pick, squash
from gmtrack.dice.sources import RandomDice
from gmtrack.errors import Refusal
from gmtrack.play.typed_line import KnownFight, join_names, make_command_line
from gmtrack.rulesets.port import Ruleset

from .casebook import Book, Case
from .core_play import CorePlay
from .i2050.book import BOOK as I2050
from .spotlight.book import BOOK as SPOTLIGHT
from .sr3.book import BOOK as SR3
from .storyteller.book import BOOK as STORYTELLER
from .swan_song.book import BOOK as SWAN_SONG

BOOKS = {
    "i2050": I2050, "spotlight": SPOTLIGHT, "sr3": SR3, "storyteller": STORYTELLER,
    "swan-song": SWAN_SONG,
}  # fmt: skip
CORES = {name: CorePlay(book.ruleset) for name, book in BOOKS.items()}
CHOSEN = ("attack", "act", "test", "delay", "intervene", "roll-init", "next", "end")
"""Commands that are somebody's choice; the others are the GM's, by hand."""
FREE = ("something",)
"""What stands for free words in what is offered."""


# --- what is offered works ---


def fights(book: Book) -> list[Case]:
    """Cases to begin a fight from: everybody is there, nothing has happened."""
    return [case for case in book.cases if not case.refused][:: 7 if LONG else 299]


@pytest.mark.parametrize("name", BOOKS)
def test_what_is_offered_can_be_typed_and_works(name: str) -> None:
    core, chance = CORES[name], random.Random(name)
    offered = 0
    for case in fights(BOOKS[name]):
        encounter = core.as_written(case.encounter)
        for _ in range(20 if LONG else 2):
            found = [one for who in some(encounter, chance) for one in works(core, encounter, who)]
            offered += len(found)
            if not found:
                break
            core.done(encounter, chance.choice(found).line.split())
    assert offered > 100


def some(encounter: Encounter, chance: random.Random) -> list[str | None]:
    """Whose turn it is, and somebody else."""
    people = list(encounter.combatants)
    acting = encounter.fight.get("acting") or encounter.fight.get("active")
    return list(dict.fromkeys([acting, chance.choice(people)]))


def as_typed(known: KnownFight, choice: Choice) -> str:
    """What the short form of a choice means at the prompt."""
    words = split_line(short_line(choice.intent, known.acting, known.encounter.names()))
    found = parse_step(make_command_line(join_names(words, known), known))[1].wanted
    return line_of(found if isinstance(found, Intent) else choice.intent)


@cache
def wanted_by(line: str) -> object:
    """Return what a whole line asks for, whatever the fight; many are offered again and again."""
    return parse_step(line.split())[1].wanted


def works(core: CorePlay, encounter: Encounter, who: str | None) -> Iterator[Choice]:
    """What is offered, each line typed and carried out with dice, and taken back. The short form of
    every other one is typed too, or of each in the long run."""
    acting = core.ruleset.board(encounter).doc.get("acting")
    known = KnownFight(encounter, acting, ruleset=core.ruleset)
    for number, choice in enumerate(choices(core.ruleset, encounter, who)):
        if choice.why:
            continue
        found = wanted_by(choice.line)
        # `next` looks at the fight before it is an intent.
        intent = found if isinstance(found, Intent) else choice.intent
        assert line_of(intent) == choice.line
        assert (not LONG and number % 2) or as_typed(known, choice) == choice.line
        draft = Draft(encounter)
        try:
            core.ruleset.resolve(draft, intent, RandomDice(1))
        except Refusal as refusal:
            pytest.fail(f"{choice.line} was offered: {refusal.message}")
        finally:
            draft.rollback()
        yield choice


# --- what works is offered ---

TOLD = {
    "swan-song": (
        (" other ", "its price is the GM's to say: --with ap=N"),
        ("--with when=together", "what is offered then is when=after"),
    ),
    "spotlight": (
        (" move 4", "how far somebody moves within their Speed"),
        ("activate-implant punk", "free words that are somebody's name besides"),
        ("set-explosives punk", "the same"),
        ("other punk", "the same"),
        ("throw punk", "the same"),
        ("hack punk", "the same"),
    ),
    "storyteller": (("--with willing", "who does not resist only the GM knows"),),
    "sr3": (
        ("--with passing-by", "an attack out of turn, on somebody who runs past"),
        (" resist --with damage=", "what hit them only the GM knows"),
        (" knockdown --with level=", "how hard it hit only the GM knows"),
        (" --with touched", "whether a touch has come about"),
        ("cast manabolt ", "spells that strike are offered by attack, with each level"),
        ("cast manaball ", "the same"),
        ("cast fireball ", "the same"),
        ("act ash throw ", "explosives are offered by attack, with each range"),
        ("death-touch", "whether a touch has come about"),
    ),
    "i2050": (
        ("attack rudy geezer geezer2 geezer3", "one burst at three at once, as it was declared"),
    ),
}  # fmt: skip
"""Lines that nobody can be offered without what only the GM knows, and why."""


@pytest.mark.parametrize("name", BOOKS)
def test_every_line_that_works_is_offered(name: str) -> None:
    lines, missing = 0, []
    cases = [case for case in BOOKS[name].cases if not case.refused]
    for case in cases if LONG else cases[::18]:
        for line, why in lines_of(CORES[name], case):
            lines += 1
            if why and not any(part in line for part, _ in TOLD[name]):
                missing.append(f"{case.id}: {line}: {why}")
    assert lines > 100
    assert not missing, "\n".join(missing)


def lines_of(core: CorePlay, case: Case) -> Iterator[tuple[str, str]]:
    """The lines of a case that somebody chose and that work, each with what stands against it as
    a choice."""
    if not core.playable([case]):
        return
    encounter = core.as_written(case.encounter)
    for step in case.steps:
        if step.argv[0] in CHOSEN and not step.refused and "--force" not in step.argv:
            intent = core.intent(core.parsed(step.argv), encounter)
            yield step.run, why_not(core.ruleset, encounter, intent)
        if not step.refused:
            core.done(encounter, step.argv)


def why_not(ruleset: Ruleset, encounter: Encounter, intent: Intent) -> str:
    """What stands against a command as a choice, or that it is none. Options refine a choice, and
    of several targets each is one."""
    for single in singles(intent, encounter):
        found = [one for one in offered(ruleset, encounter, single) if fits(one, single, encounter)]
        against = [one.why for one in try_candidates(ruleset, encounter, None, found)]
        if not against or all(against):
            return against[0] if against else "not offered"
    return ""


def offered(ruleset: Ruleset, encounter: Encounter, intent: Intent) -> list[Candidate]:
    """What the one who acts is offered of the same kind."""
    who = next(iter(vars(intent).values()), None)
    word = who[0] if isinstance(who, tuple) and who else who
    actor = meant(word, encounter) if isinstance(word, str) else None
    return [
        one for one in candidates(ruleset, encounter, actor) if type(one.intent) is type(intent)
    ]


def singles(intent: Intent, encounter: Encounter) -> list[Intent]:
    """The same for each of several people that it names; anything else as it is."""
    if isinstance(intent, Attack):
        return [Attack(intent.attacker, (one,)) for one in dict.fromkeys(intent.targets)]
    if isinstance(intent, RollInit) and intent.who:
        return [RollInit((one,)) for one in intent.who]
    if isinstance(intent, Act):
        people = [one for one in intent.args if meant(one, encounter) in encounter.combatants]
        rest = tuple(one for one in intent.args if one not in people)
        return [Act(intent.who, intent.action, (*rest, one)) for one in people] or [intent]
    return [intent]


def fits(candidate: Candidate, intent: Intent, encounter: Encounter) -> bool:
    """Whether it is the candidate that a command is made of."""
    one = candidate.intent
    if isinstance(one, Attack) and isinstance(intent, Attack):
        return one.targets == tuple(meant(word, encounter) for word in intent.targets)
    if isinstance(one, Act) and isinstance(intent, Act):
        if squash(one.action) != squash(intent.action):
            return False
        words = sorted(meant(word, encounter) for word in intent.args)
        free = not set(words) & encounter.combatants.keys()
        return sorted(map(squash, one.args)) == words or (free and one.args in ((), FREE))
    if isinstance(one, MakeTest) and isinstance(intent, MakeTest):
        # Two traits together are both offered alone.
        return squash(one.what) in (squash(intent.what), *squash(intent.what).split("+"))
    if isinstance(one, RollInit) and isinstance(intent, RollInit):
        return one.who == tuple(meant(word, encounter) for word in intent.who)
    return True


def meant(word: str, encounter: Encounter) -> str:
    try:
        return pick(word, encounter.names(), "combatant", "")
    except Refusal:
        return squash(word)
