//! What is known beforehand of the robot that is identified.

use crate::contract::IdentifyOptions;
use crate::failure::{Answer, Failure};
use armlab::identification::Bound;
use armlab::identify::Prior;
use armlab::robot::{Mounting, Robot, library};

/// Prior, bounds, mounting and true values.
#[derive(Clone, Debug, Default)]
pub struct Knowledge {
    /// Keeps near the description.
    pub prior: Option<Prior>,
    /// Bounds of masses and centres.
    pub bounds: Vec<Bound>,
    /// Where it is not as described.
    pub mounting: Option<Mounting>,
    /// The true robot.
    pub truth: Option<Robot>,
}

/// The text, if it is not blank.
fn given(text: &Option<String>) -> Option<&str> {
    text.as_deref().map(str::trim).filter(|t| !t.is_empty())
}

impl Knowledge {
    /// Checks the options.
    pub fn of(options: &IdentifyOptions) -> Answer<Self> {
        let prior = given(&options.prior).map(|text| {
            text.parse::<Prior>().map_err(|e| {
                let hint = "take euclidean, pullback or log-det, with :WEIGHT, as log-det:0.1";
                Failure::field("prior", e, hint)
            })
        });
        let bound = |(k, text): (usize, &String)| {
            text.parse::<Bound>().map_err(|e| {
                let hint = "write link3.mass=1.5..2.5 or link3.centre=-0.1..0.1,0..0.2,..0.05";
                Failure::field(format!("bounds[{k}]"), e, hint)
            })
        };
        let mounting = given(&options.mount).map(|text| {
            text.parse::<Mounting>().map_err(|e| Failure::field("mount", &e, e.hint()))
        });
        let truth = given(&options.truth).map(|name| match library::load(name) {
            Some(Ok(found)) => Ok(found.robot),
            _ => {
                let names: Vec<&str> = library::names().collect();
                let hint = format!("take one of {}", names.join(", "));
                Err(Failure::field("truth", "there is no such built-in robot", hint))
            }
        });
        for (k, setting) in options.settings.iter().enumerate() {
            if !setting.split_once('=').is_some_and(|(name, _)| name.contains('.')) {
                let hint = "write METHOD.SETTING=VALUE, as ekf.process_noise=1e-4";
                return Err(Failure::field(format!("settings[{k}]"), "it is no setting", hint));
            }
        }
        Ok(Self {
            prior: prior.transpose()?,
            bounds: options.bounds.iter().enumerate().map(bound).collect::<Answer<_>>()?,
            mounting: mounting.transpose()?,
            truth: truth.transpose()?,
        })
    }
}
