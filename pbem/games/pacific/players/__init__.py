"""What players who play by themselves think of answers."""
