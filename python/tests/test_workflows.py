"""Workflows: the command line's documents, options, errors, Ctrl-C, threads."""

import json
import os
import signal
import subprocess
import sys
import threading
import time

import numpy as np
import pytest
from conftest import BINARY, states, timeless

import armlab
from armlab import ArmlabError


def test_documents_are_those_of_the_command_line(noisy, command, tmp_path):
    validate = noisy.with_name("scara_clean.csv")
    found = armlab.identify("scara", noisy, validate=validate, method="ls,wls,physical", friction="coulomb-viscous", seed=3)
    said = command("identify", "scara", "--log", noisy, "--validate", validate, "--method", "ls,wls,physical", "--friction", "coulomb-viscous", "--seed", 3)
    assert timeless(found.document) == timeless(said)
    assert json.loads(found.to_json()) == found.document
    checked = armlab.validate("scara", noisy)
    assert timeless(checked.document) == timeless(command("validate", "scara", "--log", noisy))
    seen = armlab.diagnose("scara", noisy)
    assert timeless(seen.document) == timeless(command("diagnose", "scara", "--log", noisy))
    options = dict(duration=3.0, starts=1, iterations=20)
    designed = armlab.excite("scara", **options)
    words = [f"--{k}={v}" for k, v in options.items()]
    assert timeless(designed.document) == timeless(command("excite", "scara", *words))
    moved = armlab.simulate("scara", duration=1.0, noise={"tau": 0.1, "q": [1e-4, 1e-4, 1e-5]}, seed=2)
    words = ["--duration", 1, "--noise", "tau=0.1,q=1e-4/1e-4/1e-5", "--seed", 2, "--out", tmp_path]
    assert timeless(moved.document) == timeless(command("simulate", "scara", *words))
    file = armlab.read_log(tmp_path / "log.csv", "scara")
    np.testing.assert_array_equal(file["tau3"], moved.log["tau3"])
    options = dict(seeds=2, levels="1", method="ls,wls")
    compared = armlab.campaign("scara", **options)
    said = command("campaign", "scara", *[f"--{k}={v}" for k, v in options.items()], "--out", tmp_path / "campaign")
    assert untimed(compared.document) == untimed(said)
    assert armlab.check("scara") == command("check", "scara")
    assert armlab.Robot("scara").document == command("robots", "scara")
    assert armlab.read_log(noisy, "scara").document == command("log", noisy, "--robot", "scara")


def untimed(document):
    """A campaign's document without measured times."""
    if isinstance(document, dict):
        return {k: untimed(v) for k, v in document.items() if "seconds" not in k and "time" not in k}
    return [untimed(v) for v in document] if isinstance(document, list) else document


def test_results_have_tables_reports_and_robots(noisy, tmp_path):
    found = armlab.identify("scara", noisy, out=tmp_path / "out")
    assert (tmp_path / "out" / "report.html").exists()
    assert found.recommended in found.methods and found.verdict["pass"] == found.passes
    html = found._repr_html_()
    assert html.startswith("<iframe") and "srcdoc" in html and "&lt;svg" in html
    found.robot.save(tmp_path / "arm.urdf")
    again = armlab.validate(armlab.Robot(tmp_path / "arm.urdf"), noisy)
    assert again.passes and "joint" in again._repr_html_()
    assert "scara" in found.summary() and found["robot"] == "scara"
    with pytest.raises(ArmlabError, match="no result of `ekf`"):
        found._method("ekf")
    pandas = pytest.importorskip("pandas")
    base = found.to_pandas()
    assert isinstance(base, pandas.DataFrame) and {"value", "std", "unit", "status"} <= set(base.columns)
    assert list(found.to_pandas("methods").index) == found.methods
    assert len(found.to_pandas("parameters")) == len(armlab.Robot("scara").parameter_names) + 9
    moved = armlab.simulate("scara", duration=0.5)
    assert moved._repr_html_().count("<svg") == 1 and len(moved.to_pandas()) == len(moved.log)
    compared = armlab.campaign("scara", seeds=1, levels=[1], method="ls")
    assert len(compared.to_pandas()) == 1 and compared._repr_html_().startswith("<iframe")
    checked = armlab.check("panda")
    assert checked.ok and isinstance(checked.to_pandas(), pandas.DataFrame)


def test_from_excitation_over_simulation_to_identification(tmp_path):
    designed = armlab.excite("scara", duration=4.0, starts=1, iterations=30, out=tmp_path)
    assert designed.samples["t"][-1] == pytest.approx(4.0) and "<svg" in designed._repr_html_()
    moved = armlab.simulate("scara", trajectory=designed, rate=200, noise={"tau": 0.01}, seed=1)
    repeated = armlab.simulate("scara", trajectory=designed.log, rate=200)
    np.testing.assert_allclose(repeated.log["q1"][-1], moved.log["q1"][-1], atol=1e-2)
    found = armlab.identify("scara", moved.log, truth=armlab.Robot("scara"))
    assert found.document["reference"]["kind"] == "truth"


def test_options_are_those_of_the_command_line():
    for name in ("identify", "validate", "diagnose", "excite", "simulate", "campaign", "log", "ik"):
        assert armlab.options(name)
    text = armlab.options("identify")
    assert "friction=" in text and "bootstrap=N" in text and "follow" not in text
    with pytest.raises(ArmlabError, match="no option `frictoin`") as error:
        armlab.identify("scara", "x.csv", frictoin="none")
    assert "did you mean `friction`" in error.value.hint
    with pytest.raises(ArmlabError, match="invalid value 'fast' for 'cutoff="):
        armlab.identify("scara", "x.csv", cutoff="fast")
    with pytest.raises(ArmlabError, match=r"Robot\(\) has no option `keep_fixd`"):
        armlab.Robot("panda", keep_fixd=True)
    with pytest.raises(ArmlabError, match="base says how a description is read"):
        armlab.simulate(armlab.Robot("scara"), base="fixed")
    assert armlab.simulate("scara", base="fixed", duration=0.1).log.q.shape[1] == 3
    with pytest.raises(ArmlabError, match="force is a switch"):
        armlab.identify("scara", "x.csv", force="yes")
    with pytest.raises(ArmlabError, match="cutoff=True: a value is needed"):
        armlab.identify("scara", "x.csv", cutoff=True)


def test_errors_have_the_command_line_s_text_with_keywords(noisy):
    log = armlab.read_log(noisy, "scara")
    with pytest.raises(ArmlabError) as error:
        armlab.identify("scara", {"t": log.t, "q": log.q, "i": log.tau})
    assert "gains=K1,K2" in error.value.hint and "--" not in str(error.value)
    with pytest.raises(ArmlabError) as error:
        armlab.identify("scara", {"t": log.t, "q": log.q})
    assert 'map="q1=COLUMN' in error.value.hint
    with pytest.raises(ArmlabError) as error:
        armlab.identify("scara", noisy, method="lss")
    assert "lss" in error.value.message
    wrong = subprocess.run([BINARY, "identify", "scara", "--log", noisy, "--method", "lss"], capture_output=True, text=True)
    assert error.value.message in wrong.stderr


def test_values_of_every_kind_become_options(noisy):
    found = armlab.identify(
        "scara",
        [noisy],
        method=["ls", "physical"],
        mass={"link1": (1.0, 50.0)},
        centre={"link1": ((-1, 1), (-1, 1), (-1, 1))},
        bootstrap=np.int64(0),
        cutoff=np.float64(4.0),
        set={"ls.ridge": 0.0} if "ridge" in str(armlab._armlab.options("methods")) else None,
        force=False,
    )
    assert found.methods == ["ls", "physical"] and found["trust"].get("bootstrap") is None


INTERRUPTED = """
import armlab, os, signal, threading, time
threading.Timer(1.0, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
began = time.time()
try:
    armlab.campaign("panda", seeds=100000, progress=False)
except KeyboardInterrupt:
    print("interrupted", time.time() - began)
"""


def test_ctrl_c_stops_a_long_call_at_once():
    done = subprocess.run([sys.executable, "-c", INTERRUPTED], capture_output=True, text=True, timeout=120)
    word, seconds = done.stdout.split()
    assert word == "interrupted" and float(seconds) < 15, done.stderr


def test_progress_is_reported_and_what_it_raises_stops_the_call():
    seen = []
    armlab.campaign("scara", seeds=6, progress=lambda task, fraction: seen.append((task, fraction)))
    fractions = [f for _, f in seen if f is not None]
    assert fractions == sorted(fractions)

    class Enough(Exception):
        pass

    def stop(task, fraction):
        raise Enough

    with pytest.raises(Enough):
        armlab.campaign("panda", seeds=100000, progress=stop)


def test_threads_share_a_robot_and_run_side_by_side(panda):
    given = states(panda, 4000)
    expected = panda.inverse_dynamics(*given)
    wrong = []

    def work(k):
        for _ in range(20):
            if not np.array_equal(panda.inverse_dynamics(*given), expected):
                wrong.append(k)
            one = panda.inverse_dynamics(*(x[k] for x in given))
            if not np.allclose(one, expected[k], rtol=1e-12, atol=1e-12):
                wrong.append(k)

    threads = [threading.Thread(target=work, args=(k,)) for k in range(8)]
    [t.start() for t in threads]
    [t.join() for t in threads]
    assert not wrong


def test_other_threads_run_during_a_long_call():
    ticks, done = [], threading.Event()

    def tick():
        while not done.is_set():
            ticks.append(1)
            time.sleep(0.005)

    ticker = threading.Thread(target=tick)
    ticker.start()
    began = time.monotonic()
    armlab.campaign("scara", seeds=5, progress=False)
    seconds = time.monotonic() - began
    done.set()
    ticker.join()
    assert len(ticks) > 10 * seconds


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork")
def test_a_forked_process_has_threads_of_its_own(panda):
    given = states(panda, 20000)
    expected = panda.inverse_dynamics(*given)
    child = os.fork()
    if child == 0:
        signal.alarm(60)
        os._exit(0 if np.array_equal(panda.inverse_dynamics(*given), expected) else 1)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0


def test_the_number_of_threads_changes_no_digit(noisy):
    def found():
        return timeless(armlab.identify("scara", noisy).document)

    expected = found()
    try:
        armlab.set_threads(1)
        assert found() == expected
    finally:
        armlab.set_threads(0)


def test_the_stub_names_everything_that_is_compiled():
    import ast
    from pathlib import Path

    tree = ast.parse((Path(armlab.__file__).parent / "_armlab.pyi").read_text())
    stated = {n.name: n for n in tree.body if isinstance(n, (ast.FunctionDef, ast.ClassDef))}
    compiled = {n for n in dir(armlab._armlab) if not n.startswith("__")}
    assert compiled == set(stated)
    methods = {n.name for n in stated["Robot"].body if isinstance(n, ast.FunctionDef)} - {"__init__"}
    assert methods == {n for n in dir(armlab.Robot) if not n.startswith("__")}
    for name in ("identify", "excite", "campaign"):
        assert "seed=" in getattr(armlab, name).__doc__
    assert "N m" in armlab.Robot.inverse_dynamics.__doc__
