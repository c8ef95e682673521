"""`simulate`: plays a fight to its end many times."""

import shlex
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from gmtrack.app.step import CommandRequest
from gmtrack.cli import output
from gmtrack.cli.exit_status import write_to_stderr
from gmtrack.cli.options import (
    DRY_RUN,
    JSON,
    PARTY,
    SEED,
    CommandLine,
    Shared,
    arg,
    line_of,
    opt,
    whole_number,
)
from gmtrack.cli.parse import parse_step
from gmtrack.cli.tree import Commands
from gmtrack.core.encounter import Data
from gmtrack.errors import Refusal

if TYPE_CHECKING:
    from gmtrack.app.party.join_fight import JoinedParty
    from gmtrack.app.simulation.runner import FightRunner
    from gmtrack.app.simulation.simulated import SimulationRequest
    from gmtrack.core.encounter import Encounter
    from gmtrack.rulesets.port import Ruleset

COMMANDS = Commands()
MOST_FIGHTS = 10_000_000
ROUNDS = 50


TACTICS = Shared(
    "tactics",
    "--tactics",
    "How they fight: sensible (each choice weighed) or plain; and whom they attack: nearest, "
    "weakest, strongest, focus, random, odds; and retreat: they leave when badly hurt. Several "
    "with commas. Repeatable.",
    "SIDE_OR_WHO=WORD",
    many=True,
)
PRICE = Shared(
    "price",
    "--price",
    "How many boxes of harm a point is worth that is kept (`karma=2`). Repeatable.",
    "NAME=N",
    many=True,
)


ASK = Shared(
    "ask",
    "--ask",
    "Only so many fights as answer it: even (is it?), dies (who of the party?).",
    "QUESTION",
)
SHOW = Shared(
    "show",
    "--show",
    "Tell one of these fights step by step: typical (without a word), worst, won, lost, or its "
    "number.",
    "[WHICH]",
)
WHY = Shared(
    "why",
    "--why",
    "With --show: what was weighed at each choice, and what each option is worth in boxes.",
    kind=bool,
)


@COMMANDS.add("simulate", (TACTICS, PRICE, ASK, SHOW, WHY, PARTY, SEED, JSON))
def simulate(
    ctx: typer.Context,
    file: str | None = arg(
        "[FILE]", "The fight as this file prepares it, instead of that in play."
    ),
    fights: int | None = opt(
        "--fights",
        "N",
        "How many; without it until the margin is 3 points, 1,000 at most.",
        parser=whole_number(1, MOST_FIGHTS),
    ),
    vs: list[str] | None = opt(
        "--vs",
        "LINE",
        "Compare with the fight after this line: 'add ganger', 'set joe body=4'; several "
        "with `;` between them. Repeatable.",
    ),
    rounds: int = opt(
        "--rounds",
        "N",
        "A fight ends after so many.",
        ROUNDS,
        parser=whole_number(1, 10_000),
    ),
    jobs: int | None = opt(
        "--jobs",
        "N",
        "Processes; by default one a core.",
        parser=whole_number(1, 1_000),
    ),
    on: str | None = opt(
        "--on", "ADDRESS", "A Dask scheduler: tcp://HOST:8786."
    ),
    plot: Path | None = opt(
        "--plot", "FILE", "A picture of it too: FILE.svg or FILE.png."
    ),
) -> None:
    """Run `simulate`: play the fight many times, and show how it ends."""
    from gmtrack.app.simulation.questions import parse_question
    from gmtrack.app.simulation.runner import FightRunner
    from gmtrack.app.simulation.simulated import (
        SimulationRequest,
        simulate_fights,
    )
    from gmtrack.cli.main import resume_garbage_collection

    resume_garbage_collection()
    line = line_of(ctx)
    if on is not None and jobs is not None:
        raise typer.BadParameter(
            "the cluster has its own: leave out --jobs", param_hint="--on"
        )
    if plot is not None:
        from gmtrack.view.simulation.chart import check_plot

        check_plot(plot)
    values = line.values
    settings = SimulationRequest(
        fights,
        values["seed"],
        rounds,
        values["tactics"],
        tuple(vs or ()),
        values["price"],
        fights_only=values["show"] is not None and not line.json,
    )
    where = FightRunner(jobs, on)
    ruleset, encounter, along = _fight_to_simulate(file, line)
    settings = settings._replace(
        question=parse_question(ruleset, values["ask"])
    )
    wanted = _fight_wanted(ruleset, settings, line)
    if isinstance(wanted, int) and fights is None and not line.json:
        # Seed and number say all about a fight: nothing has to be counted.
        _show_fight(line, (ruleset, encounter), settings, wanted, {}, where)
        return
    try:
        with output.progress_bar(
            line, settings.most_fights * (len(settings.variants) + 1)
        ) as tell:
            doc = simulate_fights(
                ruleset,
                encounter,
                settings,
                _parse_variant_step,
                where,
                tell,
            )
    except KeyboardInterrupt:
        if not line.at_prompt:  # a session says what became of its line
            write_to_stderr("stopped before any fight was over\n")
        raise
    names = encounter.names()
    if plot is not None:
        from gmtrack.view.simulation.chart import save_plot

        save_plot(doc, names, plot)
    if line.json:
        doc |= {"party": along.to_json()} if along else {}
    if wanted is not None:
        _show_fight(line, (ruleset, encounter), settings, wanted, doc, where)
    elif line.json:
        output.answer(line, doc)
    else:
        output.say(*([along.sentence, ""] if along else ()), fold=True)
        _show_answer(line, file, settings, doc, names)


def _show_answer(
    line: CommandLine,
    file: str | None,
    settings: "SimulationRequest",
    doc: Data,
    names: dict[str, str],
) -> None:
    """Show how the fights ended, and below it how to look at the typical one."""
    from gmtrack.view.simulation import render_simulation

    output.show(render_simulation, doc, names)
    if doc.get("show"):
        from gmtrack.view.simulation.shown_fight import render_show_hint

        typed = _line_that_shows(line, file, settings, doc)
        output.show(render_show_hint, typed)


def _fight_wanted(
    ruleset: "Ruleset", settings: "SimulationRequest", line: CommandLine
) -> str | int | None:
    """Return the fight that --show names, None without --show. Raises Refusal for a word that
    names none, and BadParameter for options that do not go with it."""
    from gmtrack.app.simulation.shown import parse_show

    show: str | None = line.values["show"]
    if show is None:
        if line.values["why"]:
            raise typer.BadParameter(
                "it goes with --show: add `--show`", param_hint="--why"
            )
        return None
    wanted = parse_show(ruleset, show)
    if len(settings.variants) > 1:
        raise typer.BadParameter(
            "one fight is told: leave one --vs", param_hint="--show"
        )
    if isinstance(wanted, int) and settings.seed is None:
        raise typer.BadParameter(
            "the number of a fight goes with the seed of its answer: add --seed N",
            param_hint="--show",
        )
    return wanted


def _show_fight(
    line: CommandLine,
    fought: "tuple[Ruleset, Encounter]",
    settings: "SimulationRequest",
    wanted: str | int,
    doc: Data,
    where: "FightRunner",
) -> None:
    """Tell the fight that is wanted: with the document of the counted fights as JSON, else on a
    screen. `doc` is empty if no fights were counted; `where` is the place where they were. Raises
    Refusal if there was no such fight."""
    from gmtrack.app.simulation.shown import choose_fight, tell_fight

    ruleset, encounter = fought
    answer = doc["variants"][-1] if "variants" in doc else doc
    number = choose_fight(ruleset, answer, wanted)
    seed = answer.get("seed", settings.seed)
    told = tell_fight(
        ruleset,
        encounter,
        settings._replace(seed=seed),
        _parse_variant_step,
        number,
        where,
        why=bool(line.values["why"]),
    )
    if line.json:
        output.answer(line, doc | {"fight": told.document})
        return
    from gmtrack.view.simulation.shown_fight import render_shown_fight

    counted = {"fights": answer["fights"]} if answer else {}
    if isinstance(wanted, str):
        counted["kind"] = wanted
    output.show(
        render_shown_fight,
        told.document,
        told.entries,
        counted,
        lambda command: output.wording_for(ruleset, command, told.names),
        told.names,
        long=True,
    )


def _line_that_shows(
    line: CommandLine,
    file: str | None,
    settings: "SimulationRequest",
    doc: Data,
) -> str:
    """Return the line that tells the typical one of the counted fights."""
    words = ["simulate", *([file] if file is not None else [])]
    for flag_name, values in (
        ("--tactics", settings.tactics),
        ("--price", settings.prices),
    ):
        for value in values:
            words += [flag_name, value]
    party = line.values["party"]
    if party is not None:
        words += ["--party", *([party] if party else [])]
    if settings.rounds != ROUNDS:
        words += ["--rounds", str(settings.rounds)]
    words += ["--seed", str(doc["seed"]), "--show", str(doc["show"]["typical"])]
    return line.typed(shlex.join(words))


def _fight_to_simulate(
    file: str | None, line: CommandLine
) -> "tuple[Ruleset, Encounter, JoinedParty | None]":
    """Return the ruleset and the encounter to simulate, and the party that comes along: the one
    that was typed, or that the file names, else None. Raises Refusal, StoreError and BadFile."""
    from gmtrack.app.party.join_fight import resolve_party_word
    from gmtrack.app.party.today import encounter_with_party
    from gmtrack.store.opening import validate_file
    from gmtrack.store.parties import link_of
    from gmtrack.store.ready_made import path_to_read
    from gmtrack.store.session import open_session

    if file is not None:
        if file.isdecimal() and not Path(file).exists():
            why = f"there is no file {file}; for so many fights type --fights {file}"
            raise typer.BadParameter(why, param_hint="FILE")
        encounter, ruleset = validate_file(path_to_read(file))
    else:
        with open_session(line.file, write=False) as session:
            ruleset, encounter = session.ruleset, session.encounter
    party, prepared = line.values["party"], file or line.file
    if (
        party is None
        and prepared is not None
        and encounter.party
        and not link_of(encounter)
    ):
        party = resolve_party_word(prepared, encounter.party)
    if party is None:
        return ruleset, encounter, None
    whole_number, along = encounter_with_party(ruleset, encounter, party)
    return ruleset, whole_number, along


def _parse_variant_step(words: list[str]) -> CommandRequest:
    """Return the step of a variant's line. Raises Refusal for options that show and do not do
    (`--json`, `--dry-run`)."""
    line, step = parse_step(words)
    for shared in (JSON, DRY_RUN):
        if line.values.get(shared.key):
            typed = shared.short if shared.short in words else shared.flag
            raise Refusal("usage", f"leave out {typed}")
    return step
