"""Rules about the card."""
