"""What a rule may ask for, what carries it out, and the way from its number to its function."""
