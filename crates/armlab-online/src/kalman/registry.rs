//! Every filter by name.

use super::adaptive::Memory;
use super::cdkf::cdkf;
use super::ekf::{aekf, ekf};
use super::filter::Filter;
use super::particle::{ParticleFilter, Particles};
use super::srekf::SquareRootEkf;
use super::srukf::SquareRootUkf;
use super::system::{Dimensions, System};
use super::ukf::{Unscented, aukf, ukf};

/// A filter that can be made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FilterKind {
    /// Extended.
    Ekf,
    /// Unscented.
    Ukf,
    /// Square-root extended.
    SquareRootEkf,
    /// Square-root unscented.
    SquareRootUkf,
    /// Central differences.
    CentralDifference,
    /// Extended, learning the noise.
    AdaptiveEkf,
    /// Unscented, learning the noise.
    AdaptiveUkf,
    /// Particles.
    Particle,
}

/// Every filter.
pub const FILTERS: &[FilterKind] = &[
    FilterKind::Ekf,
    FilterKind::Ukf,
    FilterKind::SquareRootEkf,
    FilterKind::SquareRootUkf,
    FilterKind::CentralDifference,
    FilterKind::AdaptiveEkf,
    FilterKind::AdaptiveUkf,
    FilterKind::Particle,
];

/// Settings of single filters; each looks at its own.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tuning {
    /// Of unscented filters.
    pub unscented: Unscented,
    /// Step of central differences, in standard deviations.
    pub step: f64,
    /// Of filters that learn the noise.
    pub memory: Memory,
    /// Of the particle filter.
    pub particles: Particles,
}

impl Default for Tuning {
    fn default() -> Self {
        Self {
            unscented: Unscented::default(),
            step: 3.0_f64.sqrt(),
            memory: Memory::default(),
            particles: Particles::default(),
        }
    }
}

impl FilterKind {
    /// The filter called `name`.
    pub fn named(name: &str) -> Option<Self> {
        FILTERS.iter().copied().find(|kind| kind.name() == name)
    }
    /// Name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Self::Ekf => "ekf",
            Self::Ukf => "ukf",
            Self::SquareRootEkf => "srekf",
            Self::SquareRootUkf => "srukf",
            Self::CentralDifference => "cdkf",
            Self::AdaptiveEkf => "aekf",
            Self::AdaptiveUkf => "aukf",
            Self::Particle => "particle",
        }
    }
    /// Makes the filter for a system of these sizes.
    pub fn build<S: System>(self, sizes: Dimensions, tuning: &Tuning) -> Box<dyn Filter<S> + Send> {
        let Tuning { unscented, step, memory, particles } = *tuning;
        match self {
            Self::Ekf => Box::new(ekf(sizes)),
            Self::Ukf => Box::new(ukf(sizes, unscented)),
            Self::SquareRootEkf => Box::new(SquareRootEkf::new(sizes)),
            Self::SquareRootUkf => Box::new(SquareRootUkf::new(sizes, unscented)),
            Self::CentralDifference => Box::new(cdkf(sizes, step)),
            Self::AdaptiveEkf => Box::new(aekf(sizes, memory)),
            Self::AdaptiveUkf => Box::new(aukf(sizes, unscented, memory)),
            Self::Particle => Box::new(ParticleFilter::new(sizes, particles)),
        }
    }
}
