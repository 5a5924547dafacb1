//! Play between a joint and its encoder: the encoder follows only where the joint
//! drags it,
//!
//! ```text
//! y_k = min(max(y_{k−1}, q_k − w/2), q_k + w/2)
//! ```

use super::{ActiveEffect, Effect, EffectError, EffectKind, Place, Setup, check_not_negative};
use crate::simulate::fields::per_joint;
use crate::simulate::record::Row;
use crate::simulate::sizes::PerJoint;
use armlab_files::FileError;
use armlab_files::toml::TomlTable;
use armlab_log::Quantity;

/// Backlash.
pub const KIND: EffectKind = EffectKind {
    name: "backlash",
    summary: "play between joint and encoder",
    keys: &["width", "loop"],
    stream: 5,
    read,
};

/// Play on measured positions.
#[derive(Clone, Debug, PartialEq)]
pub struct Backlash {
    /// The whole play, rad or m.
    pub width: PerJoint,
    /// Whether the controller sees it.
    pub in_loop: bool,
}

impl Effect for Backlash {
    fn kind(&self) -> &'static EffectKind {
        &KIND
    }
    fn place(&self) -> Place {
        Place::of_sensor(self.in_loop)
    }
    fn describe(&self) -> String {
        format!("play of {} (rad, m)", self.width)
    }
    fn check(&self) -> Result<(), EffectError> {
        check_not_negative(&KIND, "width", self.width.given().iter().copied())
    }
    fn begin(&self, setup: &Setup) -> Result<Box<dyn ActiveEffect>, EffectError> {
        self.check()?;
        let width = setup.per_joint(&KIND, "width", &self.width)?;
        Ok(Box::new(Play { width, at: Vec::new() }))
    }
}

struct Play {
    width: Vec<f64>,
    /// Where the encoders stand; they begin in the middle of their play.
    at: Vec<f64>,
}

impl ActiveEffect for Play {
    fn measure(&mut self, _: usize, _: f64, row: &mut Row) {
        let Some(q) = row.of(Quantity::Position) else { return };
        if self.at.is_empty() {
            self.at = q.to_vec();
        }
        for ((q, at), width) in q.iter_mut().zip(&mut self.at).zip(&self.width) {
            *at = at.max(*q - 0.5 * width).min(*q + 0.5 * width);
            *q = *at;
        }
    }
}

fn read(s: &TomlTable) -> Result<Box<dyn Effect>, FileError> {
    let width = per_joint(s, "width")?.ok_or_else(|| s.missing("width", "the play, rad or m"))?;
    Ok(Box::new(Backlash { width, in_loop: s.flag("loop")?.unwrap_or(false) }))
}
