"""Harbor's rules, each with the check that reports it."""
