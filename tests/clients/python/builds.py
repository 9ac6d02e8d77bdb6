"""What scripts do with builds that a build server published: list, read, compare, promote."""

import sys

from artifactory import ArtifactoryBuildManager

url, name, password = sys.argv[1:]
manager = ArtifactoryBuildManager(url, auth=(name, password))

assert [build.name for build in manager.builds] == ["py-build"], manager.builds
runs = manager.get_build_runs("py-build")
assert sorted(run.run_number for run in runs) == ["1", "2"], runs
second = next(run for run in runs if run.run_number == "2")
info = second.info["buildInfo"]
assert info["name"] == "py-build" and info["modules"][0]["id"] == "py-build:2", info
difference = second.diff("1")
assert [each["name"] for each in difference["artifacts"]["new"]] == ["two.txt"], difference
assert [each["name"] for each in difference["artifacts"]["unchanged"]] == ["one.txt"], difference
second.promote(ci_user="ci", properties={"stage": ["released"]}, target_repo="kept-local", status="released")
assert manager.get_build_info("py-build", "2")["buildInfo"]["statuses"][-1]["status"] == "released"
