"""What a title is, and what can be asked of every title and its boards."""
