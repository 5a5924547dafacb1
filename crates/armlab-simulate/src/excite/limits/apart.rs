//! Links that are kept apart from each other and from the floor.

use super::super::coordinates::{Coordinates, Follower, States};
use super::super::error::ExciteError;
use super::ExcitationLimits;
use armlab_engine::collision::{CapsuleSource, CollisionModel, collision_bodies};
use armlab_engine::robot::Robot;
use armlab_engine::robot::solids::Solids;
use armlab_engine::text::significant;
use armlab_random::Random;
use std::str::FromStr;

/// Least distance between links, and of links from the floor, unless stated, m.
pub const CLEARANCE: f64 = 0.02;
/// Poses by which it is judged which pairs can be kept apart.
const POSES: usize = 300;
/// The seed of their draws: the same robot is always judged alike.
const SEED: u64 = 0x706f_7365;

/// A plane `z = const` of the base frame that links stay above.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Floor {
    /// `z = 0`, for the links that are not below it at nearly all poses.
    #[default]
    Base,
    /// At a height, m.
    At(f64),
    /// None.
    None,
}

impl FromStr for Floor {
    type Err = ExciteError;
    fn from_str(text: &str) -> Result<Self, ExciteError> {
        match text.trim() {
            "base" => Ok(Self::Base),
            "none" => Ok(Self::None),
            height => match height.parse::<f64>() {
                Ok(height) if height.is_finite() => Ok(Self::At(height)),
                _ => {
                    let shown: String = text.chars().take(40).collect();
                    let hint = "give its height in the base frame in metres, or none";
                    Err(ExciteError::setting("floor", format!("`{shown}`"), hint))
                }
            },
        }
    }
}

/// Links that are kept apart.
#[derive(Clone, Debug, PartialEq)]
pub struct Apart {
    /// The links as capsules, and the pairs that are watched.
    pub model: CollisionModel,
    /// Least distance, m.
    pub clearance: f64,
}

impl ExcitationLimits {
    /// The same limits with links kept apart by `clearance`, and above the floor.
    /// Pairs that no pose keeps apart are left out, and listed by
    /// [`CollisionModel::left_out`].
    pub fn keeping_apart(
        mut self,
        robot: &Robot,
        coordinates: &Coordinates,
        solids: &Solids,
        clearance: f64,
        floor: Floor,
    ) -> Result<Self, ExciteError> {
        if !(clearance.is_finite() && clearance >= 0.0) {
            let hint = "give metres, zero or more";
            return Err(ExciteError::setting("clearance", clearance, hint));
        }
        let floor = match floor {
            Floor::None => None,
            Floor::Base => Some(0.0),
            Floor::At(height) => Some(height),
        };
        let poses = self.poses(robot, coordinates)?;
        let bodies = collision_bodies(robot, solids);
        let model = CollisionModel::new(robot, bodies, floor, clearance, &poses);
        self.apart = Some(Apart { model, clearance });
        Ok(self)
    }

    /// Coordinates of all joints at random poses within the limits; around home
    /// for machines with loops, which do not close everywhere.
    fn poses(
        &self,
        robot: &Robot,
        coordinates: &Coordinates,
    ) -> Result<Vec<Vec<f64>>, ExciteError> {
        let mut follower = Follower::new(robot, coordinates)?;
        let mut random = Random::with_stream(SEED, 0);
        let (ranges, home) = (self.ranges(&follower), follower.home());
        let (mut poses, mut states) = (Vec::new(), States::default());
        for _ in 0..POSES {
            let draw = |((middle, half), home): (&(f64, f64), &f64)| {
                let share: f64 = random.between(-1.0, 1.0);
                if robot.is_tree() { middle + share * half } else { home + 0.3 * share * half }
            };
            let q: Vec<Vec<f64>> = ranges.iter().zip(&home).map(draw).map(|x| vec![x]).collect();
            let still = vec![vec![0.0]; q.len()];
            if follower.follow(&[q, still.clone(), still], &mut states).is_ok() {
                poses.push(states.q[0].iter().map(|column| column[0]).collect());
            }
        }
        Ok(poses)
    }
}

impl Apart {
    /// What is watched, in words.
    pub fn words(&self) -> Vec<String> {
        let model = &self.model;
        let floors = (0..model.len()).filter(|p| model.is_with_floor(*p)).count();
        let pairs = model.len() - floors;
        let metres = |x: f64| format!("{} m", significant(x, 3));
        let mut words = Vec::new();
        let of = |source: &dyn Fn(&CapsuleSource) -> bool| {
            model.bodies().iter().filter(|b| source(&b.source)).count()
        };
        let from = [
            (of(&|s| *s == CapsuleSource::Stated), "stated capsules".to_string()),
            (of(&|s| *s == CapsuleSource::Shapes), "capsules around their shapes".into()),
        ];
        let lines = model.bodies().iter().find_map(|b| match b.source {
            CapsuleSource::Lines { radius } => Some(radius),
            _ => None,
        });
        let count = of(&|s| matches!(s, CapsuleSource::Lines { .. }));
        let thick = lines.map(|radius| {
            (
                count,
                format!("capsules of radius {} around the lines between joints", metres(radius)),
            )
        });
        let parts: Vec<String> = from
            .into_iter()
            .chain(thick)
            .filter(|(count, _)| *count > 0)
            .map(|(count, what)| format!("{count} links as {what}"))
            .collect();
        if parts.is_empty() {
            words.push("links: none has a body; distances are not examined".into());
            return words;
        }
        words.push(format!("links: {}", parts.join(", ")));
        words.push(match pairs {
            0 => "distances between links: none to examine".into(),
            n => format!("distances between links: {n} pairs, at least {}", metres(self.clearance)),
        });
        words.push(match (model.floor(), floors) {
            (Some(height), n) => format!(
                "floor: z = {} of the base frame, {n} links at least {} above it",
                metres(height),
                metres(self.clearance)
            ),
            (None, _) => "floor: not examined (no link that could be kept above one)".into(),
        });
        if !model.left_out().is_empty() {
            words.push(format!(
                "not examined, because too near at nearly every pose: {}",
                model.left_out().join(", ")
            ));
        }
        words
    }
}
