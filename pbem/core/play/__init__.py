"""From stop to stop: who answers a question, rehearsal, and play by machines."""
