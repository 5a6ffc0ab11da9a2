"""The commands that run what NeMo Gym can load."""
