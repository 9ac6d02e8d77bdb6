"""What scripts do for administrators: repositories of all kinds, people, groups, permissions, tokens, projects."""

import sys

from artifactory import ArtifactoryPath
from dohq_artifactory import (
    Group,
    PermissionTarget,
    Project,
    RepositoryLocal,
    RepositoryRemote,
    RepositoryVirtual,
    Token,
    User,
)
from dohq_artifactory.exception import ArtifactoryException

url, name, password = sys.argv[1:]
server = ArtifactoryPath(url, auth=(name, password))

# Repositories, written and read back.
local = RepositoryLocal(server, "py-local", package_type=RepositoryLocal.PYPI)
local.description = "first"
local.create()
remote = RepositoryRemote(server, "py-far", "http://upstream.test/simple/", package_type=RepositoryRemote.PYPI)
remote.create()
virtual = RepositoryVirtual(server, "py-all", ["py-local", "py-far"], package_type=RepositoryVirtual.PYPI)
virtual.create()
assert server.find_repository_local("py-local").description == "first"
assert server.find_repository("py-far").url == "http://upstream.test/simple/"
assert server.find_repository_virtual("py-all").package_type == "pypi"
assert [each.name for each in virtual.repositories] == ["py-local", "py-far"]
local.description = "second"
local.update()
assert server.find_repository_local("py-local").description == "second"
assert {"py-local", "py-far", "py-all"} <= {each.name for each in server.get_repositories(lazy=True)}

# People and groups.
group = Group(server, "py-people")
group.description = "From a script"
group.create()
user = User(server, "py-ann", "py-ann@example.test", "a-Password-123")
user.add_to_group(group)
user.create()
assert server.find_user("py-ann").email == "py-ann@example.test"
assert [each.name for each in server.find_user("py-ann").groups if each.name == "py-people"] == ["py-people"]
user.email = "ann@example.test"
user.update()
assert server.find_user("py-ann").email == "ann@example.test"
assert server.find_user("nobody-at-all") is None
assert "py-ann" in {each.name for each in server.get_users(lazy=True)}
assert "py-people" in {each.name for each in server.get_groups(lazy=True)}

# A permission opens a repository to the group, and to nobody else.
(server / "py-local" / "in.txt").write_text("inside")
ann = ArtifactoryPath(f"{url}/py-local/in.txt", auth=("py-ann", "a-Password-123"))
try:
    ann.read_text()
    raise AssertionError("read without a permission")
except ArtifactoryException:
    pass
permission = PermissionTarget(server, "py-readers", repositories=[local])
permission.add_group(group, PermissionTarget.ROLE_READ)
permission.create()
kept = server.find_permission_target("py-readers")
assert [each.name for each in kept.repositories] == ["py-local"]
assert {each.name: sorted(rights) for each, rights in kept.groups.items()} == {"py-people": ["r"]}
assert ann.read_text() == "inside"
permission.add_user(user, PermissionTarget.ROLE_DEPLOY)
permission.update()
(ann.parent / "out.txt").write_text("outside")

# A token, used and taken back.
token = Token(server, username="py-ann", scope="member-of-groups:py-people", expires_in=600)
token.create()
by_token = ArtifactoryPath(f"{url}/py-local/in.txt", token=token.jwt_token)
assert by_token.read_text() == "inside"
token.read()
assert token.token_id in token.tokens
token.delete()

project = Project(server, "pyp", "From a script")
project.create()
assert server.find_project("pyp").display_name == "From a script"
project.description = "changed"
project.update()
assert server.find_project("pyp").description == "changed"

for each in [project, permission, user, group, virtual, remote, local]:
    each.delete()
assert server.find_repository("py-local") is None
assert server.find_permission_target("py-readers") is None
