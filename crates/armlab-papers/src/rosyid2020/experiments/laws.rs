//! Other structures of friction, fitted in the same box to the same log.

use super::bench::Bench;
use super::fits::{Fit, start, table_1};
use crate::reproduce::{ReproduceError, Settings};
use armlab::friction::Friction;
use armlab::identify::Recording;
use armlab::identify::nonlinear::{FrictionProblem, bounded};
use armlab::optimize::Bounds;
use armlab::robot::Robot;

/// A Stribeck speed so small that nothing is left of the effect where sliders move, m/s.
const NO_STRIBECK: f64 = 1e-4;

/// A structure of friction.
pub struct Law {
    /// Its name.
    pub name: &'static str,
    robot: Robot,
}

/// Place of the varying law without the Stribeck effect in [`laws`].
pub const COULOMB_VARYING: usize = 0;
/// Place of the law that is constant per slider.
pub const STRIBECK_CONSTANT: usize = 1;
const COULOMB_VARYING_NAME: &str = "Coulomb–viscous, varying";
const NONE: &str = "none";

/// All that are tried beside the machine's own.
pub fn laws(bench: &Bench) -> Result<Vec<Law>, ReproduceError> {
    let constant = |law: &str, stated: [&[(&str, f64)]; 3]| -> Result<Robot, ReproduceError> {
        let mut all = Vec::new();
        for (joint, stated) in ["x1", "x2", "x3"].into_iter().zip(stated) {
            let friction =
                Friction::of(law, stated).map_err(ReproduceError::at("a friction law"))?;
            all.push((joint.to_string(), friction));
        }
        bench.design.with_friction(&all).ok_or_else(|| ReproduceError::missing("the machine"))
    };
    // Values that differ between joints are looked for one by one, equal ones together.
    let cv = |c: f64| [("coulomb", c), ("viscous", 50.0)];
    let st =
        |c: f64| [("static", 2.0 * c), ("coulomb", c), ("viscous", 50.0), ("stribeck_speed", 0.1)];
    let law = |name, robot| Law { name, robot };
    Ok(vec![
        law(COULOMB_VARYING_NAME, bench.design.clone()),
        law(
            "Stribeck, constant per slider",
            constant("stribeck", [&st(40.0), &st(30.0), &st(35.0)])?,
        ),
        law(
            "Coulomb–viscous, constant per slider",
            constant("coulomb-viscous", [&cv(40.0), &cv(30.0), &cv(35.0)])?,
        ),
        law(
            "Coulomb–viscous, constant and equal",
            constant("coulomb-viscous", [&cv(30.0), &cv(30.0), &cv(30.0)])?,
        ),
        law(NONE, constant("viscous", [&[("viscous", 0.0)]; 3])?),
    ])
}

impl Law {
    /// Fits it to a recording.
    pub fn fit(&self, bench: &Bench, recording: &Recording) -> Result<Fit, ReproduceError> {
        let failed = ReproduceError::at("a friction law");
        let recordings = std::slice::from_ref(recording);
        let problem =
            FrictionProblem::new(&self.robot, recordings, Default::default()).map_err(&failed)?;
        let bounds = table_1(&problem)?;
        let (mut lower, mut upper) = (bounds.lower().to_vec(), bounds.upper().to_vec());
        let mut from = start(&problem);
        for (k, unknown) in problem.names().iter().enumerate() {
            match (self.name, unknown.as_str()) {
                (COULOMB_VARYING_NAME, "vs") => {
                    (lower[k], upper[k], from[k]) = (NO_STRIBECK, 1.01 * NO_STRIBECK, NO_STRIBECK);
                }
                (NONE, "fv") => (lower[k], upper[k], from[k]) = (0.0, 1e-9, 0.0),
                _ => {}
            }
        }
        let bounds = Bounds::new(lower, upper).map_err(ReproduceError::at("bounds"))?;
        let estimate = bounded(&problem, &bounds, &from).map_err(&failed)?;
        Fit::of(self.name, bench, &problem, estimate)
    }
}

/// All laws fitted to the excitation.
pub fn fitted(
    bench: &Bench,
    laws: &[Law],
    settings: &Settings,
) -> Result<Vec<Fit>, ReproduceError> {
    settings.each(laws, |_, law| law.fit(bench, &bench.excitation.recording))
}
