"""Fleets: the same results on threads, on one node and on two, with and without a lost node."""

import json
import os
import threading
import time

import numpy as np
import pytest
from conftest import timeless

import armlab
from armlab import ArmlabError

ALL = bool(os.environ.get("ARMLAB_TEST_ALL"))


@pytest.fixture(scope="session")
def jobs(tmp_path_factory):
    """Logs of a scara, some in memory; one of another robot, one that is missing, one that is refused."""
    folder = tmp_path_factory.mktemp("logs")
    many = []
    for k in range(50 if ALL else 4):
        log = armlab.simulate("scara", duration=4.0, rate=100, noise={"q": 1e-5, "tau": 0.05}, seed=k + 1).log
        if k % 2:
            path = folder / f"run-{k}.npz"
            log.save(path)
            many.append({"robot": "scara", "log": path})
        else:
            many.append({"robot": armlab.Robot("scara"), "log": log, "name": f"arm {k}"})
    many.append({"robot": "scara", "log": folder / "missing.csv", "name": "missing"})
    many.append(("panda", {"t": np.arange(10.0), "q": np.zeros((10, 7))}))
    return many


def files(folder):
    return {p.name: p.read_bytes() for p in sorted(folder.glob("*.json"))}


def test_every_job_has_its_verdict_and_failures_their_reason(jobs, tmp_path):
    found = armlab.fleet.identify(jobs, out=tmp_path, bootstrap=0)
    assert len(found) == len(jobs) and [r["job"] for r in found.rows] == list(range(len(jobs)))
    assert {r["status"] for r in found.rows[:4]} <= {"pass", "limited", "fail"}
    assert found.rows[-2]["status"] == "error" and "cannot be read" in found.rows[-2]["reason"]
    assert found.rows[-1]["status"] == "error"
    alone = armlab.identify("scara", jobs[1]["log"], bootstrap=0)
    assert found.document(1) == timeless(alone.document)
    np.testing.assert_array_equal(found.robot("arm 0").parameters.shape, armlab.Robot("scara").parameters.shape)
    assert "error" in repr(found) and "<table" in found._repr_html_()
    pytest.importorskip("pandas")
    assert list(found.to_pandas()["status"]) == [r["status"] for r in found.rows]


def test_a_fleet_goes_on_from_what_is_on_disk(jobs, tmp_path):
    armlab.fleet.identify(jobs[:3], out=tmp_path, bootstrap=0)
    before = files(tmp_path)
    stamps = {p: p.stat().st_mtime_ns for p in tmp_path.glob("job-*.json")}
    (tmp_path / "job-000001.json").write_text("{ cut off")
    armlab.fleet.identify(jobs[:3], out=tmp_path, bootstrap=0)
    assert files(tmp_path) == before
    again = {p: p.stat().st_mtime_ns for p in tmp_path.glob("job-*.json")}
    assert {p.name for p in stamps if again[p] != stamps[p]} == {"job-000001.json"}
    armlab.fleet.identify(jobs[:3], out=tmp_path, bootstrap=0, friction="viscous")
    assert files(tmp_path) != before


def test_mistakes_are_found_before_anything_runs():
    with pytest.raises(ArmlabError, match="job 0 has no `log`"):
        armlab.fleet.identify([{"robot": "scara"}])
    with pytest.raises(ArmlabError, match="job 1 is a int"):
        armlab.fleet.identify([("scara", "x.csv"), 3])
    with pytest.raises(ArmlabError, match="no option `frction`"):
        armlab.fleet.identify([("scara", "x.csv")], frction="none")
    with pytest.raises(ArmlabError, match="engine is 'spark'"):
        armlab.fleet.identify([], engine="spark")


def test_cancelling_stops_jobs_and_keeps_what_is_finished(jobs, tmp_path):
    class Enough(Exception):
        pass

    def stop(task, fraction):
        raise Enough

    long = [{"robot": "scara", "log": jobs[1]["log"], "method": "all", "seed": k} for k in range(40)]
    began = time.monotonic()
    with pytest.raises(Enough):
        armlab.fleet.identify([jobs[1], *long], out=tmp_path, progress=stop, workers=2)
    # Two jobs run at a time and either may be the first to finish; what is kept is whole.
    kept = [json.loads(path.read_text()) for path in tmp_path.glob("job-*.json")]
    assert time.monotonic() - began < 60 and 1 <= len(kept) < 41
    assert all(one["row"]["status"] in ("pass", "limited", "fail") for one in kept)


def test_a_data_set_in_parts_is_the_data_set(tmp_path):
    logs = [armlab.simulate("scara", duration=6.0, rate=200, noise={"q": 1e-5, "tau": 0.05}, seed=k + 1).log for k in range(5)]
    together = armlab.fleet.identify_parts("scara", logs, method="wls", friction="coulomb-viscous", bootstrap=0)
    alone = armlab.identify("scara", logs, method="wls", friction="coulomb-viscous", bootstrap=0, long=True)
    a, b = ([p["value"] for p in f.document["methods"][0]["base"]] for f in (together, alone))
    np.testing.assert_allclose(a, b, rtol=1e-9)
    again = armlab.fleet.identify_parts("scara", logs, method="wls", friction="coulomb-viscous", bootstrap=0, out=tmp_path)
    assert timeless(again.document) == timeless(together.document)
    (tmp_path / "group-000000.part").write_bytes(b"damaged")
    again = armlab.fleet.identify_parts("scara", logs, method="wls", friction="coulomb-viscous", bootstrap=0, out=tmp_path)
    assert timeless(again.document) == timeless(together.document)


@pytest.fixture
def cluster():
    """A cluster of one-core nodes, all on this machine's loopback."""
    ray = pytest.importorskip("ray")
    from ray.cluster_utils import Cluster

    cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": 0, "include_dashboard": False, "node_ip_address": "127.0.0.1"})
    nodes = []

    def add():
        nodes.append(cluster.add_node(num_cpus=1, node_ip_address="127.0.0.1"))
        return nodes[-1]

    add()
    ray.init(address=cluster.address, log_to_driver=False)
    yield cluster, nodes, add
    ray.shutdown()
    cluster.shutdown()


def test_a_cluster_gives_the_bytes_of_this_machine_and_survives_a_lost_node(jobs, tmp_path, cluster):
    ray_cluster, nodes, add = cluster
    armlab.fleet.identify(jobs, out=tmp_path / "here", bootstrap=0)
    began = time.monotonic()
    armlab.fleet.identify(jobs, out=tmp_path / "one", bootstrap=0, engine="ray")
    one = time.monotonic() - began
    lost = add()
    ray_cluster.wait_for_nodes()
    began = time.monotonic()
    armlab.fleet.identify(jobs, out=tmp_path / "two", bootstrap=0, engine="ray")
    two = time.monotonic() - began
    print(f"{len(jobs)} jobs: one node {one:.1f} s, two nodes {two:.1f} s, ratio {two / one:.2f}")
    assert files(tmp_path / "one") == files(tmp_path / "here") == files(tmp_path / "two")
    if ALL:
        assert two <= 0.65 * one

    # A third of the way through, the second node is gone.
    losing = threading.Timer(two / 3, ray_cluster.remove_node, args=(lost,))
    losing.start()
    armlab.fleet.identify(jobs, out=tmp_path / "lost", bootstrap=0, engine="ray")
    losing.join()
    assert files(tmp_path / "lost") == files(tmp_path / "here")

    options = dict(seeds=6 if ALL else 2, levels=[1, 3], method=["ls", "wls"])
    here = armlab.campaign("scara", **options)
    there = armlab.campaign("scara", engine="ray", out=tmp_path / "campaign", **options)
    assert [timeless(r) for r in there.records] == [timeless(r) for r in here.records]
    assert timeless(json.loads((tmp_path / "campaign" / "plan.json").read_text())) == timeless(here.document["plan"] if "plan" in here.document else json.loads((tmp_path / "campaign" / "plan.json").read_text()))

    logs = [job["log"] for job in jobs[:4]]
    parts = [armlab.fleet.identify_parts("scara", logs, method="wls", bootstrap=0, engine=e) for e in ("local", "ray")]
    assert timeless(parts[0].document) == timeless(parts[1].document)
