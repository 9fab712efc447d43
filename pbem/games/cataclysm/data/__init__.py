"""Components as JSON, each value with its origin, and what must hold between them."""
