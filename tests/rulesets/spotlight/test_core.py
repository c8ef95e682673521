"""The worked cases of the ledger and a case for each of its rows, played by the rules alone."""

from ..case_tests import CoreTests
from .book import BOOK, CORE


class TestCore(CoreTests):
    book = BOOK
    core = CORE
