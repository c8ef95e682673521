"""The table of all commands, in the order of the help: one row for the command line, the prompt,
completion and help."""

from collections.abc import Mapping
from typing import NamedTuple

ACTOR, THERE, AWAY, ANYBODY = "actor", "there", "away", "anybody"
"""The combatants that the first word of a command may name: those who may act now, those who are
in the fight, those who have left it, all."""
AMOUNT, ASSIGNMENT, TEXT = "N", "PATH=VALUE", "TEXT"
FILE, ENCOUNTER, EXAMPLE, TOPIC = "file", "encounter", "example", "topic"
GUIDE, PAGE = "guide", "page"
ALWAYS, PERHAPS = "always", "perhaps"


class Command(NamedTuple):
    """A row of the table of commands: its `name`, the `module` below `gmtrack` that has its
    function, its `help` and an `example`. Every other field is left at its default where it does
    not apply.

    - `more`: help after the first line.
    - `who`: the people whom the first word may mean; `then`: the text that the usage shows after
      them; `many`: more people may follow as words of their own.
    - `takes`: the meaning of a first word that is no person: a file, an encounter (a file or a
      ready-made one), a ready-made one, a topic of the rules or of the guide.
    - `offered`: the text that `what` and `?` show for the command; only for commands that need
      nothing but somebody whom the rules let act.
    - `named`: `NAME=VALUE` after it stands for the option `--NAME VALUE`, if the command has
      that option.
    - `letter`: its short form at the prompt; `alias`: another whole word for it; `fits`: an example
      to fill in with somebody (`{who}`) of the open fight and one of another side (`{other}`).
    - `page`: the page of `rules` on which its help goes on, and a title for it.
    - `looks`: it changes nothing; `board`: it shows the whole board; `moves_on`: it moves the
      fight on and says whose turn it is.
    - `opens`: whether another encounter is the active one after it (ALWAYS, PERHAPS).
    - `whole`: it takes the whole terminal, so it cannot be typed at the prompt."""

    name: str
    module: str
    help: str
    example: str
    more: str = ""
    who: str = ""
    then: str = ""
    many: bool = False
    takes: str = ""
    offered: str = ""
    named: bool = False
    letter: str = ""
    alias: str = ""
    fits: str = ""
    page: tuple[str, str] = ("", "")
    looks: bool = False
    board: bool = False
    moves_on: bool = False
    opens: str = ""
    whole: bool = False


_ROWS = (
    # files and fights
    Command(
        "new", "cli.files", "Make a new encounter and make it the active one.",
        "gmtrack new 'Bar brawl' --ruleset swan-song", board=True, opens=ALWAYS,
    ),
    Command(
        "load", "cli.files", "Open a file as the active encounter, or go on with its fight.",
        "gmtrack load @knife-fight", takes=ENCOUNTER, board=True, opens=ALWAYS,
    ),
    Command(
        "save", "cli.files", "Write the encounter with the state of its fight to a file.",
        "gmtrack save tonight.yaml", takes=FILE,
    ),
    Command(
        "validate", "cli.files", "Check files: all that is wrong, and what is likely a slip.",
        "gmtrack validate tonight.yaml", takes=ENCOUNTER,
    ),
    Command(
        "check", "cli.library.check_page",
        "Judge a system page, and show an attack by it.",
        "gmtrack check mygame.yaml",
        more="""
        Two people with every field of the page attack each other: odds, dice and damage. `--try`
        takes another line, with dice of your own: --try 'attack ann bob --roll attack=15'.
        """,
        takes=PAGE, looks=True,
    ),
    Command(
        "examples", "cli.library.examples",
        "List the ready-made encounters, or say what to try in one.",
        "gmtrack examples @knife-fight", takes=EXAMPLE, looks=True,
    ),
    Command(
        "fights", "cli.fights", "List the fights that are kept, the active one first.",
        "gmtrack fights", looks=True,
    ),
    Command(
        "switch", "cli.fights", "Go on with another of the kept fights.",
        "gmtrack switch knife-fight", board=True, opens=ALWAYS,
    ),
    Command(
        "forget", "cli.fights", "Let a kept fight go, with its history.",
        "gmtrack forget knife-fight",
    ),
    Command(
        "party", "cli.fights", "Show the party, make one, or say who belongs to it.",
        "gmtrack party new Heroes",
        more="""
        The same people from fight to fight: `load FILE --party` takes them along as they stand, and
        `end` brings them home with wounds, points spent and ammunition.
        """,
        opens=PERHAPS,
    ),
    # who is there
    Command(
        "board", "cli.screens", "Show the fight at a glance: turn, order, who is hurt or out.",
        "gmtrack board", letter="b", looks=True, board=True,
    ),
    Command(
        "show", "cli.screens", "Show a combatant, or several: sheet, tracks, effects.",
        "gmtrack show joe",
        who=ANYBODY, many=True, letter="s", fits="show {who}", looks=True,
    ),
    Command(
        "what", "cli.screens", "Show what somebody can do now, and what not and why.",
        "gmtrack what joe", who=ANYBODY, fits="what {who}", looks=True,
    ),
    Command(
        "note", "cli.cast", "Keep a note on somebody, or on the fight; or read it.",
        "gmtrack note bob owes Joe a favour",
        who=ANYBODY, then=TEXT, fits="note {other} owes {who} a favour",
    ),
    Command(
        "add", "cli.cast", "Add a combatant, also in mid-fight; also one who was removed.",
        "gmtrack add Ganger --template ganger --count 3 --set side=foe", named=True,
    ),
    Command(
        "import", "cli.library.import_characters", "Add characters of other programs.",
        "gmtrack import ratte.chum5 --ruleset swan-song",
        more="""
        The first line of a spreadsheet (saved as CSV) names the columns, every other line is
        somebody: name, side (pc or foe), template (such as @human), and fields of the rules, such
        as skills.NAME or weapons.NAME; @NAME is somebody or something of the stock.
        """,
        takes=FILE, opens=PERHAPS,
    ),
    Command(
        "leave", "cli.cast", "Take somebody out of the fight who may come back.",
        "gmtrack leave ganger-2 carried off",
        who=THERE, then="WHY", many=True, fits="leave {other} carried off",
    ),
    Command(
        "join", "cli.cast", "Bring somebody back into the fight who had left it.",
        "gmtrack join ganger-2", who=AWAY, many=True, fits="join {other}",
    ),
    Command(
        "remove", "cli.cast", "Take somebody out of the encounter.",
        "gmtrack remove ganger-2", who=ANYBODY, many=True, fits="remove {other}",
    ),
    Command(
        "set", "cli.cast", "Overrule any field of a sheet, the scene or the fight.",
        "gmtrack set bob pools.flesh=4 prone=true",
        who=ANYBODY, then=ASSIGNMENT, many=True, fits="set {other} side=ally",
    ),
    Command(
        "stock", "cli.library.stock", "List ready combatants, weapons and armor: @NAME takes one.",
        "gmtrack stock knife",
    ),
    # the fight
    Command(
        "roll-init", "cli.fight", "Start the fight or its next round: everybody rolls initiative.",
        "gmtrack roll-init --roll joe=5,3",
        who=THERE, then="[DICE]", many=True, named=True, letter="i", fits="roll-init",
        board=True, moves_on=True,
    ),
    Command(
        "next", "cli.fight", "Move on: end the turn, phase or pass, or start the next round.",
        "gmtrack next", named=True, letter="n", board=True, moves_on=True,
    ),
    Command(
        "delay", "cli.fight", "Hold the action of the phase that is open.",
        "gmtrack delay joe",
        more="`hold` is the same command.",
        who=ACTOR, offered="hold the action", named=True, alias="hold", fits="delay {who}",
        board=True,
    ),
    Command(
        "intervene", "cli.fight", "Take a held action, before or after another.",
        "gmtrack intervene joe --with when=after",
        who=THERE, then="[WORD]", offered="act now", named=True, fits="intervene {who}", board=True,
    ),
    Command(
        "turn", "cli.fight", "Make it somebody's turn, whatever the order says.",
        "gmtrack turn bob",
        more="""
        Those who are passed over act afterwards. Nobody has two turns.
        """,
        who=THERE, fits="turn {other}", board=True, moves_on=True,
    ),
    Command(
        "act", "cli.fight", "Take any action of the ruleset's list, paying its cost.",
        "gmtrack act joe take-cover good",
        who=ACTOR, then="ACTION", named=True, letter="x",
        page=("actions", "All actions, with what they take"),
    ),
    Command(
        "attack", "cli.fight", "Make one whole attack, from the declaration to the wounds.",
        "gmtrack attack joe bob --called neck",
        who=ACTOR, then="TARGET", named=True, letter="a", page=("words", "All words of --with"),
    ),
    Command(
        "test", "cli.fight", "Make any other roll of the ruleset.",
        "gmtrack test joe composure --threshold 3",
        who=ACTOR, then="WHAT", named=True, letter="t",
        page=("tests", "All tests, with what they take"),
    ),
    Command(
        "damage", "cli.fight", "Enter damage by hand.", "gmtrack damage bob 3 --type fire",
        who=ANYBODY, then=AMOUNT, many=True, named=True, letter="d", fits="damage {other} 3",
    ),
    Command(
        "heal", "cli.fight", "Enter healing by hand.", "gmtrack heal bob all --pool shield",
        who=ANYBODY, then=AMOUNT, many=True, named=True, letter="h", fits="heal {other} all",
    ),
    Command(
        "rest", "cli.fight", "Let time pass between fights, and heal.",
        "gmtrack rest mara night",
        more="""
        scene, hour, night, day, week; full gives everything back. --with medic=WHO (or
        mara:medic=WHO) has somebody treat them, mechanic=WHO repairs.
        """,
        who=ANYBODY, then="KIND", named=True, fits="rest {who} night",
        page=("rest", "What each kind gives"),
    ),
    Command(
        "effect", "cli.fight", "Put an effect on somebody, or end it.",
        "gmtrack effect bob stunned --rounds 2",
        who=ANYBODY, then="NAME", named=True, letter="e", page=("effects", "All effects"),
    ),
    Command(
        "count", "cli.cast", "Move a counter of somebody or of the fight, or read it.",
        "gmtrack count lilith blood -2",
        more="""
        -2 and +1 move it, 5 sets it; without a number it is read. count fight alarm +1 is for one
        of the fight. set lilith counters.blood='{max: 10, now: 7}' makes one.
        """,
        who=ANYBODY, then="NAME",
    ),
    # what may come
    Command(
        "odds", "cli.odds", "Tell the chances of an attack or a roll; nothing changes.",
        "gmtrack odds joe bob --called neck",
        more="""
        odds hook,spit vex is both of them, one after the other.

        odds test joe composure --threshold 2 takes the words of test. odds init joe bob tells who
        acts first. odds 3d6+2 12 tells how likely plain dice reach a number, without it what they
        come to.
        """,
        who=ACTOR, then="TARGET", named=True, letter="o", fits="odds {who} {other}",
        page=("words", "All words of --with"), looks=True,
    ),
    Command(
        "simulate", "cli.simulate",
        "Play the fight to its end many times, to tell how it will go.",
        'gmtrack simulate --vs "add ganger" --vs "remove ganger-2"', takes=ENCOUNTER,
        more="""
        It begins as the fight stands, wounds and all, and ends when one side is left standing.
        Everybody draws and loads weapons, gets up and attacks; nobody delays or flees. Nothing
        changes. FILE is played as it is prepared, with its party as it stands today. --show tells
        one of the fights step by step, --why what was weighed in it.
        """,
    ),
    Command(
        "end", "cli.fight",
        "End the fight: what happens at the end of a scene. The state is kept.",
        "gmtrack end", board=True, moves_on=True,
    ),
    Command(
        "roll", "cli.dice", "Roll plain dice for anything else; they change nothing.",
        "gmtrack roll '8d6>=5'",
        more="""
        3d6+2 adds up, '8d6>=5' counts (also > < <= =), 5d10k3 keeps the highest three and 5d10kl3
        the lowest; several parts: 1d10+2d6-1. d% is a d100. In a shell, put > and < in quotes.
        """,
    ),
    # the history
    Command(
        "undo", "cli.history", "Take back the last command, or the last N.",
        "gmtrack undo 2", letter="u",
    ),
    Command(
        "redo", "cli.history", "Do again what `undo` took back, with the same dice.",
        "gmtrack redo", letter="r",
    ),
    Command(
        "log", "cli.history", "Show what was done, oldest first, or one step as it was shown.",
        "gmtrack log --last 5", letter="l", looks=True,
    ),
    Command(
        "stats", "cli.history", "Show what each did: hits, damage, who put whom out, luck.",
        "gmtrack stats",
        more="""
        Luck is over all rolls in which hits or successes are counted: how many fell, how many were
        to be expected, and the exact chance of fewer (and half the chance of as many). 50 % is as
        expected. Time at the table leaves out breaks of more than 30 minutes.
        """,
        looks=True,
    ),
    Command(
        "amend", "cli.amend_why_replay",
        "Mend a step of the past; all that came after it happens again.",
        "gmtrack amend 12 --weapon pistol",
    ),
    Command(
        "why", "cli.amend_why_replay", "Where a number comes from: parts, steps, rules.",
        "gmtrack why bob defense", who=ANYBODY, then="[WHAT]", looks=True,
    ),
    Command(
        "replay", "cli.amend_why_replay",
        "Play a history again from its beginning with its own dice.",
        "gmtrack replay --verify", looks=True,
    ),
    # screens of others
    Command(
        "hide", "cli.cast", "Keep somebody from the players' screen.",
        "gmtrack hide sniper", who=ANYBODY, many=True, fits="hide {other}",
    ),
    Command(
        "reveal", "cli.cast", "Let the players see somebody again.",
        "gmtrack reveal sniper", who=ANYBODY, many=True, fits="reveal {other}",
    ),
    Command(
        "play", "play.command", "Run a fight at one prompt, or from a script.",
        "gmtrack play @knife-fight", takes=ENCOUNTER, whole=True,
    ),
    Command(
        "watch", "cli.watch", "Show the board on a second screen, always as it is now.",
        "gmtrack watch --players", whole=True,
    ),
    Command(
        "serve", "cli.serve", "Show the fight on phones and a television.",
        "gmtrack serve --lan",
        more="""
        Your players see what they may know of it. It goes on until Ctrl-C, while you play in
        another terminal; as a line of `play` it goes on beside the prompt. A player's own link asks
        for their dice and choices where `play` does; everybody else can only look.
        """,
    ),
    # to read
    Command(
        "demo", "play.demo", "Watch a fight that plays itself, until a key is pressed.",
        "gmtrack demo", takes=EXAMPLE, whole=True,
    ),
    Command(
        "rules", "cli.rules", "Show the rules that are applied, and the house rules set.",
        "gmtrack rules rulings", takes=TOPIC, looks=True,
    ),
    Command(
        "guide", "cli.rules", "Read the guide: of a ruleset, or a page on one job.",
        "gmtrack guide first-evening", takes=GUIDE, looks=True,
    ),
    Command(
        "rulesets", "cli.rules", "List the rulesets that are installed.", "gmtrack rulesets"
    ),
    Command(
        "schema", "cli.library.schema",
        "Print the JSON Schema of encounter files, for editors.",
        "gmtrack schema --install", looks=True,
    ),
    Command(
        "doctor", "cli.doctor", "Tell what gmtrack finds on this machine, for a report.",
        "gmtrack doctor", looks=True,
    ),
    Command(
        "completion", "cli.completion",
        "Print what makes a shell complete the words of the fight.",
        "gmtrack completion fish | source",
    ),
)  # fmt: skip

COMMANDS: Mapping[str, Command] = {row.name: row for row in _ROWS}
SHORT: Mapping[str, str] = {row.letter: row.name for row in _ROWS if row.letter}
"""The commands that are typed all evening, by their letter at the prompt."""
ALIASES: Mapping[str, str] = {row.alias: row.name for row in _ROWS if row.alias}
"""The commands that have a second name, by that name."""
OFFERED = tuple(row.name for row in _ROWS if row.offered)
"""The commands that `what` tries for a combatant besides the ruleset's candidates."""
_OTHER = Command("", "", "", "")


def row(name: str | None) -> Command:
    """Return the row of a command; an empty row if `name` is None or no command."""
    return COMMANDS.get(name or "", _OTHER)
