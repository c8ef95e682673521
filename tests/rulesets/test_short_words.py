"""A short form that is accepted gives what the full form gives; what fits several is refused."""

import random
from pathlib import Path

import pytest
from long_run import LONG, part

from gmtrack.app.shorthand import ShorthandReader, expand_shorthand
from gmtrack.app.what import candidates
from gmtrack.core.choice import line_of
from gmtrack.core.draft import Draft
from gmtrack.core.encounter import Encounter
from gmtrack.core.intents import Act, Attack, Effect, Intent, Options
from gmtrack.core.intents import Test as MakeTest
from gmtrack.core.names import matching_words, pick, squash
from gmtrack.dice.sources import RandomDice
from gmtrack.errors import Ambiguous, Refusal
from gmtrack.rulesets.port import Ruleset

from .test_choices import BOOKS, CORES
from .typing_in import doc, done, gmtrack, told

Bare = tuple[str, str, Options]


def encounter_of(name: str) -> Encounter:
    case = max((case for case in BOOKS[name].cases if not case.refused), key=cast_of)
    return CORES[name].checked(case.encounter)


def cast_of(case: object) -> int:
    return len(case.encounter["combatants"])  # type: ignore[attr-defined]


def shorter(word: str, chance: random.Random) -> str:
    """A beginning of the word, or of one of its parts."""
    part = chance.choice([word, *word.split("-")])
    return part[: chance.randint(1, max(1, len(part)))]


def shortened(intent: Intent, chance: random.Random) -> Intent:
    """The same with every word that comes from a list cut short."""
    options = intent.options
    weapon = options.weapon and shorter(options.weapon, chance)
    words = tuple(cut(word, chance) for word in options.words)
    fields = {**vars(intent), "options": options._replace(weapon=weapon, words=words)}
    for key in ("action", "what", "name"):
        if key in fields:
            fields[key] = shorter(fields[key], chance)
    return type(intent)(**fields)


def cut(text: str, chance: random.Random) -> str:
    name, sign, value = text.partition("=")
    return shorter(name, chance) + sign + (shorter(value, chance) if value else "")


@pytest.mark.parametrize("name", BOOKS)
def test_a_short_form_means_its_full_form_or_is_refused(name: str) -> None:
    ruleset, encounter, chance = BOOKS[name].ruleset, encounter_of(name), random.Random(name)
    reader = ShorthandReader(ruleset.lexicon(encounter), encounter, ruleset.WORDS.unknown)
    seen = {"accepted": 0, "refused": 0, "full": 0}
    for who in list(encounter.combatants)[: 9 if LONG else 2]:
        effects = [Effect(who, entry.word) for entry in reader.lexicon.effects]
        for full in (*(one.intent for one in candidates(ruleset, encounter, who)), *effects):
            if isinstance(full, Attack | Act | MakeTest | Effect):
                seen[how(reader, full, shortened(full, chance))] += 1
    assert seen["accepted"] > 20
    assert seen["refused"] > 10


def how(reader: ShorthandReader, full: Intent, short: Intent) -> str:
    """How a short form is taken: as the full form, as full words of its own, or not at all."""
    try:
        meant = reader.expand(short)
    except Refusal as refusal:
        return "refused" if isinstance(refusal, Ambiguous) else refusal.message
    if line_of(meant) == line_of(short):
        return "full"
    actions = {squash(entry.word) for entry in reader.lexicon.actions}
    if isinstance(short, Act) and squash(short.action) in {"cover", *actions}:
        # Another action's own word; cover alone means taking it.
        return "full"
    # Words of one's own may be the beginning of a weapon's name.
    assert squash(line_of(meant)) == squash(line_of(reader.expand(full)))
    return "accepted"


@pytest.mark.parametrize("name", BOOKS)
def test_a_full_word_is_only_itself(name: str) -> None:
    ruleset, encounter = BOOKS[name].ruleset, encounter_of(name)
    for who in encounter.combatants:
        for one in part(candidates(ruleset, encounter, who), 7):
            if not (isinstance(one.intent, Act) and "something" in one.intent.args):
                assert expand_shorthand(ruleset, encounter, [one.intent]) is None, line_of(
                    one.intent
                )


def bare_words(ruleset: Ruleset, encounter: Encounter, who: str) -> list[Bare]:
    """Every word that an attack can take, with the option that it stands for."""
    words = ruleset.lexicon(encounter)
    return [
        *((one.word, "weapon", Options(weapon=one.word)) for one in words.weapons[who]),
        *((one.word, "called", Options(called=one.word)) for one in words.places),
        *((one.word, "words", Options(words=(one.word,))) for one in words.words["attack"]),
        *((one.word, "defense", Options(defense=(one.word,))) for one in words.defenses),
    ]


@pytest.mark.parametrize("name", BOOKS)
def test_a_bare_word_of_an_attack_is_what_it_alone_can_be(name: str) -> None:
    ruleset, encounter = BOOKS[name].ruleset, encounter_of(name)
    who, target, *_ = encounter.combatants
    reader = ShorthandReader(ruleset.lexicon(encounter), encounter, ruleset.WORDS.unknown)
    found = bare_words(ruleset, encounter, who)
    things = {one.word for one in reader.lexicon.things}
    bare = [one for one in found if not reader.find_combatant(one[0]) and one[0] not in things]
    taken = [taken_as(reader, Attack(who, (target, one[0])), one) for one in bare]
    assert taken.count(True) > len(found) / 2


def taken_as(reader: ShorthandReader, attack: Attack, bare: Bare) -> bool:
    """Whether a bare word is understood, as what it is; else it is refused with this form."""
    word, field, options = bare
    try:
        meant = reader.expand(attack)
    except Refusal as refusal:
        form = f"`--{'with' if field == 'words' else field} {word}`"
        if form not in refusal.message:
            raise
        return False
    assert (meant.targets, meant.options) == (attack.targets[:1], options)
    return True


VALUES_ALONE = (
    ("knife-fight", "joe bob --with burst", "`--with mode=burst`"),
    ("garage-night", "rook boss --with fa", "`--with mode=fa`"),
    ("ninth-street", "joe punk --with full-auto", "`--with mode=full-auto`"),
)


@pytest.mark.parametrize(("fight", "line", "meant"), VALUES_ALONE)
def test_a_value_without_its_word_is_answered_with_both(
    fight: str, line: str, meant: str, home: Path
) -> None:
    gmtrack("load", f"{Path(__file__).parents[2]}/encounters/{fight}.yaml")
    answer = gmtrack("attack", *line.split())
    assert answer.code == 1
    assert f"did you mean {meant}" in answer.err


@pytest.mark.parametrize("name", BOOKS)
def test_a_bare_word_with_a_value_is_one_of_with(name: str) -> None:
    ruleset, encounter = BOOKS[name].ruleset, encounter_of(name)
    who, target, *_ = encounter.combatants
    reader = ShorthandReader(ruleset.lexicon(encounter), encounter, ruleset.WORDS.unknown)
    words = [entry.word for entry in reader.lexicon.words["attack"]]
    for word in words:
        for text in (f"{word}=zz", f"{target}:{word}=zz"):
            meant = reader.expand(Attack(who, (target, text)))
            assert (meant.targets, meant.options.words) == ((target,), (text,))
    assert words


@pytest.mark.parametrize("name", BOOKS)
def test_a_place_is_known_as_the_board_prints_it(name: str) -> None:
    ruleset, encounter = BOOKS[name].ruleset, encounter_of(name)
    who, target, *_ = encounter.combatants
    reader = ShorthandReader(ruleset.lexicon(encounter), encounter, ruleset.WORDS.unknown)
    for place in (entry.word for entry in reader.lexicon.places):
        side, dash, part = place.partition("-")
        for words in ((side, part), (f"{side} {part}",), (f"{side[0]}.{part}",)) if dash else ():
            meant = reader.expand(Attack(who, (target, *words)))
            assert (meant.targets, meant.options.called) == ((target,), place)


@pytest.mark.parametrize(
    ("line", "told"), [("attack", "`attack joe TARGET`"), ("delay", "`delay joe`")]
)
def test_a_command_that_is_taken_for_an_action_is_told(line: str, told: str, home: Path) -> None:
    gmtrack("load", f"{Path(__file__).parents[2]}/encounters/ninth-street.yaml")
    answer = gmtrack("act", "joe", line)
    assert answer.code == 1
    assert told in answer.err


FOLLOWED = (
    ("car-park", "act rita cover car", "act rita take-cover car"),
    ("ninth-street", "act joe cover brick", "act joe take-cover brick-wall"),
    ("stairwell", "act ash cover", "act ash take-cover"),
    ("knife-fight", "act joe take cover good", "act joe take-cover good"),
    ("loading-dock", "act vex cover good crates", "act vex take-cover good --with barrier=crates"),
    ("loading-dock", "act vex cover cr good", "act vex take-cover good --with barrier=crates"),
    ("loading-dock", "act vex take-cover pillar", "act vex take-cover --with barrier=pillar"),
    ("loading-dock", "act vex cover good van", "act vex take-cover good --with barrier=van"),
    (
        "loading-dock",
        "act vex cover crates good concealed",
        "act vex take-cover good --with barrier=crates --with concealed",
    ),
    ("ninth-street", "act joe cover wall", "act joe take-cover brick-wall"),
    ("stand-off", "act dex cover crates react", "act dex take-cover crates --with react"),
    ("garage-night", "act rook ready smg second", "act rook ready smg --with hand=second"),
    ("car-park", "act rita cover ca", "act rita take-cover car"),
    ("garage-night", "act rook cover", "act rook take-cover"),
    ("car-park", "attack dana guard-1 burst short", "attack dana guard-1 --with burst=short"),
)


@pytest.mark.parametrize(("fight", "line", "meant"), FOLLOWED)
def test_what_follows_decides_what_a_word_is(fight: str, line: str, meant: str, home: Path) -> None:
    gmtrack("load", f"{Path(__file__).parents[2]}/encounters/{fight}.yaml")
    answer = gmtrack(*line.split(), "--seed", "1")
    assert answer.code == 0, answer.err
    assert meant in " ".join(answer.out.split())


NO_MORE = (
    ("car-park", "act crane cover", "name one piece of cover: wall, car, van, booth"),
    ("car-park", "act crane cover pillar", "no cover 'pillar'; there is wall, car, van, booth"),
    ("car-park", "act crane cover good car", "no cover 'good'; there is wall, car, van, booth"),
    ("car-park", "act dana touch crane -2 dark", "a number to add is typed with -m: `-m -2:dark`"),
    ("car-park", "act dana touch crane dodge", "--defense does not work here"),
    ("stand-off", "act dex cover fog", "no cover 'fog'; there is forklift, crates, pillar"),
    ("stand-off", "act dex cover good forklift", "takes one piece of cover: forklift, crates"),
    ("stand-off", "act dex leave-cover now", "unexpected `now`: leave-cover takes nothing more"),
    ("stand-off", "act dex save mara firearms", "Dex has not been invited"),
    ("loading-dock", "act vex cover good fog", "there is partial, good, crates, container, pillar"),
    ("garage-night", "act rook cover wall", "unexpected `wall`"),
    ("knife-fight", "act joe first aid bob", "first-aid treats"),
    ("loading-dock", "act vex cover office", "`--with barrier=office-door`: type one of them"),
    ("loading-dock", "act vex cover crates pillar", "barrier is given twice"),
    ("loading-dock", "act vex cover ivo", "a shield is a friend, or down"),
    ("knife-fight", "act joe fight for your life", "Joe Schmoe has not just fallen"),
    ("stand-off", "act dex cheat death", "the death spotlight is not on Dex"),
)


@pytest.mark.parametrize(("fight", "line", "told"), NO_MORE)
def test_an_action_is_understood_and_then_refused_by_the_rules(
    fight: str, line: str, told: str, home: Path
) -> None:
    gmtrack("load", f"{Path(__file__).parents[2]}/encounters/{fight}.yaml")
    answer = gmtrack(*line.split())
    assert answer.code == 1
    assert told in answer.err


def test_a_number_behind_inserting_a_clip_is_its_rounds(home: Path) -> None:
    gmtrack("load", f"{Path(__file__).parents[2]}/encounters/garage-night.yaml")
    done("act rook remove-clip smg")
    assert "act rook insert-clip smg --with rounds=10" in told("act rook insert-clip smg 10")


@pytest.mark.parametrize(
    ("encounter", "who", "told"),
    [
        ("car-park", "rita", "name one piece of cover"),
        ("garage-night", "rook", "act rook take-cover"),
        ("ninth-street", "joe", "`act joe take-cover`"),
        ("ganger-ambush", "vex", "act vex take-cover"),
    ],
)
def test_cover_alone_means_taking_it(encounter: str, who: str, told: str, home: Path) -> None:
    gmtrack("load", f"{Path(__file__).parents[2]}/encounters/{encounter}.yaml")
    answer = gmtrack("act", who, "cover")
    assert told in answer.out + answer.err


def test_what_fits_several_things_is_named_in_full() -> None:
    assert matching_words("gun", ["gun", "shot-gun"]) == ["gun"]
    assert matching_words("g", ["gun", "shot-gun", "knife"]) == ["gun", "shot-gun"]
    assert matching_words("shot_g", ["gun", "shot-gun"]) == ["shot-gun"]
    assert matching_words("", ["gun"]) == []


@pytest.mark.parametrize("name", BOOKS)
def test_an_attack_on_nobody_is_refused(name: str) -> None:
    encounter = encounter_of(name)
    who = next(iter(encounter.combatants))
    with pytest.raises(Refusal, match=f"attack {who} whom"):
        CORES[name].ruleset.resolve(Draft(encounter), Attack(who, ()), RandomDice(1))


@pytest.mark.parametrize("name", BOOKS)
def test_a_word_behind_a_test_that_is_nearly_another_is_refused_or_is_that(name: str) -> None:
    """However the word is written: some words of the rules have capitals."""
    ruleset, encounter = BOOKS[name].ruleset, encounter_of(name)
    reader = ShorthandReader(ruleset.lexicon(encounter), encounter, ruleset.WORDS.unknown)
    lexicon, who = reader.lexicon, next(iter(encounter.combatants))
    tried = refused = 0
    for what in [entry.word for entry in lexicon.tests]:
        told = lexicon.by_test.get(what) or lexicon.words.get("test", ())
        values = [one.word for entry in told for one in lexicon.values.get(entry.word, ())]
        for word in dict.fromkeys(["mist", *values, *(entry.word for entry in told)]):
            for nearly in (f"{word}p", f"{word[0]}p", f"{word}zq"):
                tried += 1
                try:
                    reader.expand(MakeTest(who, what, bare=(nearly,)))
                except Refusal:
                    refused += 1
    assert refused >= tried / 2 > 0


CALLED = {
    "docker": "Docker",
    "the-doc": "The doc",
    "sam": 'Sam "Moth" Reed',
    "kite": "“Kiwi” Jones",
    "mothra": "Mothra",
}


@pytest.mark.parametrize(
    ("word", "who"),
    [
        ("doc", "the-doc"),
        ("Doc", "the-doc"),
        ("dock", "docker"),
        ("moth", "sam"),
        ("mothr", "mothra"),
        ("kiwi", "kite"),
        ("kiw", "kite"),
    ],
)
def test_a_whole_word_of_a_name_wins_over_beginnings(word: str, who: str) -> None:
    assert pick(word, CALLED, "combatant", "nobody") == who


def test_a_whole_word_of_several_names_decides_nothing() -> None:
    called = {**CALLED, "mercer": "Doc Mercer"}
    with pytest.raises(Ambiguous, match="docker, mercer"):
        pick("doc", called, "combatant", "nobody")


def test_a_number_in_a_name_is_no_whole_word() -> None:
    with pytest.raises(Refusal, match="no combatant '2'"):
        pick("2", {"ganger-2": "Ganger 2", "joe": "Joe"}, "combatant", "nobody")


@pytest.mark.parametrize("name", BOOKS)
@pytest.mark.parametrize("word", ["doc", "moth"])
def test_a_whole_word_of_a_name_is_somebody_in_every_ruleset(
    name: str, word: str, home: Path, tmp_path: Path
) -> None:
    file = tmp_path / "fight.yaml"
    done("new", "Attic", "--ruleset", name, str(file))
    for who in ("The doc", "Docker", "Mothra"):
        done("add", who, "--set", "side=foe")
    done("add", "Sam", "--set", "side=pc", "--set", 'name=Sam "Moth" Reed')
    who = {"doc": "the-doc", "moth": "sam"}[word]
    assert doc("show", word, "--json")["id"] == who
