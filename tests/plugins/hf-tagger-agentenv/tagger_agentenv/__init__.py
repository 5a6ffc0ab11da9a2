"""The framework agentenv for tagger: see README.md beside this package."""

from __future__ import annotations

from tagger.frameworks.base import Framework
from tagger_agentenv.detect import BAD_MANIFEST, MANIFEST, detect

FRAMEWORK = Framework(
    tag="agentenv",
    label="AgentEnv",
    detect=detect,
    rules=(BAD_MANIFEST,),
    layout=f"a folder with {MANIFEST}",
    commands="tagger_agentenv.snippets",
    traces=(MANIFEST,),
)
