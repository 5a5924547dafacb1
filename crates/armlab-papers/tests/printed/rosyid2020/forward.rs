//! Forward dynamics with the paper's friction: where it has one solution, none, or several.
//!
//! In the forward problem the circle that the paper fears in the inverse one (E15) is real: the
//! accelerations give the normal forces, these the friction, and that the accelerations. Normal
//! forces are affine in the friction, `n = c + G f`, and `f_i = μ sgn(v_i) |n_i|`, so for each
//! pattern σ of their signs `(I − G μ diag(sgn v_i σ_i)) n = c` is linear; the solutions are the
//! patterns that come out as they went in. There is exactly one for every c, that is for any
//! drives, if and only if the eight determinants have one sign (the column W-property of Sznajder
//! & Gowda, *Linear Algebra and its Applications* 223–224, 1995).

use armlab_papers::rosyid2020::kinematics::DEFAULT_SIDES;
use armlab_papers::rosyid2020::printed::{Descriptor, Errata, Terms, descriptor};
use armlab_papers::rosyid2020::{Factored, Geometry, Machine, Motion, Mounting};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// A state and the drives' forces.
struct Pushed {
    terms: Terms,
    speed_signs: [f64; 3],
    drive: [f64; 3],
}

/// Poses of the working area (x ± 0.15 m, y 0.28 to 0.43 m, θ −0.35 to 0.40 rad) that keep a
/// distance from singular ones, speeds up to 0.5 m/s and 1 rad/s, drives up to 200 N.
fn states(mounting: Mounting) -> Vec<Pushed> {
    let machine = Machine::published(mounting);
    let mut rng = ChaCha8Rng::seed_from_u64(11);
    let mut states = Vec::new();
    while states.len() < 150 {
        let pose = [
            rng.random_range(-0.15..0.15),
            rng.random_range(0.28..0.43),
            rng.random_range(-0.35..0.40),
        ];
        let velocity =
            [rng.random_range(-0.5..0.5), rng.random_range(-0.5..0.5), rng.random_range(-1.0..1.0)];
        let drive = std::array::from_fn(|_| rng.random_range(-200.0..200.0));
        let geometry = Geometry::published();
        let Ok(motion) = Motion::of_platform(&geometry, pose, velocity, [0.0; 3], DEFAULT_SIDES)
        else {
            continue;
        };
        let [a1, a2, a3] = [motion.q[6], motion.q[7], motion.q[8]];
        let margin = (a1 - a3).sin().abs().min((a2 - pose[2]).sin().abs());
        if margin < 0.3 || [a1, a2, a3].iter().any(|a| a.cos().abs() < 0.25) {
            continue;
        }
        let terms = Terms::of(&machine, &motion, Errata::NONE).unwrap();
        states.push(Pushed { terms, speed_signs: motion.slider_speeds().map(f64::signum), drive });
    }
    states
}

/// n = c + G f.
struct Response {
    constant: [f64; 3],
    gain: [[f64; 3]; 3],
}

impl Pushed {
    fn response(&self) -> Response {
        let Descriptor { matrix, right } =
            descriptor(&self.terms, self.drive, [0.0; 3], Errata::NONE);
        let system = Factored::of(matrix).unwrap();
        let normals = |right: [f64; 21]| {
            let solution = system.solve(right);
            [solution[12], solution[13], solution[14]]
        };
        let mut gain = [[0.0; 3]; 3];
        for j in 0..3 {
            let mut unit = [0.0; 21];
            unit[j] = -1.0;
            let column = normals(unit);
            for i in 0..3 {
                gain[i][j] = column[i];
            }
        }
        Response { constant: normals(right), gain }
    }

    fn matrix(&self, response: &Response, mu: f64, pattern: [f64; 3]) -> [[f64; 3]; 3] {
        std::array::from_fn(|i| {
            std::array::from_fn(|j| {
                let unit = if i == j { 1.0 } else { 0.0 };
                unit - response.gain[i][j] * mu * self.speed_signs[j] * pattern[j]
            })
        })
    }

    /// Number of sign patterns that come out as they went in.
    fn solutions(&self, mu: f64) -> usize {
        let response = self.response();
        let consistent = |pattern: &[f64; 3]| {
            let matrix = self.matrix(&response, mu, *pattern);
            let Some(factored) = Factored::of(matrix) else { return false };
            let normal = factored.solve(response.constant);
            normal.iter().zip(pattern).all(|(n, s)| n * s > 0.0)
        };
        patterns().iter().filter(|p| consistent(p)).count()
    }

    /// Whether there is one solution whatever the drives do.
    fn always_unique(&self, response: &Response, mu: f64) -> bool {
        let positive = patterns().map(|pattern| {
            let m = self.matrix(response, mu, pattern);
            crate::support::linear::determinant(&m) > 0.0
        });
        positive.iter().all(|p| *p == positive[0])
    }
}

fn patterns() -> [[f64; 3]; 8] {
    std::array::from_fn(|k| [4, 2, 1].map(|bit| if k & bit == 0 { 1.0 } else { -1.0 }))
}

#[test]
fn forward_dynamics_has_one_solution_up_to_a_friction_coefficient_of_one() {
    for mounting in [Mounting::Horizontal, Mounting::Vertical] {
        for state in states(mounting) {
            let response = state.response();
            for mu in [0.145, 0.30, 0.6, 1.0] {
                assert_eq!(state.solutions(mu), 1, "{mounting:?}, μ = {mu}");
                assert!(state.always_unique(&response, mu), "{mounting:?}, μ = {mu}");
            }
        }
    }
}

#[test]
fn forward_dynamics_has_no_or_several_solutions_at_three_halves() {
    let (mut counts, mut unsafe_states) = ([0; 9], 0);
    for mounting in [Mounting::Horizontal, Mounting::Vertical] {
        for state in states(mounting) {
            counts[state.solutions(1.5)] += 1;
            unsafe_states += usize::from(!state.always_unique(&state.response(), 1.5));
        }
    }
    let several: usize = counts[2..].iter().sum();
    println!(
        "μ = 1.5: {} of 300 none, {} one, {several} several; {unsafe_states} not unique for all drives",
        counts[0], counts[1]
    );
    assert_eq!((counts[0], counts[1], several), (0, 0, 0));
}

#[test]
fn the_smallest_friction_coefficient_that_loses_uniqueness() {
    let mut smallest = f64::INFINITY;
    for state in states(Mounting::Horizontal) {
        let response = state.response();
        let lost =
            (1..5000).map(|k| 1e-3 * k as f64).find(|mu| !state.always_unique(&response, *mu));
        smallest = smallest.min(lost.unwrap_or(f64::INFINITY));
    }
    println!("uniqueness is first lost at μ = {smallest:.3}");
    assert!((smallest - 1.2).abs() < 5e-4, "{smallest}");
}

#[test]
fn the_reduced_problem_is_the_21_by_21_one() {
    for state in states(Mounting::Vertical).iter().take(20) {
        let response = state.response();
        for pattern in patterns() {
            let mut system = descriptor(&state.terms, state.drive, [0.0; 3], Errata::NONE);
            for i in 0..3 {
                system.matrix[i][12 + i] += 0.6 * state.speed_signs[i] * pattern[i];
            }
            let full = Factored::of(system.matrix).unwrap().solve(system.right);
            let matrix = state.matrix(&response, 0.6, pattern);
            let reduced = Factored::of(matrix).unwrap().solve(response.constant);
            for i in 0..3 {
                assert!(
                    (full[12 + i] - reduced[i]).abs() < 1e-9,
                    "{} {}",
                    full[12 + i],
                    reduced[i]
                );
            }
        }
    }
}
