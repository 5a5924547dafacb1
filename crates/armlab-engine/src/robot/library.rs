//! Robots that come with armlab, read as any other.

pub use super::describe::builtin::{names, source};

use super::describe::{Description, FileError, ReadOptions, read_toml};

/// A built-in robot; `None` if there is none of that name.
pub fn load(name: &str) -> Option<Result<Description, FileError>> {
    source(name).map(|text| read_toml(text, name, &ReadOptions::default()))
}

/// One sentence on a built-in robot.
pub fn summary(name: &str) -> Option<String> {
    load(name)?.ok()?.summary
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::robot::describe::{FixedJoints, read, read_urdf, write_toml, write_urdf};

    fn loaded() -> impl Iterator<Item = (&'static str, Description)> {
        names().map(|name| match load(name) {
            Some(Ok(description)) => (name, description),
            other => panic!("{name}: {other:?}"),
        })
    }

    fn determinant(m: &[Vec<f64>]) -> f64 {
        match m {
            [] => 1.0,
            [first, rest @ ..] => {
                let minor = |j: usize| {
                    let without = |row: &Vec<f64>| [&row[..j], &row[j + 1..]].concat();
                    determinant(&rest.iter().map(without).collect::<Vec<_>>())
                };
                let sign = |j: usize| if j.is_multiple_of(2) { 1.0 } else { -1.0 };
                first.iter().enumerate().map(|(j, a)| sign(j) * a * minor(j)).sum()
            }
        }
    }

    #[test]
    fn every_robot_is_called_what_its_file_is_called_and_says_what_it_is() {
        for (name, description) in loaded() {
            assert_eq!(description.robot.name(), name);
            assert_eq!(description.notes, [], "{name}");
            assert!(summary(name).is_some_and(|s| s.len() > 20), "{name}");
        }
    }

    #[test]
    fn every_link_could_exist() {
        // A symmetric matrix is positive semidefinite exactly when no principal
        // minor is negative.
        for (name, description) in loaded() {
            for link in description.robot.links().iter().filter(|l| l.inertia.is_some()) {
                let pseudo = link.inertia.unwrap_or_default().to_pseudo();
                let scale = pseudo.iter().flatten().fold(0.0_f64, |s, v| s.max(v.abs()));
                for subset in 1_usize..16 {
                    let kept: Vec<usize> = (0..4).filter(|i| subset >> i & 1 == 1).collect();
                    let row = |&i: &usize| kept.iter().map(|&j| pseudo[i][j] / scale).collect();
                    let minor = determinant(&kept.iter().map(row).collect::<Vec<_>>());
                    assert!(minor > -1e-15, "{name}, {}: minor {minor}", link.name);
                }
            }
        }
    }

    #[test]
    fn every_robot_survives_both_formats() {
        for (name, Description { robot, .. }) in loaded() {
            let keep = ReadOptions::new(FixedJoints::Keep);
            let exact = read_toml(&write_toml(&robot), name, &keep).unwrap().robot;
            assert_eq!(exact.joints(), robot.joints(), "{name}");
            assert_eq!(exact.links(), robot.links(), "{name}");
            assert_eq!(exact.tool(), robot.tool(), "{name}");
            assert_eq!(exact.loops(), robot.loops(), "{name}");
            assert_eq!(exact.declared_base_parameters(), robot.declared_base_parameters());
            assert_eq!(exact.model_parameters(), robot.model_parameters(), "{name}");
            let near = read_urdf(&write_urdf(&robot), name, &keep).unwrap();
            assert_eq!(near.notes, [], "{name}");
            assert!(near.robot.tool().pose.max_difference(&robot.tool().pose) < 1e-15, "{name}");
            for (a, b) in near.robot.loops().iter().zip(robot.loops()) {
                assert_eq!((&a.name, &a.directions), (&b.name, &b.directions), "{name}");
            }
            assert_eq!(near.robot.loops().len(), robot.loops().len(), "{name}");
            for (a, b) in near.robot.joints().iter().zip(robot.joints()) {
                assert_eq!((a.home, a.actuated), (b.home, b.actuated), "{name}");
                assert!(a.origin.max_difference(&b.origin) < 1e-15, "{name}, {}", a.name);
                assert_eq!((a.axis, a.limits, &a.friction), (b.axis, b.limits, &b.friction));
            }
            for (a, b) in near.robot.parameter_values().iter().zip(robot.parameter_values()) {
                assert!((a - b).abs() <= 1e-15 * b.abs().max(1.0), "{name}: {a} {b}");
            }
        }
    }

    #[test]
    fn the_scara_has_the_published_base_parameters() {
        let robot = read("scara", &ReadOptions::default()).unwrap().robot;
        let values = robot.parameter_values();
        for (parameter, truth) in
            robot.declared_base_parameters().iter().zip([4.968, 0.648, 1.2, 2.0])
        {
            let value: f64 = parameter.combination.iter().map(|(i, f)| f * values[*i]).sum();
            assert!((value - truth).abs() < 1e-14, "{}: {value}", parameter.name);
        }
    }
}
