"""Maps: a board drawn on our own schematic layouts, as SVG.

For: seeing where everything stands, and what moved; no publisher's map or counter art, and nothing is ruled here.
In:  a board, a title's layouts, and what it says there is to draw (its `mapped` hook: owners, pieces, marks).
Out: SVG with words for whoever cannot see it, the same bytes each time.
"""
