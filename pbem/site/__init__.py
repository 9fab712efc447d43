"""Pages for people who watch: reports with maps, and the site of a club."""
