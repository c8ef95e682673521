"""The book's tables as data: upper-case constants, frozen rows, each with the id of its rule.

Signs as in the book: what hurts is negative and is always added.
"""
