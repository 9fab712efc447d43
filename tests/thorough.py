"""How much of a long proof `make test` runs: a sample; with PBEM_THOROUGH=1 (make attacks, make thorough) all of it."""

import os
from collections.abc import Sequence
from typing import TypeVar

THOROUGH = os.environ.get("PBEM_THOROUGH") == "1"

One = TypeVar("One")


def some(items: Sequence[One], every: int, first: int = 0) -> Sequence[One]:
    """Every so manieth of the items, from `first` on; all of them where proofs are thorough."""
    return items if THOROUGH else items[first::every]
