"""The book's tables as data: upper-case constants, frozen rows, each with its ledger id.

Signs as in the book: what hurts is negative and is always added.
"""
