//! Paths: continuous, with speeds and singularities reported.

use crate::support::chain;
use armlab_engine::kinematics::inverse::{Chain, Task, Tolerance, follow_path};
use armlab_engine::spatial::{Transform, Vec3};

fn circle(chain: &Chain, radius: f64, seconds: f64) -> (Vec<f64>, Vec<(f64, Transform<f64>)>) {
    let start = vec![0.3, -1.2, 1.5, -1.8, -1.4, 0.2];
    let pose = chain.pose(&start);
    let points = (0..=200)
        .map(|k| {
            let s = k as f64 / 200.0;
            let angle = std::f64::consts::TAU * s;
            let away = Vec3 { x: radius * (angle.cos() - 1.0), y: radius * angle.sin(), z: 0.0 };
            (seconds * s, Transform { translation: pose.translation + away, ..pose })
        })
        .collect();
    (start, points)
}

#[test]
fn a_circle_is_followed_on_one_branch_and_closes() {
    let chain = chain("ur5");
    let (start, points) = circle(&chain, 0.1, 10.0);
    let path = follow_path(&chain, Task::POSE, &points, Tolerance::default(), &start).unwrap();
    assert!(path.is_clean());
    let mut largest = 0.0_f64;
    for pair in path.points.windows(2) {
        for (a, b) in pair[0].solution.q.iter().zip(&pair[1].solution.q) {
            largest = largest.max((a - b).abs());
        }
    }
    assert!(largest < 0.05, "largest step {largest} rad");
    let (first, last) = (&path.points[0].solution.q, &path.points[200].solution.q);
    assert!(first.iter().zip(last).all(|(a, b)| (a - b).abs() < 1e-6), "it comes back");
}

#[test]
fn joints_that_are_too_fast_are_named_with_the_slow_down_needed() {
    let chain = chain("ur5");
    let (start, points) = circle(&chain, 0.1, 0.1);
    let path = follow_path(&chain, Task::POSE, &points, Tolerance::default(), &start).unwrap();
    assert!(!path.is_clean() && path.slow_down > 1.0);
    let slower: Vec<_> = points.iter().map(|(t, p)| (t * path.slow_down * 1.001, *p)).collect();
    assert!(
        follow_path(&chain, Task::POSE, &slower, Tolerance::default(), &start).unwrap().is_clean()
    );
}

#[test]
fn a_path_through_a_singularity_says_where() {
    // The wrist's second joint through zero: the axes of the first and third align.
    let chain = chain("ur5");
    let points: Vec<_> = (0..=40)
        .map(|k| {
            let q = [0.3, -1.2, 1.5, -1.8, 0.4 - 0.02 * k as f64, 0.2];
            (0.1 * k as f64, chain.pose(&q))
        })
        .collect();
    let start = [0.3, -1.2, 1.5, -1.8, 0.4, 0.2];
    let path = follow_path(&chain, Task::POSE, &points, Tolerance::default(), &start).unwrap();
    let near: Vec<usize> = path
        .points
        .iter()
        .enumerate()
        .filter(|(_, p)| p.is_near_singular())
        .map(|(i, _)| i)
        .collect();
    assert!(near.contains(&20), "{near:?}");
    assert!(!near.contains(&0) && !near.contains(&40));
}

#[test]
fn a_path_that_leaves_the_workspace_says_which_points() {
    let chain = chain("planar6");
    let points: Vec<_> = (0..=20)
        .map(|k| (k as f64, Transform::translation(0.4 + 0.02 * k as f64, 0.0, 0.0)))
        .collect();
    let path =
        follow_path(&chain, Task::PLANAR, &points, Tolerance::default(), &chain.home()).unwrap();
    for (k, point) in path.points.iter().enumerate() {
        assert_eq!(point.solution.reachable, k <= 10, "{k}");
    }
}
