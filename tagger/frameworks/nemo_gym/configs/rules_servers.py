"""Rules about server configurations: blocks, references, includes."""

from __future__ import annotations

from tagger.core.findings import Rule, Safety, Severity

_PARSER = "nemo-gym 0.7.0, global_config.GlobalConfigDictParser"
_BLOCK = "nemo-gym 0.7.0, config_types.BaseRunServerTypeConfig"
_HEAD = "alpha:\n  resources_servers:\n    alpha:\n      entrypoint: app.py\n"
_AGENT = (
    "gamma_agent:\n  responses_api_agents:\n    simple_agent:\n      entrypoint: app.py\n"
    "      resources_server:\n        type: resources_servers\n        name: gamma\n"
)
_FRAGMENT = (
    "`???`, interpolations, includes and instances that are kept elsewhere are legal in a file that"
    " others complete, so tagger never calls them an error."
)


def _config(text: str) -> dict[str, str]:
    return {"resources_servers/alpha/configs/other.yaml": text}


DOMAIN = Rule(
    code="NG101",
    name="gym-domain",
    severity=Severity.ERROR,
    summary="A server's domain is missing or not one of the twelve",
    why=(
        "Every resources server needs a `domain`: math, coding, agent, knowledge,"
        " instruction_following, long_context, safety, games, translation, e2e, rlhf or other, in"
        " lower case. The block is otherwise an \u201calmost server\u201d, which ends the start of"
        " a run or, with `error_on_almost_servers: false`, is dropped without a word. The value is"
        " checked before interpolation, so `${domain}` is refused as well. On the other kinds of"
        " server a known domain is dropped and an unknown one refused."
    ),
    bad=_config(_HEAD + "      domain: Math\n"),
    good=_config(_HEAD + "      domain: math\n"),
    source="nemo-gym 0.7.0, config_types.Domain; NVIDIA-NeMo/Gym#366",
    fix=Safety.SAFE,
)
ENTRY_POINT = Rule(
    code="NG109",
    name="gym-entry-point",
    severity=Severity.ERROR,
    summary="A server's entry point is no text, is not there or does not parse",
    why=(
        "`entrypoint` is the module that starts a server, relative to the implementation's folder."
        " Null, numbers and flags are refused by the parser. A module that Python cannot parse ends"
        " the start of the server. Where the implementation's folder is in the repository and the"
        " module is not, the finding is a warning: the parser does not look."
    ),
    bad=_config(
        "alpha:\n  resources_servers:\n    alpha:\n      entrypoint:\n      domain: math\n"
    ),
    good=_config(_HEAD + "      domain: math\n"),
    source=_BLOCK,
)
BLOCK = Rule(
    code="NG110",
    name="gym-server-block",
    severity=Severity.ERROR,
    summary="A server block that the parser refuses",
    why=(
        "An instance holds one kind of server with exactly one implementation, whose block has an"
        " `entrypoint`; `port` and `num_workers` are whole numbers (before interpolation), `host`"
        " is text, `datasets` a list, and names are text. Anything else makes the instance an"
        " \u201calmost server\u201d.\n\nOf an instance that declares two kinds of server, one of"
        " them faulty, the parser takes the other. tagger is stricter there and reports the fault."
    ),
    bad=_config(_HEAD + "      domain: math\n      port: high\n"),
    good=_config(_HEAD + "      domain: math\n      port: 8080\n"),
    source=f"{_BLOCK}; NVIDIA-NeMo/Gym#2219",
)
REFERENCE = Rule(
    code="NG108",
    name="gym-lost-reference",
    severity=Severity.ERROR,
    summary="A reference to an instance that is not there",
    why=(
        "A field with `type` and `name` refers to another instance, and the parser refuses a"
        " configuration in which that instance is not defined, or got lost because its own block is"
        " no server. The finding is an error where the instance stands in the same file. A name"
        f" that no file of the repository has is information: {_FRAGMENT}"
    ),
    bad=_config(
        "gamma:\n  resources_servers:\n    gamma:\n      entrypoitn: app.py\n      domain: math\n"
        + _AGENT
    ),
    good=_config(
        "gamma:\n  resources_servers:\n    gamma:\n      entrypoint: app.py\n      domain: math\n"
        + _AGENT
    ),
    source=f"{_PARSER}.validate_and_populate_defaults; NVIDIA-NeMo/Gym#2220",
)
REFERENCE_TYPE = Rule(
    code="NG118",
    name="gym-reference-type",
    severity=Severity.WARNING,
    summary="A reference whose type is missing or misspelt is no reference",
    why=(
        "Only a mapping with `name` and one of the four server kinds as `type` is a reference. With"
        " another `type`, or none, it silently becomes plain data: the name is not checked, and the"
        " server that reads the field fails when it starts. `agent_server` may leave the type out."
    ),
    bad=_config(
        "gamma_agent:\n  responses_api_agents:\n    simple_agent:\n      entrypoint: app.py\n"
        "      resources_server:\n        type: resource_servers\n        name: alpha\n"
    ),
    good=_config(
        "gamma_agent:\n  responses_api_agents:\n    simple_agent:\n      entrypoint: app.py\n"
        "      resources_server:\n        type: resources_servers\n        name: alpha\n"
    ),
    source="nemo-gym 0.7.0, config_types.is_server_ref",
)
INCLUDES = Rule(
    code="NG111",
    name="gym-includes",
    severity=Severity.ERROR,
    summary="`config_paths` is not a list of paths, or names a file that is not here",
    why=(
        "`config_paths` must be a list. Text is walked letter by letter, so the first letter is"
        " reported as a missing file; a mapping or a number fails in its own way. An entry that"
        f" names no file of the repository is information only: {_FRAGMENT}"
    ),
    bad=_config(
        "config_paths: resources_servers/alpha/configs/alpha.yaml\n"
        + _HEAD
        + "      domain: math\n"
    ),
    good=_config(
        "config_paths:\n- resources_servers/alpha/configs/alpha.yaml\n"
        + _HEAD
        + "      domain: math\n"
    ),
    source=f"{_PARSER}.load_extra_config_paths; NVIDIA-NeMo/Gym#1488, #1490",
)
DIRECTIVE = Rule(
    code="NG117",
    name="gym-directive",
    severity=Severity.ERROR,
    summary="`_inherit_from`, `_copy` or `_delete_key` that leads nowhere",
    why=(
        "`_inherit_from` and `_copy` take the content of another path of the merged configuration,"
        " and `_delete_key` removes keys from it; a key that is not there to be removed ends the"
        " parser. A path that this file does not have is information only, since another file may"
        " bring it along."
    ),
    bad=_config(_HEAD + "      domain: math\nbeta:\n  _copy: alpha\n  _delete_key: ghost\n"),
    good=_config(
        _HEAD + "      domain: math\nbeta:\n  _copy: alpha\n  _delete_key: resources_servers\n"
    ),
    source=f"{_PARSER}._recursively_swap_keys",
)
YAML = Rule(
    code="NG113",
    name="gym-config-yaml",
    severity=Severity.ERROR,
    summary="A configuration that the framework's YAML loader refuses",
    why=(
        "OmegaConf loads UTF-8 and refuses what PyYAML refuses, and in addition a key that stands"
        " twice in one mapping. A file under the `configs/` of a recognised server counts as a"
        " configuration even where it cannot be read."
    ),
    bad=_config(_HEAD + "      domain: math\n      domain: coding\n"),
    good=_config(_HEAD + "      domain: coding\n"),
    source="nemo-gym 0.7.0, global_config._load_config_yaml; NVIDIA-NeMo/Gym#2664",
)
VANISHING = Rule(
    code="NG116",
    name="gym-vanishing-server",
    severity=Severity.WARNING,
    summary="An instance from which no server results, without a word",
    why=(
        "A block without `entrypoint` is no server and no \u201calmost server\u201d either: the"
        " instance vanishes. So does one whose implementation is null or text, one under a name"
        " that the framework reserves for settings of a run, and one of two kinds of server under"
        " the same name. Overlays that inherit the entry point are not meant."
    ),
    bad=_config("gamma:\n  resources_servers:\n    gamma:\n      entrypoitn: app.py\n"),
    good=_config(
        "gamma:\n  resources_servers:\n    gamma:\n      entrypoint: app.py\n      domain: math\n"
    ),
    source="nemo-gym 0.7.0, config_types.is_almost_server; NVIDIA-NeMo/Gym#2220",
)
ABSOLUTE_PATH = Rule(
    code="NG112",
    name="gym-absolute-path",
    severity=Severity.WARNING,
    summary="A path that only exists on its author's machine",
    why=(
        "`config_paths`, `jsonl_fpath`, `prepare_script` and `prompt_config` are resolved against"
        " the folder that holds the server folders. An absolute path works on one machine."
    ),
    bad=_config("config_paths:\n- /home/ann/gym/alpha.yaml\n" + _HEAD + "      domain: math\n"),
    good=_config(
        "config_paths:\n- resources_servers/alpha/configs/alpha.yaml\n"
        + _HEAD
        + "      domain: math\n"
    ),
    source="nemo-gym 0.7.0, _resolve_under_cwd_or_install",
)
