"""Reports: one canonical JSON report, and renderings of it.  No rule is computed here."""
