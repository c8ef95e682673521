"""Parts that rulesets share, each of its own use: no base class of a ruleset is among them."""
