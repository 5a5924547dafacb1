//! Table 1 and the numbers of Section 5: geometry, inertial and friction parameters, bounds.

use super::published;
use crate::reproduce::values;

/// Standard gravity as the reference vectors use it, in m/s²; the paper only writes `g`.
pub const GRAVITY: f64 = 9.81;

/// α₁, α₂, α₃ of Eq 39: the share of the platform's weight that each slider carries when the
/// machine lies flat. Found by the authors by trial.
pub const WEIGHT_SHARE: [f64; 3] = [0.7, 0.2, 0.1];

/// How the machine is mounted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mounting {
    /// In the XZ plane, as in the experiment: gravity is out of the plane of motion.
    Horizontal,
    /// In the XY plane, as the equations are derived: gravity along −y.
    Vertical,
}

impl Mounting {
    /// Gravity in the plane of motion, m/s².
    pub fn gravity_in_plane(self) -> f64 {
        match self {
            Self::Horizontal => 0.0,
            Self::Vertical => GRAVITY,
        }
    }

    /// Gravity across the plane of motion, m/s².
    pub fn gravity_out_of_plane(self) -> f64 {
        GRAVITY - self.gravity_in_plane()
    }
}

/// Lengths in metres.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Geometry {
    /// l₁, l₂, l₃: from the slider's pin to the platform's.
    pub leg: [f64; 3],
    /// Position of each leg's pin along X′ of the platform. The paper calls those of legs 1 and 3
    /// `x_p2` and `x_p3` (E20); leg 2 is at the origin.
    pub offset: [f64; 3],
}

impl Geometry {
    /// Section 5.
    pub fn published() -> Self {
        Self { leg: [0.600, 0.475, 0.604], offset: [0.280, 0.0, 0.280] }
    }
}

/// Names of the 13 inertial parameters in the order of Table 1.
pub const NAMES: [&str; 13] = [
    "m_s", "m_L1", "m_L2", "m_L3", "m_p", "h_L1", "h_L2", "h_L3", "h_p", "I_L1", "I_L2", "I_L3",
    "I_p",
];

/// Barycentric parameters of the bodies, SI units.
///
/// First moments and inertias of the legs are about the slider pin, those of the platform about
/// its origin: the paper's energies need them about the centres of mass instead (E8).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Inertial {
    /// m_s, the mass of each slider.
    pub slider_mass: f64,
    /// m_L1, m_L2, m_L3.
    pub leg_mass: [f64; 3],
    /// m_p.
    pub platform_mass: f64,
    /// h_i = m_Li L_iG.
    pub leg_moment: [f64; 3],
    /// h_p = m_p x_pG(x).
    pub platform_moment: f64,
    /// m_p x_pG(y), which Table 1 does not have and silently takes as zero (E9).
    pub platform_moment_across: f64,
    /// I_Li about the slider pin.
    pub leg_inertia: [f64; 3],
    /// I_p about the platform's origin.
    pub platform_inertia: f64,
}

impl Inertial {
    /// From the order of [`NAMES`].
    pub fn from_array(values: [f64; 13]) -> Self {
        let [ms, m1, m2, m3, mp, h1, h2, h3, hp, i1, i2, i3, ip] = values;
        Self {
            slider_mass: ms,
            leg_mass: [m1, m2, m3],
            platform_mass: mp,
            leg_moment: [h1, h2, h3],
            platform_moment: hp,
            platform_moment_across: 0.0,
            leg_inertia: [i1, i2, i3],
            platform_inertia: ip,
        }
    }

    /// In the order of [`NAMES`]; the 14th parameter of E9 is left out.
    pub fn to_array(&self) -> [f64; 13] {
        let [m1, m2, m3] = self.leg_mass;
        let [h1, h2, h3] = self.leg_moment;
        let [i1, i2, i3] = self.leg_inertia;
        let (ms, mp) = (self.slider_mass, self.platform_mass);
        [ms, m1, m2, m3, mp, h1, h2, h3, self.platform_moment, i1, i2, i3, self.platform_inertia]
    }

    /// Table 1, column Lower Bound.
    pub fn lower_bound() -> Self {
        Self::from_array(values(&published::LOWER))
    }

    /// Table 1, column Upper Bound.
    pub fn upper_bound() -> Self {
        Self::from_array(values(&published::UPPER))
    }

    /// Table 1, column Design Value.
    pub fn design() -> Self {
        Self::from_array(values(&published::DESIGN))
    }

    /// Table 1, column Estimate.
    pub fn estimate() -> Self {
        Self::from_array(values(&published::ESTIMATE))
    }

    /// Inertias of legs 1, 2, 3 and the platform about their centres of mass, I − h²/m. A body
    /// can only exist where its own is positive, which the bounds do not ensure (E21).
    pub fn central_inertias(&self) -> [f64; 4] {
        let leg = |i: usize| self.leg_inertia[i] - self.leg_moment[i].powi(2) / self.leg_mass[i];
        let platform = self.platform_inertia
            - (self.platform_moment.powi(2) + self.platform_moment_across.powi(2))
                / self.platform_mass;
        [leg(0), leg(1), leg(2), platform]
    }

    /// E8: the inertias taken for central ones, as Eq 4 and 5 read, and moved to the pins.
    pub fn inertias_read_as_central(&self) -> Self {
        let mut read = *self;
        for i in 0..3 {
            read.leg_inertia[i] += self.leg_moment[i].powi(2) / self.leg_mass[i];
        }
        read.platform_inertia += (self.platform_moment.powi(2)
            + self.platform_moment_across.powi(2))
            / self.platform_mass;
        read
    }
}

/// The friction parameters of Table 1, equal for the three sliders.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Friction {
    /// μ_c.
    pub coulomb: f64,
    /// f_v, N s/m.
    pub viscous: f64,
    /// μ_s.
    pub stiction: f64,
    /// v_s, m/s. The paper bounds it by zero and infinity, at both of which the model loses a
    /// parameter (E22).
    pub stribeck_speed: f64,
    /// δ of Eq 23.
    pub exponent: f64,
}

impl Friction {
    /// Table 1, column Estimate, with δ = 1 of Section 2.2.
    pub fn estimate() -> Self {
        let [coulomb, viscous, stiction, stribeck_speed] = values(&published::FRICTION);
        Self { coulomb, viscous, stiction, stribeck_speed, exponent: 1.0 }
    }
}

/// The machine: what Eq 2–29 need to become numbers.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Machine {
    /// Lengths.
    pub geometry: Geometry,
    /// Masses, first moments, inertias.
    pub inertial: Inertial,
    /// How it stands.
    pub mounting: Mounting,
}

impl Machine {
    /// The published machine with the estimated parameters.
    pub fn published(mounting: Mounting) -> Self {
        Self { geometry: Geometry::published(), inertial: Inertial::estimate(), mounting }
    }
}
