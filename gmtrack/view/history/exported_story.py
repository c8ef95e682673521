"""Exports of a fight as a story in Markdown: everything that was not undone, round by round,
with dice in small print."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from gmtrack.core.command_table import row
from gmtrack.core.deeds import (
    ENDINGS,
    GRAZE,
    attacks_in,
    command_documents,
    rolls_in,
)
from gmtrack.core.encounter import Data
from gmtrack.core.history import Casualty, LogEntry, ToldStep
from gmtrack.core.report import Fact, StoryStep
from gmtrack.view.history.stats import (
    LUCK,
    LUCKLESS,
    describe_duration,
    make_stats_table,
)
from gmtrack.view.report import Wording
from gmtrack.view.rolls import describe_reading
from gmtrack.view.text import (
    Names,
    join_faces,
    shown,
)

SPECIAL = re.compile(r"([\\`*_\[\]<>#|~])")
TYPED = re.compile(r"[a-z]+[a-z0-9]*([-_+][a-z0-9]+)+")
"""A word as it is typed, with hyphens: `heavy-pistol`."""
BOOKKEEPING = ("set", "hide", "reveal", "roll")
"""Commands that are no part of a story, since they only concern the GM and the program."""
DECLARED = "declared"
"""The outcome of what will only happen later."""
TIMES = "{times}"
"""Placeholder in the form of a fact that repeats. Such facts are counted and told once, with the
number for each combatant, as soon as anything else is told."""
SIDES = {"pc": "Player characters", "foe": "Foes", "ally": "Allies"}
FOR_THE_GM = (
    "*For the GM: everything is in it. `gmtrack log --export FILE.md --players` leaves out what "
    "players may not know.*"
)
BEFALLS = ("good", "bad")
ROUND = "Round {round}"
"""Heading of a round if the ruleset has no other."""


class GmStory(NamedTuple):
    """Everything that the GM's story is made of.

    `sides` are the combatants by side, `turns` the casualties by step, `stats` the document of
    `stats`, `phrases` the ruleset's sentences, `story` their forms for the story (a fact with an
    empty form is left out), `names` the names of all who were ever in the fight."""

    title: str
    rules: str
    sides: Mapping[str, Sequence[str]]
    steps: Sequence[LogEntry]
    turns: Mapping[int, Sequence[Casualty]]
    stats: Data
    phrases: Mapping[str, str]
    story: Mapping[str, str]
    names: Names

    def phrase(self, key: str) -> str:
        """Return the sentence for a fact: its form for the story, else the ruleset's phrase,
        else the key."""
        return self.story.get(key, self.phrases.get(key, key))

    @property
    def clock(self) -> str:
        """The ruleset's word for a round, in lower case."""
        return parse_clock_word(self.story.get("round", ""))

    def name(self, who: str) -> str:
        """Return a combatant's name, escaped for Markdown; the id if the name is unknown."""
        return escape_markdown(self.names.get(who, who))


def write_gm_story(gm_story: GmStory) -> str:
    """Write the GM's story as Markdown, with everything that happened. Steps that were undone
    are left out."""
    told = [
        step
        for step in gm_story.steps
        if step.kind == "step" and not step.undone
    ]
    days = [step.time[:10] for step in told[:1] if step.time]
    blocks = [
        f"# {escape_markdown(gm_story.title)}",
        f"*{', '.join([escape_markdown(gm_story.rules), *days])}*",
        FOR_THE_GM,
    ]
    blocks.append(
        list_sides(
            {
                side: [*map(gm_story.name, who)]
                for side, who in gm_story.sides.items()
            }
        )
    )
    blocks += tell_rounds(gm_story, told)
    blocks += list_those_out(gm_story, told)
    blocks += ["## What each did", *write_stats(gm_story)]
    return "\n\n".join(blocks) + "\n"


def list_sides(sides: Mapping[str, Sequence[str]]) -> str:
    """Return a Markdown list with a line for each side and the names on it."""
    return "\n".join(
        f"- {escape_markdown(SIDES.get(side, side.capitalize()))}: {', '.join(who)}"
        for side, who in sides.items()
    )


def tell_rounds(gm_story: GmStory, steps: Iterable[LogEntry]) -> Iterator[str]:
    """Yield the paragraphs of a story: headings for the rounds, and each step that has anything
    to tell. A round in which nothing happened keeps its heading, since it was played."""
    before: int | None = None
    times: Counter[tuple[str, str]] = Counter()
    for step in steps:
        told, now = tell_step(gm_story, step), find_round_after(step)
        if now != before and (now or any(told)):
            yield from tell_counted_facts(gm_story, times)
            yield make_round_heading(gm_story.clock, before, now)
            before = now
            times.clear()
        times.update(find_counted_facts(gm_story, step))
        if any(told):
            yield from tell_counted_facts(gm_story, times)
            times.clear()
            yield "  \n".join(part for part in told if part)
    yield from tell_counted_facts(gm_story, times)


def find_counted_facts(
    gm_story: GmStory, step: LogEntry
) -> Iterator[tuple[str, str]]:
    """Yield fact key and combatant for each fact of a step that is counted rather than told at
    once (TIMES)."""
    for key, args, _ in _facts_of(step.story):
        if TIMES in gm_story.phrase(key):
            who = args["who"]
            people = [who] if isinstance(who, str) else who
            for one in people:
                yield key, one


def _facts_of(story: Iterable[StoryStep]) -> list[list[Any]]:
    """Return the facts of a story without its rolls, each as key, arguments and tone."""
    return [part for part in story if not isinstance(part, int)]


def tell_counted_facts(
    gm_story: GmStory, times: Mapping[tuple[str, str], int]
) -> Iterator[str]:
    """Yield one sentence for all counted facts, with the number of times; nothing if none were
    counted."""
    words = [
        describe_fact(Fact(key, {"who": who, "times": count}), gm_story)
        for (key, who), count in times.items()
    ]
    if words:
        yield make_sentence(", ".join(words))


def find_round_after(step: LogEntry) -> int:
    """Return the round that is on after a step; 0 outside of rounds."""
    after = [
        change.after
        for change in step.changes
        if change.path == ("fight", "round")
    ]
    round_ = after[-1] if after else step.round
    return round_ if isinstance(round_, int) else 0


def parse_clock_word(form: str) -> str:
    """Return the word for a round, taken from the form of its heading: `Round {round}` gives
    `round`."""
    return (form or ROUND).partition(" {")[0].lower()


def make_round_heading(clock: str, before: int | None, now: int) -> str:
    """Return the Markdown heading, with `## `, for round `now`; if `now` is 0, for what happened
    before the first round (`before` is None) or after the fight. `clock` is the word for a
    round."""
    if now:
        return f"## {clock.capitalize()} {now}"
    if before is None:
        return f"## Before the first {clock}"
    return "## After the fight"


# --- one act ---


class StoryAct(NamedTuple):
    """A step as the story tells it: sentences, and small print. Either may be empty."""

    text: str
    small_print: str


def tell_step(gm_story: GmStory, step: LogEntry) -> StoryAct:
    """Tell one step as sentences and small print; both are empty if the step is no part of the
    story."""
    command = step.report.get("command")
    turns = gm_story.turns.get(step.seq, ())
    declared = all(
        document.get("outcome") == DECLARED
        for document in command_documents(step.report)
    )
    if command in BOOKKEEPING or declared:
        return StoryAct(" ".join(emphasize_casualties([], turns, gm_story)), "")
    lead, rest = _tell_deed(gm_story, step)
    told = {block["outcome"] for block in find_told_attacks(gm_story, step)}
    befalls = BEFALLS if told or row(command).moves_on else (*BEFALLS, "note")
    text, small = list(lead), list(describe_rolls(step, rest, gm_story))
    beside = list(find_nested_attacks(step.report))
    for part in _facts_of(rest):
        fact = Fact(*part)
        words = describe_fact(fact, gm_story)
        if beside and beside[0][0] == fact.key:
            _, block, target = beside.pop(0)
            words += describe_ending(gm_story, block, target)
        if fact.key in told:
            continue
        if is_whole(fact.key, gm_story) or (
            fact.tone in befalls and is_prose(fact, gm_story)
        ):
            append_sentence(text, make_sentence(words))
        elif fact.tone in BEFALLS or (
            fact.tone == "head" and not row(command).moves_on
        ):
            small.append(words)
    if step.report.get("forced") and (text or small):
        small.append("the GM overrules")
    small_print = f"<sub>{'; '.join(small)}</sub>" if small else ""
    sentences = emphasize_casualties(text, turns, gm_story)
    return StoryAct(" ".join(sentences), small_print)


def append_sentence(text: list[str], words: str) -> None:
    """Append a sentence to `text`, or join it with the last one if both begin alike up to a
    colon: `Vex is affected: nauseous and slow death`."""
    head, colon, rest = words.partition(": ")
    if colon and text and text[-1].startswith(head + colon):
        text[-1] = f"{text[-1][:-1]} and {rest}"
    else:
        text.append(words)


def find_told_attacks(gm_story: GmStory, step: LogEntry) -> list[Data]:
    """Return the attacks of a step that are told with their ending; none if the ruleset's own
    sentence says everything."""
    heads = [fact for fact in _facts_of(step.story) if fact[2] == "head"]
    if heads and is_whole(heads[0][0], gm_story):
        return []
    return list(attacks_in(step.report))


def describe_rolls(
    step: LogEntry, story: Iterable[StoryStep], gm_story: GmStory
) -> Iterator[str]:
    """Yield the dice of a step as text. Rolls of the same name in a row name it once."""
    rolls = rolls_in(step.report)
    before = ""
    for part in story:
        if isinstance(part, int):
            name = str(rolls[part]["name"])
            yield describe_roll(
                rolls[part], gm_story.names, named=name != before
            )
            before = name


def emphasize_casualties(
    text: Sequence[str], turns: Iterable[Casualty], gm_story: GmStory
) -> list[str]:
    """Put sentences in bold that say that a combatant fell, died or came back. Adds a sentence
    for each casualty that no sentence mentions."""
    sentences = list(text)
    for turn in turns:
        telling = [_tells_casualty(one, turn, gm_story) for one in sentences]
        if True not in telling:
            sentences.append(describe_casualty(gm_story, turn))
            telling.append(True)
        place = telling.index(True)
        words = sentences[place].strip("*")
        sentences[place] = f"**{words}**"
    return sentences


def _tells_casualty(words: str, turn: Casualty, gm_story: GmStory) -> bool:
    """Whether a sentence already tells how the combatant stands now."""
    if words == describe_casualty(gm_story, turn):
        return True
    if not turn.after.out:
        return False
    names_them = gm_story.name(turn.who).casefold() in words.casefold()
    return names_them and escape_markdown(_describe_state(turn)) in words


def _describe_state(turn: Casualty) -> str:
    """Return the word for a casualty's new state: why they left, else how their wounds leave
    them."""
    after = turn.after
    return after.status if turn.left or not after.has_left else after.if_back


def _tell_deed(
    gm_story: GmStory, step: LogEntry
) -> tuple[list[str], list[StoryStep]]:
    """Return the sentences that say what was done in a step, and the facts and rolls of its
    story that are left to tell."""
    attacks = find_told_attacks(gm_story, step)
    story = [
        part
        for part in step.story
        if isinstance(part, int) or is_told(part[0], gm_story)
    ]
    heads = [fact for fact in _facts_of(story) if fact[2] == "head"]
    if len(attacks) > 1:
        sentences = [
            describe_attack(gm_story, block, None) for block in attacks
        ]
        return sentences, [part for part in story if part not in heads]
    if attacks:
        head = describe_fact(Fact(*heads[0]), gm_story) if heads else None
        sentence = describe_attack(gm_story, attacks[0], head)
        return [sentence], [part for part in story if part not in heads[:1]]
    if row(step.report.get("command")).moves_on:
        return [], story
    facts = heads or _choose_plainest_fact(story, gm_story)
    told = [describe_fact(Fact(*part), gm_story) for part in facts]
    healed = list(find_healed_amounts(step.report))
    if len(healed) == len(told):
        told = [
            words if re.search(r"\d", words) else f"{words}: {amount}"
            for words, amount in zip(told, healed, strict=True)
            if amount
        ]
    return [make_sentence(words) for words in told], [
        part for part in story if part not in facts
    ]


def find_healed_amounts(report: Data) -> Iterator[int]:
    """Yield the amount healed by each command of a step; commands that healed nothing give none."""
    for document in command_documents(report):
        healed = document.get("healed")
        if isinstance(healed, dict) and "amount" in healed:
            yield healed["amount"]


def is_told(key: str, gm_story: GmStory) -> bool:
    """Whether a fact is told where it happens: it has a phrase, and is not counted (TIMES)."""
    return bool(gm_story.phrase(key)) and TIMES not in gm_story.phrase(key)


def _choose_plainest_fact(
    story: Iterable[StoryStep], gm_story: GmStory
) -> list[list[Any]]:
    """Return a list with the first fact that reads as a sentence, else with the first fact;
    empty if there is none."""
    facts = [part for part in story if not isinstance(part, int)]
    return (
        [part for part in facts if is_prose(Fact(*part), gm_story)] or facts
    )[:1]


def describe_attack(gm_story: GmStory, block: Data, head: str | None) -> str:
    """Return the sentence for an attack and its ending. `head` is the ruleset's sentence for who
    attacks; None: one made of names and weapon."""
    if head is None and block.get("blast"):
        # What goes off by itself is nobody's attack.
        thing = escape_markdown(_unhyphen_typed_word(str(block["blast"])))
        head = f"{thing} goes off near {gm_story.name(block['target'])}"
    if head is None:
        weapon = block.get("weapon")
        head = f"{gm_story.name(block['attacker'])} attacks {gm_story.name(block['target'])}"
        head += (
            f" ({escape_markdown(_unhyphen_typed_word(str(weapon)))})"
            if weapon
            else ""
        )
    return make_sentence(
        head + describe_ending(gm_story, block, block["target"])
    )


def describe_ending(gm_story: GmStory, block: Data, target: str) -> str:
    """Return the rest of an attack's sentence, with the damage: ` and hits: 4 damage`."""
    outcome = str(block["outcome"])
    words = ENDINGS.get(
        outcome, f": {escape_markdown(outcome.replace('_', ' '))}"
    )
    end = words.format(target=gm_story.name(target))
    damage = block.get("damage")
    dealt = damage.get("dealt") if isinstance(damage, dict) else None
    came_to = (
        f"{dealt} damage" if dealt else "no damage" if outcome == GRAZE else ""
    )
    comma = ": " if outcome in ENDINGS else ", "
    return f"{end}{comma if came_to else ''}{came_to}"


def find_nested_attacks(report: Data) -> Iterator[tuple[str, Data, str]]:
    """Yield attacks within attacks, such as a counterattack: the key of the fact that tells
    them, their document, and their target."""
    for block in attacks_in(report):
        for key, part in block.items():
            if isinstance(part, dict) and part.get("outcome") in ENDINGS:
                yield key, part, block["attacker"]


def describe_casualty(gm_story: GmStory, turn: Casualty) -> str:
    """Return the sentence for a casualty: somebody leaves, dies, falls, or is back."""
    who = gm_story.name(turn.who)
    state = _describe_state(turn)
    if turn.left:
        return make_sentence(
            f"{who} leaves the fight: {escape_markdown(state)}"
        )
    if turn.after.dead and state == "dead":
        return make_sentence(f"{who} is dead")
    if turn.after.has_fallen:
        return make_sentence(f"{who} is out: {escape_markdown(state)}")
    if turn.after.has_left:
        return make_sentence(
            f"{who}, who has left, is {escape_markdown(state)} again"
        )
    return make_sentence(f"{who} is back in the fight")


def is_whole(key: str, gm_story: GmStory) -> bool:
    """Whether the fact's form for the story ends with a full stop, and so is told whatever its
    tone."""
    return gm_story.story.get(key, "").endswith(".")


def is_prose(fact: Fact, gm_story: GmStory) -> bool:
    """Whether a fact reads as a sentence: it has a form for the story, or no number, no colon
    and nothing to type."""
    if fact.key in gm_story.story:
        return True
    counts = any(isinstance(value, int) for value in fact.args.values())
    return not counts and not re.search(r"[:`\d]", gm_story.phrase(fact.key))


def describe_fact(fact: Fact, gm_story: GmStory) -> str:
    """Return the ruleset's sentence for a fact, escaped for Markdown. Typed words lose their
    hyphens."""
    if fact.key not in gm_story.phrases:
        return escape_markdown(fact.key)
    called = {*gm_story.names, *gm_story.names.values()}
    args = {
        key: _phrase_argument(value, gm_story, called)
        for key, value in fact.args.items()
    }
    phrase = gm_story.phrase(fact.key).removesuffix(".")
    told = Wording({fact.key: phrase}, {}, gm_story.names).sentence(
        Fact(fact.key, args)
    )
    return escape_markdown(
        told if phrase.startswith("{") else told[:1].upper() + told[1:]
    )


def make_sentence(words: str) -> str:
    """Return the words with a capital and a full stop; a name at the beginning gets a capital,
    too."""
    return f"{words[:1].upper()}{words[1:]}."


def _phrase_argument(value: Any, gm_story: GmStory, called: set[str]) -> Any:
    """Return a fact's argument as the sentence needs it: names in place of ids, lists as `Joe,
    Bob and Vex`, other values unchanged. `called` are ids and names, which keep their hyphens."""
    if isinstance(value, list | tuple):
        words = [gm_story.names.get(one, str(one)) for one in value]
        if len(words) < 2:
            return "".join(words)
        *most, last = words
        return f"{', '.join(most)} and {last}"
    if isinstance(value, str) and value not in called:
        return _unhyphen_typed_word(value)
    return value


def _unhyphen_typed_word(text: str) -> str:
    """Return a typed word without hyphens; any other text unchanged."""
    if not TYPED.fullmatch(text):
        return text
    return re.sub("[-_]", " ", text).replace("+", " + ")


def describe_roll(roll: Data, names: Names, *, named: bool) -> str:
    """Return a roll as text: `attack Joe 6 6 2 (typed) = 2 hits`, `attack Joe (typed as hits) = 2
    hits`; without the roll's name unless `named` is set."""
    given, dice = roll.get("given"), [*roll["dice"], *roll.get("again", ())]
    faces = join_faces(dice, roll.get("sides", ()))
    if not faces:
        faces = "(typed as hits)" if given else "no dice"
    text = f"{escape_markdown(names.get(roll['who'], roll['who']))} {faces}"
    if named:
        name = str(roll["name"]).replace("_", " ")
        text = f"{escape_markdown(name)} {text}"
    if given and dice:
        text += " (phone)" if roll.get("phone") else " (typed)"
    came_to = ", ".join(describe_reading(roll))
    return f"{text} = {came_to}" if came_to else text


# --- what is left of it ---


class CombatantFate(NamedTuple):
    """How a combatant came to be out of the fight: the last change, and by whom they were felled
    and killed, each with the round (0: outside of rounds)."""

    last: Casualty
    round_: int
    fell: tuple[str | None, int] | None = None
    died: tuple[str | None, int] | None = None

    def then(self, turn: Casualty, round_: int) -> "CombatantFate":
        """Return the fate after one more change. Whoever is up again was felled by nobody."""
        came = turn.by, round_
        fell = came if turn.fell else None if turn.rose else self.fell
        died = came if turn.died else self.died if turn.after.dead else None
        return CombatantFate(turn, round_, fell, died)


def list_those_out(
    gm_story: GmStory, steps: Sequence[LogEntry]
) -> Iterator[str]:
    """Yield a heading and a list of all who are out at the end: how, by whom and when. Yield
    nothing if nobody is."""
    fates: dict[str, CombatantFate] = {}
    for step in steps:
        round_ = find_round_after(step)
        for turn in gm_story.turns.get(step.seq, ()):
            before = fates.get(turn.who, CombatantFate(turn, round_))
            fates[turn.who] = before.then(turn, round_)
    lines = [
        _describe_fate(gm_story, fate)
        for fate in fates.values()
        if fate.last.after.out
    ]
    if lines:
        yield "## Out of the fight"
        yield "\n".join(lines)


def _describe_fate(gm_story: GmStory, fate: CombatantFate) -> str:
    """Return how somebody came to be out: `- Bob: dead; put out by Ann in round 1; killed by Cas
    in round 2`. If nobody is named for the last change, its round stands behind the state."""
    fell, died = fate.fell, fate.died
    deeds = [("put out", fell)] if fell and fell != died else []
    deeds += [("killed", died)] if died else []
    told = [
        f"{verb} by {gm_story.name(by)}{_describe_round(gm_story, round_)}"
        for verb, (by, round_) in deeds
        if by
    ]
    last = fate.last
    doer = None if last.left or not (last.fell or last.died) else last.by
    state = escape_markdown(last.after.status)
    if not doer:
        state += _describe_round(gm_story, fate.round_)
    return f"- {gm_story.name(last.who)}: {'; '.join([state, *told])}"


def _describe_round(gm_story: GmStory, round_: int) -> str:
    """Return ` in round 3`, with the ruleset's word for a round; empty outside of rounds."""
    return f" in {gm_story.clock} {round_}" if round_ else ""


def write_stats(gm_story: GmStory) -> Iterator[str]:
    """Yield the table of what each combatant did as Markdown, the length of the fight, and a
    note on luck if luck is known."""
    heads, rows = make_stats_table(gm_story.stats, gm_story.names)
    lines = [
        heads,
        ["---"] * len(heads),
        *([escape_markdown(cell) for cell in row] for row in rows),
    ]
    yield "\n".join(f"| {' | '.join(line)} |" for line in lines)
    yield f"{describe_duration(gm_story.stats, gm_story.clock)}."
    if len(heads) > LUCKLESS:
        yield f"<sub>{LUCK}</sub>"


def escape_markdown(text: Any) -> str:
    """Escape text for Markdown."""
    return SPECIAL.sub(r"\\\1", shown(text))


def write_players_story(
    title: str,
    rules: str,
    form: str,
    sides: Mapping[str, Sequence[str]],
    steps: Iterable[ToldStep],
    fates: Mapping[str, str],
) -> str:
    """Write the players' story as Markdown. `form` is the form of a round's heading; `sides` are
    names by side; `fates` say how everybody stands at the end, by name."""
    cast = list_sides(
        {side: [*map(escape_markdown, who)] for side, who in sides.items()}
    )
    blocks = [
        f"# {escape_markdown(title)}",
        f"*{escape_markdown(rules)}*",
        cast,
        *_write_players_rounds(parse_clock_word(form), steps),
    ]
    if fates:
        blocks.append("## How they stand")
        blocks.append(
            "\n".join(
                f"- {escape_markdown(name)}: {escape_markdown(fate)}"
                for name, fate in fates.items()
            )
        )
    return "\n\n".join(blocks) + "\n"


def _write_players_rounds(
    clock: str, steps: Iterable[ToldStep]
) -> Iterator[str]:
    """Yield the blocks of the players' story: a heading where a round begins, and a paragraph
    for each step with its dice in small print. Steps that follow each other and tell the same
    without dice share a paragraph, which says how often."""
    before, now = None, 0
    told, times = "", 0
    for step in steps:
        text = _write_players_step(step)
        now = now if step.round is None else step.round
        begins = now != before and bool(now or text)
        if times and (begins or text != told or step.dice):
            yield _repeat_text(told, times)
            times = 0
        if begins:
            yield make_round_heading(clock, before, now)
            before = now
        if text:
            told, times = text, times + 1
    if times:
        yield _repeat_text(told, times)


def _write_players_step(step: ToldStep) -> str:
    """Return the paragraph of a step of the players' story; empty if it has no lines."""
    sentences = [make_sentence(escape_markdown(line)) for line in step.lines]
    dice = "; ".join(map(_describe_players_roll, step.dice))
    small = [f"<sub>{dice}</sub>"] if dice and sentences else []
    return "  \n".join([*filter(None, [" ".join(sentences)]), *small])


def _repeat_text(text: str, times: int) -> str:
    """Return a paragraph with how often it happened, if more than once."""
    return f"{text} ({times} times)" if times > 1 else text


def _describe_players_roll(roll: Data) -> str:
    """Return a roll of the players' story as text: `attack Joe 6 6 2 = 2 hits`."""
    faces = " ".join(map(str, (*roll["dice"], *roll["again"]))) or "no dice"
    came = f" = {escape_markdown(roll['came'])}" if roll["came"] else ""
    return f"{escape_markdown(roll['what'])} {escape_markdown(roll['who'])} {faces}{came}"
