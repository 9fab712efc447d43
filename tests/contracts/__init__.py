"""Contract tests: what every title must keep (docs/adding-a-title.md).  A title joins with a line in titles.py."""
