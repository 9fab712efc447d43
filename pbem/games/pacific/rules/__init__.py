"""The rules, by chapters of the book."""
