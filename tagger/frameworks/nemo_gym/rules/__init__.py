"""The rules of NeMo Gym, each with its check."""
