"""Random robots as URDF text, reproducible from a seed.

Only `random.Random` is used: its streams are the same on every Python, so a seed names one robot for ever.
"""

import math
from random import Random


def numbers(values):
    """Shortest text that reads back as the same doubles, so both programs get identical numbers."""
    return " ".join(repr(float(value)) for value in values)


def random_rotation(rng):
    """A rotation matrix from three random roll-pitch-yaw angles (not uniform on the sphere, which is not needed)."""
    (sr, cr), (sp, cp), (sy, cy) = [(math.sin(a), math.cos(a)) for a in random_angles(rng)]
    return [
        [cy * cp, cy * sp * sr - sy * cr, cy * sp * cr + sy * sr],
        [sy * cp, sy * sp * sr + cy * cr, sy * sp * cr - cy * sr],
        [-sp, cp * sr, cp * cr],
    ]


def random_angles(rng):
    return [rng.uniform(-math.pi, math.pi) for _ in range(3)]


def inertial(rng, mass, reach):
    """An <inertial> element of a possible body: mass centre off the axes, full inertia tensor.

    The tensor is built from positive second moments of mass, I = tr(S) 1 - S, so it satisfies the triangle inequalities by
    construction. `reach` scales the body in metres. The inertial frame is turned against the link's as well.
    """
    com = [rng.uniform(-reach, reach) for _ in range(3)]
    rpy = random_angles(rng)
    second = [mass * (reach * rng.uniform(0.15, 0.6)) ** 2 for _ in range(3)]
    turn = random_rotation(rng)
    s = [[sum(turn[i][k] * second[k] * turn[j][k] for k in range(3)) for j in range(3)] for i in range(3)]
    trace = s[0][0] + s[1][1] + s[2][2]
    tensor = {
        "ixx": trace - s[0][0], "ixy": -s[0][1], "ixz": -s[0][2],
        "iyy": trace - s[1][1], "iyz": -s[1][2], "izz": trace - s[2][2],
    }  # fmt: skip
    entries = " ".join(f'{name}="{value!r}"' for name, value in tensor.items())
    return (
        "    <inertial>\n"
        f'      <origin xyz="{numbers(com)}" rpy="{numbers(rpy)}"/>\n'
        f'      <mass value="{mass!r}"/>\n'
        f"      <inertia {entries}/>\n"
        "    </inertial>\n"
    )


def link(name, body=""):
    return f'  <link name="{name}">\n{body}  </link>\n' if body else f'  <link name="{name}"/>\n'


def joint(name, kind, parent, child, origin=None, axis=None, limit=10.0):
    """`origin` is (xyz, rpy); an origin or axis of None is left out, which URDF defines as zero and as 1 0 0."""
    lines = [f'  <joint name="{name}" type="{kind}">', f'    <parent link="{parent}"/>', f'    <child link="{child}"/>']
    if origin is not None:
        lines.append(f'    <origin xyz="{numbers(origin[0])}" rpy="{numbers(origin[1])}"/>')
    if axis is not None:
        lines.append(f'    <axis xyz="{numbers(axis)}"/>')
    if kind in ("revolute", "prismatic"):
        lines.append(f'    <limit lower="{-limit!r}" upper="{limit!r}" effort="1000.0" velocity="100.0"/>')
    return "\n".join([*lines, "  </joint>\n"])


def document(name, elements):
    return f'<?xml version="1.0"?>\n<robot name="{name}">\n{"".join(elements)}</robot>\n'


def random_axis(rng):
    """Coordinate axes of both signs, arbitrary directions, and now and then the default (no element at all)."""
    choice = rng.random()
    if choice < 0.1:
        return None
    if choice < 0.4:
        axis = [0.0, 0.0, 0.0]
        axis[rng.randrange(3)] = rng.choice([1.0, -1.0])
        return axis
    axis = [rng.uniform(-1.0, 1.0) for _ in range(3)]
    length = math.sqrt(sum(x * x for x in axis))
    return [x / length for x in axis]


def random_urdf(seed, joints, branching):
    """A robot with `joints` moving joints; `branching` 0 is a chain, 1 hangs every joint anywhere on the tree.

    Some links hang on fixed joints, below the base as well, with and without mass. Names and the order of elements in the
    document are shuffled, so that nothing can rely on either following the tree.
    """
    rng = Random(seed)
    labels = rng.sample(range(1000), 3 * joints + 10)
    links, connections = [link("base", inertial(rng, 3.0, 0.2))], []
    ends = ["base"]  # every link so far, in order of creation

    def grow(kind, massless=False):
        label = labels.pop()
        child = f"link{label}"
        parent = ends[-1] if rng.random() >= branching else rng.choice(ends)
        origin = None
        if rng.random() < 0.9:
            origin = [rng.uniform(-0.4, 0.4) for _ in range(3)], random_angles(rng)
        body = "" if massless else inertial(rng, rng.uniform(0.3, 5.0), 0.2)
        links.append(link(child, body))
        axis = None if kind == "fixed" else random_axis(rng)
        connections.append(joint(f"joint{label}", kind, parent, child, origin, axis))
        ends.append(child)

    for _ in range(joints):
        if rng.random() < 0.2:
            grow("fixed", massless=rng.random() < 0.4)
        grow(rng.choices(["revolute", "continuous", "prismatic"], [5, 2, 3])[0])
    if rng.random() < 0.5:
        grow("fixed")  # a tool

    elements = links + connections
    rng.shuffle(elements)
    return document(f"random{seed}", elements)
