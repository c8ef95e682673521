"""Answers to questions: what is typed at them, and how to go back to an earlier one."""
