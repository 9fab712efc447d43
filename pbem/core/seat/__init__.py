"""A seat's side of a game: what it has said would stand, what a mail more makes of it, and what it is shown.

For: receipts, checks, forms and pages, which all print what is made here, and nothing else (docs/design/plan.md).
In:  a `GameFile`, orders as a person wrote them, what the seat remembers or a desk keeps of it.
Out: the document that the record holds (`object_of`), every problem of it (`check_orders`), and to be printed: what
     stands (`block`), what was understood (`paraphrase`), and what is asked, with what may be answered (`order_form`).
"""
