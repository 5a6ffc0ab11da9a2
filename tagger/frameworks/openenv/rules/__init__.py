"""The rules of OpenEnv: each with its text and the check that reports it."""
