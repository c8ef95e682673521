"""The clock: initiative, passes, phases, delays, who may act now and what it costs."""
