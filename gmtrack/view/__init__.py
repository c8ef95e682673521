"""Screens for people and documents for scripts: lines of plain values, printed as text or
through rich, and JSON.

The view computes no rule and knows no ruleset; it draws what reports and screens contain."""
