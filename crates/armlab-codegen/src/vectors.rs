//! Results of the engine that the generated code compares itself with.

use crate::error::CodegenError;
use crate::program::{Program, Settings};
use armlab_engine::dynamics::{Mechanism, Plant};
use armlab_engine::robot::Robot;
use armlab_random::Random;

/// Arguments of a function and the engine's results, one array after the other.
#[derive(Clone, Debug, PartialEq)]
pub struct TestCase {
    /// The function.
    pub function: &'static str,
    /// All arguments.
    pub inputs: Vec<f64>,
    /// All results.
    pub outputs: Vec<f64>,
}

/// States that are tested.
const STATES: usize = 2;
/// Poses of a machine with loops that are tried.
const MOST_ATTEMPTS: usize = 50;

/// Cases of the self-test.
pub fn test_cases(program: &Program, settings: &Settings) -> Result<Vec<TestCase>, CodegenError> {
    random_cases(program, settings, 0xc0de, STATES)
}

/// Cases for every function of a program at random states.
pub fn random_cases(
    program: &Program,
    settings: &Settings,
    seed: u64,
    states: usize,
) -> Result<Vec<TestCase>, CodegenError> {
    let mut random = Random::new(seed);
    let mut cases = Vec::new();
    for _ in 0..states {
        cases.extend(cases_of_a_state(program, settings, &mut random)?);
    }
    Ok(cases)
}

/// A position within a joint's limits, or within half a turn or a metre.
fn position(lower: f64, upper: f64, random: &mut Random) -> f64 {
    random.between(lower.max(-1.5), upper.min(1.5).max(lower.max(-1.5) + 1e-9))
}

fn cases_of_a_state(
    program: &Program,
    settings: &Settings,
    random: &mut Random,
) -> Result<Vec<TestCase>, CodegenError> {
    let robot: &Robot = program.robot;
    let mut mechanism = Mechanism::new(robot)?;
    let n = mechanism.dofs();
    let home = mechanism.home();
    let looped = program.loops.is_some();
    let mut cases = Vec::new();
    for attempt in 0..MOST_ATTEMPTS {
        // Machines with loops near home, ever nearer should poses be out of reach.
        let range = 0.3 / (1.0 + attempt as f64);
        let joints = mechanism.joints();
        let q: Vec<f64> = joints
            .iter()
            .zip(&home)
            .map(|(j, home)| {
                let (lower, upper) = (j.limits.lower, j.limits.upper);
                if looped {
                    home + random.between(-range, range)
                } else {
                    position(lower, upper, random)
                }
            })
            .collect();
        let mut draw = |size: f64| (0..n).map(|_| random.between(-size, size)).collect();
        let state = State { q, qd: draw(1.0), qdd: draw(3.0), push: draw(5.0) };
        if evaluate(program, settings, &mut mechanism, &state, &mut cases).is_ok() {
            break;
        }
        cases.clear();
    }
    Ok(cases)
}

struct State {
    q: Vec<f64>,
    qd: Vec<f64>,
    qdd: Vec<f64>,
    /// What is added to the efforts of the motion.
    push: Vec<f64>,
}

/// What the engine says of a state. Every function begins at home, as the self-test does.
fn evaluate(
    program: &Program,
    settings: &Settings,
    mechanism: &mut Mechanism,
    state: &State,
    cases: &mut Vec<TestCase>,
) -> Result<(), CodegenError> {
    let robot = program.robot;
    let State { q, qd, qdd, push } = state;
    let n = q.len();
    let [mut tau, mut gravity, mut accelerated, mut p, mut slope] = [(); 5].map(|()| vec![0.0; n]);
    let mut mass = vec![0.0; n * n];
    mechanism.go_home();
    mechanism.inverse(q, qd, qdd, &mut tau)?;
    mechanism.gravity(q, &mut gravity)?;
    mechanism.mass_matrix(q, &mut mass)?;
    mechanism.momentum(q, qd, &mut p, &mut slope)?;
    let mut add = |function, inputs: &[&[f64]], outputs: &[&[f64]]| {
        cases.push(TestCase { function, inputs: inputs.concat(), outputs: outputs.concat() });
    };
    let rate: Vec<f64> = slope.iter().zip(&gravity).map(|(s, g)| s - g).collect();
    add("inverse_dynamics", &[q, qd, qdd], &[&tau]);
    add("gravity", &[q], &[&gravity]);
    add("mass_matrix", &[q], &[&mass]);
    add("momentum", &[q, qd], &[&p, &rate]);
    let efforts: Vec<f64> = tau.iter().zip(push).map(|(t, p)| t + p).collect();
    if mechanism.forward(q, qd, &efforts, &mut accelerated).is_ok() {
        add("forward_dynamics", &[q, qd, &efforts], &[&accelerated]);
    }
    // Rounded-off friction is not the description's.
    let mut friction = vec![0.0; n];
    if settings.smooth.is_none()
        && Plant::new(robot)?.inverse(q, qd, qdd, &mut tau, &mut friction).is_ok()
    {
        add("friction", &[q, qd, qdd], &[&friction]);
    }
    if let Some(base) = &program.base {
        let mut full = vec![0.0; n * robot.parameter_count()];
        mechanism.regressor(q, qd, qdd, &mut full)?;
        add("regressor", &[q, qd, qdd], &[&base.regressor(&full, n)]);
    }
    Ok(())
}
