"""Writing files atomically, and differences between texts."""
