"""The words of `--with` that completion offers, for a command, an action or a test, are those that
it takes, and no others. (Those of Swan Song depend on more: `swan_song/test_words.py`.)"""

import json
from collections.abc import Iterator
from functools import cache

import pytest
from tables import check_rows

from gmtrack.app.what import candidates, try_candidates
from gmtrack.completion.shell import parse_lexicon_fields
from gmtrack.completion.words import (
    make_completion_scene,
    suggest_after_actor,
    suggest_weapons,
)
from gmtrack.completion.write_cache import lexicon_to_data
from gmtrack.core.encounter import Encounter
from gmtrack.core.intents import Attack
from gmtrack.core.lexicon import Entries, Lexicon
from gmtrack.errors import Refusal

from .core_play import CorePlay
from .test_sequences import fights_of

PEOPLE = {
    "i2050": ("lotus", "samurai"),
    "spotlight": ("joe", "sally"),
    "sr3": ("sam", "gus"),
    "storyteller": ("joe", "bob"),
}
COMMANDS = {"attack": "attack {} {}", "roll-init": "roll-init", "damage": "damage {} 1"}
UNKNOWN = "is not known here"
VALUES = {
    "against": "samurai", "defend-weapon": "unarmed", "mode": "single", "counter-mode": "single",
    "counter-weapon": "bat", "skill": "medicine",
}  # fmt: skip
"""Of words that name something."""


@cache
def lexicon_of(package: str) -> Lexicon:
    of = fights_of(package)
    found: Lexicon = of.CORE.ruleset.lexicon(of.prepared({}))
    return found


def lines_of(package: str) -> Iterator[tuple[str, Entries]]:
    """Yield the lines of a ruleset, each with the words that are offered for it."""
    lexicon = lexicon_of(package)
    for action, words in lexicon.by_action.items():
        yield f"act {{}} {action} {{}}", words
    for what, words in lexicon.by_test.items():
        yield f"test {{}} {what}", words
    for name, line in COMMANDS.items():
        if name in lexicon.words:
            yield line, lexicon.words[name]


def names(entries: Entries) -> set[str]:
    assert all(entry.help for entry in entries)
    return {entry.word for entry in entries}


def is_taken(core: CorePlay, encounter: Encounter, line: str, word: str) -> bool:
    """Any other refusal knows the word; what is done is taken back."""
    typed = f"{word}={VALUES[word]}" if word in VALUES else word
    try:
        _, draft = core.resolved(encounter, [*line.split(), "--with", typed], seed=1)
    except Refusal as refusal:
        return UNKNOWN not in refusal.message
    draft.rollback()
    return True


@pytest.mark.parametrize("package", PEOPLE)
def test_a_line_takes_just_the_words_that_are_offered_for_it(package: str) -> None:
    lexicon = lexicon_of(package)
    every = {entry.word for entries in lexicon.words.values() for entry in entries}
    core, encounter = fights_of(package).CORE, fights_of(package).prepared({})

    def check(line: str, offered: Entries) -> None:
        line = line.format(*PEOPLE[package])
        assert {word for word in every if is_taken(core, encounter, line, word)} == names(offered)

    check_rows(check, lines_of(package))


@pytest.mark.parametrize("package", PEOPLE)
def test_act_and_test_are_offered_the_words_of_all_their_rows(package: str) -> None:
    lexicon = lexicon_of(package)
    assert {*lexicon.by_action} == {entry.word for entry in lexicon.actions}
    assert {*lexicon.by_test} == {entry.word for entry in lexicon.tests}
    assert names(lexicon.words["act"]) == set().union(*map(names, lexicon.by_action.values()))
    if "test" in lexicon.words:
        assert names(lexicon.words["test"]) == set().union(*map(names, lexicon.by_test.values()))


UNKNOWN_NAMES = {
    "weapon": "attack {} {} --weapon nosuch",
    "target": "attack {} nosuch",
    "attacker": "attack nosuch {1}",
}


@pytest.mark.parametrize("package", [*PEOPLE, "swan_song"])
def test_who_or_what_is_unknown_is_said_whatever_words_stand_behind(package: str) -> None:
    """A word that fits no weapon in hand may fit the one that was meant."""
    lexicon = lexicon_of(package)
    core, encounter = fights_of(package).CORE, fights_of(package).prepared({})
    people = PEOPLE.get(package, ("joe", "bob"))

    def check(line: str) -> None:
        plain = said(core, encounter, line)
        assert "'nosuch'" in plain
        for entry in lexicon.words["attack"]:
            values = lexicon.values.get(entry.word, ())
            word = f"{entry.word}={values[0].word}" if values else entry.word
            assert said(core, encounter, f"{line} --with {word}") == plain

    check_rows(check, [(line.format(*people),) for line in UNKNOWN_NAMES.values()])


def said(core: CorePlay, encounter: Encounter, line: str) -> str:
    """The message with which a line is refused."""
    with pytest.raises(Refusal) as refused:
        core.resolved(encounter, line.split(), seed=1)
    return refused.value.message


@pytest.mark.parametrize("package", [*PEOPLE, "swan_song"])
def test_a_weapon_that_is_offered_for_an_attack_can_attack(package: str) -> None:
    """What Tab offers behind `--weapon` is refused for its kind nowhere."""
    ruleset, encounter = fights_of(package).CORE.ruleset, fights_of(package).prepared({})
    lexicon = ruleset.lexicon(encounter)

    def check(who: str, weapon: str) -> None:
        attacks = (
            one
            for one in candidates(ruleset, encounter, who)
            if isinstance(one.intent, Attack) and one.intent.options.weapon == weapon
        )
        assert any(not one.why for one in try_candidates(ruleset, encounter, who, attacks))

    offered = [
        (who, entry.word)
        for who in encounter.combatants
        for entry in suggest_weapons(who, "attack", lexicon)
    ]
    check_rows(check, offered)


@pytest.mark.parametrize("package", [*PEOPLE, "swan_song"])
def test_what_is_offered_behind_an_action_fits_its_usage(package: str) -> None:
    """Nothing behind one that takes nothing, no weapons behind one that is about people."""
    ruleset, encounter = fights_of(package).CORE.ruleset, fights_of(package).prepared({})
    scene = make_completion_scene(encounter, ruleset, ruleset.board(encounter))
    lexicon, who = scene.lexicon, next(iter(encounter.combatants))
    people = {one.id for one in scene.people}
    weapons, things = (
        {entry.word for entry in entries} - people
        for entries in (lexicon.weapons[who], lexicon.things)
    )

    def check(action: str, usage: str) -> None:
        offered = {entry.word for entry in suggest_after_actor([who, action], scene)}
        if "TEXT" in usage:
            return
        takes = {entry.word for entry in lexicon.takes.get(action, ())}
        slots = {slot for slot in ("TARGET", "PATIENT", "COVER", "WEAPON") if slot in usage}
        own = {
            entry.word
            for slot, by_owner in lexicon.slots.items()
            if slot in usage
            for entry in by_owner.get(who, ())
        }
        assert bool(offered & people) == bool(slots & {"TARGET", "PATIENT"})
        if not ("WEAPON" in usage or "--weapon" in takes):
            assert not offered & (weapons - own - things)
        if not ("COVER" in usage or action in lexicon.thing_words):
            assert not offered & (things - own - weapons)
        assert own <= offered

    assert lexicon.usages
    check_rows(check, lexicon.usages.items())


@pytest.mark.parametrize("package", [*PEOPLE, "swan_song"])
def test_a_shell_reads_the_same_words_from_its_cache(package: str) -> None:
    """All but what is used up, which changes while the fight goes on."""
    lexicon = lexicon_of(package)
    cached = json.loads(json.dumps(lexicon_to_data(lexicon)))
    assert Lexicon(**dict(parse_lexicon_fields(cached))) == lexicon._replace(unusable={})
