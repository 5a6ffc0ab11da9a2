"""Server code, and the configurations that name it."""
