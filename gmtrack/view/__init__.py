"""What people and scripts see: screens as neutral lines, printed plainly or through rich, and JSON.

The view computes no rule and knows no ruleset; it draws what the reports and screens say.
"""
