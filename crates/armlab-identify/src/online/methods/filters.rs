//! Kalman filters and the particle filter.

use super::{OnlineInput, OnlineMethod};
use crate::online::kalman::{
    Begin, FilterKind, Guess, Integration, KalmanSettings, Learns, Memory, NoiseLevels, Particles,
    ProcessNoise, Tuning, Unscented,
};
use armlab_settings::{Method, Range, method, settings, words};

words!(Integration { Euler = "euler", RungeKutta = "rk4" });

/// Which noise an adaptive filter estimates.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum AdaptedNoise {
    /// Process noise.
    Process,
    /// Measurement noise.
    Measurement,
    /// Both.
    #[default]
    Both,
}
words!(AdaptedNoise { Process = "process", Measurement = "measurement", Both = "both" });

/// A method that estimates from samples as they are logged, by a filter.
pub trait FilterMethod: Method {
    /// The filter.
    fn filter(&self) -> FilterKind;
    /// Whether efforts are averaged over a few samples where that costs no motion.
    fn smooth_efforts(&self) -> bool;
    /// The filter's settings, from noise and first guess as estimated from the log.
    fn kalman_settings(&self, noise: NoiseLevels, guess: Guess) -> KalmanSettings;
}

/// Declares a filter with the settings that all have, and its own.
macro_rules! filter {
    (
        $(#[$meta:meta])* $name:ident, $kind:expr, $about:literal,
        { $($own:tt)* },
        |$this:ident| $tuning:expr
    ) => {
        settings! {
            $(#[$meta])*
            pub struct $name {
                /// Integration between two samples.
                integration: Integration = Integration::RungeKutta, "", Range::ANY;
                /// Variance of the process noise of every state, per sample; auto derives
                /// it from the noise of the efforts.
                process_noise: Option<f64> = None, "", Range::at_least(0.0);
                /// Standard deviation of the measured positions; auto estimates it.
                position_noise: Option<f64> = None, "rad or m", Range::POSITIVE;
                /// Standard deviation of the measured velocities; auto estimates it.
                velocity_noise: Option<f64> = None, "rad/s or m/s", Range::POSITIVE;
                /// Standard deviation of the measured efforts; auto estimates it.
                effort_noise: Option<f64> = None, "N m or N", Range::at_least(0.0);
                /// Factor on the standard deviations of the first guess (30 % of the
                /// description's link parameters).
                initial_scale: f64 = 1.0, "", Range::POSITIVE;
                /// First guess x⁰ of the unknowns, in their order; empty takes the
                /// description's values.
                first_guess: Vec<f64> = Vec::new(), "", Range::ANY;
                /// Variance P⁰ of every state at the start; auto is that of the first
                /// measurement and guess.
                initial_variance: Option<f64> = None, "", Range::POSITIVE;
                /// Value at which every position and velocity begins; auto is the first
                /// measurement.
                initial_state: Option<f64> = None, "", Range::ANY;
                /// Whether steps to parameters without a positive definite mass matrix
                /// are shortened.
                keep_feasible: bool = true, "", Range::ANY;
                /// Whether efforts are averaged over a few samples where that costs no
                /// motion.
                smooth_efforts: bool = true, "", Range::ANY;
                $($own)*
            }
        }
        method!($name, $kind.name(), $about);

        impl FilterMethod for $name {
            fn filter(&self) -> FilterKind {
                $kind
            }
            fn smooth_efforts(&self) -> bool {
                self.smooth_efforts
            }
            fn kalman_settings(&self, mut noise: NoiseLevels, mut guess: Guess) -> KalmanSettings {
                let given = [
                    (&mut noise.position, self.position_noise),
                    (&mut noise.speed, self.velocity_noise),
                    (&mut noise.effort, self.effort_noise),
                ];
                for (levels, given) in given {
                    if let Some(given) = given {
                        levels.fill(given);
                    }
                }
                let scale = self.initial_scale * self.initial_scale;
                guess.covariance.iter_mut().for_each(|c| *c *= scale);
                if !self.first_guess.is_empty() {
                    guess.values.clone_from(&self.first_guess);
                }
                if let Some(variance) = self.initial_variance {
                    let deviations = vec![variance.sqrt(); guess.values.len()];
                    guess = Guess::independent(guess.values, &deviations);
                }
                let begin = begin(self.initial_state, self.initial_variance);
                let $this = self;
                let _ = $this;
                KalmanSettings {
                    tuning: $tuning,
                    integration: self.integration,
                    process: match self.process_noise {
                        Some(variance) => ProcessNoise::Constant(variance),
                        None => ProcessNoise::FromEfforts,
                    },
                    keep_feasible: self.keep_feasible,
                    begin,
                    ..KalmanSettings::recommended($kind, noise, guess)
                }
            }
        }

        impl OnlineMethod for $name {
            fn input(&self) -> OnlineInput<'_> {
                OnlineInput::Samples(self)
            }
        }
    };
}

filter!(
    /// The extended Kalman filter.
    Ekf,
    FilterKind::Ekf,
    "Extended Kalman filter: motion and parameters as one state, with exact derivatives. Best for \
     noisy logs sampled fast, from a fair description.",
    {},
    |s| Tuning::default()
);

filter!(
    /// The unscented Kalman filter.
    Ukf,
    FilterKind::Ukf,
    "Unscented Kalman filter: sigma points instead of derivatives. Best where the description is \
     far off.",
    {
        /// Spread α of the sigma points.
        alpha: f64 = Unscented::default().alpha, "", Range::FRACTION;
        /// β; 2 is best for normal distributions.
        beta: f64 = Unscented::default().beta, "", Range::at_least(0.0);
        /// Secondary spread κ.
        kappa: f64 = Unscented::default().kappa, "", Range::ANY;
    },
    |s| Tuning {
        unscented: Unscented { alpha: s.alpha, beta: s.beta, kappa: s.kappa },
        ..Tuning::default()
    }
);

filter!(
    /// The extended Kalman filter on a root of the covariance.
    SquareRootEkf,
    FilterKind::SquareRootEkf,
    "Extended Kalman filter on a square root of the covariance. Best where single steps lose \
     definiteness.",
    {},
    |s| Tuning::default()
);

filter!(
    /// The unscented Kalman filter on a root of the covariance.
    SquareRootUkf,
    FilterKind::SquareRootUkf,
    "Unscented Kalman filter on a square root of the covariance. Best where the plain one loses \
     definiteness.",
    {
        /// Spread α of the sigma points.
        alpha: f64 = Unscented::default().alpha, "", Range::FRACTION;
        /// β; 2 is best for normal distributions.
        beta: f64 = Unscented::default().beta, "", Range::at_least(0.0);
        /// Secondary spread κ.
        kappa: f64 = Unscented::default().kappa, "", Range::ANY;
    },
    |s| Tuning {
        unscented: Unscented { alpha: s.alpha, beta: s.beta, kappa: s.kappa },
        ..Tuning::default()
    }
);

filter!(
    /// The central-difference Kalman filter.
    CentralDifference,
    FilterKind::CentralDifference,
    "Central-difference Kalman filter: sigma points by Stirling's interpolation. Best as an \
     unscented filter with one setting.",
    {
        /// Distance of the points from the mean, in standard deviations.
        step: f64 = Tuning::default().step, "", Range::above(1.0);
    },
    |s| Tuning { step: s.step, ..Tuning::default() }
);

filter!(
    /// The extended Kalman filter with adapted noise.
    AdaptiveEkf,
    FilterKind::AdaptiveEkf,
    "Extended Kalman filter that adapts its noise covariances to the innovations. Best where the \
     noise is unknown or changes.",
    {
        /// Which noise is adapted.
        adapts: AdaptedNoise = AdaptedNoise::Both, "", Range::ANY;
        /// Forgetting factor of the noise estimate, per sample.
        memory: f64 = Memory::default().kept, "", Range::within(0.0, 1.0);
        /// Samples at the start that are not used for the noise.
        warm_up: u64 = Memory::default().warm_up, "", Range::at_least(0.0);
    },
    |s| adaptive(s.adapts, s.memory, s.warm_up)
);

filter!(
    /// The unscented Kalman filter with adapted noise.
    AdaptiveUkf,
    FilterKind::AdaptiveUkf,
    "Unscented Kalman filter that adapts its noise covariances to the innovations. Best where both \
     noise and description are uncertain.",
    {
        /// Spread α of the sigma points.
        alpha: f64 = Unscented::default().alpha, "", Range::FRACTION;
        /// β; 2 is best for normal distributions.
        beta: f64 = Unscented::default().beta, "", Range::at_least(0.0);
        /// Secondary spread κ.
        kappa: f64 = Unscented::default().kappa, "", Range::ANY;
        /// Which noise is adapted.
        adapts: AdaptedNoise = AdaptedNoise::Both, "", Range::ANY;
        /// Forgetting factor of the noise estimate, per sample.
        memory: f64 = Memory::default().kept, "", Range::within(0.0, 1.0);
        /// Samples at the start that are not used for the noise.
        warm_up: u64 = Memory::default().warm_up, "", Range::at_least(0.0);
    },
    |s| Tuning {
        unscented: Unscented { alpha: s.alpha, beta: s.beta, kappa: s.kappa },
        ..adaptive(s.adapts, s.memory, s.warm_up)
    }
);

filter!(
    /// The particle filter.
    Particle,
    FilterKind::Particle,
    "Particle filter: weighted samples of states and parameters, resampled. Best for few unknowns \
     and distributions that are not normal.",
    {
        /// Particles.
        particles: usize = Particles::default().count, "", Range::between(2.0, 10000000.0);
        /// Part of every particle that is drawn anew when resampling.
        renewed: f64 = Particles::default().renewed, "", Range::between(0.0, 1.0);
        /// Seed of the draws.
        seed: u64 = Particles::default().seed, "", Range::at_least(0.0);
    },
    |s| Tuning {
        particles: Particles { count: s.particles, seed: s.seed, renewed: s.renewed },
        ..Tuning::default()
    }
);

/// Where positions and velocities begin; known as little as the paper's 10 where no variance is given.
fn begin(value: Option<f64>, variance: Option<f64>) -> Begin {
    match value {
        Some(value) => Begin::At { value, variance: variance.unwrap_or(10.0) },
        None => Begin::Measured,
    }
}

fn adaptive(adapts: AdaptedNoise, kept: f64, warm_up: u64) -> Tuning {
    let learns = match adapts {
        AdaptedNoise::Process => Learns::Process,
        AdaptedNoise::Measurement => Learns::Measurement,
        AdaptedNoise::Both => Learns::Both,
    };
    Tuning { memory: Memory { learns, kept, warm_up }, ..Tuning::default() }
}
