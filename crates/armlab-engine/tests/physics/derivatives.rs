//! Derivatives of inverse and forward dynamics, against differences and against
//! dual numbers run through the recursions directly.

use crate::support::claim::{Claim, largest};
use crate::support::random::{State, on_random_trees};
use crate::support::reference;
use armlab_engine::dynamics::{Dynamics, InverseDerivatives};
use armlab_engine::robot::Robot;
use armlab_engine::spatial::Dual;

/// Derivative of a vector function by the four-point central difference, whose
/// error falls with the fourth power of the step.
fn slope(f: impl Fn(f64) -> Vec<f64>) -> Vec<f64> {
    let h = 1e-3;
    let (a, b, c, d) = (f(-2.0 * h), f(-h), f(h), f(2.0 * h));
    (0..a.len()).map(|i| (a[i] - d[i] + 8.0 * (c[i] - b[i])) / (12.0 * h)).collect()
}

fn shifted(x: &[f64], j: usize, step: f64) -> Vec<f64> {
    let mut x = x.to_vec();
    x[j] += step;
    x
}

fn column(matrix: &[f64], n: usize, j: usize) -> Vec<f64> {
    let columns = matrix.len() / n;
    (0..n).map(|i| matrix[i * columns + j]).collect()
}

/// Size of a matrix of slopes: its largest entry, or one SI unit where all are
/// small, as for a single joint, whose effort does not depend on its speed.
fn size(matrix: &[f64]) -> f64 {
    largest(matrix).max(1.0)
}

fn efforts(robot: &Robot, q: &[f64], qd: &[f64], qdd: &[f64]) -> Vec<f64> {
    let mut tau = vec![0.0; q.len()];
    Dynamics::new(robot).inverse(q, qd, qdd, &mut tau);
    tau
}

fn accelerations(robot: &Robot, q: &[f64], qd: &[f64], tau: &[f64]) -> Vec<f64> {
    let mut qdd = vec![0.0; q.len()];
    Dynamics::new(robot).forward(q, qd, tau, &mut qdd).expect("every joint moves mass");
    qdd
}

#[test]
fn slopes_of_the_efforts_match_finite_differences() {
    let mut claim = Claim::new("d(tau)/d(q, qd) by differences", 1e-10);
    on_random_trees(|robot, State { q, qd, qdd }, _, context| {
        let n = robot.dofs();
        let mut exact = InverseDerivatives::default();
        Dynamics::new(robot).inverse_derivatives(q, qd, qdd, &mut exact);
        for j in 0..n {
            let by_q = slope(|h| efforts(robot, &shifted(q, j, h), qd, qdd));
            let by_qd = slope(|h| efforts(robot, q, &shifted(qd, j, h), qdd));
            let context = format!("{context}, joint {j}");
            claim.check_scaled(&column(&exact.q, n, j), &by_q, size(&exact.q), &context);
            claim.check_scaled(&column(&exact.qd, n, j), &by_qd, size(&exact.qd), &context);
        }
    });
}

#[test]
fn slopes_of_the_efforts_are_those_of_dual_numbers() {
    let mut claim = Claim::new("d(tau)/d(q, qd) by single duals", 1e-14);
    on_random_trees(|robot, State { q, qd, qdd }, _, context| {
        let n = robot.dofs();
        let mut exact = InverseDerivatives::default();
        // A second call into the same buffers must not remember the first.
        let mut dynamics = Dynamics::new(robot);
        dynamics.inverse_derivatives(qdd, q, qd, &mut exact);
        dynamics.inverse_derivatives(q, qd, qdd, &mut exact);
        let vary = |x: &[f64], j: usize| -> Vec<Dual<1>> {
            (0..n).map(|i| Dual::variable(x[i], if i == j { 0 } else { 1 })).collect()
        };
        let none = n;
        for j in 0..n {
            for (matrix, q, qd) in
                [(&exact.q, vary(q, j), vary(qd, none)), (&exact.qd, vary(q, none), vary(qd, j))]
            {
                let state = reference::coordinates(&q, &qd, &vary(qdd, none));
                let tau = reference::efforts(robot, robot.parameters(), &state);
                let want: Vec<f64> = tau.iter().map(|t| t.eps[0]).collect();
                let context = format!("{context}, joint {j}");
                claim.check_scaled(&column(matrix, n, j), &want, size(matrix), context);
            }
        }
    });
}

#[test]
fn slopes_of_the_accelerations_match_finite_differences() {
    let mut claim = Claim::new("d(qdd)/d(q, qd, tau, p) by differences", 1e-8);
    on_random_trees(|robot, State { q, qd, .. }, random, context| {
        let n = robot.dofs();
        if n > 15 {
            return;
        }
        let tau = random.numbers(n, 20.0);
        let mut qdd = vec![0.0; n];
        let exact =
            Dynamics::new(robot).forward_derivatives(q, qd, &tau, &mut qdd).expect("moves mass");
        claim.check(&qdd, &accelerations(robot, q, qd, &tau), format!("{context}, value"));
        for j in 0..n {
            let by_q = slope(|h| accelerations(robot, &shifted(q, j, h), qd, &tau));
            let by_qd = slope(|h| accelerations(robot, q, &shifted(qd, j, h), &tau));
            let by_tau = slope(|h| accelerations(robot, q, qd, &shifted(&tau, j, h)));
            for (matrix, want) in [(&exact.q, by_q), (&exact.qd, by_qd), (&exact.effort, by_tau)] {
                let context = format!("{context}, joint {j}");
                claim.check_scaled(&column(matrix, n, j), &want, size(matrix), context);
            }
        }
        let values = robot.parameter_values();
        for k in (0..values.len()).step_by(3) {
            let by_parameter = slope(|h| {
                let other = robot.with_parameter_values(&shifted(&values, k, 0.01 * h));
                accelerations(&other.expect("as many values as names"), q, qd, &tau)
            });
            let want: Vec<f64> = by_parameter.iter().map(|s| 100.0 * s).collect();
            let got = column(&exact.parameters, n, k);
            let context = format!("{context}, parameter {k}");
            claim.check_scaled(&got, &want, largest(&exact.parameters), context);
        }
    });
}

#[test]
fn slopes_of_the_accelerations_are_those_of_dual_numbers() {
    // Along one random direction in positions, speeds, efforts and parameters
    // together, through articulated bodies instead of the mass matrix.
    let mut claim = Claim::new("d(qdd) along a direction by duals", 2e-13);
    on_random_trees(|robot, State { q, qd, .. }, random, context| {
        let n = robot.dofs();
        let tau = random.numbers(n, 20.0);
        let mut qdd = vec![0.0; n];
        let exact =
            Dynamics::new(robot).forward_derivatives(q, qd, &tau, &mut qdd).expect("moves mass");
        let values = robot.parameter_values();
        let mut along = |x: &[f64], size: f64| -> Vec<Dual<1>> {
            x.iter().map(|&x| Dual::new(x, [random.symmetric(size)])).collect()
        };
        let (dq, dqd, dtau) = (along(q, 1.0), along(qd, 1.0), along(&tau, 1.0));
        let dp = along(&values, 0.1);
        let parameters = reference::parameters(robot, &dp);
        let want = reference::accelerations(robot, &parameters, &dq, &dqd, &dtau);
        let want: Vec<f64> = want.iter().map(|a| a.eps[0]).collect();
        let mut got = vec![0.0; n];
        for (matrix, direction) in
            [(&exact.q, &dq), (&exact.qd, &dqd), (&exact.effort, &dtau), (&exact.parameters, &dp)]
        {
            let columns = direction.len();
            for i in 0..n {
                let row = &matrix[i * columns..(i + 1) * columns];
                got[i] += row.iter().zip(direction).map(|(m, d)| m * d.eps[0]).sum::<f64>();
            }
        }
        claim.check(&got, &want, context);
    });
}

#[test]
fn slopes_of_the_efforts_by_parameter_are_the_regressor() {
    let mut claim = Claim::new("d(tau)/dp = Y", 3e-14);
    on_random_trees(|robot, State { q, qd, qdd }, random, context| {
        let (n, columns) = (robot.dofs(), robot.parameter_count());
        let mut regressor = vec![0.0; n * columns];
        Dynamics::new(robot).regressor(q, qd, qdd, &mut regressor);
        let values: Vec<Dual<1>> = robot
            .parameter_values()
            .iter()
            .map(|&p| Dual::new(p, [random.symmetric(1.0)]))
            .collect();
        let constant =
            |x: &[f64]| -> Vec<Dual<1>> { x.iter().map(|&x| Dual::new(x, [0.0])).collect() };
        let state = reference::coordinates(&constant(q), &constant(qd), &constant(qdd));
        let tau = reference::efforts(robot, &reference::parameters(robot, &values), &state);
        let want: Vec<f64> = tau.iter().map(|t| t.eps[0]).collect();
        let direction: Vec<f64> = values.iter().map(|p| p.eps[0]).collect();
        claim.check(&crate::support::claim::times(&regressor, &direction), &want, context);
    });
}
