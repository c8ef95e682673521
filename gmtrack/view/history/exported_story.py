"""Exports of a fight as a story in Markdown: what still holds of it, round by round, with dice
in small print."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from gmtrack.core.command_table import row
from gmtrack.core.deeds import GRAZE, attacks_in, command_documents, rolls_in
from gmtrack.core.encounter import Data
from gmtrack.core.history import Casualty, LogEntry, ToldStep
from gmtrack.core.report import Fact, StoryStep
from gmtrack.view.history.stats import LUCK, LUCKLESS, stats_table, time
from gmtrack.view.report import Wording
from gmtrack.view.rolls import reading
from gmtrack.view.text import shown

SPECIAL = re.compile(r"([\\`*_\[\]<>#|~])")
TYPED = re.compile(r"[a-z]+[a-z0-9]*([-_+][a-z0-9]+)+")
"""A word as it is typed, with hyphens: `heavy-pistol`."""
BOOKKEEPING = ("set", "hide", "reveal", "roll")
"""Commands that are no part of a story, since they only concern the GM and the program."""
DECLARED = "declared"
"""The outcome of what will only happen later."""
TIMES = "{times}"
"""Placeholder in the form of a fact that repeats: such facts are counted and told once, with the
number for each combatant, as soon as anything else is told."""
ENDS = {
    "hit": " and hits",
    GRAZE: " and grazes {target}",
    "miss": " and misses",
    "blocked": " and hits, but nothing gets through",
    "countered": ", but {target} strikes back",
    "dodged": ", but {target} dodges",
    "both-miss": "; both miss",
    "tie": "; neither of them wins",
}
"""Endings of an attack's sentence by outcome; an outcome that is not here is named by its word."""
SIDES = {"pc": "Player characters", "foe": "Foes", "ally": "Allies"}
FOR_THE_GM = (
    "*For the GM: everything is in it. `gmtrack log --export FILE.md --players` leaves out what "
    "players may not know.*"
)
BEFALLS = ("good", "bad")
ROUND = "Round {round}"
"""Heading of a round if the ruleset has no other."""


class Tale(NamedTuple):
    """Everything that the GM's story is made of.

    `sides` are the combatants by side, `turns` the casualties by step, `stats` the document of
    `stats`, `phrases` the ruleset's sentences, `story` their forms for the story (an empty form
    is not told), `names` the names of all who were ever in the fight."""

    title: str
    rules: str
    sides: Mapping[str, Sequence[str]]
    steps: Sequence[LogEntry]
    turns: Mapping[int, Sequence[Casualty]]
    stats: Data
    phrases: Mapping[str, str]
    story: Mapping[str, str]
    names: Mapping[str, str]

    def phrase(self, key: str) -> str:
        """Return the sentence for a fact: its form for the story, else the ruleset's phrase,
        else the key."""
        return self.story.get(key, self.phrases.get(key, key))

    @property
    def clock(self) -> str:
        """The ruleset's word for a round, in lower case."""
        return clock_of(self.story.get("round", ""))

    def name(self, who: str) -> str:
        """Return a combatant's name, escaped for Markdown; the id if the name is unknown."""
        return plain(self.names.get(who, who))


def chronicle(tale: Tale) -> str:
    """Write the GM's story as Markdown, with everything that happened; steps that were undone
    are left out."""
    told = [
        step for step in tale.steps if step.kind == "step" and not step.undone
    ]
    days = [step.time[:10] for step in told[:1] if step.time]
    blocks = [
        f"# {plain(tale.title)}",
        f"*{', '.join([plain(tale.rules), *days])}*",
        FOR_THE_GM,
    ]
    blocks.append(
        cast_list(
            {side: [*map(tale.name, who)] for side, who in tale.sides.items()}
        )
    )
    blocks += scenes(tale, told)
    blocks += out_of_it(tale, told)
    blocks += ["## What each did", *count(tale)]
    return "\n\n".join(blocks) + "\n"


def cast_list(sides: Mapping[str, Sequence[str]]) -> str:
    """Return a Markdown list with a line for each side and the names on it."""
    return "\n".join(
        f"- {plain(SIDES.get(side, side.capitalize()))}: {', '.join(who)}"
        for side, who in sides.items()
    )


def scenes(tale: Tale, steps: Iterable[LogEntry]) -> Iterator[str]:
    """Yield the paragraphs of a story: headings for the rounds, and each step that has anything
    to tell. A round in which nothing happened keeps its heading, since it was played."""
    before: int | None = None
    times: Counter[tuple[str, str]] = Counter()
    for step in steps:
        told, now = act(tale, step), round_after(step)
        if now != before and (now or any(told)):
            yield from again(tale, times)
            yield heading(tale.clock, before, now)
            before = now
            times.clear()
        times.update(repeated(tale, step))
        if any(told):
            yield from again(tale, times)
            times.clear()
            yield "  \n".join(part for part in told if part)
    yield from again(tale, times)


def repeated(tale: Tale, step: LogEntry) -> Iterator[tuple[str, str]]:
    """Yield fact key and combatant for each fact of a step that is counted rather than told at
    once (TIMES)."""
    for part in step.story:
        if not isinstance(part, int) and TIMES in tale.phrase(part[0]):
            who = part[1]["who"]
            yield from (
                (part[0], one)
                for one in ([who] if isinstance(who, str) else who)
            )


def again(tale: Tale, times: Mapping[tuple[str, str], int]) -> Iterator[str]:
    """Yield one sentence for all counted facts, with the number of times; nothing if none were
    counted."""
    words = [
        fact_words(Fact(key, {"who": who, "times": count}), tale)
        for (key, who), count in times.items()
    ]
    yield from [full(", ".join(words))] if words else []


def round_after(step: LogEntry) -> int:
    """Return the round that is on after a step; 0 outside of rounds."""
    after = [
        change.after
        for change in step.changes
        if change.path == ("fight", "round")
    ]
    round_ = after[-1] if after else step.round
    return round_ if isinstance(round_, int) else 0


def clock_of(form: str) -> str:
    """Return the word for a round, taken from the form of its heading: `Round {round}` gives
    `round`."""
    return (form or ROUND).partition(" {")[0].lower()


def heading(clock: str, before: int | None, now: int) -> str:
    """Return the heading for round `now`; if `now` is 0, for what happened before the first
    round (`before` is None) or after the fight."""
    if now:
        return f"## {clock.capitalize()} {now}"
    return (
        f"## Before the first {clock}"
        if before is None
        else "## After the fight"
    )


# --- one act ---


class Act(NamedTuple):
    """One step as the story tells it: sentences, and the rest in small print. Either may be
    empty."""

    text: str
    small_print: str


def act(tale: Tale, step: LogEntry) -> Act:
    """Tell one step as sentences and small print; both are empty if the step is no part of the
    story."""
    command = step.report.get("command")
    turns = tale.turns.get(step.seq, ())
    declared = all(
        document.get("outcome") == DECLARED
        for document in command_documents(step.report)
    )
    if command in BOOKKEEPING or declared:
        return Act(" ".join(with_falls([], turns, tale)), "")
    lead, rest = _lead(tale, step)
    told = {block["outcome"] for block in attacks_of(tale, step)}
    befalls = BEFALLS if told or row(command).moves_on else (*BEFALLS, "note")
    text, small = list(lead), list(small_rolls(step, rest, tale))
    beside = list(asides_in(step.report))
    for fact in (Fact(*part) for part in rest if not isinstance(part, int)):
        words = fact_words(fact, tale)
        if beside and beside[0][0] == fact.key:
            _, block, target = beside.pop(0)
            words += ending(tale, block, target)
        if fact.key in told:
            continue
        if is_whole(fact.key, tale) or (
            fact.tone in befalls and is_prose(fact, tale)
        ):
            add(text, full(words))
        elif fact.tone in BEFALLS or (
            fact.tone == "head" and not row(command).moves_on
        ):
            small.append(words)
    small += (
        ["the GM overrules"]
        if step.report.get("forced") and (text or small)
        else []
    )
    small_print = f"<sub>{'; '.join(small)}</sub>" if small else ""
    return Act(" ".join(with_falls(text, turns, tale)), small_print)


def add(text: list[str], words: str) -> None:
    """Append a sentence to `text`, or join it with the last one if both begin alike up to a
    colon: `Vex is affected: nauseous and slow death`."""
    head, colon, rest = words.partition(": ")
    if colon and text and text[-1].startswith(head + colon):
        text[-1] = f"{text[-1][:-1]} and {rest}"
    else:
        text.append(words)


def attacks_of(tale: Tale, step: LogEntry) -> list[Data]:
    """Return the attacks of a step that are told with their ending; none if the ruleset's own
    sentence says everything."""
    heads = [
        part
        for part in step.story
        if not isinstance(part, int) and part[2] == "head"
    ]
    return (
        []
        if heads and is_whole(heads[0][0], tale)
        else list(attacks_in(step.report))
    )


def small_rolls(
    step: LogEntry, story: Iterable[StoryStep], tale: Tale
) -> Iterator[str]:
    """Yield the dice of a step as text. Rolls of the same name in a row name it once."""
    rolls = rolls_in(step.report)
    before = ""
    for part in story:
        if isinstance(part, int):
            name = str(rolls[part]["name"])
            yield roll_words(rolls[part], tale.names, named=name != before)
            before = name


def with_falls(
    text: Sequence[str], turns: Iterable[Casualty], tale: Tale
) -> list[str]:
    """Put sentences in bold that say that a combatant fell, died or came back; add a sentence
    for each casualty that no sentence mentions."""
    found = list(text)
    for turn in turns:
        said = [
            place for place, one in enumerate(found) if _says(one, turn, tale)
        ]
        place = said[0] if said else len(found)
        if not said:
            found.append(fall(tale, turn))
        found[place] = f"**{found[place].strip('*')}**"
    return found


def _says(words: str, turn: Casualty, tale: Tale) -> bool:
    """Whether a sentence already tells how the combatant stands now."""
    out = turn.after.out and tale.name(turn.who).casefold() in words.casefold()
    return words == fall(tale, turn) or (out and plain(_state(turn)) in words)


def _state(turn: Casualty) -> str:
    """Return the word for what has changed: why they left, else how their wounds leave them."""
    after = turn.after
    return after.status if turn.left or not after.has_left else after.if_back


def _lead(tale: Tale, step: LogEntry) -> tuple[list[str], list[StoryStep]]:
    """Return the sentences that say what was done, and the facts and rolls of the story that are
    left to tell."""
    attacks = attacks_of(tale, step)
    story = [
        part
        for part in step.story
        if isinstance(part, int) or is_told(part[0], tale)
    ]
    if len(attacks) > 1:
        words = [attack_words(tale, block, None) for block in attacks]
        return words, [
            part for part in story if isinstance(part, int) or part[2] != "head"
        ]
    heads = [
        part
        for part in story
        if not isinstance(part, int) and part[2] == "head"
    ]
    if attacks:
        head = fact_words(Fact(*heads[0]), tale) if heads else None
        return [attack_words(tale, attacks[0], head)], [
            p for p in story if p not in heads[:1]
        ]
    if row(step.report.get("command")).moves_on:
        return [], story
    facts = heads or _plainest(story, tale)
    told = [fact_words(Fact(*part), tale) for part in facts]
    healed = list(healed_in(step.report))
    if len(healed) == len(told):
        told = [
            words if re.search(r"\d", words) else f"{words}: {amount}"
            for words, amount in zip(told, healed, strict=True)
            if amount
        ]
    return [full(words) for words in told], [
        part for part in story if part not in facts
    ]


def healed_in(report: Data) -> Iterator[int]:
    """Yield the amount healed by each command of a step; commands that healed nothing give none."""
    for document in command_documents(report):
        healed = document.get("healed")
        if isinstance(healed, dict) and "amount" in healed:
            yield healed["amount"]


def is_told(key: str, tale: Tale) -> bool:
    """Whether a fact is told where it happens: it has a phrase, and is not counted (TIMES)."""
    return bool(tale.phrase(key)) and TIMES not in tale.phrase(key)


def _plainest(story: Iterable[StoryStep], tale: Tale) -> list[list[Any]]:
    """Return a list with the first fact that reads as a sentence, else with the first fact;
    empty if there is none."""
    facts = [part for part in story if not isinstance(part, int)]
    return ([part for part in facts if is_prose(Fact(*part), tale)] or facts)[
        :1
    ]


def attack_words(tale: Tale, block: Data, head: str | None) -> str:
    """Return the sentence for an attack and its ending. `head` is the ruleset's sentence for who
    attacks; None: one made of names and weapon."""
    if head is None:
        weapon = block.get("weapon")
        head = f"{tale.name(block['attacker'])} attacks {tale.name(block['target'])}"
        head += f" ({plain(_in_words(str(weapon)))})" if weapon else ""
    return full(head + ending(tale, block, block["target"]))


def ending(tale: Tale, block: Data, target: str) -> str:
    """Return the rest of an attack's sentence, with the damage: ` and hits: 4 damage`."""
    outcome = str(block["outcome"])
    words = ENDS.get(outcome, f": {plain(outcome.replace('_', ' '))}")
    end = words.format(target=tale.name(target))
    damage = block.get("damage")
    dealt = damage.get("dealt") if isinstance(damage, dict) else None
    came_to = (
        f"{dealt} damage" if dealt else "no damage" if outcome == GRAZE else ""
    )
    comma = ": " if outcome in ENDS else ", "
    return f"{end}{comma if came_to else ''}{came_to}"


def asides_in(report: Data) -> Iterator[tuple[str, Data, str]]:
    """Yield attacks within attacks, such as a counterattack: the key of the fact that tells
    them, their document, and their target."""
    for block in attacks_in(report):
        for key, part in block.items():
            if isinstance(part, dict) and part.get("outcome") in ENDS:
                yield key, part, block["attacker"]


def fall(tale: Tale, turn: Casualty) -> str:
    """Return the sentence for a casualty: somebody leaves, dies, falls, or is back."""
    who = tale.name(turn.who)
    state = _state(turn)
    if turn.left:
        return full(f"{who} leaves the fight: {plain(state)}")
    if turn.after.dead and state == "dead":
        return full(f"{who} is dead")
    if turn.after.has_fallen:
        return full(f"{who} is out: {plain(state)}")
    if turn.after.has_left:
        return full(f"{who}, who has left, is {plain(state)} again")
    return full(f"{who} is back in the fight")


def is_whole(key: str, tale: Tale) -> bool:
    """Whether the fact's form for the story ends with a full stop, and so is told whatever its
    tone."""
    return tale.story.get(key, "").endswith(".")


def is_prose(fact: Fact, tale: Tale) -> bool:
    """Whether a fact reads as a sentence: it has a form for the story, or no number, no colon
    and nothing to type."""
    if fact.key in tale.story:
        return True
    counts = any(isinstance(value, int) for value in fact.args.values())
    return not counts and not re.search(r"[:`\d]", tale.phrase(fact.key))


def fact_words(fact: Fact, tale: Tale) -> str:
    """Return the ruleset's sentence for a fact, escaped for Markdown. Typed words lose their
    hyphens."""
    if fact.key not in tale.phrases:
        return plain(fact.key)
    called = {*tale.names, *tale.names.values()}
    args = {key: _said(value, tale, called) for key, value in fact.args.items()}
    phrase = tale.phrase(fact.key).removesuffix(".")
    told = Wording({fact.key: phrase}, {}, tale.names).sentence(
        Fact(fact.key, args)
    )
    return plain(
        told if phrase.startswith("{") else told[:1].upper() + told[1:]
    )


def full(words: str) -> str:
    """Return the words with a capital and a full stop; a name gets a capital, too."""
    return f"{words[:1].upper()}{words[1:]}."


def _said(value: Any, tale: Tale, called: set[str]) -> Any:
    """Return a fact's argument as the sentence needs it: names in place of ids, lists as `Joe,
    Bob and Vex`, other values unchanged. `called` are ids and names, which keep their hyphens."""
    if isinstance(value, list | tuple):
        *most, last = (
            (tale.names.get(one, str(one)) for one in value) if value else [""]
        )
        return f"{', '.join(most)} and {last}" if most else last
    return (
        _in_words(value)
        if isinstance(value, str) and value not in called
        else value
    )


def _in_words(text: str) -> str:
    """Return a typed word without hyphens; any other text unchanged."""
    typed = TYPED.fullmatch(text)
    return re.sub("[-_]", " ", text).replace("+", " + ") if typed else text


def roll_words(roll: Data, names: Mapping[str, str], *, named: bool) -> str:
    """Return a roll as text: `attack Joe 6 6 2 (typed) = 2 hits`; without the roll's name unless
    `named` is set."""
    faces = (
        " ".join(str(face) for face in (*roll["dice"], *roll.get("again", ())))
        or "no dice"
    )
    typed = (
        (" (phone)" if roll.get("phone") else " (typed)")
        if roll.get("given")
        else ""
    )
    came_to = ", ".join(reading(roll))
    who = plain(names.get(roll["who"], roll["who"]))
    name = f"{plain(str(roll['name']).replace('_', ' '))} " if named else ""
    return f"{name}{who} {faces}{typed}" + (f" = {came_to}" if came_to else "")


# --- what is left of it ---


class Fate(NamedTuple):
    """The reason why a combatant is out of the fight: the last change, and by whom they were
    felled and killed, each with the round (0: outside of rounds)."""

    last: Casualty
    round_: int
    fell: tuple[str | None, int] | None = None
    died: tuple[str | None, int] | None = None

    def then(self, turn: Casualty, round_: int) -> "Fate":
        """Return the same after one more change; who is up again was felled by nobody."""
        came = turn.by, round_
        fell = came if turn.fell else None if turn.rose else self.fell
        died = came if turn.died else self.died if turn.after.dead else None
        return Fate(turn, round_, fell, died)


def out_of_it(tale: Tale, steps: Sequence[LogEntry]) -> Iterator[str]:
    """Yield a heading and a list of all who are out at the end: how, by whom and when. Yield
    nothing if nobody is."""
    fates: dict[str, Fate] = {}
    for step in steps:
        round_ = round_after(step)
        for turn in tale.turns.get(step.seq, ()):
            before = fates.get(turn.who, Fate(turn, round_))
            fates[turn.who] = before.then(turn, round_)
    lines = [_out(tale, fate) for fate in fates.values() if fate.last.after.out]
    if lines:
        yield "## Out of the fight"
        yield "\n".join(lines)


def _out(tale: Tale, fate: Fate) -> str:
    """Return `- Bob: dead; put out by Ann in round 1; killed by Cas in round 2`. The round of the
    last change stands behind the state where nobody is named for it."""
    fell, died = fate.fell, fate.died
    deeds = [("put out", fell)] if fell and fell != died else []
    deeds += [("killed", died)] if died else []
    told = [
        f"{verb} by {tale.name(by)}{_when(tale, round_)}"
        for verb, (by, round_) in deeds
        if by
    ]
    last = fate.last
    doer = None if last.left or not (last.fell or last.died) else last.by
    state = (
        f"{plain(last.after.status)}{'' if doer else _when(tale, fate.round_)}"
    )
    return f"- {tale.name(last.who)}: {'; '.join([state, *told])}"


def _when(tale: Tale, round_: int) -> str:
    return f" in {tale.clock} {round_}" if round_ else ""


def count(tale: Tale) -> Iterator[str]:
    """Yield the table of what each did as Markdown, the length of the fight, and a note on luck
    if luck is known."""
    heads, rows = stats_table(tale.stats, tale.names)
    lines = [
        heads,
        ["---"] * len(heads),
        *([plain(cell) for cell in row] for row in rows),
    ]
    yield "\n".join(f"| {' | '.join(line)} |" for line in lines)
    yield f"{time(tale.stats, tale.clock)}."
    if len(heads) > LUCKLESS:
        yield f"<sub>{LUCK}</sub>"


def plain(text: Any) -> str:
    """Escape text for Markdown."""
    return SPECIAL.sub(r"\\\1", shown(text))


def story(
    title: str,
    rules: str,
    form: str,
    sides: Mapping[str, Sequence[str]],
    steps: Iterable[ToldStep],
) -> str:
    """Write the players' story as Markdown. `form` is the form of a round's heading; `sides` are
    names by side."""
    cast = cast_list({side: [*map(plain, who)] for side, who in sides.items()})
    blocks = [
        f"# {plain(title)}",
        f"*{plain(rules)}*",
        cast,
        *_scenes(clock_of(form), steps),
    ]
    return "\n\n".join(blocks) + "\n"


def _scenes(clock: str, steps: Iterable[ToldStep]) -> Iterator[str]:
    before, now = None, 0
    for step in steps:
        now = now if step.round is None else step.round
        if now != before and (now or step.lines):
            yield heading(clock, before, now)
            before = now
        if step.lines:
            dice = "; ".join(map(_rolled, step.dice))
            small = [f"<sub>{dice}</sub>"] if dice else []
            yield "  \n".join(
                [" ".join(full(plain(line)) for line in step.lines), *small]
            )


def _rolled(roll: Data) -> str:
    """`attack Joe 6 6 2 = 2 hits`"""
    faces = " ".join(map(str, (*roll["dice"], *roll["again"]))) or "no dice"
    came = f" = {plain(roll['came'])}" if roll["came"] else ""
    return f"{plain(roll['what'])} {plain(roll['who'])} {faces}{came}"
