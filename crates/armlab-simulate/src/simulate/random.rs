//! Random numbers of an experiment.
//!
//! One seed makes one ChaCha key (Bernstein 2008); every effect has a stream of its
//! own for every channel. A draw takes the same number of words whatever comes of
//! it, so sample *k* of a channel has the same noise whichever other effects,
//! channels or joints are there.

use armlab_log::Quantity;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use std::f64::consts::TAU;

/// Which stream: an effect, its place among effects of its kind, and a channel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StreamId {
    /// The kind of effect; see [`super::effects::EffectKind::stream`].
    pub kind: u8,
    /// The how-manieth of its kind, from 0.
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

/// Draws of one stream.
#[derive(Clone, Debug)]
pub struct Draws {
    stream: ChaCha8Rng,
}

impl Draws {
    /// The stream of this number under a seed.
    pub fn new(seed: u64, id: StreamId) -> Self {
        let mut stream = ChaCha8Rng::seed_from_u64(seed);
        stream.set_stream(id.number());
        Self { stream }
    }
    /// Uniform in [0, 1).
    pub fn unit(&mut self) -> f64 {
        self.stream.random::<f64>()
    }
    /// Standard normal (Box & Muller 1958); of the pair only one is used.
    pub fn normal(&mut self) -> f64 {
        // 1 − u is in (0, 1], so the logarithm is finite.
        let (u, v) = (1.0 - self.unit(), self.unit());
        (-2.0 * u.ln()).sqrt() * (TAU * v).cos()
    }
    /// Laplace of scale 1: density `exp(−|x|)/2`.
    pub fn laplace(&mut self) -> f64 {
        let (u, v) = (1.0 - self.unit(), self.unit());
        if v < 0.5 { u.ln() } else { -u.ln() }
    }
    /// Student's t with `freedom` degrees of freedom (Bailey 1994):
    /// `√(ν (u^(−2/ν) − 1)) cos 2πv`.
    pub fn student(&mut self, freedom: f64) -> f64 {
        let (u, v) = (1.0 - self.unit(), self.unit());
        (freedom * (u.powf(-2.0 / freedom) - 1.0)).sqrt() * (TAU * v).cos()
    }
}
