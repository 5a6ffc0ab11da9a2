"""The version, alone in a module so that reading it imports nothing."""

__version__ = "0.1.0"
#: The address of the documentation: the one place that holds it.
DOCUMENTATION = "https://hf-tagger.readthedocs.io/"
