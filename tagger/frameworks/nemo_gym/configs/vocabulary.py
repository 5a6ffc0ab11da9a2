"""Words of NeMo Gym's configuration that no schema holds.

Source: nemo-gym 0.7.0, ``global_config`` and ``config_types``.
"""

from __future__ import annotations

#: The four kinds of server, in the order in which the framework tries them.
RESOURCES = "resources_servers"
AGENTS = "responses_api_agents"
MODELS = "responses_api_models"
ENVIRONMENTS = "environment_servers"
SERVER_TYPES = (MODELS, RESOURCES, AGENTS, ENVIRONMENTS)

CONFIG_PATHS = "config_paths"
INHERIT = "_inherit_from"
COPY = "_copy"
DELETE = "_delete_key"
DIRECTIVES = (INHERIT, COPY, DELETE)
#: How the first two are written as a value.
DIRECTIVE_TEXTS = ("${inherit_from:", "${copy:")
#: OmegaConf's mark for a value that somebody else must set.
UNSET = "???"
#: The instance that every run brings along.
POLICY_MODEL = "policy_model"

#: Top-level keys that are settings of a run and never an instance.
RESERVED = frozenset(
    "config_paths entrypoint default_host head_server disallowed_ports head_server_deps"
    " python_version pip_install_verbose use_absolute_ip uv_pip_set_python skip_venv_if_present"
    " hf_token ray_head_node_address port_range_low port_range_high dry_run"
    " server_spinup_timeout_seconds model_endpoint_readiness_timeout_seconds"
    " allow_openai_version_skew uv_cache_dir uv_lock_timeout_seconds uv_venv_dir results_dir"
    " cache_dir _inherit_from _copy nemo_gym_log_dir verbose json query observability_enabled"
    " model_call_capture_dir token_id_capture component_name skip_verification"
    " skip_verification_reward telemetry allow_unsupported_pairing environment_server_name"
    " environment_server_routes environment_routing_mode".split()
)

#: Spellings of licenses in cards and SPDX, squeezed and lower-case, and the label that says it.
LICENSE_LABELS = {
    "apache-2.0": "Apache 2.0",
    "apache-license-2.0": "Apache 2.0",
    "apache2.0": "Apache 2.0",
    "mit": "MIT",
    "mit-license": "MIT",
    "cc-by-4.0": "Creative Commons Attribution 4.0 International",
    "attribution-4.0-international": "Creative Commons Attribution 4.0 International",
    "cc-by-sa-4.0": "CC BY-SA 4.0",
    "cc-by-nc-3.0": "CC BY-NC 3.0",
    "gpl-3.0": "GNU General Public License v3.0",
    "gpl-3.0-only": "GNU General Public License v3.0",
    "gplv3": "GNU General Public License v3.0",
    "tbd": "TBD",
}

#: The card's identifier of each label that has one.
CARD_LICENSES = {
    "Apache 2.0": "apache-2.0",
    "MIT": "mit",
    "Creative Commons Attribution 4.0 International": "cc-by-4.0",
    "Creative Commons Attribution-ShareAlike 4.0 International": "cc-by-sa-4.0",
    "CC BY-SA 4.0": "cc-by-sa-4.0",
    "CC BY-NC 3.0": "cc-by-nc-3.0",
    "GNU General Public License v3.0": "gpl-3.0",
}


def license_label(text: str) -> str | None:
    """The label that a spelling means, if it is one of the known ones."""
    return LICENSE_LABELS.get("-".join(text.lower().replace("_", " ").split()))
