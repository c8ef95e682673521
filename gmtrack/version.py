"""The version, alone."""

__version__ = "0.1.0"
