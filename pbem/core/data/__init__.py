"""Values: shapes, canonical JSON, texts, problems, components and positions."""
