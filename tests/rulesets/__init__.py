"""What the tests of every ruleset share; a ruleset's own stand in the folder of its name."""

import pytest

pytest.register_assert_rewrite(*(f"{__name__}.{name}" for name in ("case_tests", "replay_tests")))
