"""The decisions of the title as people write them."""
