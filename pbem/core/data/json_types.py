"""The word by which annotations name JSON."""

from typing import Any

Json = dict[str, Any]
"""An object of JSON; what it holds is declared by its schema, or where it is made."""
