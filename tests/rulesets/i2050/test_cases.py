"""The worked cases of the ledger and a case for each of its rows, through the command line."""

from ..case_tests import CaseTests
from .book import BOOK


class TestCases(CaseTests):
    book = BOOK
