from tests.support.hub_fixtures import *  # noqa: F403
