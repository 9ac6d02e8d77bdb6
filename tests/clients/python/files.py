"""What scripts do with files and folders: deploy, look, mark, walk, copy, move, search, fetch, delete."""

import hashlib
import io
import os
import sys
import tempfile
import zipfile

from artifactory import ArtifactoryPath, md5sum, sha1sum, sha256sum, walk
from dohq_artifactory.exception import ArtifactoryException

url, name, password = sys.argv[1:]


def at(path):
    return ArtifactoryPath(f"{url}/{path}", auth=(name, password))


def write(folder, file, text):
    path = os.path.join(folder, file)
    with open(path, "w", encoding="utf-8") as out:
        out.write(text)
    return path


with tempfile.TemporaryDirectory() as here:
    local = write(here, "tool-1.0.txt", "one\n")

    # Deploy: with properties, as a stream, by checksum, with a name that must be quoted.
    tools = at("generic-local/tools")
    assert not tools.exists()
    tools.mkdir()
    assert tools.is_dir() and not tools.is_file()
    one = tools / "1.0" / "tool-1.0.txt"
    one.deploy_file(local, parameters={"stage": ["dev", "test"], "qa": "a b;d=e|f"}, calc_sha256=True, quote_parameters=True)
    two = tools / "1.1" / "tool 1.1+ä.txt"
    two.deploy(io.BytesIO(b"two\n"), md5=hashlib.md5(b"two\n").hexdigest())
    same = tools / "1.2" / "tool-1.2.txt"
    same.deploy_by_checksum(sha256=sha256sum(local))
    assert same.read_text() == "one\n"
    try:
        (tools / "x").deploy_by_checksum(sha1="0" * 40)
        raise AssertionError("bytes that nobody has were taken")
    except ArtifactoryException:
        pass
    (tools / "note.txt").write_text("remember")
    assert (tools / "note.txt").read_bytes() == b"remember"

    # What is told about files and folders.
    stat = one.stat()
    assert (stat.md5, stat.sha1, stat.sha256) == (md5sum(local), sha1sum(local), sha256sum(local)), stat
    assert stat.size == 4 and not stat.is_dir and stat.created_by == name and stat.mime_type == "text/plain", stat
    assert tools.stat().is_dir and tools.stat().children == ["1.0", "1.1", "1.2", "note.txt"], tools.stat()
    assert one.owner() == name and one.creator() == name
    assert one.download_stats().download_count == 0
    assert sorted(path.name for path in tools) == ["1.0", "1.1", "1.2", "note.txt"]
    assert {path.name for path in at("generic-local").glob("**/*.txt")} == {
        "tool-1.0.txt",
        "tool 1.1+ä.txt",
        "tool-1.2.txt",
        "note.txt",
    }
    walked = [(str(folder), sorted(folders), files) for folder, folders, files in walk(tools)]
    assert walked[0][1:] == (["1.0", "1.1", "1.2"], ["note.txt"]), walked
    assert len(walked) == 4, walked

    # Properties: with every character that separates something, changed, added to, removed.
    assert one.properties == {"stage": ["dev", "test"], "qa": ["a b;d=e|f"]}, one.properties
    one.properties = {"stage": "released", "owner": ["x=y", "z"]}
    assert one.properties == {"stage": ["released"], "owner": ["x=y", "z"]}, one.properties
    one.update_properties({"stage": "old", "owner": None})
    assert one.properties == {"stage": ["old"]}, one.properties
    tools.set_properties({"team": "core"}, recursive=True)
    assert two.properties["team"] == ["core"], two.properties
    one.del_properties({"team"})
    assert one.properties == {"stage": ["old"]}, one.properties

    # Copying and moving, tried out first.
    copy = at("kept-local/kept/tool.txt")
    one.copy(copy, dry_run=True)
    assert not copy.exists()
    one.copy(copy)
    assert copy.read_text() == "one\n" and copy.properties["stage"] == ["old"] and one.exists()
    moved = at("kept-local/moved/tool.txt")
    copy.move(moved)
    assert moved.exists() and not copy.exists()

    # Queries.
    found = tools.aql("items.find", {"repo": "generic-local", "@stage": "old"}, ".include", ["repo", "path", "name", "type"])
    assert found == [{"repo": "generic-local", "path": "tools/1.0", "name": "tool-1.0.txt", "type": "file"}], found
    assert tools.from_aql(found[0]).read_text() == "one\n"
    anywhere = tools.aql("items.find", {"sha256": sha256sum(local)}, ".sort", {"$asc": ["repo", "path"]})
    assert [row["repo"] for row in anywhere] == ["generic-local", "generic-local", "kept-local"], anywhere

    # Out again: as a file, in pieces, a whole folder as an archive.
    fetched = os.path.join(here, "fetched.txt")
    two.writeto(fetched, progress_func=None)
    with open(fetched, "rb") as read:
        assert read.read() == b"two\n"
    with one.open() as stream:
        assert stream.read() == b"one\n"
    archive = tools.archive(check_sum=True)
    archive.writeto(os.path.join(here, "tools.zip"), progress_func=None)
    with zipfile.ZipFile(os.path.join(here, "tools.zip")) as packed:
        names = {entry for entry in packed.namelist() if not entry.endswith("/")}
    assert any(entry.endswith("1.1/tool 1.1+ä.txt") for entry in names), names

    # And gone.
    one.unlink()
    assert not one.exists()
    try:
        one.stat()
        raise AssertionError("a deleted file was found")
    except FileNotFoundError:
        pass
    tools.rmdir()
    assert not tools.exists()
