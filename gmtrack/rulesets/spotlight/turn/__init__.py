"""Rounds and the spotlight: order, who holds it, who may do what, what it costs."""
