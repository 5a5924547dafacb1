"""The code of docs/python.md runs as it stands."""

import re

import numpy as np
from conftest import REPO

import armlab


def test_the_document_s_code_runs(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    other = armlab.excite("scara", duration=4.0, starts=1, iterations=5)
    for name, seed, motion in (("run.csv", 1, None), ("run2.csv", 2, None), ("other.csv", 3, other)):
        noise = {"q": 1e-5, "tau": 0.05}
        armlab.simulate("scara", trajectory=motion, rate=200, noise=noise, seed=seed).log.save(name)
    text = (REPO / "docs" / "python.md").read_text()
    blocks = re.findall(r"```python\n(.*?)```", text, re.S)
    assert len(blocks) > 6
    names: dict = {}
    for block in blocks:
        exec(compile(block, "docs/python.md", "exec"), names)
    assert (tmp_path / "arm-identified.urdf").exists() and (tmp_path / "out" / "mine" / "report.html").exists()
    assert names["Y"].shape == (1000, 7, len(names["robot"].parameter_names))
    assert isinstance(names["tau"], np.ndarray)
