"""Orders as people write them: files, mails, forms that come back, JSON (docs/orders.md).

For: finding in a text whose lines these are, what each says, and what is no order.
In:  bytes or text, a title, the powers of a seat.
Out: an `OrderFile` whose lines keep their places, with every problem at its own line.
"""
