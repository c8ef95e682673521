"""The worked examples and a case for each row of RULES.md, through the command line."""

from ..case_tests import CaseTests
from .book import BOOK


class TestCases(CaseTests):
    book = BOOK
