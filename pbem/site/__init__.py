"""Pages for people who watch: reports with maps, and the site of a club.

For: a folder that any web server can give away.
In:  game files, reports, tournaments.
Out: HTML pages with a film of each game; nothing that is closed in a record stands in them.
"""
