"""The table in the browser: a server that keeps games and tells every seat what it may know."""
