"""The spotlight: rounds, order, who holds it, who may do what, what it costs."""
