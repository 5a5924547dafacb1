//! The question: a chain, a task and a target.

use super::chain::Chain;
use super::error::InverseError;
use super::task::{Task, Tolerance, rotation_vector};
use crate::spatial::{Mat3, Transform, Vec3};

/// Deviation from orthonormal axes that a target's orientation may have.
const ROTATION_TOLERANCE: f64 = 1e-6;
/// Angle by which a target's orientation may miss those the arm can have, radians.
const CONTRADICTION: f64 = 1e-6;

/// A question to a [`Solver`](super::Solver).
#[derive(Clone, Debug)]
pub struct Problem<'c> {
    /// The arm.
    pub chain: &'c Chain,
    /// Which components of the pose matter.
    pub task: Task,
    /// Where the frame shall be.
    pub target: Transform<f64>,
    /// How near is near enough.
    pub tolerance: Tolerance,
    /// Seed of random numbers.
    pub seed: u64,
    /// Stream of random numbers: the row of a batch, so that results do not
    /// depend on threads.
    pub stream: u64,
    /// Whether to keep the convergence history.
    pub record: bool,
}

impl<'c> Problem<'c> {
    /// Asks for `target`; refuses what has no meaning.
    pub fn new(chain: &'c Chain, task: Task, target: Transform<f64>) -> Result<Self, InverseError> {
        if task.rows() == 0 {
            return Err(InverseError::EmptyTask);
        }
        for (x, name) in target.translation.to_array().into_iter().zip(["x", "y", "z"]) {
            if !x.is_finite() {
                return Err(InverseError::NotFinite { what: format!("{name} of the target") });
            }
        }
        if task.angular.contains(&true) {
            check_rotation(&target.rotation)?;
            check_mobility(chain, &task, &target.rotation)?;
        }
        Ok(Self {
            chain,
            task,
            target,
            tolerance: Tolerance::default(),
            seed: 0,
            stream: 0,
            record: false,
        })
    }

    /// Asks for the target that `numbers` state; see [`Task::from_numbers`].
    pub fn from_numbers(chain: &'c Chain, numbers: &[f64]) -> Result<Self, InverseError> {
        let (task, target) = Task::from_numbers(numbers)?;
        Self::new(chain, task, target)
    }

    /// With another tolerance.
    pub fn tolerance(mut self, position: f64, angle: f64) -> Self {
        self.tolerance = Tolerance { position, angle };
        self
    }
    /// With random numbers from another seed and stream.
    pub fn random(mut self, seed: u64, stream: u64) -> Self {
        (self.seed, self.stream) = (seed, stream);
        self
    }
    /// With the convergence history kept.
    pub fn recorded(mut self) -> Self {
        self.record = true;
        self
    }

    /// Refuses a start of the wrong length or with numbers that are none.
    pub(super) fn check_start(&self, start: &[f64]) -> Result<(), InverseError> {
        if start.len() != self.chain.dofs() {
            let wanted = format!("the robot has {} coordinates", self.chain.dofs());
            let got = start.len();
            return Err(InverseError::Dimension { what: "the start", got, wanted });
        }
        match start.iter().position(|q| !q.is_finite()) {
            Some(i) => {
                Err(InverseError::NotFinite { what: format!("entry {} of the start", i + 1) })
            }
            None => Ok(()),
        }
    }
}

fn check_rotation(r: &Mat3<f64>) -> Result<(), InverseError> {
    let gram = r.transposed().compose(r) - Mat3::identity();
    let skewed = gram.c.iter().map(|c| c.norm()).fold(0.0, f64::max);
    let error = skewed.max((r.determinant() - 1.0).abs());
    // Not `error > …`: a NaN must be refused as well.
    if error <= ROTATION_TOLERANCE { Ok(()) } else { Err(InverseError::NotARotation { error }) }
}

/// An arm whose turning axes are all parallel (or that has none) has only the
/// orientations of its home turned about that axis.
fn check_mobility(chain: &Chain, task: &Task, wanted: &Mat3<f64>) -> Result<(), InverseError> {
    if task.is_partly_angular() {
        return Ok(());
    }
    let home = chain.pose(&vec![0.0; chain.dofs()]).rotation;
    let turn = rotation_vector(&wanted.compose(&home.transposed()));
    let (reason, off) = match parallel_axis(chain) {
        Turning::Free => return Ok(()),
        Turning::Not => ("none of its joints turns".into(), turn),
        Turning::About(axis) => {
            let along = wanted.compose(&home.transposed());
            // The turn that takes the axis to where the target has it.
            let tilted = along.apply(axis);
            let tilt = axis.cross(tilted).norm().atan2(axis.dot(tilted));
            let [x, y, z] = axis.to_array();
            let reason = format!("all its joints turn about ({x:.3}, {y:.3}, {z:.3}) of the base");
            (reason, axis.scale(tilt))
        }
    };
    match off.norm() {
        angle if angle <= CONTRADICTION => Ok(()),
        angle => Err(InverseError::Contradiction { reason, degrees: angle.to_degrees() }),
    }
}

/// About what the joints of a chain turn.
enum Turning {
    /// About no axis.
    Not,
    /// About one fixed direction of the base.
    About(Vec3<f64>),
    /// About several.
    Free,
}

fn parallel_axis(chain: &Chain) -> Turning {
    let mut rotation = Mat3::identity();
    let mut found: Option<Vec3<f64>> = None;
    for joint in chain.joints() {
        rotation = rotation.compose(&joint.origin.rotation);
        if !joint.turns {
            continue;
        }
        let axis = rotation.c[2];
        match found {
            None => found = Some(axis),
            Some(first) if first.cross(axis).norm() > 1e-9 => return Turning::Free,
            Some(_) => {}
        }
    }
    found.map_or(Turning::Not, Turning::About)
}
