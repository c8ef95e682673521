"""The version, alone."""

__version__ = "1.0.0"
