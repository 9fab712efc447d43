"""The turn page: the map, what happened, and what is asked, with the legal choices as buttons that write the orders.

For: players who would rather click than type; `turn.turn_page` makes the page of a seat, which asks no server,
`letter.answer_block` the part of an HTML mail that answers by links.
In:  a game file, a seat, the menus of its questions as data.
Out: one HTML file that writes the text of a mail, which the referee's run reads like any other.
"""
