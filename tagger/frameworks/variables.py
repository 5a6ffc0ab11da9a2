"""The environment variables that the commands leave to whoever runs them."""

from __future__ import annotations

from tagger.frameworks.commands import Raw

#: Each variable, and what it is set to.
MEANINGS = {
    "MODEL": "the model, as its endpoint calls it",
    "LLM_URL": "the address of an OpenAI-compatible endpoint",
    "LLM_API_KEY": "the key of the endpoint",
    "ENVIRONMENT": "the NeMo Gym environment that scores the rows (gym list environments)",
    "AGENT": "an agent of that environment",
    "SPACE": "the Space to make, owner/name",
    "BUCKET": "a storage bucket for the results, owner/name",
    "E2B_API_KEY": "the key of an E2B account",
    "PRIME_API_KEY": "the key of a Prime Intellect account",
    "HF_TOKEN": "a token of the Hub",
}
#: Those that a Job gets as secrets.
SECRETS = frozenset({"LLM_API_KEY", "E2B_API_KEY", "PRIME_API_KEY", "HF_TOKEN"})

MODEL = Raw('"$MODEL"')
LLM_URL = Raw('"$LLM_URL"')
LLM_API_KEY = Raw('"$LLM_API_KEY"')
ENVIRONMENT = Raw('"$ENVIRONMENT"')
AGENT = Raw('"$AGENT"')
SPACE = Raw('"$SPACE"')
