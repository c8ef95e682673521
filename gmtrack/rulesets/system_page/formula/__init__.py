"""The formulas of a system page: `d20 + bonus`, `if(chance < 50, 96, 100)`, `target is prone`.

A formula has no loops and no variables, and calls nothing but the functions of `parser.py`. Its
size is bounded, so whatever it says ends soon. `parse` makes a tree of nodes from a text, `judge`
tells what is wrong with it before it is used, and `Node.evaluate` works it out, over numbers or
over the random variables of odds alike."""
