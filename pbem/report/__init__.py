"""Reports: one canonical JSON report, and renderings of it.  No rule is computed here.

For: everybody reads the same of a line, whatever the form.
In:  facts, boards before and after, and the title's words for them.
Out: a report as JSON (`build`), its sheet of titled blocks, and that as text, Markdown, HTML and for the ear.
"""
