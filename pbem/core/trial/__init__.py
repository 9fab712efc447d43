"""What counts for nothing: orders rehearsed and tried out, games played by machines, stops counted."""
