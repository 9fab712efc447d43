"""How much of a long proof is run: `make test` runs a sample; with PBEM_THOROUGH=1 (make thorough) all of it, but for
what takes hours, of which that is a larger sample; with PBEM_THOROUGH=whole (make attacks, make wide) that too.

A test bears the mark `sampled(every)` where it has examples, `longer` where it is none of them; `make thorough` runs
those that `make test` left out."""

import os
from collections.abc import Sequence
from typing import TypeVar

WHOLE = os.environ.get("PBEM_THOROUGH") == "whole"
THOROUGH = WHOLE or os.environ.get("PBEM_THOROUGH") == "1"

One = TypeVar("One")


def some(items: Sequence[One], every: int, first: int = 0, thorough: int = 1) -> Sequence[One]:
    """Every so manieth of the items, from `first` on; where proofs are thorough every `thorough`-th, where they are
    whole all of them."""
    return items if WHOLE else items[::thorough] if THOROUGH else items[first::every]
