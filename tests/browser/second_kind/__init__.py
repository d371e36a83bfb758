"""The expansion at the table, in a real browser."""
