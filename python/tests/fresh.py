"""What somebody sees who has the wheel and no Rust: run in a fresh environment by python/test.sh."""

import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest

WHEEL = next((Path(__file__).parents[2] / "dist").glob("armlab-*.whl"), None)


def test_the_wheel_is_small_and_for_every_python():
    assert WHEEL.stat().st_size <= 25e6
    assert "-cp310-abi3-" in WHEEL.name


def test_the_import_takes_a_tenth_of_a_second():
    said = "import time; t = time.perf_counter(); import armlab; print(time.perf_counter() - t)"
    times = [float(subprocess.run([sys.executable, "-c", said], capture_output=True, text=True, check=True).stdout) for _ in range(5)]
    assert min(times) <= 0.1


def test_only_numpy_is_needed():
    said = "import sys, armlab; print('numpy' in sys.modules, 'pandas' in sys.modules, 'ray' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", said], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["False"] * 3


def test_the_command_is_there_and_the_demo_runs(tmp_path):
    command = shutil.which("armlab")
    assert command and Path(command).parent == Path(sys.executable).parent
    began = time.monotonic()
    done = subprocess.run([command, "demo", "--out", "out"], cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 0 and (tmp_path / "out" / "report.html").exists(), done.stderr
    assert time.monotonic() - began < 60
    assert "armlab demo --out out" in (tmp_path / "out" / "report.html").read_text()
    wrong = subprocess.run([command, "identify"], capture_output=True, text=True)
    assert wrong.returncode == 2
    module = subprocess.run([sys.executable, "-m", "armlab", "robots", "--json"], capture_output=True, text=True)
    assert module.returncode == 0 and "panda" in module.stdout


def test_ctrl_c_ends_the_command_with_130(tmp_path):
    command = [shutil.which("armlab"), "campaign", "panda", "--seeds", "100000", "--out", "out"]
    process = subprocess.Popen(command, cwd=tmp_path, stderr=subprocess.DEVNULL)
    time.sleep(1.5)
    process.send_signal(2)
    assert process.wait(timeout=20) == 130


def test_the_studio_s_page_is_in_the_wheel(tmp_path):
    import json
    import urllib.error
    import urllib.request

    if not (Path(__file__).parents[2] / "web" / "dist" / "index.html").exists():
        pytest.skip("the page was not built")
    process = subprocess.Popen(
        [shutil.which("armlab"), "studio", "--no-open", "--json", "--port", "0", "--dir", str(tmp_path)],
        stdout=subprocess.PIPE, text=True, env=os.environ | {"HOME": str(tmp_path)},
    )
    try:
        lines = []
        while not lines or lines[-1].strip() != "}":
            lines.append(process.stdout.readline())
        address = json.loads("".join(lines))
        page = urllib.request.urlopen(address["url"]).read().decode()
        assert "<script" in page and "make web" not in page
    finally:
        process.send_signal(2)
        process.wait(timeout=20)


def test_results_without_pandas_say_what_is_missing():
    import armlab

    found = armlab.simulate("scara", duration=0.2)
    with pytest.raises(ImportError, match="pandas"):
        found.to_pandas()
    assert found.log.q.shape[1] == 3
    with pytest.raises(armlab.ArmlabError, match="Ray is not installed") as error:
        armlab.campaign("scara", engine="ray")
    assert "armlab[ray]" in error.value.hint
