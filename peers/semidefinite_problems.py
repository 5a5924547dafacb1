"""Semidefinite problems from fixed seeds, on which armlab's solver is compared with others: arms with ten inertial parameters a
link that must form a possible body (pseudo-inertia, 4x4), two friction parameters a joint that must not be negative, rows from
the triangle of a noisy regression.
"""

import numpy

AGREE = 1e-6  # relative difference of the objectives
CASES = [(1, 0), (3, 1), (6, 2), (7, 3), (7, 4)]  # links, seed


def body(rng):
    """m, mx, my, mz, Ixx, Ixy, Iyy, Ixz, Iyz, Izz of six point masses."""
    total = numpy.zeros(10)
    for _ in range(6):
        m, (x, y, z) = rng.uniform(0.1, 1), rng.uniform(-0.3, 0.3, 3)
        second = [y * y + z * z, -x * y, x * x + z * z, -x * z, -y * z, x * x + y * y]
        total += m * numpy.array([1, x, y, z, *second])
    return total


def pseudo_inertia(first):
    """Entries (unknown, i, j, factor), i <= j, of [[tr(I)/2 1 - I, h], [h', m]]."""
    terms = [(first + k, d, d, -0.5 if d == axis else 0.5) for axis, k in ((0, 4), (1, 6), (2, 9)) for d in range(3)]
    terms += [(first + 5, 0, 1, -1.0), (first + 7, 0, 2, -1.0), (first + 8, 1, 2, -1.0)]
    terms += [(first + 1 + axis, axis, 3, 1.0) for axis in range(3)]
    return terms + [(first, 3, 3, 1.0)]


def arm(links, seed):
    """A triangle and right-hand side, and the blocks."""
    rng = numpy.random.default_rng(seed)
    n = 12 * links
    truth = numpy.concatenate([body(rng) for _ in range(links)] + [rng.uniform(0, 0.5, 2 * links)])
    a = rng.normal(size=(4 * n, n)) * rng.uniform(0.3, 3, n)
    b = a @ truth + rng.normal(size=4 * n)
    r = numpy.linalg.qr(numpy.column_stack([a, b]), mode="r")
    blocks = [{"name": f"link {i + 1}", "size": 4, "constant": [], "terms": pseudo_inertia(10 * i)} for i in range(links)]
    blocks += [
        {"name": f"friction {k + 1}", "size": 1, "constant": [], "terms": [(10 * links + k, 0, 0, 1.0)]}
        for k in range(2 * links)
    ]
    return r[:n, :n], r[:n, n], blocks
