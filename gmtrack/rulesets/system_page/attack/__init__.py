"""The course of one attack, from its declaration to its effects."""
