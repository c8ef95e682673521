"""Every other worker collects the tests from the end, which halves the wait in a fresh checkout.

pytest rewrites the assertions of a test module when it first imports the module, and keeps the
result as bytecode. Each worker of xdist imports every module. Workers that go through the modules
in the same order would each rewrite all of them at the same moment, for seven seconds; two that
start at different ends meet in the middle, and each finds the other's bytecode from there on.

xdist needs one order of the tests in all workers, so what was collected from the end is put back in
order at once. Runs that name files keep the usual order.
"""

from collections.abc import Generator

import pytest

RANK = pytest.StashKey[int]()
"""The place of a file or folder among those of its folder."""


def starts_at_the_end(config: pytest.Config) -> bool:
    """Whether this process is a worker with an odd number, and no files are named."""
    worker = getattr(config, "workerinput", {}).get("workerid", "gw0")
    is_odd = int(worker.removeprefix("gw")) % 2 == 1
    return is_odd and config.args_source is config.ArgsSource.TESTPATHS


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report(
    collector: pytest.Collector,
) -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    """Turn round what is in a folder, and keep the place that each had."""
    report = yield
    if isinstance(collector, pytest.Directory) and starts_at_the_end(collector.config):
        for rank, node in enumerate(report.result):
            node.stash[RANK] = rank
        report.result.reverse()
    return report


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Put the tests back in the order in which the other workers have collected them."""
    if starts_at_the_end(config):
        items.sort(key=lambda item: [node.stash.get(RANK, 0) for node in item.listchain()])
