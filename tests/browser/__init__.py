"""The table in a real Chromium, as people use it."""
