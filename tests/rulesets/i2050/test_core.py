"""The same cases through the rules alone."""

from ..case_tests import CoreTests
from .book import BOOK, CORE


class TestCore(CoreTests):
    core = CORE
    cases = CORE.playable(BOOK.cases)
