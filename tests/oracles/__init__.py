"""Whole fights written anew from the rules alone, with dice of their own, beside `simulate`."""
