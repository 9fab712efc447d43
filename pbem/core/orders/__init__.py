"""Questions and their answers as people write them."""
