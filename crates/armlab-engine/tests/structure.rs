//! What efforts can tell, from the geometry alone, against the regressor at
//! random states.

mod support;

use armlab_dense::Matrix;
use armlab_engine::base::structure::{
    Identifiability, ParameterStructure, Structure, structural_identifiability,
    structural_identifiability_of_links,
};
use armlab_engine::base::{BaseParameters, base_parameters};
use armlab_engine::dynamics::Dynamics;
use armlab_engine::robot::describe::{ReadOptions, read};
use armlab_engine::robot::{Joint, JointKind, Link, Robot, RobotBuilder, library};
use armlab_engine::spatial::{Transform, vec3};
use std::path::Path;
use support::random::{Axes, Random};

/// A built-in robot.
fn built_in(name: &str) -> Robot {
    library::load(name).unwrap().unwrap().robot
}

/// The regressor at random states, three rows for every column.
fn regressor(robot: &Robot, seed: u64) -> Matrix {
    let (n, columns) = (robot.dofs(), robot.parameter_count());
    let mut random = Random::new(seed);
    let samples = (3 * columns).div_ceil(n).max(8);
    let mut dynamics = Dynamics::new(robot);
    let mut rows = vec![0.0; samples * n * columns];
    for block in rows.chunks_exact_mut(n * columns) {
        let state = random.state(robot);
        dynamics.regressor(&state.q, &state.qd, &state.qdd, block);
    }
    Matrix::from_fn(samples * n, columns, |i, j| rows[i * columns + j])
}

/// Rank of the regressor, and the sine of the largest angle between the span of
/// its rows and the structure's basis.
fn compare(robot: &Robot, structure: &Structure) -> (usize, f64) {
    let triangle = regressor(robot, 7).triangle();
    let columns = triangle.columns();
    let lengths: Vec<f64> = (0..columns).map(|j| armlab_dense::norm(triangle.column(j))).collect();
    let longest = lengths.iter().fold(0.0_f64, |m, l| m.max(*l));
    // The rank with columns of length one, so that units play no part.
    let scale = |j: usize| if lengths[j] > 1e-10 * longest { 1.0 / lengths[j] } else { 0.0 };
    let unit = Matrix::from_fn(columns, columns, |i, j| triangle.at(i, j) * scale(j));
    let values = unit.singular_values().unwrap();
    let rank = values.iter().filter(|v| **v > 1e-9 * values[0]).count();
    let svd = triangle.svd().unwrap();
    let seen = Matrix::from_fn(columns, rank, |i, j| svd.v.at(i, j));
    // Part of the structure's rows outside the regressor's.
    let rows = structure.basis.transposed();
    let inside = seen.times(&seen.transposed().times(&rows));
    let outside =
        Matrix::from_fn(columns, structure.dimension, |i, j| rows.at(i, j) - inside.at(i, j));
    (rank, outside.singular_values().unwrap()[0])
}

fn agree(robot: &Robot, context: &str) -> Structure {
    let structure = structural_identifiability_of_links(robot).unwrap();
    let (rank, angle) = compare(robot, &structure);
    assert_eq!(structure.dimension, rank, "{context}");
    assert!(angle < 1e-9, "{context}: {angle:e}");
    assert!(structure.exact);
    assert_eq!(structure.bodies.iter().map(|b| b.adds).sum::<usize>(), rank, "{context}");
    structure
}

/// Dimension of what is told when rotors are known.
fn without_rotors(structure: &Structure, robot: &Robot) -> usize {
    let links = 10 * robot.links().len();
    let rows = Matrix::from_fn(structure.dimension, links, |k, i| structure.basis.at(k, i));
    rows.singular_values().unwrap().iter().filter(|v| **v > 1e-9).count()
}

#[test]
fn geometry_and_random_states_give_the_same_space_for_built_in_trees() {
    // Base parameters of links and rotors, and of links alone as the literature
    // counts them.
    let expected = [
        ("scara", 7, 5),
        ("cylindrical", 7, 5),
        ("cylindrical-offset", 7, 5),
        ("planar6", 21, 16),
        ("ur5", 40, 36),
        ("panda", 48, 43),
    ];
    for (name, all, links) in expected {
        let robot = built_in(name);
        let structure = agree(&robot, name);
        println!("{name}: {}; {:?}", structure.summary(), structure.gap);
        assert_eq!(
            (structure.dimension, without_rotors(&structure, &robot)),
            (all, links),
            "{name}"
        );
        // What the description declares is counted as base_parameters counts it.
        let declared = structural_identifiability(&robot).unwrap();
        assert_eq!(declared.dimension, base_parameters(&robot).unwrap().len(), "{name}");
    }
}

#[test]
fn geometry_and_random_states_give_the_same_space_for_random_trees() {
    let mut worst = 0.0_f64;
    for joints in 1..=20 {
        for (round, axes) in [Axes::Z, Axes::Any, Axes::Any].into_iter().enumerate() {
            let seed = (100 * round + joints) as u64;
            let robot = Random::new(seed).tree(joints, axes);
            let context = format!("tree of {joints} joints, seed {seed}");
            let structure = agree(&robot, &context);
            worst = worst.max(compare(&robot, &structure).1);
            // Handed from link to link unnoticed, and together all there is.
            let y = regressor(&robot, seed);
            let transfers: Vec<_> = structure.bodies.iter().flat_map(|b| &b.transfers).collect();
            assert_eq!(transfers.len() + structure.dimension, robot.parameter_count(), "{context}");
            for vector in transfers.into_iter().chain(&structure.null_vectors) {
                let mut change = vec![0.0; y.columns()];
                vector.iter().for_each(|&(i, x)| change[i] = x);
                let shown = armlab_dense::norm(&y.times_vector(&change));
                let effect = |&(i, x): &(usize, f64)| x.abs() * armlab_dense::norm(y.column(i));
                let size = vector.iter().map(effect).fold(0.0_f64, f64::max);
                assert!(shown <= 1e-6 * size, "{context}: {shown:e} of {size:e}");
            }
        }
    }
    println!("largest angle {worst:.1e}");
}

/// The largest angle between the rows of the base parameters and the basis.
fn angle_to_base(base: &BaseParameters, structure: &Structure) -> f64 {
    let rows = Matrix::from_fn(base.unknowns.len(), base.len(), |i, k| {
        base.parameters[k].combination.iter().find(|t| t.0 == i).map_or(0.0, |t| t.1)
    });
    let seen = rows.svd().unwrap().u;
    let basis = structure.basis.transposed();
    let inside = seen.times(&seen.transposed().times(&basis));
    let outside = |i: usize, j: usize| basis.at(i, j) - inside.at(i, j);
    let outside = Matrix::from_fn(basis.rows(), basis.columns(), outside);
    outside.singular_values().unwrap()[0]
}

#[test]
fn base_parameters_from_random_states_span_the_same_but_for_what_their_tolerance_hides() {
    let (mut worst, mut apart) = (0.0_f64, Vec::new());
    for joints in 1..=20 {
        for (round, axes) in [Axes::Z, Axes::Any, Axes::Any].into_iter().enumerate() {
            let seed = (100 * round + joints) as u64;
            let robot = Random::new(seed).tree(joints, axes);
            let structure = structural_identifiability_of_links(&robot).unwrap();
            let base = base_parameters(&robot).unwrap();
            assert_eq!(base.len(), structure.dimension, "{joints} joints, seed {seed}");
            let angle = angle_to_base(&base, &structure);
            // Columns that random states take for zero.
            let hidden = |p: &ParameterStructure| {
                let at = base.unknowns.iter().position(|n| *n == p.name).unwrap();
                p.identifiability != Identifiability::Unidentifiable
                    && base.without_effect.contains(&at)
            };
            if structure.parameters.iter().any(hidden) {
                apart.push((joints, seed, angle));
                continue;
            }
            worst = worst.max(angle);
        }
    }
    println!("largest angle {worst:.1e}; {apart:?}");
    // Factors below 1e-8 are taken for zero.
    assert!(worst < 1e-7, "{worst:e}");
    // Axes that nearly agree leave columns below 2e-5 of the longest, which random
    // states take for zero and the geometry does not.
    assert!(apart.len() <= 5 && apart.iter().all(|a| a.2 < 1e-3), "{apart:?}");
}

#[test]
fn parameters_of_the_scara_have_the_status_that_its_geometry_implies() {
    let robot = built_in("scara");
    let all = structural_identifiability_of_links(&robot).unwrap();
    let status = |name: &str| {
        all.parameters.iter().find(|p| p.name == name).unwrap().identifiability.clone()
    };
    // The slide's mass shows in gravity; heights of centres have no effect.
    assert_eq!(status("link3.m"), Identifiability::Identifiable);
    assert_eq!(status("link1.mz"), Identifiability::Unidentifiable);
    assert!(matches!(status("link1.Izz"), Identifiability::InCombination(_)));
    assert_eq!(all.combinations_of("link3.m").unwrap(), ["link3.m"]);
    assert!(all.combinations_of("link1.mz").unwrap().is_empty());
    let sums = all.combinations_of("link1.Izz").unwrap().join(", ");
    assert!(sums.contains("theta1.Ia") && sums.contains("0.36 link2.m"), "{sums}");
    assert_eq!(all.combinations_of("link9.m"), None);
    let rows = all.by_link();
    let link3 = rows.iter().find(|row| row.link == "link3").unwrap();
    assert_eq!(link3.identifiable, ["m"]);
    assert!(
        rows.iter().find(|row| row.link == "link1").unwrap().unidentifiable.contains(&"mz".into())
    );
    let listed =
        rows.iter().map(|r| r.identifiable.len() + r.in_combination.len() + r.unidentifiable.len());
    assert_eq!(listed.sum::<usize>(), robot.parameter_count());
}

#[test]
fn names_and_factors_are_those_of_the_base_parameters() {
    for name in ["ur5", "panda"] {
        let robot = built_in(name);
        let (base, all) = (
            base_parameters(&robot).unwrap(),
            structural_identifiability_of_links(&robot).unwrap(),
        );
        assert_eq!(base.len(), all.dimension);
        for (found, told) in base.parameters.iter().zip(&all.combinations) {
            let indices = |terms: &[(usize, f64)]| terms.iter().map(|t| t.0).collect::<Vec<_>>();
            assert_eq!(indices(&found.combination), indices(&told.terms), "{}", found.name);
            for (a, b) in found.combination.iter().zip(&told.terms) {
                assert!((a.1 - b.1).abs() < 1e-9, "{name}: {} {}", found.name, told.name);
            }
        }
    }
}

/// A 7R arm like those of the makers that turn the axis between roll and pitch,
/// with quarter turns given by `quarter`.
fn seven(quarter: f64) -> Robot {
    let rows = [
        ([0.0, 0.0, 0.34], 0.0),
        ([0.0, 0.0, 0.0], -quarter),
        ([0.0, -0.4, 0.0], quarter),
        ([0.05, 0.0, 0.0], quarter),
        ([-0.05, 0.4, 0.0], -quarter),
        ([0.0, 0.0, 0.0], quarter),
        ([0.0, -0.12, 0.0], -quarter),
    ];
    let mut random = Random::new(3);
    let mut robot = RobotBuilder::new("seven").gravity(vec3(0.0, 0.0, -9.81));
    for (i, (xyz, roll)) in rows.into_iter().enumerate() {
        let origin = Transform::from_xyz_rpy(xyz, [roll, 0.0, 0.0]);
        let axis = vec3(0.0, 0.0, 1.0);
        let joint = Joint::new(format!("joint{}", i + 1), JointKind::Revolute, origin, axis);
        let parent = if i == 0 { "base".to_string() } else { format!("link{i}") };
        robot = robot.joint(parent, joint, Link::new(format!("link{}", i + 1), random.inertia()));
    }
    robot.build().unwrap()
}

#[test]
fn rounded_quarter_turns_do_not_invent_parameters_and_are_named() {
    let quarter = std::f64::consts::FRAC_PI_2;
    // Four digits behind the point, as descriptions have it.
    let (exact, rounded) = (seven(quarter), seven((1e4 * quarter).round() / 1e4));
    let sharp = agree(&exact, "seven");
    assert!(sharp.notes.is_empty());
    assert_eq!(without_rotors(&sharp, &exact), 43);
    let blurred = structural_identifiability_of_links(&rounded).unwrap();
    assert_eq!(blurred.dimension, sharp.dimension);
    assert_eq!(blurred.dimension, base_parameters(&rounded).unwrap().len());
    println!("{:?}", blurred.notes);
    let note = &blurred.notes[0];
    assert!(note.starts_with("angles of the description are rounded"), "{note}");
    // The random states see them, too: to the last digit the ranks agree.
    let (rank, _) = compare(&rounded, &blurred);
    assert!(
        rank > blurred.dimension && note.contains(&format!("{rank} base parameters")),
        "{rank} {note}"
    );
}

/// Descriptions of real robots, where `shared/data` stands beside the repository.
#[test]
fn descriptions_of_real_robots_are_counted_the_same_both_ways() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data");
    if !folder.is_dir() {
        eprintln!("\n*** SKIPPED: ../shared/data is not there ***\n");
        return;
    }
    for name in ["emps", "kr300", "panda", "tx40", "ur10", "ur10e", "xmate7p"] {
        let path = folder.join(name).join(format!("{name}.urdf"));
        if !path.is_file() {
            println!("{name}: no description");
            continue;
        }
        let robot = read(&path.to_string_lossy(), &ReadOptions::default()).unwrap().robot;
        let structure = structural_identifiability_of_links(&robot).unwrap();
        let base = base_parameters(&robot).unwrap();
        let links = without_rotors(&structure, &robot);
        println!("{name}: {} ({links} of links), {:?}", structure.dimension, structure.notes);
        assert_eq!(structure.dimension, base.len(), "{name}");
    }
}

#[test]
fn without_gravity_or_lengths_there_is_still_an_answer() {
    for (gravity, length) in [(0.0, 1.0), (9.81, 0.0), (0.0, 0.0), (9.81, 1e-3), (9.81, 30.0)] {
        let mut random = Random::new(11);
        let mut robot = RobotBuilder::new("r").gravity(vec3(0.0, 0.0, -gravity));
        for i in 0..4 {
            let pose = random.pose();
            let origin = Transform { translation: pose.translation.scale(length), ..pose };
            let kind = if i == 2 { JointKind::Prismatic } else { JointKind::Revolute };
            let joint = Joint::new(format!("j{i}"), kind, origin, random.direction());
            let parent = if i == 0 { "base".to_string() } else { format!("l{}", i - 1) };
            robot = robot.joint(parent, joint, Link::new(format!("l{i}"), random.inertia()));
        }
        let robot = robot.build().unwrap();
        let structure = structural_identifiability_of_links(&robot).unwrap();
        let (rank, angle) = compare(&robot, &structure);
        println!(
            "gravity {gravity}, length {length}: {} ({rank}, {angle:.1e})",
            structure.dimension
        );
        assert_eq!(structure.dimension, rank);
    }
}

#[test]
fn machines_with_loops_are_judged_from_poses_and_say_so() {
    let structure = structural_identifiability(&built_in("parallel3prr")).unwrap();
    assert!(!structure.exact && structure.bodies.is_empty());
    assert_eq!((structure.parameters.len(), structure.dimension), (13, 9));
    assert_eq!(structure.null_vectors.len(), 4);
    assert!(structure.notes.iter().any(|n| n.contains("has loops")), "{:?}", structure.notes);
}
