"""Notebooks run from top to bottom, and hold no output in the repository."""

import json
import os

import pytest
from conftest import REPO

FOLDER = REPO / "docs" / "notebooks"
NOTEBOOKS = sorted(FOLDER.glob("*.ipynb"))
SHORT = "own-robot"


def test_outputs_are_stripped():
    assert len(NOTEBOOKS) == 4
    for path in NOTEBOOKS:
        for cell in json.loads(path.read_text())["cells"]:
            assert not cell.get("outputs") and cell.get("execution_count") is None, path.name


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda p: p.stem)
def test_a_notebook_runs(path, tmp_path):
    if path.stem != SHORT and not os.environ.get("ARMLAB_TEST_ALL"):
        pytest.skip("make test-all runs it")
    if "ray" in path.stem:
        pytest.importorskip("ray")
    nbclient = pytest.importorskip("nbclient")
    import nbformat

    notebook = nbformat.read(path, as_version=4)
    nbclient.NotebookClient(notebook, timeout=600, resources={"metadata": {"path": str(tmp_path)}}).execute()
    html = [o["data"]["text/html"] for c in notebook.cells for o in c.get("outputs", []) if "text/html" in o.get("data", {})]
    assert html
