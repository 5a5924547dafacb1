#!/usr/bin/env python3
"""Real descriptions in four formats: what Pinocchio, MuJoCo and xacro load must load and agree.

Run with .venv/bin/python after peers/setup.sh --descriptions; needs target/release/examples/describe-answers (`cargo build --release
-p armlab-engine --example describe-answers`). The folder (--corpus, ../shared/corpus unless given) holds urdf/, xacro/, mjcf/ and
sdf/. URDF is held against Pinocchio's inverse dynamics and mass matrix at random states, MJCF against MuJoCo's; xacro is expanded
by the program of that name and then read as URDF; SDF is read by armlab, written as URDF and read by Pinocchio, which judges the
dynamics but not the reading. Files that the other program does not load are listed apart. Exit 1 if fewer than 95 % agree.
"""

import argparse
import math
import os
import re
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path

import numpy
import pinocchio

import descriptions
from descriptions import Answers, Unloadable, compare

REPO = Path(__file__).resolve().parents[1]
BINARY = REPO / "target/release/examples/describe-answers"
LEAST = 0.95


class Tree:
    """Pinocchio's model of a URDF, joint by joint."""

    def __init__(self, text):
        # Pinocchio keeps sine and cosine of continuous joints, and merges mimics.
        text = text.replace('type="continuous"', 'type="revolute"').replace("type='continuous'", "type='revolute'")
        try:
            self.model = pinocchio.buildModelFromXML(limited(text))
        except (ValueError, RuntimeError) as error:
            raise Unloadable("Pinocchio: " + str(error).replace("\n", " ")[:80]) from None
        if self.model.nv == 0:
            raise Unloadable("nothing moves")
        if self.model.nq != self.model.nv:
            raise Unloadable("joints with more coordinates")
        self.data = self.model.createData()
        self.names = list(self.model.names)[1:]
        self.rotors = numpy.zeros(len(self.names))

    def judged(self, answer):
        # A URDF does not state gravity.
        if "gravity" in answer:
            self.model.gravity.linear = numpy.array(answer["gravity"])
            rotors = dict(zip(answer["joints"], answer["rotors"]))
            self.rotors = numpy.array([rotors.get(name, 0.0) for name in self.names])
        return judged(answer, self.names, self.reference)

    def reference(self, q, qd, qdd):
        mass = pinocchio.crba(self.model, self.data, q)
        mass = numpy.triu(mass) + numpy.triu(mass, 1).T + numpy.diag(self.rotors)
        return mass, pinocchio.rnea(self.model, self.data, q, qd, qdd) + self.rotors * qdd


def limited(text):
    """Pinocchio refuses revolute joints without limits."""
    import xml.etree.ElementTree as xml

    try:
        root = xml.fromstring(text.strip())
    except xml.ParseError as error:
        raise Unloadable(f"no XML: {error}") from None
    for joint in root.iter("joint"):
        if joint.get("type") in ("revolute", "prismatic"):
            if joint.find("limit") is None:
                xml.SubElement(joint, "limit", lower="-3", upper="3", effort="1", velocity="1")
            for mimic in joint.findall("mimic"):
                joint.remove(mimic)
            # Rotors are armlab's extension.
    return xml.tostring(root, encoding="unicode")


def judged(answer, names, reference):
    if "error" in answer:
        return answer["error"].splitlines()[0][:120]
    return compare(answer, names, reference)


def urdf(answers, file, scratch):
    tree = Tree(file.read_text(errors="replace"))
    return tree.judged(answers.ask(file))


def arguments(file):
    """Values for arguments without one: the models of Universal Robots name their kind."""
    text = file.read_text(errors="replace")
    names = [m.group(1) for m in re.finditer(r'<xacro:arg\s+name="(\w+)"([^>]*)>', text) if "default" not in m.group(2)]
    return {name: "ur5e" if name.endswith("type") else "robot" for name in names}


def xacro(answers, file, scratch):
    # `$(find package)` looks for folders of an installation.
    prefix = scratch / "prefix"
    packages = {p.name: p for p in [*file.parents][:4]} | {p.name: p for p in file.parents[2].iterdir() if p.is_dir()}
    packages |= {p.name.split("+")[-1]: p for p in file.parents if "+" in p.name}
    packages |= {"ur_description": p for p in file.parents if p.name.endswith("Universal_Robots_ROS2_Description")}
    for name, folder in packages.items():
        index = prefix / "share/ament_index/resource_index/packages"
        index.mkdir(parents=True, exist_ok=True)
        (index / name).touch()
        link = prefix / "share" / name
        link.unlink(missing_ok=True)
        link.symlink_to(folder)
    program = [sys.executable, "-c", FIND + "import xacro; xacro.main()"]
    given = arguments(file)
    done = subprocess.run(
        [*program, str(file), *(f"{name}:={value}" for name, value in given.items())], capture_output=True, text=True, timeout=60, env={**os.environ, "PREFIX": str(prefix / "share")}
    )
    if done.returncode != 0 or not done.stdout.strip():
        raise Unloadable("xacro: " + (done.stderr.strip().splitlines() or ["nothing"])[-1][:80])
    tree = Tree(done.stdout)
    return tree.judged(answers.ask(file, packages={n: str(f) for n, f in packages.items()}, arguments=given))


def mjcf(answers, file, scratch):
    weld = False
    try:
        model = descriptions.mujoco_model(file, weld)
    except Unloadable as reason:
        if str(reason) != "floats":
            raise
        weld, model = True, descriptions.mujoco_model(file, True)
    answer = answers.ask(file, fixed_base=weld)
    return judged(answer, descriptions.mujoco_names(model), descriptions.mujoco_reference(model))


def sdf(answers, file, scratch):
    written = scratch / "written.urdf"
    answer = answers.ask(file, fixed_base=True, write=str(written))
    error = answer.get("error", "")
    if "has no joints" in error or "nothing of" in error:
        raise Unloadable("nothing moves")
    if "has no coordinates for" in error or "package" in error:
        raise Unloadable(error.splitlines()[0][-90:])
    if "error" in answer:
        return answer["error"].splitlines()[0][:120]
    if not answer["joints"]:
        raise Unloadable("nothing moves")
    if answer["loops"]:
        raise Unloadable("loops, which URDF cannot hold")
    tree = Tree(written.read_text())
    return tree.judged(answer)


# Packages are folders of an installation that ROS's own tools would find.
FIND = """
import os, sys, types
def find(name):
    path = os.path.join(os.environ["PREFIX"], name)
    if not os.path.isdir(path):
        raise LookupError("package " + name)
    return path
module = types.ModuleType("ament_index_python.packages")
module.get_package_share_directory = find
module.PackageNotFoundError = LookupError
sys.modules["ament_index_python"] = types.ModuleType("ament_index_python")
sys.modules["ament_index_python.packages"] = module
"""

READERS = {"urdf": urdf, "xacro": xacro, "mjcf": mjcf, "sdf": sdf}
ENDINGS = {"urdf": ("*.urdf",), "xacro": ("*.xacro",), "mjcf": ("*.xml",), "sdf": ("*.sdf", "*.world")}


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--corpus", type=Path, default=REPO.parent / "shared/corpus")
    parser.add_argument("--all", action="store_true", help="list files that the other program does not load")
    options = parser.parse_args()
    if not options.corpus.is_dir():
        print(f"test_descriptions.py: REAL DESCRIPTIONS WERE NOT TRIED: {options.corpus.name} is missing", file=sys.stderr)
        return 0
    if not BINARY.exists():
        print("test_descriptions.py: build describe-answers first", file=sys.stderr)
        return 2
    answers, failed = Answers(str(BINARY)), False
    with tempfile.TemporaryDirectory() as scratch:
        for kind, reader in READERS.items():
            counts, worst, wrong, apart = Counter(), 0.0, [], []
            files = sorted({f for e in ENDINGS[kind] for f in (options.corpus / kind).rglob(e)})
            for file in files:
                try:
                    result = reader(answers, file, Path(scratch))
                except Unloadable as reason:
                    counts["apart"] += 1
                    apart.append((file, str(reason)))
                    continue
                if isinstance(result, float) and math.isfinite(result):
                    counts["agree"] += 1
                    worst = max(worst, result)
                else:
                    counts["wrong"] += 1
                    wrong.append((file, result))
            tried = counts["agree"] + counts["wrong"]
            share = counts["agree"] / max(tried, 1)
            print(f"{kind:6} {len(files):4} files, {tried:4} that the other program loads, {counts['agree']:4} agree "
                  f"({100 * share:.1f} %), worst difference {worst:.1e}")
            for file, reason in wrong + (apart if options.all else []):
                print(f"       {file.relative_to(options.corpus)}: {reason}")
            failed |= tried > 0 and share < LEAST
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
