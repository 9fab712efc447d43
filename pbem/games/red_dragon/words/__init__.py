"""How the title is told."""
