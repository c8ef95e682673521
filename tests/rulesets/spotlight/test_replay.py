"""Whole fights of Spotlight as they were played."""

from ..replay_tests import ReplayTests
from .book import BOOK


class TestReplay(ReplayTests):
    book = BOOK
    as_script = True
