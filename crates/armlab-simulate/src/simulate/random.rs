//! Random numbers of an experiment.
//!
//! One seed makes one ChaCha key (Bernstein 2008); every effect has a stream of its
//! own for every channel. A draw takes the same number of words whatever comes of
//! it, so sample *k* of a channel has the same noise whichever other effects,
//! channels or joints are there.

use armlab_log::Quantity;
use armlab_random::Random;

/// Which stream: an effect, its place among effects of its kind, and a channel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StreamId {
    /// The kind of effect; see [`super::effects::EffectKind::stream`].
    pub kind: u8,
    /// Its index among effects of its kind, from 0.
    pub occurrence: u16,
    /// What is measured.
    pub quantity: Quantity,
    /// The joint, from 0.
    pub joint: u32,
}

impl StreamId {
    fn number(self) -> u64 {
        let quantity = match self.quantity {
            Quantity::Position => 1,
            Quantity::Velocity => 2,
            Quantity::Acceleration => 3,
            Quantity::Effort => 4,
            _ => 0,
        };
        u64::from(self.kind) << 56
            | u64::from(self.occurrence) << 40
            | quantity << 32
            | u64::from(self.joint)
    }
}

/// The stream of an effect's channel under a seed.
pub fn random_stream(seed: u64, id: StreamId) -> Random {
    Random::with_stream(seed, id.number())
}
