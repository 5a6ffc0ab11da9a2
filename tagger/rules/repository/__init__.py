"""Rules about the repository as a whole."""
