"""Descriptions as MuJoCo, Pinocchio and a plain reading of SDF understand them, for test_descriptions.py."""

import json
import math
import re
import subprocess
import xml.etree.ElementTree as xml
from pathlib import Path

import mujoco
import numpy
import pinocchio

# A tetrahedron as binary STL: what stands for meshes that are not there.
TETRAHEDRON = bytes(80) + (4).to_bytes(4, "little") + b"".join(
    numpy.array([0, 0, 0, *numpy.ravel(face)], dtype="<f4").tobytes() + b"\0\0"
    for face in numpy.array([[0, 0, 0], [0.1, 0, 0], [0, 0.1, 0], [0, 0, 0.1]])[
        [[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]]
    ]
)
OBJ = b"v 0 0 0\nv .1 0 0\nv 0 .1 0\nv 0 0 .1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n"


class Unloadable(Exception):
    """The other program does not load the file, or there is nothing to compare."""


class Answers:
    """armlab's answers, by one process."""

    def __init__(self, binary):
        self.binary = binary
        self.process = None

    def ask(self, file, **request):
        if self.process is None or self.process.poll() is not None:
            self.process = subprocess.Popen([self.binary], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.process.stdin.write(json.dumps({"file": str(file), **request}) + "\n")
        self.process.stdin.flush()
        line = self.process.stdout.readline()
        if not line:
            return {"error": f"armlab-engine stopped: {self.process.wait()}"}
        return json.loads(line)


def relative(a, b):
    """Largest difference relative to the largest entry."""
    a, b = numpy.asarray(a, dtype=float), numpy.asarray(b, dtype=float)
    scale = max(numpy.abs(b).max(initial=0.0), 1e-9)
    return float(numpy.abs(a - b).max(initial=0.0)) / scale


def compare(answer, names, reference):
    """Worst difference of efforts and mass matrices of the tree at armlab's states; `reference(q, qd, qdd)` answers
    in the order of `names`."""
    joints = answer["joints"]
    if sorted(joints) != sorted(names):
        missing, more = sorted(set(names) - set(joints)), sorted(set(joints) - set(names))
        return f"joints differ: missing {missing[:3]}, more {more[:3]}"
    order = [names.index(joint) for joint in joints]
    worst = 0.0
    for state in answer["states"]:
        if "error" in state:
            return "state: " + state["error"]
        q, qd, qdd = (numpy.zeros(len(names)) for _ in range(3))
        for vector, key in ((q, "q"), (qd, "qd"), (qdd, "qdd")):
            vector[order] = state[key]
        mass, tau = reference(q, qd, qdd)
        mass, tau = mass[numpy.ix_(order, order)], tau[order]
        differences = {
            "mass": relative(state["tree_mass"], mass),
            "tau": relative(state["tree_tau"], tau),
        }
        # the coordinates that remain: rows of the joints' speeds over them
        rows = numpy.array(state["rows"]).reshape(len(joints), -1)
        differences["reduced mass"] = relative(state["mass"], rows.T @ mass @ rows)
        differences["reduced tau"] = relative(state["tau"], rows.T @ tau)
        differences["regressor"] = relative(state["by_regressor"], rows.T @ tau)
        differences["speeds"] = relative(state["qd"], rows @ numpy.array(state["qd"])[driven(answer)])
        name, value = max(differences.items(), key=lambda item: item[1])
        if value > 1e-9:
            return f"{name} differs by {value:.1e}"
        worst = max(worst, value)
    return worst


def driven(answer):
    return [answer["joints"].index(name) for name in answer["driven"]]


# --- MuJoCo


def mesh_assets(root, folder):
    """Files that a model names and that are not there, each with something that loads."""
    assets = {}
    for element in root.iter():
        file = element.get("file")
        if element.tag in ("mesh", "hfield", "texture", "skin") and file:
            assets[file] = OBJ if file.lower().endswith(".obj") else TETRAHEDRON
    return assets


def included(file, seen=()):
    """The model of a file with its includes in place."""
    root = xml.parse(file).getroot()
    main = Path(file).parent

    def expand(element):
        for child in list(element):
            if child.tag == "include":
                path = main / child.get("file")
                if path in seen:
                    raise Unloadable("includes itself")
                at = list(element).index(child)
                element.remove(child)
                inner = included_from(path, main)
                for k, one in enumerate(list(inner)):
                    element.insert(at + k, one)
            else:
                expand(child)

    def included_from(path, main):
        inner = xml.parse(path).getroot()
        for child in list(inner):
            if child.tag == "include":
                at = list(inner).index(child)
                inner.remove(child)
                for k, one in enumerate(list(included_from(main / child.get("file"), main))):
                    inner.insert(at + k, one)
        return inner

    expand(root)
    return root


def mujoco_model(file, weld):
    """MuJoCo's model of a file without what hangs on meshes: geoms of meshes that are not there weigh nothing if the
    body states its inertia; free and ball joints are removed if `weld`."""
    try:
        root = included(file)
    except (xml.ParseError, OSError) as error:
        raise Unloadable(f"not read: {error}") from None
    if root.tag != "mujoco":
        raise Unloadable(f"root element {root.tag}")
    folder = Path(file).parent
    needs_mesh = []
    compiler = {k: v for e in root.findall("compiler") for k, v in e.attrib.items()}
    for element in list(root):
        if element.tag in ("asset",):
            for child in list(element):
                if child.tag in ("texture", "hfield", "skin", "material"):
                    element.remove(child)
        if element.tag in ("visual", "sensor", "statistic", "contact", "keyframe", "deformable", "extension"):
            root.remove(element)
    for element in root.iter():
        for name in ("material", "texture", "skin"):
            if name in element.attrib and element.tag in ("geom", "site", "mesh", "tendon", "spatial"):
                del element.attrib[name]
    missing = set()
    for asset in root.findall("asset"):
        for mesh in list(asset.findall("mesh")):
            base = folder / compiler.get("meshdir", compiler.get("assetdir", ""))
            if mesh.get("file") and not (base / mesh.get("file")).exists():
                missing.add(mesh.get("name") or Path(mesh.get("file")).stem)
                asset.remove(mesh)
    defaults_mesh = any(g.get("mesh") for d in root.findall("default") for g in d.iter("geom"))
    if missing:
        for parent in root.iter():
            for geom in list(parent.findall("geom")):
                if geom.get("mesh") in missing:
                    if parent.tag != "default" and parent.tag != "worldbody" and parent.find("inertial") is None:
                        if geom.get("mass") != "0":
                            needs_mesh.append(geom.get("mesh"))
                    parent.remove(geom)
            for site in list(parent.findall("site")):
                if site.get("mesh") in missing:
                    parent.remove(site)
    free = 0
    for parent in root.iter():
        for child in list(parent):
            kind = child.get("type")
            if child.tag == "freejoint" or child.tag == "joint" and kind in ("free", "ball") and parent.tag in ("body", "frame"):
                free += 1
                if weld:
                    parent.remove(child)
    if free and not weld:
        raise Unloadable("floats")
    if weld:
        names = {j.get("name") for j in root.iter("joint")}
        # actuators and equalities of joints that are gone
        for section in ("actuator", "equality", "tendon"):
            for part in root.findall(section):
                for child in list(part):
                    gone = [child.get(k) for k in ("joint", "joint1", "joint2", "jointinparent") if child.get(k)]
                    if any(g not in names for g in gone):
                        part.remove(child)
    for actuator in root.findall("actuator"):
        root.remove(actuator)
    text = xml.tostring(root, encoding="unicode")
    try:
        model = mujoco.MjModel.from_xml_string(text) if not compiler.get("meshdir") else _from(text, folder)
    except ValueError as error:
        raise Unloadable("MuJoCo: " + str(error).replace("\n", " ")[:100]) from None
    if model.nv == 0:
        raise Unloadable("nothing moves")
    if needs_mesh:
        raise Unloadable("masses of meshes that are not there")
    return model


def _from(text, folder):
    path = Path(folder) / ".armlab-peer.xml"
    spec = mujoco.MjSpec.from_string(text)
    spec.modelfiledir = str(folder)
    return spec.compile()


def mujoco_names(model):
    names = []
    for i in range(model.njnt):
        names.append(model.joint(i).name)
    return names


def mujoco_reference(model):
    data = mujoco.MjData(model)

    def reference(q, qd, qdd):
        data.qpos[:], data.qvel[:] = q, qd
        mujoco.mj_fwdPosition(model, data)
        mujoco.mj_fwdVelocity(model, data)
        mass = numpy.zeros((model.nv, model.nv))
        mujoco.mj_fullM(model, data, mass)
        return mass, mass @ qdd + data.qfrc_bias

    return reference
