"""A Hub on this machine: real HTTP for the real client, real git repositories behind it."""

from __future__ import annotations

import threading
import time
from collections import Counter
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Self
from urllib.parse import urlencode

from tests.support.hub.accounts import DISCUSS, FINE_GRAINED, READ, WRITE, Grants, User
from tests.support.hub.faults import Faults
from tests.support.hub.git import GitSettings
from tests.support.hub.limits import Limits
from tests.support.hub.messages import HubError, Request, Response
from tests.support.hub.repository import Repository
from tests.support.hub.server import Server

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from pathlib import Path

    from tests.support.hub.routes import Call

NOT_FOUND = "RepoNotFound"


@dataclass(frozen=True)
class Poison:
    """A dataset that spoils the pages of the list it is on.

    Attributes:
        above: pages of more datasets than this fail.
        siblings: only pages that bring the files of their datasets fail.
        status: of the failing page.
        seconds: how long the page takes to fail.
    """

    above: int = 0
    siblings: bool = True
    status: int = 504
    seconds: float = 0.0


class LoopbackHub:
    """Serves datasets on 127.0.0.1 between ``with`` and its end.

    Attributes:
        requests: every request as ``METHOD path?query``, in order of arrival.
        counts, sent: requests and bytes of bodies, by kind (the name of the answering function:
            ``info``, ``tree``, ``resolve``, ``advertise``, ``upload_pack`` …).
        faults: what is to go wrong.
        limits: how often an account may ask.
        git: how git is served.
        clock: the time in seconds, for quotas, lists that lag, and effects that come late.
        latency: seconds that each request waits for its answer.
        most_waiting: how many requests waited so at the same time, at most.
        moved: canonical ids by former ids.
        redirects_posts: whether a POST to a former id is answered by 307, or served.
        poisoned: datasets that spoil pages of the list.
        blocks: pairs of an owner and an account that he has blocked.
    """

    def __init__(self, root: Path, clock: Callable[[], float] = time.time) -> None:
        self.root = root
        self.repositories: dict[str, Repository] = {}
        self.users: dict[str, User] = {}
        self.tokens: dict[str, str] = {}
        self.grants: dict[str, Grants] = {}
        self.faults = Faults()
        self.clock = clock
        self.limits = Limits(lambda: self.clock())
        self.git = GitSettings()
        self.latency = 0.0
        self.most_waiting = self._waiting = 0
        self.moved: dict[str, str] = {}
        self.redirects_posts = True
        self.poisoned: dict[str, Poison] = {}
        self.blocks: set[tuple[str, str]] = set()
        self.requests: list[str] = []
        self.counts: Counter[str] = Counter()
        self.sent: Counter[str] = Counter()
        self.closing = threading.Event()
        self._late: list[tuple[float, Callable[[], object]]] = []
        self._lock = threading.Lock()
        self._server = Server(self)

    def __enter__(self) -> Self:
        self._thread = threading.Thread(
            target=self._server.serve_forever, args=(0.05,), daemon=True
        )
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.closing.set()
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()

    @property
    def endpoint(self) -> str:
        """The address to give to the client."""
        return f"http://127.0.0.1:{self._server.server_port}"

    @property
    def cdn(self) -> str:
        """The address under which LFS content lies."""
        return f"http://localhost:{self._server.server_port}"

    # -- what tests set up -------------------------------------------------------------

    def add(self, repo_id: str, files: Mapping[str, bytes | None], **settings: Any) -> Repository:
        """A new dataset with one commit."""
        links, lfs = settings.pop("links", None), settings.pop("lfs", None)
        executable = settings.pop("executable", ())
        place = self.root / f"{repo_id}.git"
        repository = Repository(repo_id, place, clock=lambda: self.clock(), **settings)
        repository.commit(
            files, links=links, lfs=lfs, executable=executable, message="Initial commit"
        )
        self.repositories[repo_id] = repository
        return repository

    def login(
        self,
        name: str,
        role: str = "write",
        orgs: tuple[str, ...] = (),
        grants: Grants | None = None,
    ) -> str:
        """A token for a user; with grants, a fine-grained one."""
        role = FINE_GRAINED if grants else role
        self.users[name] = User(role, frozenset(orgs))
        token = f"hf_{name}_{role}"
        if grants:
            token += f"_{len(self.grants)}"
            self.grants[token] = grants
        self.tokens[token] = name
        return token

    def rename(self, old: str, new: str) -> None:
        """Give a dataset another id; the former one leads to it."""
        repository = self.repositories[new] = self.repositories.pop(old)
        repository.repo_id = new
        self.moved[old] = new

    def later(self, seconds: float, effect: Callable[[], object]) -> None:
        """Let something happen at a later time of the clock."""
        with self._lock:
            self._late.append((self.clock() + seconds, effect))

    def catch_up(self, *, all_of_it: bool = False) -> None:
        """Let happen what is due, or everything that is to come."""
        with self._lock:
            now = self.clock()
            due = [effect for when, effect in self._late if all_of_it or when <= now]
            self._late = [entry for entry in self._late if not (all_of_it or entry[0] <= now)]
        for effect in due:
            effect()

    @contextmanager
    def waiting(self) -> Iterator[None]:
        """Count a request that waits for its answer."""
        with self._lock:
            self._waiting += 1
            self.most_waiting = max(self.most_waiting, self._waiting)
        try:
            yield
        finally:
            with self._lock:
                self._waiting -= 1

    def note(self, request: str, kind: str) -> None:
        """Count a request."""
        with self._lock:
            self.requests.append(request)
            self.counts[kind] += 1

    def note_sent(self, kind: str, size: int) -> None:
        """Count bytes of a body."""
        with self._lock:
            self.sent[kind] += size

    # -- what answers need ---------------------------------------------------------------

    def visible(self, request: Request) -> Iterator[Repository]:
        """The datasets that a listing shows, in order of id."""
        for repo_id in sorted(self.repositories):
            repository = self.repositories[repo_id]
            if not repository.private or self._may_read(repository, request):
                yield repository

    def repository(self, repo_id: str, request: Request, *, content: bool = False) -> Repository:
        """A dataset, once the user may see it (``content``: its files).

        Raises:
            HubError: as the Hub answers.
        """
        repository = self.repositories.get(repo_id)
        may_read = repository is not None and self._may_read(repository, request)
        if repository is None or (repository.private and not may_read):
            if request.user is None:
                raise HubError(401, "Invalid username or password.", NOT_FOUND)
            raise HubError(404, "Repository not found", NOT_FOUND)
        if repository.disabled:
            raise HubError(403, "Access to this resource is disabled.")
        if content and repository.gated and not may_read:
            message = f"Access to dataset {repo_id} is restricted."
            raise HubError(401 if request.user is None else 403, message, "GatedRepo")
        return repository

    def _may_read(self, repository: Repository, request: Request) -> bool:
        user, grants = request.user, request.grants
        if user is None:
            return False
        if grants and not (repository.gated and grants.gated and not repository.private):
            permitted = (grants.allows(name, repository.repo_id) for name in (READ, WRITE))
            if not any(permitted):
                return False
        return user in repository.readers or self.owns(user, repository)

    def owns(self, user: str, repository: Repository) -> bool:
        """Whether a user, or an organization of his, owns a dataset."""
        return repository.owner in {user, *self.users[user].orgs}

    def writer(self, request: Request, repository: Repository, permission: str = DISCUSS) -> str:
        """The user of a request that writes, once token and owner allow it.

        Raises:
            HubError: as the Hub answers.
        """
        if request.user is None:
            raise HubError(401, "Invalid username or password.")
        grants = request.grants
        if grants is None:
            allowed = self.users[request.user].role != "read"
        else:
            allowed = any(grants.allows(name, repository.repo_id) for name in {permission, WRITE})
        if not allowed:
            raise HubError(403, "Forbidden: your token lacks the rights to write")
        if (repository.owner, request.user) in self.blocks:
            raise HubError(403, f"You have been blocked by {repository.owner}")
        return request.user

    def commit(self, repository: Repository, revision: str) -> str:
        """The commit of a revision.

        Raises:
            HubError: there is none.
        """
        commit = repository.head(revision)
        if commit is None:
            raise HubError(404, f"Invalid rev id: {revision}", "RevisionNotFound")
        return commit

    def answer(self, request: Request, call: Call | None) -> Response:
        """The answer to a request."""
        if call is None:
            return HubError(404, f"{request.method} {request.path} is not served here").response
        named = dict(call.named)
        try:
            if "repo_id" in named:
                asked, named["repo_id"] = named["repo_id"], self.canonical(named["repo_id"])
                if asked != named["repo_id"]:
                    self.repository(named["repo_id"], request)
                    if request.method != "POST" or self.redirects_posts:
                        return _redirect(request, asked, named["repo_id"])
            return call.function(self, request, **named)
        except HubError as problem:
            return problem.response

    def canonical(self, repo_id: str) -> str:
        """The id under which a dataset is kept: not a former one, nor one in wrong letters."""
        if repo_id in self.repositories:
            return repo_id
        if repo_id in self.moved:
            return self.canonical(self.moved[repo_id])
        letters = repo_id.lower()
        return next((known for known in self.repositories if known.lower() == letters), repo_id)


def _redirect(request: Request, asked: str, canonical: str) -> Response:
    path = request.path.replace(f"datasets/{asked}", f"datasets/{canonical}", 1)
    query = f"?{urlencode(request.query, doseq=True)}" if request.query else ""
    text = f"Temporary Redirect. Redirecting to {path}{query}"
    return Response(307, text.encode(), {"Location": f"{path}{query}"})
