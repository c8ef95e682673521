"""Rounds and turns: order, what lapses when, who may do what now and what it costs."""
