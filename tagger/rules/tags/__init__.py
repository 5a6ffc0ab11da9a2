"""Rules about the card's tags against the layout."""
