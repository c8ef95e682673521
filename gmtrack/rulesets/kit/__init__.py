"""What rulesets share, to be put together as each needs it: no base class of a ruleset."""
