"""What a title is, and what can be asked of every title.

For: `Game`, the parts that a title declares; its board as one table, from which queries, positions and corrections
come; its rulings, and the way from a number of the book to its function and its cases.
In:  the package of a title, a board, names as people write them.
Out: values, pages of the title, and complaints about a query or a title that cannot be.
"""
