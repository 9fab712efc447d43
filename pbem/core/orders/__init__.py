"""Questions and their answers as people write them (docs/orders-declared.md, docs/design/orders.md).

For: declaring a question once, so that reading, writing, checking, menus, random answers and pages come from it.
In:  a title's `Decision`s with their forms and fields; a line of text, an answer in JSON, or the board and a question.
Out: readings by words alone, answers by the board, the line that says an answer, menus as data, and problems.
"""
