//! Claims about least squares under matrix inequalities.

use armlab_dense::{Matrix, least_squares};
use armlab_optimize::semidefinite::{
    Block, Semidefinite, SemidefiniteError, SemidefiniteSettings, SemidefiniteSolution,
};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// The pseudo-inertia of a body with parameters `first..first + 10` in the order
/// m, mx, my, mz, Ixx, Ixy, Iyy, Ixz, Iyz, Izz.
fn pseudo_inertia(name: &str, first: usize) -> Block {
    let mut block = Block::new(name, 4);
    // Second moments: Σ = ½ tr(I) 1 − I.
    for (axis, k) in [(0, 4), (1, 6), (2, 9)] {
        for diagonal in 0..3 {
            let factor = if diagonal == axis { -0.5 } else { 0.5 };
            block = block.term(first + k, diagonal, diagonal, factor);
        }
    }
    block =
        block.term(first + 5, 0, 1, -1.0).term(first + 7, 0, 2, -1.0).term(first + 8, 1, 2, -1.0);
    for axis in 0..3 {
        block = block.term(first + 1 + axis, axis, 3, 1.0);
    }
    block.term(first, 3, 3, 1.0)
}

/// Parameters of a cloud of point masses: always possible.
fn body(rng: &mut ChaCha8Rng) -> [f64; 10] {
    let mut p = [0.0; 10];
    for _ in 0..6 {
        let m = rng.random_range(0.1..1.0);
        let [x, y, z]: [f64; 3] = std::array::from_fn(|_| rng.random_range(-0.3..0.3));
        let more = [
            m,
            m * x,
            m * y,
            m * z,
            m * (y * y + z * z),
            -m * x * y,
            m * (x * x + z * z),
            -m * x * z,
            -m * y * z,
            m * (x * x + y * y),
        ];
        for (p, q) in p.iter_mut().zip(more) {
            *p += q;
        }
    }
    p
}

/// `links` bodies, `extra` non-negative unknowns, rows of which `blind` columns
/// are combinations of others, and noise.
fn arm(links: usize, extra: usize, noise: f64, seed: u64) -> (Semidefinite, Vec<f64>) {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let n = 10 * links + extra;
    let mut truth: Vec<f64> = (0..links).flat_map(|_| body(&mut rng)).collect();
    truth.extend((0..extra).map(|_| rng.random_range(0.0..0.5)));
    let mut rows = Matrix::zeros(2 * n, n);
    for j in 0..n {
        for i in 0..2 * n {
            rows.set(i, j, rng.random_range(-1.0..1.0));
        }
    }
    let mut rhs = rows.times_vector(&truth);
    rhs.iter_mut().for_each(|b| *b += noise * rng.random_range(-1.0..1.0));
    let mut problem = Semidefinite::new(rows, rhs);
    for link in 0..links {
        problem = problem.subject_to(pseudo_inertia(&format!("link {}", link + 1), 10 * link));
    }
    for k in 0..extra {
        problem =
            problem.subject_to(Block::at_least(format!("friction {}", k + 1), 10 * links + k, 0.0));
    }
    (problem, truth)
}

fn solve(problem: &Semidefinite) -> SemidefiniteSolution {
    problem.solve(None, &SemidefiniteSettings::default()).unwrap()
}

#[test]
fn without_active_blocks_the_solution_is_that_of_least_squares() {
    let (problem, truth) = arm(3, 4, 0.0, 1);
    let solution = solve(&problem);
    assert!(solution.x.iter().zip(&truth).all(|(x, t)| (x - t).abs() < 1e-7), "{solution:?}");
    assert!(solution.blocks.iter().all(|b| !b.active));
}

#[test]
fn noisy_arms_are_solved_to_a_gap_of_1e_9_with_every_block_possible() {
    for seed in 0..20 {
        let (problem, _) = arm(7, 14, 0.5, seed);
        let solution = solve(&problem);
        assert!(solution.gap <= 1e-9 * solution.objective, "seed {seed}: {}", solution.gap);
        assert!(solution.stationarity <= 1e-9 && solution.violation <= 1e-9, "seed {seed}");
        assert!(solution.iterations <= 30, "seed {seed}: {} steps", solution.iterations);
        assert!(solution.blocks.iter().all(|b| b.smallest_eigenvalue > 0.0), "seed {seed}");
        assert!(solution.blocks.iter().any(|b| b.active), "seed {seed}");
    }
}

#[test]
fn bounds_alone_give_the_known_solution_and_multipliers() {
    // min ½(x−3)² + ½(y+1)², x ≤ 1, y ≥ 0: at (1, 0), multipliers 2 and 1.
    let problem = Semidefinite::new(Matrix::identity(2), vec![3.0, -1.0])
        .subject_to(Block::at_most("x at most 1", 0, 1.0))
        .subject_to(Block::at_least("y at least 0", 1, 0.0))
        .subject_to(Block::at_least("x at least −5", 0, -5.0));
    let solution = solve(&problem);
    assert!((solution.x[0] - 1.0).abs() < 1e-9 && solution.x[1].abs() < 1e-9);
    assert!((solution.objective - 2.5).abs() < 1e-8);
    let found: Vec<_> = solution.blocks.iter().map(|b| (b.active, b.multiplier)).collect();
    assert!(found[0].0 && (found[0].1 - 2.0).abs() < 1e-8);
    assert!(found[1].0 && (found[1].1 - 1.0).abs() < 1e-8);
    assert!(!found[2].0 && found[2].1 < 1e-8);
}

#[test]
fn the_nearest_semidefinite_matrix_is_the_one_without_negative_eigenvalues() {
    // ‖F(x) − G‖ in the entries' norm, G = [[1, 2], [2, 1]]: eigenvalues 3, −1;
    // the projection keeps 3 along (1, 1)/√2.
    let root = 2_f64.sqrt();
    let rows = Matrix::from_fn(3, 3, |i, j| {
        if i != j {
            0.0
        } else if i == 1 {
            root
        } else {
            1.0
        }
    });
    let block = Block::new("matrix", 2).term(0, 0, 0, 1.0).term(1, 0, 1, 1.0).term(2, 1, 1, 1.0);
    let solution = solve(&Semidefinite::new(rows, vec![1.0, 2.0 * root, 1.0]).subject_to(block));
    assert!(solution.x.iter().all(|x| (x - 1.5).abs() < 1e-9), "{:?}", solution.x);
    assert!((solution.objective - 0.5).abs() < 1e-9);
}

#[test]
fn contradictory_bounds_are_named_and_others_are_not() {
    let (problem, _) = arm(2, 1, 0.1, 3);
    let problem = problem
        .subject_to(Block::at_least("mass of link 1 at least 9 kg", 0, 9.0))
        .subject_to(Block::at_most("mass of link 1 at most 4 kg", 0, 4.0))
        .subject_to(Block::at_most("mass of link 2 at most 40 kg", 10, 40.0));
    let error = problem.solve(None, &SemidefiniteSettings::default()).unwrap_err();
    let SemidefiniteError::Infeasible { blocks, by } = &error else { panic!("{error}") };
    assert_eq!(blocks, &["mass of link 1 at least 9 kg", "mass of link 1 at most 4 kg"]);
    assert!((by - 2.5).abs() < 1e-3, "{by}");
    assert!(error.to_string().contains("contradict each other"));
}

#[test]
fn a_bound_that_contradicts_physics_is_named_with_the_body() {
    // A negative mass contradicts the pseudo-inertia.
    let (problem, _) = arm(1, 0, 0.1, 4);
    let problem = problem.subject_to(Block::at_most("mass at most −1 kg", 0, -1.0));
    let error = problem.solve(None, &SemidefiniteSettings::default()).unwrap_err();
    let SemidefiniteError::Infeasible { blocks, .. } = &error else { panic!("{error}") };
    assert_eq!(blocks, &["link 1", "mass at most −1 kg"]);
}

#[test]
fn an_unseen_direction_does_not_stop_the_iteration_and_a_belief_decides_it() {
    // Only x + y is seen.
    let rows = Matrix::from_fn(1, 2, |_, _| 1.0);
    let bounded = Semidefinite::new(rows, vec![4.0])
        .subject_to(Block::at_least("x", 0, 0.0))
        .subject_to(Block::at_least("y", 1, 0.0));
    let solution = solve(&bounded);
    assert!((solution.x[0] + solution.x[1] - 4.0).abs() < 1e-6);
    let solution = solve(&bounded.with_prior(0, 1.0, 10.0).with_prior(1, 5.0, 10.0));
    // Minimum of ½(s−4)² + ½((x−1)²+(y−5)²)/100 along y − x = 4.
    let (x, y) = (solution.x[0], solution.x[1]);
    assert!((y - x - 4.0).abs() < 1e-6, "{x} {y}");
    assert!((x + y - (4.0 + 6.0 / 200.0) / (1.0 + 1.0 / 200.0)).abs() < 1e-7);
}

#[test]
fn divergence_keeps_a_body_possible_without_touching_the_boundary() {
    // No rows about the body at all: the reference itself is the minimum.
    let mut rng = ChaCha8Rng::seed_from_u64(5);
    let reference = body(&mut rng);
    let block = pseudo_inertia("link", 0).near(&reference, 0.3);
    let free = Semidefinite::new(Matrix::zeros(1, 10), vec![0.0]).subject_to(block.clone());
    let solution = solve(&free);
    for (x, r) in solution.x.iter().zip(&reference) {
        assert!((x - r).abs() < 1e-7, "{:?} {reference:?}", solution.x);
    }
    assert!(solution.objective.abs() < 1e-9);
    // Rows that ask for a negative mass: the mass stays positive.
    let rows = Matrix::from_fn(1, 10, |_, j| f64::from(u8::from(j == 0)));
    let solution = solve(&Semidefinite::new(rows, vec![-1.0]).subject_to(block));
    assert!(solution.x[0] > 0.0 && solution.blocks[0].smallest_eigenvalue > 0.0);
    // Stationarity by differences of the objective in the mass: with the second
    // moments and first moments at their optimum, d/dm is zero.
    assert!(solution.stationarity < 1e-9);
}

#[test]
fn a_strong_divergence_pulls_to_the_reference_and_a_weak_one_to_the_rows() {
    let (_, truth) = arm(1, 0, 0.0, 6);
    let mut rng = ChaCha8Rng::seed_from_u64(7);
    let reference = body(&mut rng);
    let numbers = (0..200).map(|_| rng.random_range(-1.0..1.0)).collect();
    let rows = Matrix::from_columns(20, 10, numbers);
    let rhs = rows.times_vector(&truth);
    let at = |weight| {
        let block = pseudo_inertia("link", 0).near(&reference, weight);
        solve(&Semidefinite::new(rows.clone(), rhs.clone()).subject_to(block)).x
    };
    let far =
        |x: &[f64], y: &[f64]| x.iter().zip(y).fold(0.0_f64, |m, (a, b)| m.max((a - b).abs()));
    assert!(far(&at(1e8), &reference) < 1e-4);
    let plain = least_squares(&rows, &rhs).unwrap().x;
    assert!(far(&at(1e-10), &plain) < 1e-5, "{}", far(&at(1e-10), &plain));
}

#[test]
fn a_start_near_the_solution_leads_to_the_same_solution() {
    let (problem, truth) = arm(4, 3, 0.3, 8);
    let cold = solve(&problem);
    let warm = problem.solve(Some(&truth), &SemidefiniteSettings::default()).unwrap();
    assert!((cold.objective / warm.objective - 1.0).abs() < 1e-9);
}

#[test]
fn unusable_input_is_refused_in_words() {
    let problem = Semidefinite::new(Matrix::identity(1), vec![f64::NAN]);
    let error = problem.solve(None, &SemidefiniteSettings::default()).unwrap_err();
    assert!(error.to_string().contains("not finite"), "{error}");
    let problem = Semidefinite::new(Matrix::identity(1), vec![1.0]).subject_to(Block::at_least(
        "tenth unknown",
        9,
        0.0,
    ));
    let error = problem.solve(None, &SemidefiniteSettings::default()).unwrap_err();
    assert!(error.to_string().contains("tenth unknown depends on unknown 9"), "{error}");
}

/// The rows of an arm as they really are: of the columns some do nothing and
/// some repeat others, sizes span four orders of magnitude.
fn deficient(seed: u64, prior: bool) -> (Semidefinite, Vec<f64>) {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let (links, extra) = (7, 14);
    let n = 10 * links + extra;
    let mut truth: Vec<f64> = (0..links).flat_map(|_| body(&mut rng)).collect();
    truth.extend((0..extra).map(|_| rng.random_range(0.0..0.5)));
    let mut rows = Matrix::zeros(3 * n, n);
    for j in 0..n {
        let size = 10_f64.powf(rng.random_range(-2.0..2.0));
        for i in 0..3 * n {
            rows.set(i, j, size * rng.random_range(-1.0..1.0));
        }
    }
    for link in 0..links {
        for i in 0..3 * n {
            // The mass does nothing on the first link and is felt by the link
            // before otherwise; Iyy is seen together with Ixx only.
            let (felt, sum) = if link == 0 {
                (0.0, 0.0)
            } else {
                (rows.at(i, 10 * link - 1), rows.at(i, 10 * link + 4))
            };
            rows.set(i, 10 * link, felt);
            rows.set(i, 10 * link + 6, sum);
        }
    }
    let mut rhs = rows.times_vector(&truth);
    rhs.iter_mut().for_each(|b| *b += rng.random_range(-1.0..1.0));
    let mut problem = Semidefinite::new(rows, rhs);
    for link in 0..links {
        problem = problem.subject_to(pseudo_inertia(&format!("link {}", link + 1), 10 * link));
    }
    for k in 0..extra {
        let name = format!("friction {}", k + 1);
        problem = problem.subject_to(Block::at_least(name, 10 * links + k, 0.0));
    }
    if prior {
        for (k, t) in truth.iter().enumerate() {
            problem = problem.with_prior(k, 1.2 * t, 100.0 * t.abs().max(1e-3));
        }
    }
    (problem, truth)
}

#[test]
fn rank_deficient_rows_of_mixed_size_are_solved_with_a_weak_prior_and_without() {
    for seed in 0..10 {
        for prior in [true, false] {
            let (problem, truth) = deficient(seed, prior);
            for start in [None, Some(&truth[..])] {
                let solution = problem.solve(start, &SemidefiniteSettings::default()).unwrap();
                let largest = solution.x.iter().fold(0.0_f64, |m, x| m.max(x.abs()));
                assert!(solution.gap <= 1e-9 * solution.objective, "seed {seed}");
                assert!(solution.stationarity <= 1e-9 && largest < 100.0, "seed {seed}: {largest}");
                assert!(solution.iterations <= 40, "seed {seed}: {}", solution.iterations);
            }
        }
    }
}

#[test]
fn what_no_row_sees_stays_at_the_start() {
    // Only the first unknown is seen; the second is free, the third bounded.
    let rows = Matrix::from_fn(1, 3, |_, j| f64::from(u8::from(j == 0)));
    let problem = Semidefinite::new(rows, vec![2.0])
        .subject_to(Block::at_least("first", 0, 0.0))
        .subject_to(Block::at_least("third", 2, 0.0));
    let start = [1.0, 7.0, 5.0];
    let solution = problem.solve(Some(&start), &SemidefiniteSettings::default()).unwrap();
    assert!((solution.x[0] - 2.0).abs() < 1e-6, "{:?}", solution.x);
    assert!(
        (solution.x[1] - 7.0).abs() < 1e-6 && (solution.x[2] - 5.0).abs() < 0.5,
        "{:?}",
        solution.x
    );
}
