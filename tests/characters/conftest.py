"""Tests of characters of other programs."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
