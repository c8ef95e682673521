"""Choices that the rules leave to the people of an attack or test: how a target defends, what an
attacker spends.

Only people who roll their own dice are asked. Enter means what would happen without the
question."""

import shlex
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import suppress
from itertools import groupby
from typing import NamedTuple

from gmtrack.app.several import combatants_named
from gmtrack.app.shorthand import ShorthandReader
from gmtrack.cli.completion import describe_command
from gmtrack.cli.parse import parse_attack
from gmtrack.completion.words import plain_words
from gmtrack.core.encounter import Data, Encounter
from gmtrack.core.intents import Attack, Intent, Options, Test
from gmtrack.core.lexicon import Entries, Entry, Lexicon
from gmtrack.core.names import listed, pick, squash
from gmtrack.core.report import attacks_of
from gmtrack.errors import Ambiguous, Refusal
from gmtrack.play.question_text import describe_intent
from gmtrack.play.questions.defense_words import (
    NO_DEFENSE,
    UNDEFENDED,
    describe_defense,
    label_defenses,
    label_standard,
)
from gmtrack.play.questions.offered_reactions import STOP_HINT
from gmtrack.play.questions.player_words import ChoiceInWords
from gmtrack.play.questions.who_is_asked import CHOICES, POINTS
from gmtrack.play.typed_line import TAKEN_BACK, QuestionEnd, is_command
from gmtrack.rulesets.port import Words
from gmtrack.view.text import shown


class PlayerChoice(NamedTuple):
    """A question that one of the people answers with a word or a number.

    - `option` and `lead`: what is typed before the word in the command line
    - `about`: what the question belongs to
    - `enter`: what Enter means
    - `before_roll`: whoever is asked rolls right after
    - `end`: what happens if the question is left without an answer
    - `who`: the combatant who chooses, on their phone too; empty: the GM alone
    - `costs`: for each word what it costs and what is left
    - `attacks`: the attack's line with each of the words, and without any
    - `most`: the answer is a number up to this; 0: the answer is a word
    - `stops`: the reactions that are not offered again in this fight if the GM types `stop`
    - `standard`: what the default of a defense comes to, for the GM; empty: nothing is known
    - `spoken`: the choice in the words of whoever makes it"""

    text: str
    words: Entries
    option: str = ""
    lead: str = ""
    about: str = ""
    enter: str = "standard"
    before_roll: bool = False
    end: QuestionEnd = TAKEN_BACK
    who: str = ""
    costs: tuple[str, ...] = ()
    attacks: tuple[str, ...] = ()
    most: int = 0
    stops: tuple[str, ...] = ()
    standard: str = ""
    spoken: ChoiceInWords = ChoiceInWords()


NOBODY = Words("", "", "")
YES_NO = (Entry("yes"), Entry("no"))
DEFENSE, DEFENSE_MOD = "--defense", "--defense-mod"
TEST = ("test", "WHO", "WHAT")
SPEND_NOTHING = "Spend nothing"
MOST_BOUGHT = 6
"""The highest number of a word that takes one, such as `dice=N`, among which people choose. The GM
can type any."""
Put = Callable[[PlayerChoice], str]
"""Callback that asks a person a question and returns the chosen word, empty for the default."""
PutAll = Callable[[list[PlayerChoice]], list[str]]
"""Callback that asks several people at once; returns a word for each question."""


def add_chosen_options(
    line: list[str],
    encounter: Encounter,
    lexicon: Lexicon,
    asks: Callable[[str, str], bool],
    trial: Callable[[list[str]], Data | None],
    put: Put,
    means: Callable[[str], Mapping[str, int]],
    put_all: PutAll | None = None,
) -> list[str]:
    """Ask people about the options that a command line leaves open, and return the line with
    their choices.

    `asks` says whether somebody is asked about CHOICES, how they defend, and about POINTS, what
    they spend. They are asked only for words that are allowed now:
    `trial` returns the document of what a line would do, None if it is refused. `means` returns
    what somebody can spend. `put_all` asks questions that do not depend on each other at once;
    None: one after the other. The line is returned unchanged if it is neither an attack nor a
    test, or would be refused anyway."""
    attack = _parse_attack_line(line)
    if attack is not None:
        attack = _expand_attack(attack, lexicon, encounter)
    whom = (
        _find_attacker_and_targets(attack, encounter)
        if attack
        else _find_testers(line, encounter)
    )
    if not any(asks(who, kind) for who in whom for kind in (CHOICES, POINTS)):
        return line
    allowed_lines = AllowedLines(line, attack, whom[1:], asks, trial)
    found = allowed_lines.find(line)
    if found is None:
        return line
    first = found[1]
    what, weapon = f"test {shown(line[2])}", ""
    if attack:
        weapon = str(attacks_of(first)[0].get("weapon") or "")
        what = describe_intent(attack, encounter, weapon)
    deed: Intent = attack or Test(line[1], line[2])

    def keep_allowed_words(choice: PlayerChoice) -> PlayerChoice:
        """Return the choice with the words that are allowed now; without any if nothing is left
        to choose."""
        words: list[Entry] = []
        lines: list[list[str]] = []
        documents: list[Data] = []
        for entry in choice.words:
            option = _spell_options([(choice, entry.word)])
            allowed = allowed_lines.find([*line, *option])
            if allowed is not None:
                words.append(entry)
                lines.append(allowed[0])
                documents.append(allowed[1])
        rolls = [_collect_rolls(document) for document in documents]
        if rolls == [_collect_rolls(first)]:
            return choice._replace(words=())
        spendable = means(choice.who)
        costs = [
            describe_cost(document, first, choice.who, spendable)
            for document in documents
        ]
        attacks = map(shlex.join, [*lines, found[0]]) if attack else ()
        by_word = {
            entry.word: document
            for entry, document in zip(words, documents, strict=True)
        }
        standard = describe_standard(choice, first, by_word.get(NO_DEFENSE))
        spoken = choice.spoken._replace(deed=deed, weapon=weapon)
        return choice._replace(
            spoken=_label_words(choice, spoken, first, by_word, standard),
            standard=standard,
            words=tuple(words),
            about=what,
            costs=tuple(costs),
            attacks=tuple(attacks),
        )

    choices = (
        _attack_choices(attack.options, whom, encounter, lexicon, asks)
        if attack
        else _test_choices(line, whom, encounter, lexicon, asks)
    )
    for _, alike in groupby(choices, lambda choice: choice.option):
        allowed = [keep_allowed_words(choice) for choice in alike]
        open_ones = [choice for choice in allowed if choice.words]
        answers = _ask_for_each(open_ones, put, put_all)
        line = [*line, *_spell_options(zip(open_ones, answers, strict=True))]
    return allowed_lines.settle(line)


class AllowedLines:
    """The lines that the rules allow now, and what each of them would do. A number that the GM adds
    to defenses is left out of a line in which nobody defends, if one of the `targets` is asked
    whether they do. `attack` is the attack of `line`; None: it is a test."""

    def __init__(
        self,
        line: list[str],
        attack: Attack | None,
        targets: Iterable[str],
        asks: Callable[[str, str], bool],
        trial: Callable[[list[str]], Data | None],
    ) -> None:
        self._trial = trial
        self._may_be_undefended = (
            attack is not None
            and not attack.options.defense
            and any(word.startswith(DEFENSE_MOD) for word in line)
            and any(asks(target, CHOICES) for target in targets)
        )

    def find(self, line: list[str]) -> tuple[list[str], Data] | None:
        """Return a line as it is allowed now, with the document of what it would do; None if it is
        refused."""
        document = self._trial(line)
        if document is None and self._may_be_undefended:
            line = without_defense_mods(line)
            document = self._trial(line)
        return None if document is None else (line, document)

    def settle(self, line: list[str]) -> list[str]:
        """Return the line with all choices as it can be carried out."""
        found = self.find(line) if self._may_be_undefended else None
        return line if found is None else found[0]


def without_defense_mods(line: Iterable[str]) -> list[str]:
    """Return the words of a line without each `--defense-mod` and its number."""
    words, found = iter(line), []
    for word in words:
        if word == DEFENSE_MOD:
            next(words, None)
        elif not word.startswith(f"{DEFENSE_MOD}="):
            found.append(word)
    return found


def _label_words(
    choice: PlayerChoice,
    spoken: ChoiceInWords,
    usual: Data,
    by_word: Mapping[str, Data],
    standard: str,
) -> ChoiceInWords:
    """Return `spoken` with a label for each way to defend; unchanged for other choices. `usual` is
    the document of the attack with the default, which comes to `standard`; `by_word` has those
    with each word."""
    if choice.option != DEFENSE:
        return spoken
    effects = _collect_effects(usual)
    same = [
        word
        for word, document in by_word.items()
        if _collect_effects(document) == effects
    ]
    default = same[0] if same else ""
    label = label_standard(standard)
    each = zip(by_word, label_defenses(choice.who, usual, by_word), strict=True)
    return spoken._replace(
        labels=tuple(label if word == default else own for word, own in each),
        enter=label,
        usual=default,
        left_out=_find_repeated(by_word),
    )


def _find_repeated(by_word: Mapping[str, Data]) -> tuple[str, ...]:
    """Return the words whose documents have the same effects as that of a word before them."""
    known: list[object] = []
    found: list[str] = []
    for word, document in by_word.items():
        effects = _collect_effects(document)
        if effects in known:
            found.append(word)
        known.append(effects)
    return tuple(found)


def _ask_for_each(
    choices: list[PlayerChoice], put: Put, put_all: PutAll | None
) -> list[str]:
    """Return the chosen word for each choice, empty for the default. Several are asked at once
    with `put_all`; None: one after the other."""
    if put_all and len(choices) > 1:
        return put_all(choices)
    return [put(choice) for choice in choices]


def _spell_options(chosen: Iterable[tuple[PlayerChoice, str]]) -> Iterator[str]:
    """Yield option and word of each choice that has a word, as they are typed."""
    for choice, word in chosen:
        if word:
            yield from (choice.option, f"{choice.lead}{word}")


def ask_to_spare_friends(
    line: list[str],
    encounter: Encounter,
    trial: Callable[[list[str]], Data | None],
    put: Put,
    declared: Collection[tuple[str, str]] = (),
) -> bool:
    """Ask whether an attack on the attacker's own side is meant. Return True if it is not, so
    that the line is dropped.

    Nothing is asked, and False returned, for an attack that would be refused anyway, and for
    pairs of attacker and target in `declared`."""
    if line[0] not in ("attack", "act") or not _names_a_friend(line, encounter):
        return False
    found = (trial(line) or {}).get("friendly_fire", ())
    pairs = [
        pair
        for pair in found
        if (pair["attacker"], pair["target"]) not in declared
    ]
    if not pairs:
        return False
    names = encounter.names()
    reasons = [
        f"{names[pair['target']]} is on {names[pair['attacker']]}'s side"
        for pair in pairs
    ]
    return not ask_yes_or_no(put, f"{'; '.join(reasons)}. Attack anyway")


def ask_about_dead_targets(
    line: list[str],
    encounter: Encounter,
    dead: Collection[str],
    trial: Callable[[list[str]], Data | None],
    put: Put,
) -> list[str] | None:
    """Ask whether an attack on somebody dead is meant, if nothing else is against it. Return the
    line with `--force` if it is, None if not.

    Any other line is returned unchanged, without a question."""
    if (
        line[0] != "attack"
        or "--force" in line
        or not dead
        or trial(line) is not None
    ):
        return line
    forced = [*line, "--force"]
    document = trial(forced) or {}
    blocks = attacks_of(document)
    targets = dict.fromkeys(str(block.get("target")) for block in blocks)
    hit = [one for one in targets if one in dead]
    if not hit or len(document.get("forced", ())) != 1:
        return line
    reasons = [f"{encounter.display_name(one)} is dead" for one in hit]
    return (
        forced
        if ask_yes_or_no(put, f"{'; '.join(reasons)}. Attack anyway")
        else None
    )


def ask_yes_or_no(put: Put, question: str) -> bool:
    """Ask a yes-or-no question and return True for yes. Enter means no."""
    return put(PlayerChoice(question, YES_NO, enter="no")) == YES_NO[0].word


def _names_a_friend(line: list[str], encounter: Encounter) -> bool:
    """Whether the first combatant that a line names is on one side with another one named in it.
    Unknown words are skipped."""
    people: list[str] = []
    for word in plain_words(line[1:], describe_command(line[0])):
        with suppress(Refusal):
            people += combatants_named(word, encounter, NOBODY)
    return any(encounter.are_friends(people[0], other) for other in people[1:])


def _parse_attack_line(line: list[str]) -> Attack | None:
    """Return the attack that a line asks for. None for any other line, for one with `--seed`,
    and for an attack that cannot be parsed."""
    if line[0] != "attack" or "--seed" in line:
        return None
    try:
        intent, _ = parse_attack(line[1:])
    except Refusal:
        return None
    return intent if isinstance(intent, Attack) else None


def _expand_attack(
    attack: Attack, lexicon: Lexicon, encounter: Encounter
) -> Attack | None:
    """Return the attack with short and bare words spelt out; None if they are refused."""
    try:
        meant = ShorthandReader(lexicon, encounter, "").expand(attack)
    except Refusal:
        return None
    return meant if isinstance(meant, Attack) else None


def _find_testers(line: list[str], encounter: Encounter) -> list[str]:
    """Return the ids of those who make the test of a line. Empty if the line is no test, has
    `--seed`, or names somebody unknown."""
    if line[0] != "test" or "--seed" in line or len(line) < len(TEST):
        return []
    with suppress(Refusal):
        return combatants_named(line[1], encounter, NOBODY)
    return []


def _find_attacker_and_targets(
    attack: Attack, encounter: Encounter
) -> list[str]:
    """Return the ids of attacker and targets, the attacker first. Empty if one of them is
    unknown."""
    names = encounter.names()
    try:
        return [
            pick(word, names, "combatant", "")
            for word in (attack.attacker, *attack.targets)
        ]
    except Refusal:
        return []


def describe_cost(
    document: Data, usual: Data, who: str, spendable: Mapping[str, int]
) -> str:
    """Describe what a combatant spends beyond the usual line, and what is left: `1 karma, 1
    left`. Empty if that is nothing.

    `document` and `usual` are the documents of both lines (an empty `usual`: nothing is spent
    usually). `spendable` has what the combatant can spend; other numbers are ignored."""
    names, less = (
        {squash(name): name for name in spendable},
        _find_spending(usual, who),
    )
    spent = {
        what: change
        for what, change in _find_spending(document, who).items()
        if what in names
    }
    costs = (
        f"{gone - less.get(what, (0, 0))[0]} {names[what]}, {left} left"
        for what, (gone, left) in spent.items()
        if gone > less.get(what, (0, 0))[0]
    )
    return "; ".join(costs)


def describe_standard(
    choice: PlayerChoice, usual: Data, undefended: Data | None
) -> str:
    """Return what the default defense of a target comes to: `3 dice`, `4 dice off the attack`,
    or `no defense`. Empty for other choices.

    `usual` is the document of the attack with it, `undefended` that without any defense. None: the
    rules know no word for that, since nobody defends by default."""
    if choice.option != DEFENSE:
        return ""
    if undefended is None:
        return UNDEFENDED
    return describe_defense(choice.who, usual, undefended)


def _find_spending(document: Data, who: str) -> dict[str, tuple[int, int]]:
    """Return the combatant's numbers that went down in a document: by squashed name, how much
    was spent and what is left."""
    changes = [
        one for one in document.get("changes", ()) if one.get("who") == who
    ]
    numbers = [
        one
        for one in changes
        if type(one["before"]) is type(one["after"]) is int
    ]
    return {
        squash(str(one["what"])).removesuffix("-left"): (
            one["before"] - one["after"],
            one["after"],
        )
        for one in numbers
        if one["before"] > one["after"]
    }


def _collect_effects(document: Data) -> tuple[list[object], object]:
    """Return the rolls and changes of a document: two lines with the same ones do the same."""
    return _collect_rolls(document), document.get("changes")


def _collect_rolls(document: Data) -> list[object]:
    """Return the rolls of each attack in a document, to compare two documents."""
    return [block.get("rolls") for block in attacks_of(document)]


def _attack_choices(
    typed: Options,
    whom: list[str],
    encounter: Encounter,
    lexicon: Lexicon,
    asks: Callable[[str, str], bool],
) -> Iterator[PlayerChoice]:
    """Yield the choices of an attack: each target's defense, then what attacker and targets spend.
    Choices that the line has made already (`typed` are its options, with bare words spelt out),
    and people who are not asked, are left out."""
    attacker, *targets = whom
    if not typed.defense:
        for target in (one for one in targets if asks(one, CHOICES)):
            price = (
                f" ({lexicon.defense_price})" if lexicon.defense_price else ""
            )
            text = f"{encounter.display_name(target)}: defense{price}"
            spoken = ChoiceInWords(f"How do you defend?{price}", free=True)
            yield PlayerChoice(
                text,
                lexicon.defenses,
                DEFENSE,
                f"{target}:",
                who=target,
                spoken=spoken,
            )
    if asks(attacker, POINTS):
        for name, words in lexicon.options.items():
            if name not in typed.extras:
                yield _spending_choice(
                    attacker, encounter, lexicon, name, words
                )
        yield from _words_to_spend(
            attacker, encounter, typed, lexicon.spends, lead=""
        )
    for target in targets:
        if asks(target, POINTS):
            yield from _words_to_spend(
                target, encounter, typed, lexicon.target_spends, f"{target}:"
            )


def _words_to_spend(
    who: str, encounter: Encounter, typed: Options, words: Entries, lead: str
) -> Iterator[PlayerChoice]:
    """Yield the choice of what somebody in an attack spends by a word of `--with`, unless there are
    no such words or the line has one of them already. `lead` stands before the word."""
    named = {word.rpartition(":")[2] for word in typed.words}
    if not words or any(entry.word in named for entry in words):
        return
    yield PlayerChoice(
        f"{encounter.display_name(who)}: spend",
        words,
        "--with",
        lead,
        enter="none",
        before_roll=True,
        who=who,
        spoken=ChoiceInWords("Spend anything?", enter=SPEND_NOTHING),
    )


def _test_choices(
    line: list[str],
    whom: list[str],
    encounter: Encounter,
    lexicon: Lexicon,
    asks: Callable[[str, str], bool],
) -> Iterator[PlayerChoice]:
    """Yield the choices of a test: what each of those who make it may spend, as far as they are
    asked."""
    for name, words in lexicon.options.items():
        if any(word.partition("=")[0] == f"--{name}" for word in line):
            continue
        for who in (one for one in whom if asks(one, POINTS)):
            lead = f"{who}:" if len(whom) > 1 else ""
            yield _spending_choice(who, encounter, lexicon, name, words, lead)


def _spending_choice(
    who: str,
    encounter: Encounter,
    lexicon: Lexicon,
    name: str,
    words: Entries,
    lead: str = "",
) -> PlayerChoice:
    """Return the choice of what a combatant spends by the option `name` before rolling. Words
    that can only be said after the roll are left out. `lead` stands before the word."""
    now = (one for one in words if one not in lexicon.afterwards)
    return PlayerChoice(
        f"{encounter.display_name(who)}: {name}",
        tuple(number for one in now for number in _list_numbers(one)),
        f"--{name}",
        lead,
        enter="none",
        before_roll=True,
        who=who,
        spoken=ChoiceInWords(f"Spend {name}?", enter=SPEND_NOTHING),
    )


def _list_numbers(entry: Entry) -> Iterator[Entry]:
    """Yield a word that takes a number once for each number up to MOST_BOUGHT: `dice=1`, `dice=2`.
    Any other word comes alone."""
    name, _, value = entry.word.partition("=")
    if value != "1":
        yield entry
        return
    for number in range(1, MOST_BOUGHT + 1):
        yield Entry(f"{name}={number}", entry.help if number == 1 else "")


def ask_for_choice(
    choice: PlayerChoice, ask: Callable[[str, str], str], enter: str = ""
) -> str:
    """Ask until the answer is empty, one of the words, or the beginning of one. Return the word,
    empty for the default. `ask` gets what stands above the question, and the question. `enter`
    is what the question says of Enter; empty: the default."""
    head = f"{describe_about(choice)}\n" if choice.about else ""
    words = list_words(choice.words)
    question = (
        f"{shown(choice.text)}? {words} (Enter = {enter or choice.enter}) "
    )
    while True:
        try:
            return parse_choice(choice, ask(head, question))
        except Refusal as refusal:
            head = f"{shown(refusal.message)}\n{choice.end.hint}\n"


def list_words(words: Entries) -> str:
    """Return words as one text, a row of numbers in short: `dice=1 to dice=6`."""
    found: list[str] = []
    for name, same in groupby(words, lambda one: one.word.partition("=")[0]):
        each = [entry.word for entry in same]
        long = len(each) > 1 and each[0] == f"{name}=1"
        found += [f"{each[0]} to {each[-1]}"] if long else each
    return ", ".join(found)


def describe_about(choice: PlayerChoice) -> str:
    """Return what stands above a choice for the GM: what it belongs to, what the default comes
    to, and that `stop` can be typed."""
    more = f" ({STOP_HINT})" if choice.stops else ""
    if choice.standard:
        more = f"; standard: {choice.standard}"
    return f"{shown(choice.about)}{more}"


def parse_choice(choice: PlayerChoice, answer: str) -> str:
    """Return the word that an answer means; empty for what Enter means. Raises Refusal (no kind)
    if the answer fits no word, Ambiguous if it fits several."""
    found = _find_answer(choice, answer)
    if found is not None:
        return found
    words = {entry.word: entry.word for entry in choice.words}
    return pick(answer, words, "choice", "")


def is_answer(choice: PlayerChoice, text: str) -> bool:
    """Whether a text answers the choice, also if it fits several words of it. A command is an
    answer only if an answer begins with it, or as `y` or `n`."""
    try:
        if _find_answer(choice, text) is not None:
            return True
        if is_command(text):
            return False
        parse_choice(choice, text)
    except Ambiguous:
        return True
    except Refusal:
        return False
    return True


def _find_answer(choice: PlayerChoice, text: str) -> str | None:
    """Return the word that a text names or begins, empty for what Enter means; None if the text
    does neither. `y` and `n` count last, where Enter means no.

    Raises Ambiguous (no kind) if several words begin so, or for `y` if there are several."""
    wanted = squash(text)
    words = [entry.word for entry in choice.words]
    for word in words:
        if squash(word) == wanted:
            return word
    if wanted in ("", "standard", squash(choice.enter)):
        return ""
    begun = [word for word in words if squash(word).startswith(wanted)]
    begins_enter = squash(choice.enter).startswith(wanted)
    if begins_enter and choice.enter not in words:
        begun.append(choice.enter)
    if not begun and choice.enter in ("no", "none"):
        if wanted in ("n", "no"):
            return ""
        if wanted in ("y", "yes"):
            begun = words
    if len(begun) > 1:
        raise Ambiguous(
            "",
            f"choice '{text.strip()}' could be {listed(begun)}: type more of it",
        )
    if not begun:
        return None
    return begun[0] if begun[0] in words else ""


def explain_choice(choice: PlayerChoice) -> list[str]:
    """Return the lines of `?` at a choice: each word with its help and cost, what Enter means,
    and how to answer. The choice must have words."""
    wide = max(len(entry.word) for entry in choice.words)
    costs = choice.costs or ("",) * len(choice.words)
    lines = [
        f"  {entry.word.ljust(wide)}  {shown(entry.help)}{cost and f' ({cost})'}".rstrip()
        for entry, cost in zip(choice.words, costs, strict=True)
    ]
    lines.append(f"  {'Enter'.ljust(wide)}  {choice.enter}")
    if choice.stops:
        lines.append(f"  {STOP_HINT}")
    return [*lines, f"type a word or its beginning; {choice.end.hint}"]
