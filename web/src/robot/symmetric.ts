// Eigenvalues and eigenvectors of a symmetric 3x3 matrix by cyclic Jacobi rotations
// (Golub & Van Loan, Matrix Computations, section 8.5): always converges, no special cases.

/** Values in no particular order, with the vectors as columns of a row-major 3x3 matrix. */
export interface Eigen {
  values: [number, number, number];
  vectors: number[];
}

/** The eigenvalues of `[xx, xy, xz; xy, yy, yz; xz, yz, zz]`. */
export function eigen(xx: number, xy: number, xz: number, yy: number, yz: number, zz: number): Eigen {
  const a = [xx, xy, xz, xy, yy, yz, xz, yz, zz];
  const v = [1, 0, 0, 0, 1, 0, 0, 0, 1];
  const at = (i: number) => a[i] ?? 0;
  for (let sweep = 0; sweep < 30; sweep++) {
    const off = Math.abs(at(1)) + Math.abs(at(2)) + Math.abs(at(5));
    if (off <= 1e-15 * (Math.abs(at(0)) + Math.abs(at(4)) + Math.abs(at(8)))) break;
    for (const [p, q] of [[0, 1], [0, 2], [1, 2]] as const) {
      const apq = at(3 * p + q);
      if (apq === 0) continue;
      const theta = (at(3 * q + q) - at(3 * p + p)) / (2 * apq);
      const t = (theta >= 0 ? 1 : -1) / (Math.abs(theta) + Math.hypot(theta, 1));
      const c = 1 / Math.hypot(t, 1);
      const s = t * c;
      rotateColumns(a, p, q, c, s);
      rotateRows(a, p, q, c, s);
      rotateColumns(v, p, q, c, s);
    }
  }
  return { values: [at(0), at(4), at(8)], vectors: v };
}

function rotateColumns(m: number[], p: number, q: number, c: number, s: number): void {
  for (let k = 0; k < 3; k++) {
    const a = m[3 * k + p] ?? 0;
    const b = m[3 * k + q] ?? 0;
    m[3 * k + p] = c * a - s * b;
    m[3 * k + q] = s * a + c * b;
  }
}

function rotateRows(m: number[], p: number, q: number, c: number, s: number): void {
  for (let k = 0; k < 3; k++) {
    const a = m[3 * p + k] ?? 0;
    const b = m[3 * q + k] ?? 0;
    m[3 * p + k] = c * a - s * b;
    m[3 * q + k] = s * a + c * b;
  }
}
