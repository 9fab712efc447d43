"""Maps: a board drawn on our own schematic layouts, as SVG.

A title says what there is to draw (its `mapped` hook: owners, pieces, marks); nothing is ruled here.
"""
