"""`help`: what can be done now, by whom and with what, before all that there is."""

from collections.abc import Iterable, Iterator

from gmtrack.app.what import choices
from gmtrack.completion.words import (
    CompletionScene,
    suggest_targets,
    suggest_weapons,
)
from gmtrack.core.choice import Choice
from gmtrack.core.command_table import row
from gmtrack.core.intents import Act, Attack, Intent, Intervene
from gmtrack.core.lexicon import SAME_WORDS, Entry
from gmtrack.play.fight_status import SeenFight, describe_clock, describe_turn
from gmtrack.view.tables import render_table
from gmtrack.view.text import GAP, Line, Span, cells, cut

MOST = 6
"""Words of one kind that are named; Tab shows the others."""
INDENT = 2
AROUND = 3
"""Lines of the terminal that are not for rows: the title, the prompt and its bottom line."""
Row = tuple[str, str]
AT_THE_TABLE: tuple[Row, ...] = (
    (
        "ask pc",
        "the players roll and react: they are asked (`ask pc dice`: dice alone)",
    ),
    ("ask off", "the program rolls all dice"),
    ("serve --lan", "show it on phones and a television; serve stop ends it"),
    ("phones", "who is there; phones yes: a phone gets the name it asks for"),
    ("auto next", "a turn in which nothing is left ends by itself"),
    ("a bob; n", "several commands in one line; one that is refused stops it"),
    ("q", "leave; the fight is kept"),
)
"""Lines that only a session knows."""
OF_A_PARTY: tuple[Row, ...] = (
    (
        "load FILE --party",
        "they come along into a fight; new NAME --party into an empty one",
    ),
    ("rest KIND", "scene, hour, night, day, week; --with medic=WHO"),
    ("add NAME", "one member more; party leave WHO, one less"),
    ("stats --party", "what they did in all their fights"),
)
"""Lines that are useful for a party between fights."""


def render_guide(
    fight: SeenFight | None,
    scene: CompletionScene | None,
    width: int,
    room: int | None = None,
    *,
    asks: bool = False,
) -> list[Line]:
    """Render the commands that matter now. If they do not fit into `room` lines, the help of
    each is cut to one line; None: no limit.

    `asks`: somebody's dice are asked for already, so `ask pc` is not shown. Without a fight,
    render how to open one."""
    if fight is None or scene is None or fight.known.encounter is None:
        rows = [
            ("load FILE", "open a fight"),
            (
                "examples",
                "list the ready-made ones: load @knife-fight opens one",
            ),
            (
                "new NAME --ruleset R",
                "start an empty one; --example: one to change",
            ),
            (
                "import FILE --ruleset R",
                "begin with characters of other programs",
            ),
            ("stock", "list ready combatants, weapons and armor"),
            ("? COMMAND", "all about one command; ? all lists them"),
        ]
        return [
            [Span("no fight is open", "title")],
            *render_table((), rows, width, 2),
        ]
    head = describe_turn(fight.board) or describe_clock(fight.board)
    who = scene.acting or next(
        (one.id for one in scene.people if not one.out), None
    )
    all_choices = choices(fight.ruleset, fight.known.encounter, who, MOST + 1)
    working_choices = [one for one in all_choices if not one.why]
    is_party = fight.known.encounter.is_party
    rows = [
        *(OF_A_PARTY if is_party else ()),
        *rows_of_current_commands(fight, scene, working_choices),
    ]
    if not (asks or is_party):
        rows.insert(-1, AT_THE_TABLE[0])
    whole = render_table((), rows, width, INDENT)
    if room is not None and len(whole) + AROUND > room:
        # What is named first is told rather than all of some rows and nothing of the others.
        least = width - INDENT - len(GAP) - max(cells(row[0]) for row in rows)
        whole = render_table(
            (), [(line, cut(text, least)) for line, text in rows], width, INDENT
        )
    return [[Span(head, "title")], *whole]


def rows_of_current_commands(
    fight: SeenFight, scene: CompletionScene, choices: list[Choice]
) -> Iterator[Row]:
    """Yield the commands that work now as they would be typed, each with what it does. `choices`
    are the acting combatant's choices that work."""
    works = {one.intent.word for one in choices}
    who = "" if scene.acting else "WHO "
    for due in (*fight.board.turn.due, *fight.board.turn.soon):
        yield due.word, due.help
    if not scene.acting:
        held = [
            one.help for one in choices if isinstance(one.intent, Intervene)
        ]
        yield from (("intervene WHO", told) for told in held)
    yield from attack_rows(scene, choices, who)
    yield from act_rows(choices, who)
    for one in choices:
        if row(one.intent.word).offered and scene.acting:
            yield one.line, one.help
    if "roll-init" in works and not fight.board.turn.next:
        yield (
            "n",
            "next: start the next round; i is roll-init, with dice from the table",
        )
    if fight.board.turn.next:
        yield "n", f"next: {fight.board.turn.next}"
    yield "d WHO N", "damage by hand; h heals, e puts an effect on somebody"
    if fight.undo:
        yield (
            "u · amend · why",
            f"undo, mend, explain a step; undo: {fight.undo}",
        )
    yield "what", "each line that can be typed now, with its cost; why not"
    yield "b", "the board; s WHO one combatant, l the log"
    yield "? COMMAND", "all about one command; ? all lists them, Tab completes"


def attack_rows(
    scene: CompletionScene, choices: list[Choice], who: str
) -> Iterator[Row]:
    """Yield the row of the attacks that work, and those of targets, weapons and words for them;
    nothing if none works. `who` stands before the target."""
    attacks = [one.intent for one in choices if isinstance(one.intent, Attack)]
    if not attacks:
        return
    whom = dict.fromkeys(attack.targets[0] for attack in attacks)
    weapons = dict.fromkeys(
        attack.options.weapon for attack in attacks if attack.options.weapon
    )
    yield (
        f"a {who}TARGET{describe_common_words(attacks)}",
        "attack: " + list_first_words(whom),
    )
    yield "  --weapon W", list_first_words(weapons)
    yield "  --called PLACE", list_entry_words(scene.lexicon.places)
    yield (
        "  --with WORD",
        list_entry_words(scene.lexicon.words.get("attack", ())),
    )
    yield f"o {who}TARGET", "odds: the chances of an attack; same words"


def describe_common_words(intents: Iterable[Intent]) -> str:
    """Return the words of `--with` that all these intents have, as they are typed; words with a
    value are left out. There must be an intent."""
    each = [intent.options.words for intent in intents]
    common = [word for word in each[0] if all(word in words for words in each)]
    return "".join(f" --with {word}" for word in common if "=" not in word)


def act_rows(choices: list[Choice], who: str) -> Iterator[Row]:
    """Yield a row for the actions that cost the same and need the same words."""
    for (words, cost), acts in group_actions_by_cost(choices).items():
        yield (
            f"x {who}ACTION{words}",
            f"act{', ' + cost if cost else ''}: " + ", ".join(acts),
        )


def group_actions_by_cost(
    choices: list[Choice],
) -> dict[tuple[str, str], list[str]]:
    """Group the actions that work by the words that they need and the cost of their first form.
    Returns the actions of each group."""
    forms: dict[str, list[Choice]] = {}
    for one in choices:
        if isinstance(one.intent, Act):
            forms.setdefault(one.intent.action, []).append(one)
    acts: dict[tuple[str, str], list[str]] = {}
    for action, those in forms.items():
        words = describe_common_words(one.intent for one in those)
        acts.setdefault((words, those[0].cost), []).append(action)
    return acts


def rows_about_command(name: str, scene: CompletionScene | None) -> list[Row]:
    """Return rows on what fits a command now, such as targets and weapons. Empty for commands
    without such words, or if no fight is open."""
    name = SAME_WORDS.get(name, name)
    if scene is None or name not in (
        "attack",
        "act",
        "test",
        "effect",
        "count",
    ):
        return []
    if name == "count":
        return [
            (f"count {who}", list_entry_words(found))
            for who, found in scene.counters.items()
        ]
    lexicon = scene.lexicon
    who = scene.acting or ""
    rows: dict[str, list[tuple[str, Iterable[Entry]]]] = {
        "attack": [
            ("targets", suggest_targets([who], scene)),
            ("--weapon", suggest_weapons(who, "attack", lexicon)),
            ("--called", lexicon.places),
            ("--defense", lexicon.defenses),
            ("--with", lexicon.words.get("attack", ())),
        ],
        "act": [
            ("actions", lexicon.actions),
            ("--with", lexicon.words.get("act", ())),
        ],
        "test": [("tests", lexicon.tests)],
        "effect": [
            ("effects", lexicon.effects),
            ("--location", lexicon.places),
        ],
    }
    return [
        (label, list_entry_words(found)) for label, found in rows[name] if found
    ]


def list_entry_words(entries: Iterable[Entry]) -> str:
    """Return the words of the first MOST entries, with dots if there are more."""
    return list_first_words(entry.word for entry in entries)


def list_first_words(words: Iterable[str]) -> str:
    """Return the first MOST words, joined with commas, with dots if there are more. Empty words
    are skipped."""
    words = [word for word in words if word]
    return ", ".join(words[:MOST]) + (" ..." if len(words) > MOST else "")
