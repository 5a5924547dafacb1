//! Paths of the tool in space, followed by the joints.
//!
//! A path is sampled densely, every point is solved by inverse kinematics from
//! the one before, and the joints' coordinates are joined by a C² cubic spline.
//! So positions are exact at the sampled points and of fourth order between;
//! velocities and accelerations are those **of the spline**: exact derivatives of
//! the motion that is commanded, and third- and second-order approximations of
//! the motion along the ideal path.

mod orientation;
mod shape;
mod solve;

pub use orientation::Orientation;
pub use shape::Shape;
pub use solve::CartesianTrajectory;

use super::error::MotionError;
use super::movements::quintic as quintic_law;
use armlab_engine::spatial::{Mat3, Transform, Vec3};

/// How the way is covered in time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TimeLaw {
    /// `10s³ − 15s⁴ + 6s⁵`: from rest to rest; a polyline rests at every corner.
    #[default]
    Quintic,
    /// Evenly: the tool has its speed from the first moment on.
    Even,
}

/// Which components of the tool's pose follow the path.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Held {
    /// x and y.
    Planar,
    /// x, y and z.
    #[default]
    Position,
    /// x, y, z, and the orientation.
    Pose,
}

/// A path and how it is covered.
#[derive(Clone, Debug, PartialEq)]
pub struct CartesianPath {
    /// Where the tool goes.
    pub shape: Shape,
    /// How long it takes, seconds.
    pub duration: f64,
    /// How the way is covered in time.
    pub law: TimeLaw,
    /// Which components follow.
    pub held: Held,
    /// How the tool is turned, where the whole pose follows.
    pub orientation: Orientation,
    /// Points that are solved, evenly in time.
    pub samples: usize,
    /// The robot's coordinates near which the first point is looked for; home if not given.
    pub start: Option<Vec<f64>>,
}

impl CartesianPath {
    /// A path of position, from rest to rest, sampled at 501 points.
    pub fn new(shape: Shape, duration: f64) -> Self {
        let (law, held) = (TimeLaw::default(), Held::default());
        let orientation = Orientation::default();
        Self { shape, duration, law, held, orientation, samples: 501, start: None }
    }

    /// Fails on what has no meaning.
    pub fn check(&self) -> Result<(), MotionError> {
        MotionError::check_positive("duration", self.duration)?;
        if !(4..=100_000).contains(&self.samples) {
            let hint = "take 4 to 100000 points";
            return Err(MotionError::setting("samples", self.samples, hint));
        }
        if let Some(start) = &self.start {
            MotionError::check_finite("start", start)?;
        }
        self.shape.check()?;
        if self.held != Held::Pose && self.orientation != Orientation::default() {
            let hint = "the orientation is followed with held = \"pose\" only";
            return Err(MotionError::setting("orientation", "stated here", hint));
        }
        self.orientation.check(&self.shape)
    }

    /// Where the tool should be at a time.
    pub fn point(&self, t: f64) -> [f64; 3] {
        self.place(t).point
    }

    /// Where the tool should be at a time, and how it should be turned there; `at_start` is its
    /// orientation at the start.
    pub fn pose(&self, t: f64, at_start: &Mat3<f64>) -> Transform<f64> {
        let place = self.place(t);
        let rotation = self.orientation.at(&self.shape, &place, at_start);
        Transform { rotation, translation: Vec3::from(place.point) }
    }

    fn place(&self, t: f64) -> shape::Place {
        let s = (t / self.duration).clamp(0.0, 1.0);
        self.shape.place(s, |s| match self.law {
            TimeLaw::Quintic => quintic_law(s)[0],
            TimeLaw::Even => s,
        })
    }
}
