//! One algorithm text, every scalar: lanes and plain numbers give what
//! [`Dynamics`] gives, lane by lane.

use crate::support::claim::Claim;
use crate::support::random::{Random, State, on_random_trees};
use crate::support::reference;
use armlab_engine::dynamics::Dynamics;
use armlab_engine::robot::Robot;
use armlab_engine::spatial::Lanes;

const N: usize = 4;

/// `N` different states, the first of them `state`.
fn states(robot: &Robot, state: &State, random: &mut Random) -> [State; N] {
    std::array::from_fn(|k| if k == 0 { state.clone() } else { random.state(robot) })
}

fn gathered(states: &[State; N], part: impl Fn(&State) -> &[f64]) -> Vec<Lanes<N>> {
    let n = part(&states[0]).len();
    (0..n).map(|i| Lanes::new(std::array::from_fn(|k| part(&states[k])[i]))).collect()
}

fn lane(values: &[Lanes<N>], k: usize) -> Vec<f64> {
    values.iter().map(|x| x.v[k]).collect()
}

#[test]
fn efforts_masses_accelerations_and_regressors_are_the_same_in_lanes_and_alone() {
    let mut tau_claim = Claim::new("lanes: tau", 1e-14);
    let mut mass_claim = Claim::new("lanes: M", 1e-14);
    let mut qdd_claim = Claim::new("lanes: qdd", 1e-12);
    let mut regressor_claim = Claim::new("lanes: Y", 1e-14);
    on_random_trees(|robot, state, random, context| {
        let n = robot.dofs();
        let states = states(robot, state, random);
        let q = gathered(&states, |s| &s.q);
        let qd = gathered(&states, |s| &s.qd);
        let qdd = gathered(&states, |s| &s.qdd);
        let in_lanes = reference::coordinates(&q, &qd, &qdd);
        let tau_lanes = reference::efforts(robot, robot.parameters(), &in_lanes);
        let mass_lanes = reference::mass(robot, &q);
        let qdd_lanes = reference::accelerations(robot, robot.parameters(), &q, &qd, &tau_lanes);
        let regressor_lanes = reference::effort_regressor(robot, &in_lanes);
        let mut dynamics = Dynamics::new(robot);
        for (k, State { q, qd, qdd }) in states.iter().enumerate() {
            let context = format!("{context}, lane {k}");
            let alone = reference::coordinates(q, qd, qdd);
            let (mut tau, mut mass) = (vec![0.0; n], vec![0.0; n * n]);
            let mut acceleration = vec![0.0; n];
            let mut regressor = vec![0.0; n * robot.parameter_count()];
            dynamics.inverse(q, qd, qdd, &mut tau);
            dynamics.mass_matrix(q, &mut mass);
            dynamics.forward(q, qd, &lane(&tau_lanes, k), &mut acceleration).unwrap();
            dynamics.regressor(q, qd, qdd, &mut regressor);

            tau_claim.check(&lane(&tau_lanes, k), &tau, &context);
            tau_claim.check(&reference::efforts(robot, robot.parameters(), &alone), &tau, &context);
            mass_claim.check(&lane(&mass_lanes, k), &mass, &context);
            mass_claim.check(&reference::mass(robot, q), &mass, &context);
            qdd_claim.check(&lane(&qdd_lanes, k), &acceleration, &context);
            regressor_claim.check(&lane(&regressor_lanes, k), &regressor, &context);
            regressor_claim.check(
                &reference::effort_regressor(robot, &alone),
                &regressor,
                &context,
            );
        }
    });
}
