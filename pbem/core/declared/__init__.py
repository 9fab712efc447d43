"""Kinds of decision as data: forms, fields and their domains, and all that is made of them (docs/orders-declared.md)."""
