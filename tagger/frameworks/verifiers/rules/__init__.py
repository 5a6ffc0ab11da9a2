"""The rules of the family VF, by subject; each with the check that reports it."""
