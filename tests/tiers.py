"""Two tiers of tests. Plain `pytest` runs the daily tier, `pytest --all` every test; a test that is
named with `::` runs in any case, and so does everything in the long run (see `long_run`).

`slow_tests.txt` names the tests that only `--all` runs, a line each. A function without a parameter
set stands for all its sets but those in lines that begin with DAILY_SET. `pytest --all
--renew-tiers` measures every test and writes that file.
"""

import time
from collections import defaultdict
from collections.abc import Iterator, Mapping
from fnmatch import fnmatch
from pathlib import Path
from typing import Any

import pytest
from long_run import LONG

SLOW_TESTS = Path(__file__).with_name("slow_tests.txt")
SHARE = 0.042
"""What the measured tests of the daily tier take of the time of all tests."""
LONGEST = 1 / 11500
"""What a test may take of that time to be in the daily tier as the only one of its function."""

DAILY_SET = "but not "
"""How a line begins that names a daily parameter set of a function that is slow otherwise."""

ALWAYS_DAILY = ("tests/rulesets/*/test_core.py::*",)
"""Patterns of the tests that the daily tier has however long they take: every worked case of the
ledgers."""

NEVER_DAILY = (
    "tests/cli/test_cli_simulate.py::test_points*",
    "tests/files/test_odd_values.py::test_what_set_takes*",
    "tests/rulesets/test_why_rows.py::*",
    "tests/rulesets/test_board_room.py::test_players_see*",
    "tests/store/*[[]windows]",
    "tests/test_imports.py::test_*import*",
    "tests/view/test_view_simulation_plot.py::*",
)
"""Patterns of tests that share work of seconds without a fixture: whichever of them is the first
pays for it, also when it is quick in a run of all tests. The halves for Windows of the store's
tests are made for a run of all tests alone."""

FIRST = "tests/simulation/"
"""The folder whose tests run first. They take longest, and a worker without work takes half of what
another one has left, from the end: long tests at the end would keep one worker busy alone."""

NO_DAILY_SET = {
    "processes, terminals, servers or browsers are started, and waited for": (
        "tests/cli/test_cli_completion.py::*",
        "tests/cli/test_cli_optimized.py::*",
        "tests/cli/test_cli_quoting.py::*",
        "tests/cli/test_cli_start.py::*",
        "tests/cli/test_cli_watch.py::*",
        "tests/play/*",
        "tests/plugin/*",
        "tests/serve/*",
        "tests/store/test_store_systems.py::*",
        "tests/store/test_store_waiting.py::*",
        "tests/test_players.py::*",
        "tests/test_programs_page.py::*",
        "tests/test_tiers.py::*",
        "tests/test_two_ends.py::*",
        "tests/test_wheel.py::*",
        "tests/test_windows.py::*",
    ),
    "whole fights are played": (
        "tests/cli/test_cli_cast.py::*",
        "tests/cli/test_cli_show_fight.py::*",
        "tests/cli/test_cli_simulate.py::*",
        "tests/cli/test_fight.py::*",
        "tests/cli/test_first_use.py::*",
        "tests/oracles/*",
        "tests/party/test_tonight.py::*",
        "tests/rulesets/*/test_evening.py::*",
        "tests/rulesets/*/test_replay.py::*",
        "tests/rulesets/*/test_told.py::*",
        "tests/rulesets/*test_states*.py::test_no_state_outlives*",
        "tests/rulesets/sr3/test_dying.py::test_an_old_history*",
        "tests/rulesets/sr3/test_first_aid.py::test_a_simulated_medic*",
        "tests/rulesets/sr3/test_magic.py::test_a_simulation*",
        "tests/rulesets/system_page/test_pages.py::test_simulated*",
        "tests/rulesets/system_page/test_weighing.py::test_a_trade*",
        "tests/rulesets/test_amend*.py::*",
        "tests/rulesets/test_away.py::*",
        "tests/rulesets/test_board_room.py::test_players_see*",
        "tests/rulesets/test_come_home.py::*",
        "tests/rulesets/test_given_turns.py::*",
        "tests/rulesets/test_kept_initiative.py::*",
        "tests/rulesets/test_players_screen.py::test_no_secret*",
        "tests/rulesets/test_recorded.py::*",
        "tests/rulesets/test_removed.py::*",
        "tests/rulesets/test_rolloff.py::*",
        "tests/rulesets/test_stages.py::*",
        "tests/rulesets/test_why.py::*",
        "tests/rulesets/test_why_rows.py::*",
        "tests/simulation/*",
        "tests/test_luck.py::*",
    ),
    "everything that can be typed is tried": (
        "tests/rulesets/*stock_data.py::test_every_weapon*",
        "tests/rulesets/storyteller/test_grapple_lines.py::*",
        "tests/rulesets/test_choices.py::*",
        "tests/rulesets/test_dice_notations.py::*",
        "tests/rulesets/test_short_words.py::*",
    ),
    "hypothesis looks for an example that fails": (
        "tests/cli/test_cli_any_line.py::*",
        "tests/rulesets/swan_song/test_properties.py::*",
        "tests/rulesets/system_page/test_formula.py::test_any_text*",
        "tests/rulesets/test_json_schema.py::test_what_validate_takes_is_valid",
        "tests/rulesets/test_own.py::*",
        "tests/rulesets/test_sequences.py::*",
        "tests/store/test_store_assign.py::test_any_text*",
        "tests/store/test_store_codec.py::*",
        "tests/store/test_store_layout.py::*",
        "tests/store/test_store_mailbox.py::*",
        "tests/test_dice_typed.py::*",
        "tests/test_odds_random_variable.py::*",
        "tests/view/*::test_any_*",
        "tests/view/test_view_text.py::*",
    ),
    "odds are compared with trials, or with every face of every die": (
        "tests/cli/test_cli_odds*",
        "tests/cli/test_odds_of_all.py::test_two_hundred*",
        "tests/rulesets/system_page/test_bounds_of_odds.py::*",
        "tests/rulesets/system_page/test_one_roll.py::test_initiative*",
        "tests/rulesets/system_page/test_pages.py::test_odds*",
        "tests/rulesets/system_page/test_worked_cases.py::test_odds*",
        "tests/rulesets/test_odds*",
        "tests/test_odds*",
    ),
    "a command is killed at each of its system calls, or a file damaged in each place": (
        "tests/*mutated*",
        "tests/files/test_odd_values.py::*",
        "tests/party/test_party_killed.py::*",
        "tests/party/test_party_together.py::test_killed*",
        "tests/store/test_store_crash.py::*",
    ),
    "a file, a history or a group is as large as can be": (
        "tests/cli/test_cli_group.py::*",
        "tests/cli/test_cli_stock.py::*",
        "tests/rulesets/test_json_schema.py::*of_all_cases*",
        "tests/rulesets/test_many.py::*",
        "tests/rulesets/test_slips.py::*",
        "tests/store/test_stock.py::test_many_names*",
        "tests/store/test_store_history.py::test_a_long_history*",
        "tests/store/test_store_schema.py::*",
    ),
    "every module of the program is read": (
        "tests/rulesets/test_one_read.py::*",
        "tests/rulesets/test_rulebook.py::*",
        "tests/test_imports.py::*",
    ),
    "people or a party go through several files or fights": (
        "tests/cli/test_cli_import.py::*",
        "tests/party/test_party_*.py::*",
    ),
    "a screen is drawn in many sizes, or a schema or a page is read again and again": (
        "tests/cli/test_cli_help.py::test_the_help_is_of*",
        "tests/rulesets/system_page/test_check.py::test_without_a_page*",
        "tests/rulesets/system_page/test_judging.py::test_lines_in_any_order*",
        "tests/rulesets/system_page/test_judging.py::test_the_schema*",
        "tests/rulesets/system_page/test_page_schema.py::*",
        "tests/rulesets/test_board_room.py::*",
        "tests/rulesets/test_json_schema.py::test_it_is_a_schema*",
    ),
    "many commands follow one another, a few of which a daily test of the same file has": (
        "tests/cli/test_next.py::test_next_alone*",
        "tests/party/test_split_party.py::test_the_end_of_the_fight*",
        "tests/rulesets/system_page/test_keeping.py::test_a_page_to_begin_from*",
        "tests/rulesets/test_order_kept.py::*",
        "tests/store/test_store_history.py::test_any_sequence*",
    ),
    "matplotlib is loaded": ("tests/view/test_view_simulation_plot.py::*",),
}
"""Why the daily tier may have no parameter set of a function, with patterns of such functions."""

WHOLLY_SLOW = pytest.StashKey[set[str]]()
"""The collected functions of which the daily tier has no parameter set."""
SHARED = "seconds of shared fixtures"


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("tiers of tests")
    group.addoption("--all", action="store_true", help="run every test, not the daily tier alone")
    group.addoption("--renew-tiers", action="store_true", help=f"write {SLOW_TESTS.name} anew")
    group.addoption("--every", type=int, default=1, metavar="N", help="run each Nth function alone")
    group.addoption(
        "--first-rows", action="store_true", help="play worked cases with their first numbers alone"
    )


def pytest_configure(config: pytest.Config) -> None:
    if not config.getoption("--renew-tiers"):
        return
    config.pluginmanager.register(SharedFixtures())
    if not hasattr(config, "workerinput"):
        if not config.getoption("--all") or config.args_source is config.ArgsSource.ARGS:
            raise pytest.UsageError("--renew-tiers measures every test: add --all, and name none")
        config.pluginmanager.register(Stopwatch())


def runs_everything(config: pytest.Config) -> bool:
    return bool(config.getoption("--all") or LONG or any("::" in arg for arg in config.args))


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out the slow tests, keep in mind which functions have no other, and put those that take
    longest first."""
    slow_lines = set(SLOW_TESTS.read_text(encoding="utf-8").splitlines())
    slow = {item.nodeid for item in items if is_slow(item.nodeid, slow_lines)}
    daily_functions = {function_of(item.nodeid) for item in items if item.nodeid not in slow}
    config.stash[WHOLLY_SLOW] = {function_of(nodeid) for nodeid in slow} - daily_functions
    if slow and not runs_everything(config):
        config.hook.pytest_deselected(items=[item for item in items if item.nodeid in slow])
        items[:] = [item for item in items if item.nodeid not in slow]
    functions = list(dict.fromkeys(function_of(item.nodeid) for item in items))
    sample = {*functions[:: config.getoption("--every")]}
    items[:] = [item for item in items if function_of(item.nodeid) in sample]
    items.sort(key=lambda item: not item.nodeid.startswith(FIRST))


def pytest_terminal_summary(
    terminalreporter: pytest.TerminalReporter, config: pytest.Config
) -> None:
    if not runs_everything(config):
        terminalreporter.write_line("the daily tier; `pytest --all` runs the slower tests too")


def function_of(nodeid: str) -> str:
    """Return the node id of a test function, without a parameter set."""
    return nodeid.partition("[")[0]


def is_slow(nodeid: str, slow_lines: set[str]) -> bool:
    is_named = nodeid in slow_lines or function_of(nodeid) in slow_lines
    return is_named and DAILY_SET + nodeid not in slow_lines


def is_always_daily(nodeid: str) -> bool:
    return any(fnmatch(nodeid, pattern) for pattern in ALWAYS_DAILY)


def is_never_daily(nodeid: str) -> bool:
    return any(fnmatch(nodeid, pattern) for pattern in NEVER_DAILY)


def pattern_for(function: str) -> str | None:
    """Return the first pattern of NO_DAILY_SET for a function, or None if there is none."""
    patterns = (pattern for patterns in NO_DAILY_SET.values() for pattern in patterns)
    return next((pattern for pattern in patterns if fnmatch(function, pattern)), None)


def slow_tests(seconds: Mapping[str, float]) -> list[str]:
    """Return the lines of `slow_tests.txt` for the seconds of each test. Besides what ALWAYS_DAILY
    names the daily tier has the fastest parameter set of each function, unless it takes more than
    LONGEST, and then the fastest of all others, as many as fit into SHARE. Both are shares of the
    whole time, so that a slow machine comes to the same lines."""
    by_function: dict[str, list[str]] = defaultdict(list)
    measured = {nodeid for nodeid in seconds if not is_always_daily(nodeid)}
    for nodeid in sorted(measured, key=lambda nodeid: seconds[nodeid]):
        by_function[function_of(nodeid)].append(nodeid)
    whole = sum(seconds.values())
    never = {nodeid for nodeid in measured if is_never_daily(nodeid)}
    fastest = set()
    for nodeids in by_function.values():
        fastest.update([nodeid for nodeid in nodeids if nodeid not in never][:1])
    daily = {nodeid for nodeid in fastest - never if seconds[nodeid] <= LONGEST * whole}
    left = SHARE * whole - sum(seconds[nodeid] for nodeid in daily)
    for nodeid in sorted(measured - fastest - never, key=lambda nodeid: seconds[nodeid]):
        left -= seconds[nodeid]
        if left < 0:
            break
        daily.add(nodeid)
    lines = lines_for(by_function, daily)
    return sorted(lines, key=lambda line: line.removeprefix(DAILY_SET))


def lines_for(by_function: Mapping[str, list[str]], daily: set[str]) -> Iterator[str]:
    """Yield the shorter of two lists for each function: its slow parameter sets, or the function
    and its daily sets."""
    for function, nodeids in by_function.items():
        slow_sets = [nodeid for nodeid in nodeids if nodeid not in daily]
        daily_sets = [DAILY_SET + nodeid for nodeid in nodeids if nodeid in daily]
        if daily_sets and len(slow_sets) <= len(daily_sets):
            yield from slow_sets
        else:
            yield from (function, *daily_sets)


class Stopwatch:
    """Adds up the seconds of each test of a run, and writes the record when all have run."""

    def __init__(self) -> None:
        self.seconds: dict[str, float] = defaultdict(float)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        shared = dict(report.user_properties).get(SHARED, 0.0) if report.when == "setup" else 0.0
        self.seconds[report.nodeid] += max(report.duration, float(str(shared)))

    def pytest_sessionfinish(self, exitstatus: int) -> None:
        if exitstatus not in (pytest.ExitCode.OK, pytest.ExitCode.TESTS_FAILED):
            return
        lines = slow_tests(self.seconds)
        SLOW_TESTS.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")


class SharedFixtures:
    """Tells of each test how long the set-up of the fixtures took that it shares with others: if
    the test that paid for it is left out, the next one has to."""

    def __init__(self) -> None:
        self.seconds: dict[tuple[str, str, Any], float] = {}

    @pytest.hookimpl(wrapper=True)
    def pytest_fixture_setup(
        self, fixturedef: pytest.FixtureDef[Any], request: pytest.FixtureRequest
    ) -> Iterator[None]:
        start = time.perf_counter()
        result = yield
        if fixturedef.scope in ("class", "module", "package"):
            key = request.node.nodeid, fixturedef.argname, getattr(request, "param", None)
            self.seconds[key] = time.perf_counter() - start
        return result

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_setup(self, item: pytest.Item) -> Iterator[None]:
        result = yield
        item.user_properties.append((SHARED, sum(self.seconds_for(item))))
        return result

    def seconds_for(self, item: pytest.Item) -> Iterator[float]:
        """Yield the seconds of each shared fixture of a test."""
        parameters = item.callspec.params if hasattr(item, "callspec") else {}
        names = getattr(item, "fixturenames", ())
        for (node, name, parameter), seconds in self.seconds.items():
            is_used = item.nodeid.startswith(node) and name in names
            if is_used and parameters.get(name) == parameter:
                yield seconds
