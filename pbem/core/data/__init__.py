"""Values: what everything else is made of, and nothing that knows what a turn is.

For: JSON with one spelling (`canon`), schemas, shapes that are declared once, problems as people read them, the fields
that boards keep, and files that are written whole or not at all.
In:  bytes, texts, declarations of titles.
Out: values that have been checked, and every Problem of those that do not hold, with its place.
"""
