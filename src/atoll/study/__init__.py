"""The study room: what a finished game was like."""
