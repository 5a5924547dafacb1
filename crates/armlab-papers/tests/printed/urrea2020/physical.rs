//! The arm as mechanics has it, for comparison: the sum over the links of m JᵀJ and m Jᵀ(J′q′),
//! sharing no formula with the appendix.

use crate::support::linear::Matrix;
use crate::support::vectors::{array, assert_close, cases, matrix};
use armlab_papers::urrea2020::Parameters;

/// Inertias of all six links: the turning ones' radius of gyration for the sliding ones as well
/// (assumed, not printed).
pub fn inertia(p: &Parameters) -> [f64; 6] {
    p.mass().map(|m| m * p.inertia()[0] / p.mass()[0])
}

/// Jacobian of one link's centre of mass and its acceleration at q″ = 0.
struct Com {
    jacobian: [[f64; 6]; 2],
    acceleration: [f64; 2],
}

fn com(p: &Parameters, link: usize, q: [f64; 6], qd: [f64; 6]) -> Com {
    let last = link / 2;
    let mut com = Com { jacobian: [[0.0; 6]; 2], acceleration: [0.0; 2] };
    let (mut angle, mut turn) = (0.0, 0.0);
    for stage in 0..=last {
        let slides = stage < last || link % 2 == 1;
        let (extension, speed) =
            if slides { (q[2 * stage + 1], qd[2 * stage + 1]) } else { (0.0, 0.0) };
        let home = match (stage < last, link % 2) {
            (true, _) => p.lengths().stage,
            (false, 0) => p.lengths().turning_com[stage],
            (false, _) => p.lengths().sliding_com[stage],
        };
        let length = home + extension;
        angle += q[2 * stage];
        turn += qd[2 * stage];
        let (s, c) = angle.sin_cos();
        let (along, across) = ([c, s], [-s, c]);
        for axis in 0..2 {
            for before in 0..=stage {
                com.jacobian[axis][2 * before] += length * across[axis];
            }
            if slides {
                com.jacobian[axis][2 * stage + 1] += along[axis];
            }
            com.acceleration[axis] +=
                2.0 * speed * turn * across[axis] - length * turn * turn * along[axis];
        }
    }
    com
}

/// M(q) and c(q, q′).
pub fn dynamics(p: &Parameters, q: [f64; 6], qd: [f64; 6]) -> (Matrix<6>, [f64; 6]) {
    let (mut mass, mut bias) = ([[0.0; 6]; 6], [0.0; 6]);
    for link in 0..6 {
        let (m, inertia) = (p.mass()[link], inertia(p)[link]);
        let com = com(p, link, q, qd);
        for i in 0..6 {
            for axis in 0..2 {
                bias[i] += m * com.jacobian[axis][i] * com.acceleration[axis];
            }
            for j in 0..6 {
                for axis in 0..2 {
                    mass[i][j] += m * com.jacobian[axis][i] * com.jacobian[axis][j];
                }
                if i % 2 == 0 && j % 2 == 0 && i.max(j) <= link {
                    mass[i][j] += inertia;
                }
            }
        }
    }
    (mass, bias)
}

#[test]
fn physical_model_of_the_tests_matches_the_vectors() {
    let p = Parameters::published();
    for case in cases("planar6.json") {
        let (mass, bias) = dynamics(&p, array(&case["q"]), array(&case["qd"]));
        let want: Matrix<6> = matrix(&case["physical"]["M"]);
        assert_close("M", mass.as_flattened(), want.as_flattened());
        assert_close("c", &bias, &array::<6>(&case["physical"]["c"]));
    }
}
