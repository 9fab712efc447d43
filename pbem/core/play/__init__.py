"""From stop to stop: who answers a question, the line that is made of it, and lines made again."""
