"""The turn page: the map, what happened, and what is asked, with the legal choices as buttons that write the orders.

`turn.turn_page` makes the page of a seat, `letter.answer_block` the part of an HTML mail that answers by links.
"""
