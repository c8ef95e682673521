"""The words of `--with`: what the rows of actions and tests take is offered, what is offered is
taken and read, and the usage of an action says what it needs."""

import re

import pytest
from tables import check_rows, each_row

from gmtrack.app.what import choices
from gmtrack.core.encounter import Encounter
from gmtrack.errors import Refusal
from gmtrack.rulesets.kit.words import Word, WordArgs
from gmtrack.rulesets.swan_song import ruleset
from gmtrack.rulesets.swan_song.actions.actions import ACTIONS
from gmtrack.rulesets.swan_song.attack.modifiers import DICE_WORDS

from .book import BOOK, CORE

GRENADE = {"kind": "thrown", "skill": "throwing", "dv": 10, "area": True}
LINES = {
    "walk": "walk 1",
    "run": "run 1",
    "drop-item": "drop-item knife",
    "stand-up": "stand-up",
    "take-cover": "take-cover good",
    "ready-weapon": "ready-weapon pistol",
    "activate": "activate grenade",
    "carry-body": "carry-body bob",
    "throw": "throw grenade",
    "detonate": "detonate charge bob",
    "evade-interception": "evade-interception bob",
    "intercept": "intercept bob --force",
    "other": "other --with ap=2",
    "full-defense": "full-defense --force",
    "first-aid": "first-aid ox",
    "medicine": "medicine ox",
}
"""A line for each action that takes more than its name, or is not possible without more."""
SETTING = {
    "stand-up": {"joe": {"prone": True}},
    "detonate": {"bob": {"cover": "good"}},
    "carry-body": {"bob": {"status": "unconscious", "strain": 10}},
    "fight-for-your-life": {"joe": {"status": "dying", "fallen": {"prone": True}}},
    "shake-off-surprise": {"joe": {"surprised_by": "all"}},
    "continue": {"joe": {"extended": {"name": "a wall", "cost": 5, "paid": 1}}},
    "run": {"joe": {"runs_used": 1}},
}
VALUES = dict.fromkeys(DICE_WORDS, "-1") | {
    "ap": "1", "round": "3", "pass": "1", "at": "end", "hand": "left", "cover": "good",
    "barrier": "crate", "distance": "3", "by": "bob", "arp": "1", "when": "before",
    "multiple": "1", "mode": "single",
}  # fmt: skip
WITH_WORDS = [row.name for row in ACTIONS.values() if row.words]
RULES = {"stand_test": "body_wil_2", "attacks_need_sight": False}
"""With them some words mean something that otherwise do not."""
SLOT = r"(?:TARGET|PATIENT|WEAPON|ITEM|TEXT|METRES|[a-z-]+)(?:\|(?:TEXT|[a-z-]+))*"
PART = rf"(?:{SLOT})(?:\.\.\.)?|\[(?:{SLOT})(?:\.\.\.)?\]|--with [a-z]+=[A-Z]+"


def scene(action: str = "") -> Encounter:
    """A fight in joe's phase, in which the action makes sense."""
    sheets = {name: dict(BOOK.cast[name]) for name in ("joe", "bob", "ox")}
    sheets["joe"]["weapons"] = {**sheets["joe"]["weapons"], "grenade": GRENADE}
    sheets["joe"]["skills"] = {**sheets["joe"]["skills"], "medicine": 3}
    sheets["joe"]["held"] = {"right": "knife", "left": "grenade"}
    item = {"setter": "joe", "weapon": "grenade", "goes_off": None, "attack_hits": 2}
    doc = {
        "gmtrack": 1,
        "name": "words",
        "ruleset": "swan-song",
        "house_rules": RULES,
        "combatants": sheets,
        "scene": {"barriers": {"crate": {"rating": "average"}}, "timed_items": {"charge": item}},
    }
    encounter = CORE.encounter(doc)
    if action != "rest":
        CORE.done(encounter, ["roll-init", "--roll", "joe=6", "--roll", "bob=1", "--roll", "ox=1"])
        CORE.done(encounter, ["set", "joe", "ap=9"])
    CORE.done(encounter, ["effect", "ox", "slow-death"])
    live = encounter.fight.setdefault("combatants", {})
    for who, state in SETTING.get(action, {}).items():
        live.setdefault(who, {}).update(state)
    return encounter


def line_of(action: str) -> list[str]:
    return ["act", "joe", *LINES.get(action, action).split()]


def typed(word: str) -> str:
    return f"{word}={VALUES[word]}" if word in VALUES else word


def refusal(encounter: Encounter, line: list[str]) -> Refusal | None:
    try:
        CORE.done(encounter, line)
    except Refusal as found:
        return found
    return None


@pytest.fixture
def read(monkeypatch: pytest.MonkeyPatch) -> set[str]:
    """The words that the rules have looked for."""
    names: set[str] = set()
    get = WordArgs.get

    def looked_for(self: WordArgs, name: str, who: str | None = None) -> Word | None:
        names.add(name)
        return get(self, name, who)

    monkeypatch.setattr(WordArgs, "get", looked_for)
    # Where nothing was typed, nothing need be looked for.
    monkeypatch.setattr(WordArgs, "is_empty", False)
    return names


def test_every_word_of_a_row_is_offered_with_its_help() -> None:
    lexicon = ruleset.lexicon(scene())
    assert set(lexicon.by_action) == set(ACTIONS) == {entry.word for entry in lexicon.actions}
    for row in ACTIONS.values():
        found = {entry.word: entry.help for entry in lexicon.by_action[row.name]}
        assert found == row.words
        assert all(found.values())
    assert set(lexicon.by_test) == {entry.word for entry in lexicon.tests}


@pytest.mark.parametrize("command", ["act", "test"])
def test_the_words_of_a_command_are_those_of_all_its_rows(command: str) -> None:
    lexicon = ruleset.lexicon(scene())
    rows = lexicon.by_action if command == "act" else lexicon.by_test
    every = {entry.word for words in rows.values() for entry in words}
    words = [entry.word for entry in lexicon.words[command]]
    assert sorted(words) == sorted(every)


@pytest.mark.parametrize("action", WITH_WORDS)
def test_a_word_offered_for_an_action_is_taken(action: str) -> None:
    """And no other word is."""

    def check(word: str) -> None:
        line = [text for text in line_of(action) if not text.startswith(f"{word}=")]
        line = [text for text in line if text != "--with" or word != "ap"]
        assert refusal(scene(action), [*line, "--with", typed(word)]) is None

    check_rows(check, ((word,) for word in ACTIONS[action].words))
    others = {word for row in ACTIONS.values() for word in row.words} - {*ACTIONS[action].words}
    for word in sorted(others):
        refused = refusal(scene(action), [*line_of(action), "--with", typed(word)])
        assert refused, word
        assert refused.kind == "unknown"


@each_row("action", ACTIONS)
def test_an_action_reads_the_words_of_its_row(action: str, read: set[str]) -> None:
    encounter = scene(action)
    read.clear()
    assert refusal(encounter, line_of(action)) is None
    row = ACTIONS[action]
    assert set(row.words) <= read
    if row.kind != "strike" and action not in ("throw", "activate"):
        assert read <= {*row.words, "extra-free"}


@pytest.mark.parametrize("what", ["soak", "surprise", "alert", "logic", "first-aid"])
def test_a_test_reads_and_takes_the_words_it_is_offered(what: str, read: set[str]) -> None:
    words = [entry.word for entry in ruleset.lexicon(scene()).by_test[what]]
    encounter = scene()
    read.clear()
    rolls = ["--roll", "surprise=" + ",".join("1" * 9)] if what == "surprise" else []
    assert refusal(encounter, ["test", "bob", what, "--with", "ambusher", *rolls]) is None
    assert read == set(words)
    for word in words:
        line = ["test", "bob", what, "--with", typed(word), "--with", "ambusher"]
        assert refusal(scene(), line) is None, word


# --- usage ---


@each_row("usage", [row.usage for row in ACTIONS.values() if row.usage])
def test_usage_is_made_of_slots_and_alternatives(usage: str) -> None:
    assert re.fullmatch(rf"(?:{PART})(?: (?:{PART}))*", usage), usage


@each_row("action", ACTIONS)
def test_what_usage_brackets_can_be_left_out_and_nothing_else(action: str) -> None:
    usage = re.sub(r" ?\[[^]]+\]", "", ACTIONS[action].usage)
    words = line_of(action)
    if usage.startswith("--with") or not usage:
        bare = words[:3] + words[words.index("--with") :] if usage else words[:3]
        bare += ["--force"] if "--force" in words else []
        assert refusal(scene(action), bare) is None
    if usage:
        for count in range(len(usage.split()) if "--with" not in usage else 1):
            assert refusal(scene(action), words[: 3 + count]) is not None
        assert refusal(scene(action), words) is None


MEANT = {
    "leave": "`act joe walk 1` leaves cover and melee; `leave joe` takes them out of the fight",
    "leave-cover": "`act joe walk 1` leaves cover and melee",
    "take-cover good crate": "`act joe take-cover good --with barrier=crate`",
    "take-cover crate": "`act joe take-cover --with barrier=crate`",
}


@pytest.mark.parametrize("typed", MEANT)
def test_what_is_typed_as_in_other_games_is_told_as_it_is_here(typed: str) -> None:
    encounter = scene()
    with pytest.raises(Refusal) as refused:
        CORE.done(encounter, ["act", "joe", *typed.split()])
    assert MEANT[typed] in refused.value.message
    line = refused.value.message.split("`")[1].split()
    assert CORE.done(encounter, line)[0]["outcome"] == "done"


# --- what is offered ---


def offered(encounter: Encounter, who: str) -> set[str]:
    """The lines that `what` says they can type now."""
    return {choice.line for choice in choices(ruleset, encounter, who) if not choice.why}


def test_what_offers_a_blast_on_the_one_who_sets_it_off() -> None:
    lines = offered(scene("detonate"), "joe")
    assert {"act joe detonate charge joe", "act joe detonate charge bob"} <= lines


def test_what_offers_to_come_in_after_somebody_who_has_begun() -> None:
    encounter = scene()
    CORE.done(encounter, ["delay", "joe"])
    CORE.done(encounter, ["act", encounter.fight["active"], "reload"])
    assert "intervene joe --with when=after" in offered(encounter, "joe")
