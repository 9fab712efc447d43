"""The titles; each is a package that registers one `pbem.core.title.game.Game`.

For: rules, components, orders and words of one game each; titles never import each other, and import core alone.
In:  a charter, a board, answers and draws, from core.
Out: facts, questions, sentences, and what a board holds, as declared.  docs/adding-a-title.md says how one is made.
"""
