#!/usr/bin/env python3
"""Compares armlab's meshes with trimesh: files that trimesh writes are read, volumes, centres, inertias and convex hulls
agree, capsules hold every vertex, and `armlab check` finds exactly the links whose inertia does not fit their mesh.

Run with .venv/bin/python after peers/setup.sh --meshes. `--folder DIR` also reads all meshes below a folder. The last line
is `N passed, M failed`; exit 1 if any failed, 2 if a binary is missing.
"""

import argparse
import json
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as xml
from pathlib import Path

import numpy as np
import trimesh

REPO = Path(__file__).resolve().parent.parent
ARMLAB = REPO / "target/release/armlab"
BENCH = REPO / "target/release/armlab-bench"
TOLERANCE = 1e-9  # relative; vertices are written in single precision and compared as written
FORMATS = ["stl", "ascii.stl", "obj", "glb", "gltf", "dae"]
passed = failed = 0


def check(ok, what):
    global passed, failed
    if ok:
        passed += 1
    else:
        failed += 1
        print("FAILED", what)


def near(a, b, scale=None, tolerance=TOLERANCE):
    a, b = np.asarray(a, float), np.asarray(b, float)
    scale = np.max(np.abs(b)) if scale is None else scale
    return a.shape == b.shape and bool(np.all(np.abs(a - b) <= tolerance * scale))


def bodies(rng):
    """Closed meshes: convex, hollow, bent, of several parts, turned and moved."""
    angle = trimesh.util.concatenate(
        [trimesh.creation.box([0.1, 0.1, 0.5]), trimesh.creation.box([0.3, 0.1, 0.1], trimesh.transformations.translation_matrix([0.25, 0, 0.2]))]
    )
    plain = {
        "box": trimesh.creation.box([0.3, 0.2, 0.5]),
        "ball": trimesh.creation.icosphere(radius=0.2, subdivisions=3),
        "tube": trimesh.creation.annulus(0.05, 0.08, 0.6),
        "torus": trimesh.creation.torus(0.3, 0.05),
        "capsule": trimesh.creation.capsule(0.5, 0.1),
        "angle": angle,
        "stone": trimesh.convex.convex_hull(rng.normal(size=(60, 3)) * [0.2, 0.1, 0.3]),
    }
    for name, mesh in plain.items():
        mesh = mesh.copy()
        turn = trimesh.transformations.random_rotation_matrix(rng.random(3))
        turn[:3, 3] = rng.uniform(-0.5, 0.5, 3)
        mesh.apply_transform(turn)
        mesh.vertices = mesh.vertices.astype(np.float32).astype(float)
        yield name, mesh


def write(mesh, folder, name, kind):
    path = folder / f"{name}.{kind}"
    if kind == "ascii.stl":
        path.write_text("solid x\n" + "".join(
            "facet normal 0 0 0\nouter loop\n" + "".join(f"vertex {float(x)!r} {float(y)!r} {float(z)!r}\n" for x, y, z in triangle) + "endloop\nendfacet\n"
            for triangle in mesh.triangles) + "endsolid x\n")
    elif kind == "dae":
        places = " ".join(repr(float(x)) for x in mesh.vertices.ravel())
        corners = " ".join(map(str, mesh.faces.ravel()))
        path.write_text(f"""<COLLADA xmlns="http://www.collada.org/2005/11/COLLADASchema" version="1.4.1"><asset><unit meter="1"/></asset>
<library_geometries><geometry id="g"><mesh><source id="p"><float_array>{places}</float_array></source>
<vertices id="v"><input semantic="POSITION" source="#p"/></vertices>
<triangles><input semantic="VERTEX" source="#v" offset="0"/><p>{corners}</p></triangles></mesh></geometry></library_geometries>
<library_visual_scenes><visual_scene id="s"><node><instance_geometry url="#g"/></node></visual_scene></library_visual_scenes>
<scene><instance_visual_scene url="#s"/></scene></COLLADA>""")
    elif kind == "gltf":
        path = folder / name / path.name  # buffers of all meshes have the same names
        path.parent.mkdir(exist_ok=True)
        for part, data in trimesh.exchange.gltf.export_gltf(trimesh.Scene(mesh)).items():
            (path if part.endswith(".gltf") else path.parent / part).write_bytes(data)
    elif kind == "obj":
        path.write_text(trimesh.exchange.obj.export_obj(mesh, digits=12))
    else:
        mesh.export(path)
    return path


def numbers(files):
    out = subprocess.run([BENCH, "meshes", *map(str, files)], capture_output=True, text=True, check=True).stdout
    return [json.loads(line) for line in out.splitlines()]


def symmetric(t):
    xx, xy, yy, xz, yz, zz = t
    return np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]])


def about_origin(mesh):
    """Volume, first moments and inertia about the origin of density one."""
    volume, centre = mesh.volume, mesh.center_mass
    inertia = mesh.moment_inertia + volume * (centre @ centre * np.eye(3) - np.outer(centre, centre))
    return volume, volume * centre, inertia


def compare(found, mesh, what, body=True, tolerance=TOLERANCE):
    check("error" not in found, f"{what}: {found.get('error')}")
    if "error" in found:
        return
    check(near(found["bounds"], mesh.bounds, tolerance=1e-7 if body else 1e-6), f"{what}: bounds")
    if body:
        volume, first, inertia = about_origin(mesh)
        size = mesh.scale
        check(found["body"] is not None, f"{what}: closed")
        if found["body"]:
            check(near(found["body"]["volume"], volume, tolerance=tolerance), f"{what}: volume {found['body']['volume']} {volume}")
            check(near(found["body"]["first"], first, volume * size, tolerance), f"{what}: centre")
            check(near(symmetric(found["body"]["inertia"]), inertia, volume * size**2, tolerance), f"{what}: inertia")
    try:
        hull = trimesh.convex.convex_hull(mesh.vertices)
    except Exception:
        return
    flat = np.min(hull.bounding_box_oriented.primitive.extents) < 1e-4 * hull.scale
    if found["hull"] and not flat:
        close = near(found["hull"]["volume"], hull.volume, tolerance=2e-5)
        check(close, f"{what}: hull {found['hull']['volume']} {hull.volume}")
    elif not flat:
        check(False, f"{what}: no hull")


def held(found, mesh, what):
    """Every triangle lies within one of the capsules."""
    if "error" in found:
        return
    corners = mesh.triangles
    inside = np.zeros(len(corners), bool)
    for capsule in found["capsules"]:
        a, b = np.array(capsule["from"]), np.array(capsule["to"])
        along = b - a
        length = along @ along
        share = np.clip((corners - a) @ along / length if length > 0 else np.zeros(corners.shape[:2]), 0, 1)
        far = np.linalg.norm(corners - a - share[..., None] * along, axis=2) - capsule["radius"]
        inside |= np.all(far < 1e-7 * mesh.scale, axis=1)
    check(bool(inside.all()), f"{what}: {np.sum(~inside)} triangles outside all capsules")


def urdf(links):
    """A robot with one joint for each link; `links`: name, mesh file, mass, centre, inertia about it."""
    root = xml.Element("robot", name="bodies")
    xml.SubElement(root, "link", name="base")
    text = lambda v: " ".join(repr(float(x)) for x in v)
    for name, file, mass, centre, inertia in links:
        link = xml.SubElement(root, "link", name=name)
        inertial = xml.SubElement(link, "inertial")
        xml.SubElement(inertial, "origin", xyz=text(centre))
        xml.SubElement(inertial, "mass", value=repr(float(mass)))
        i = inertia
        keys = dict(ixx=i[0, 0], ixy=i[0, 1], ixz=i[0, 2], iyy=i[1, 1], iyz=i[1, 2], izz=i[2, 2])
        xml.SubElement(inertial, "inertia", **{k: repr(float(v)) for k, v in keys.items()})
        geometry = xml.SubElement(xml.SubElement(link, "visual"), "geometry")
        xml.SubElement(geometry, "mesh", filename=str(file))
        joint = xml.SubElement(root, "joint", name=f"{name}_joint", type="continuous")
        xml.SubElement(joint, "parent", link="base")
        xml.SubElement(joint, "child", link=name)
        xml.SubElement(joint, "origin", xyz="0.5 0 0.5")
    return xml.tostring(root, encoding="unicode")


def doctor(rng, folder):
    """Findings against bounds computed here: centre in the hull, spread along every principal axis, density of the hull."""
    codes = {"center-outside-shape", "center-outside", "inertia-beyond-shape", "radius-of-gyration", "density-of-shape",
             "density-impossible", "mass-too-large", "inertia-below-shape"}
    links, wrong = [], {}
    for name, mesh in bodies(rng):
        file = write(mesh, folder, f"doctor_{name}", "stl")
        hull = trimesh.convex.convex_hull(mesh.vertices)
        for k in range(12):
            mass = hull.volume * 10 ** rng.uniform(0.8, 4.4)
            centre = mesh.center_mass + rng.normal(size=3) * mesh.scale * rng.choice([0.0, 0.05, 0.4])
            inertia = mesh.moment_inertia * mass / mesh.volume * 10 ** rng.uniform(-2.5, 2.0)
            outside = np.max(np.einsum("ij,ij->i", hull.face_normals, centre - hull.triangles_center))
            slack = max(0.02 * np.linalg.norm(hull.extents), 2e-3)
            axes = np.linalg.eigh(inertia)[1]
            second = 0.5 * np.trace(inertia) * np.eye(3) - inertia
            excess = 0
            for axis in axes.T:
                along = hull.vertices @ axis
                room = (along.max() + slack - centre @ axis) * (centre @ axis - along.min() + slack)
                excess = max(excess, axis @ second @ axis / mass / max(room, 1e-12))
            part = np.linalg.eigvalsh(inertia)[2] / (np.linalg.eigvalsh(mesh.moment_inertia)[2] * mass / mesh.volume)
            density = mass / hull.volume
            # No body with this mass and inertia is less dense than the ellipsoid that has them.
            half_axes = np.sqrt(5 * np.maximum(np.linalg.eigvalsh(second), 0) / mass)
            least = mass / (4 / 3 * np.pi * np.prod(half_axes))
            margins = [outside / slack, excess, part / 0.1, density / 20, density / 7850, least / 22590]
            if any(0.98 < m < 1.02 for m in margins):
                continue  # too near to a bound to tell
            bad = outside > slack or excess > 1 or part < 0.1 or density < 20 or density > 7850 or least > 22590
            link = f"{name}{k}"
            links.append((link, file, mass, centre, inertia))
            wrong[link] = bad
    path = folder / "doctor.urdf"
    path.write_text(urdf(links))
    run = subprocess.run([ARMLAB, "check", path, "--json"], capture_output=True, text=True)
    report = json.loads(run.stdout)
    found = {f["subject"] for f in report["findings"] if f["code"] in codes}
    merged = [f["message"] for f in report["findings"] if f["code"] in codes and "the same with" in f["message"]]
    for link, bad in wrong.items():
        named = link in found or any(f"`{link}`" in message for message in merged)
        check(named == bad, f"doctor on {link}: found {named}, wrong {bad}")
    print(f"doctor: {sum(wrong.values())} of {len(wrong)} links have an inertia that does not fit their mesh")


def all_below(folder):
    kinds = {".stl", ".obj", ".glb", ".gltf"} | ({".dae"} if "dae" in trimesh.available_formats() else set())
    files = sorted(p for p in folder.rglob("*") if p.suffix.lower() in kinds)
    for file, found in zip(files, numbers(files)):
        try:
            mesh = trimesh.load(file, force="mesh", process=False)
        except Exception as error:
            print(f"trimesh cannot read {file.name}: {error}")
            continue
        mesh.merge_vertices(merge_tex=True, merge_norm=True)
        # trimesh merges what is nearly one; armlab only what is equal.
        compare(found, mesh, file.name, body=bool(found.get("body")) and mesh.is_volume, tolerance=1e-5)
        held(found, mesh, file.name)
    print(f"{len(files)} files below {folder}")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--folder", type=Path)
    arguments = parser.parse_args()
    if not (ARMLAB.exists() and BENCH.exists()):
        print("target/release/armlab or armlab-bench is missing")
        sys.exit(2)
    rng = np.random.default_rng(3)
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        made = [(f"{name}.{kind}", mesh, write(mesh, folder, name, kind)) for name, mesh in bodies(rng) for kind in FORMATS]
        for (what, mesh, _), found in zip(made, numbers([file for *_, file in made])):
            # trimesh writes single precision and OBJ with its own digits.
            compare(found, mesh, what, tolerance=1e-6 if what.endswith("obj") else TOLERANCE)
            held(found, mesh, what)
        doctor(rng, folder)
    if arguments.folder:
        all_below(arguments.folder)
    print(f"{passed} passed, {failed} failed")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
