"""Whole fights of i2050 as they were played."""

from ..replay_tests import ReplayTests
from .book import BOOK


class TestReplay(ReplayTests):
    book = BOOK
