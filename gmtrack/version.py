"""The version number, and nothing else."""

__version__ = "1.0.0"
