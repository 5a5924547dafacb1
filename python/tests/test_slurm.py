"""The array script of docs/fleet.md, with a loop in place of Slurm."""

import re
import subprocess
import sys

from conftest import REPO, timeless

import armlab


def test_the_array_script_and_the_merge_give_the_whole_campaign(tmp_path):
    text = (REPO / "docs" / "fleet.md").read_text()
    script = re.search(r"```sh\n(#!/bin/sh\n#SBATCH.*?)```", text, re.S).group(1)
    script = script.replace("armlab campaign scara --seeds 1000", f"{sys.executable} -m armlab campaign scara --seeds 4 --levels 1 --method ls")
    path = tmp_path / "array.sh"
    path.write_text(script)
    tasks = 3
    for task in range(1, tasks + 1):
        environment = {"SLURM_ARRAY_TASK_ID": str(task), "SLURM_ARRAY_TASK_COUNT": str(tasks), "PATH": "/usr/bin:/bin"}
        subprocess.run(["sh", path], cwd=tmp_path, env=environment, check=True, capture_output=True)
    merged = armlab.campaign("scara", merge=[tmp_path / "out" / f"shard-{k}" for k in range(1, tasks + 1)])
    whole = armlab.campaign("scara", seeds=4, levels=1, method="ls")

    def plain(records):
        return [timeless(r) for r in records]

    assert plain(merged.records) == plain(whole.records) and len(whole.records) == 4
