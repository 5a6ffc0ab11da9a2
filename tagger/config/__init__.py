"""Configuration files: reading and judging them."""
