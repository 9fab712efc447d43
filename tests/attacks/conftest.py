"""The table at which every attack is played."""

import pytest

from tests.attacks.kit import Table


@pytest.fixture
def table(tmp_path):
    """A function that lays a table: see kit.Table."""
    return lambda **kind: Table.copied(tmp_path, **kind)
