//! What an estimation method is.

use crate::data::Data;
use crate::error::EstimationError;
use crate::estimate::Estimate;
use armlab_settings::Method;

/// What a method can do and what it needs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Capabilities {
    /// Works on reduced rows only, so that logs of any length can be streamed.
    pub streams: bool,
    /// Needs the controller and the reference that made the log.
    pub needs_controller: bool,
    /// Estimates sample by sample, so that it can follow a log being written.
    pub online: bool,
    /// Searches by random draws.
    pub search: bool,
    /// Moves along gradients: slow where there are many unknowns.
    pub gradient: bool,
    /// Its estimates are always physically consistent.
    pub physically_consistent: bool,
    /// Noise in the logged motion does not bias it.
    pub unaffected_by_motion_noise: bool,
    /// Outliers in the efforts hardly change it.
    pub robust_to_outliers: bool,
}

impl Capabilities {
    /// None of them.
    pub const NONE: Self = Self {
        streams: false,
        needs_controller: false,
        online: false,
        search: false,
        gradient: false,
        physically_consistent: false,
        unaffected_by_motion_noise: false,
        robust_to_outliers: false,
    };
    /// Of a method that works on reduced rows.
    pub const STREAMS: Self = Self { streams: true, ..Self::NONE };

    /// Names and values, in a fixed order.
    pub fn entries(&self) -> [(&'static str, bool); 8] {
        [
            ("streams", self.streams),
            ("needs_controller", self.needs_controller),
            ("online", self.online),
            ("search", self.search),
            ("gradient", self.gradient),
            ("physically_consistent", self.physically_consistent),
            ("unaffected_by_motion_noise", self.unaffected_by_motion_noise),
            ("robust_to_outliers", self.robust_to_outliers),
        ]
    }
}

/// A method that estimates the unknowns from a log.
pub trait Estimator: Method {
    /// What it can do and what it needs.
    fn capabilities(&self) -> Capabilities {
        Capabilities::NONE
    }
    /// Estimates the unknowns.
    ///
    /// # Errors
    /// If the data do not allow it.
    fn estimate(&self, data: &Data) -> Result<Estimate, EstimationError>;
}
