"""Long tables of cases: `NAME.yaml` beside a test's file `NAME.py` has them by their names."""

from functools import cache
from pathlib import Path
from typing import Any

import yaml


@cache
def _tables(path: Path) -> dict[str, Any]:
    found: dict[str, Any] = yaml.load(path.read_text(encoding="utf-8"), Loader=yaml.CSafeLoader)
    return found


def table(test: str, name: str) -> Any:
    """One table of a test (`__file__`)."""
    return _tables(Path(test).with_suffix(".yaml"))[name]
