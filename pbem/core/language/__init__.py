"""What lines of orders are made of, and nothing that knows a game (docs/orders-declared.md, docs/design/orders.md).

For: declaring a question once, so that reading, writing, checking, menus, random answers and pages come from it.
In:  a title's `Decision`s with their forms and fields, names; a line of text, an answer in JSON, a question on a board.
Out: readings by words alone, answers by the board, the line that says an answer, and problems.
"""
