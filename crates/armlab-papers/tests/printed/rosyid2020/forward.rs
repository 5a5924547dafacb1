//! Forward dynamics with the paper's friction: where it has one solution, none, or several.
//!
//! In the forward problem the circle that the paper fears in the inverse one (E15) is real: the
//! accelerations give the normal forces, these the friction, and that the accelerations. Normal
//! forces are affine in the friction, `n = c + G f`, and `f_i = μ sgn(v_i) |n_i|`, so for each
//! pattern σ of their signs `(I − G μ diag(sgn v_i σ_i)) n = c` is linear; the solutions are the
//! patterns that come out as they went in. There is exactly one for every c, that is for any
//! drives, if and only if the eight determinants have one sign (the column W-property of Sznajder
//! & Gowda, *Linear Algebra and its Applications* 223–224, 1995).

use super::samples::motions;
use crate::support::linear::determinant;
use armlab_papers::rosyid2020::kinematics::DEFAULT_SIDES;
use armlab_papers::rosyid2020::printed::{Descriptor, Errata, Terms, descriptor};
use armlab_papers::rosyid2020::{Factored, Geometry, Machine, Motion, Mounting};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// Table 1's Coulomb and static coefficients, and twice the latter.
const UNIQUE: [f64; 3] = [0.145, 0.30, 0.6];

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
        states.push(Pushed::new(&machine, &motion, drive));
    }
    states
}

/// 150 random instants of the excitation with drives up to 200 N.
fn excited_states(mounting: Mounting) -> Vec<Pushed> {
    let (machine, motions) = (Machine::published(mounting), motions());
    let mut rng = ChaCha8Rng::seed_from_u64(12);
    let draw = |_| {
        // Not at the two rests, where nothing rubs.
        let motion = &motions[rng.random_range(1..1000)];
        let drive = std::array::from_fn(|_| rng.random_range(-200.0..200.0));
        Pushed::new(&machine, motion, drive)
    };
    (0..150).map(draw).collect()
}

/// n = c + G f.
struct Response {
    constant: [f64; 3],
    gain: [[f64; 3]; 3],
}

impl Pushed {
    fn new(machine: &Machine, motion: &Motion, drive: [f64; 3]) -> Self {
        let terms = Terms::of(machine, motion, Errata::NONE).unwrap();
        Self { terms, speed_signs: motion.slider_speeds().map(f64::signum), drive }
    }

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

    /// Whether there is one solution whatever the drives do. Without friction all determinants
    /// are one.
    fn always_unique(&self, response: &Response, mu: f64) -> bool {
        let positive = |pattern| determinant(&self.matrix(response, mu, pattern)) > 0.0;
        patterns().into_iter().all(positive)
    }

    /// The smallest coefficient, in steps of 0.001, at which some drives have not one solution.
    fn uniqueness_lost(&self) -> Option<f64> {
        let response = self.response();
        (1..5000).map(|k| 1e-3 * k as f64).find(|mu| !self.always_unique(&response, *mu))
    }
}

fn patterns() -> [[f64; 3]; 8] {
    std::array::from_fn(|k| [4, 2, 1].map(|bit| if k & bit == 0 { 1.0 } else { -1.0 }))
}

/// How many states have no solution, one, several.
fn counts(states: &[Pushed], mu: f64) -> [usize; 3] {
    let mut counts = [0; 3];
    for state in states {
        counts[state.solutions(mu).min(2)] += 1;
    }
    counts
}

#[test]
fn forward_dynamics_has_one_solution_with_the_published_friction() {
    for mounting in [Mounting::Horizontal, Mounting::Vertical] {
        for states in [states(mounting), excited_states(mounting)] {
            for mu in UNIQUE {
                assert_eq!(counts(&states, mu), [0, 150, 0], "{mounting:?}, μ = {mu}");
            }
            for state in &states {
                let response = state.response();
                assert!(UNIQUE.iter().all(|mu| state.always_unique(&response, *mu)));
            }
        }
    }
}

#[test]
fn forward_dynamics_has_none_or_several_solutions_with_much_friction() {
    // Counts of none, one and several. An earlier study, whose states are not stored, has one at μ = 1,
    // and at 1.5 none in 18 % and several in 10 %.
    type Draw = fn(Mounting) -> Vec<Pushed>;
    let sets: [(&str, Draw, [[usize; 3]; 4]); 2] = [
        ("working area", states, [[0, 148, 2], [0, 148, 2], [34, 90, 26], [31, 87, 32]]),
        ("excitation", excited_states, [[0, 150, 0], [0, 150, 0], [31, 106, 13], [38, 106, 6]]),
    ];
    let runs = [
        (Mounting::Horizontal, 1.0),
        (Mounting::Vertical, 1.0),
        (Mounting::Horizontal, 1.5),
        (Mounting::Vertical, 1.5),
    ];
    for (name, draw, want) in sets {
        for ((mounting, mu), want) in runs.into_iter().zip(want) {
            let got = counts(&draw(mounting), mu);
            println!("{name}, {mounting:?}, μ = {mu}: none, one, several: {got:?} of 150");
            assert_eq!(got, want);
        }
    }
}

#[test]
fn uniqueness_is_first_lost_in_a_corner_of_the_working_area() {
    // The gain from friction to normal forces depends on the pose alone, not on how it stands.
    let machine = Machine::published(Mounting::Horizontal);
    let smallest = |states: &[Pushed]| {
        states.iter().filter_map(Pushed::uniqueness_lost).fold(f64::INFINITY, f64::min)
    };
    let excited: Vec<Pushed> =
        motions()[1..1000].iter().map(|motion| Pushed::new(&machine, motion, [0.0; 3])).collect();
    let (along, within) = (smallest(&excited), smallest(&states(Mounting::Horizontal)));
    println!("lost at μ = {along:.3} along the excitation, {within:.3} over 150 random states");
    assert!((along - 1.022).abs() < 1e-9, "{along}");
    assert!((within - 0.818).abs() < 1e-9, "{within}");
    // The corner itself, over all directions of motion.
    let mut corner = Vec::new();
    for k in 0..400 {
        let around = |k: usize| (k as f64) * std::f64::consts::TAU / 20.0;
        let (a, b) = (around(k / 20), around(k % 20));
        let velocity = [0.3 * a.cos() * b.cos(), 0.3 * a.sin() * b.cos(), b.sin()];
        let pose = [0.0, 0.43, 0.40];
        let geometry = Geometry::published();
        let motion = Motion::of_platform(&geometry, pose, velocity, [0.0; 3], DEFAULT_SIDES);
        corner.push(Pushed::new(&machine, &motion.unwrap(), [0.0; 3]));
    }
    let corner = smallest(&corner);
    println!("at y = 0.43 m, θ = 0.40 rad: {corner:.3}");
    assert!((corner - 0.81).abs() < 0.01, "{corner}");
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
                let (full, reduced) = (full[12 + i], reduced[i]);
                assert!((full - reduced).abs() < 1e-10, "{full} {reduced}");
            }
        }
    }
}
