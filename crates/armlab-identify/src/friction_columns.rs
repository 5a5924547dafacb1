//! Friction and couplings as columns beside the regressor: everything that is
//! linear in its coefficients once its shape is chosen.

use armlab_engine::friction::{Bearing, Friction, FrictionTerm, law};
use armlab_engine::robot::Joint;

/// How the jump of Coulomb friction at rest is drawn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Jump {
    /// Not at all: no Coulomb friction.
    None,
    /// `sign(v)`, zero at rest.
    Sign,
    /// `tanh(v/width)`.
    Smooth(f64),
}

/// Which friction every driven joint has.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FrictionShape {
    /// `v`
    pub viscous: bool,
    /// Coulomb friction.
    pub coulomb: Jump,
    /// A constant.
    pub offset: bool,
    /// `v³`
    pub cubic: bool,
    /// Friction that is larger near rest (Stribeck): Coulomb's jump times
    /// `exp(−(v/speed)²)`, with this speed, rad/s or m/s.
    pub stribeck: Option<f64>,
}

/// Exponent of the Stribeck curve.
const EXPONENT: f64 = 2.0;

impl FrictionShape {
    /// Viscous, Coulomb and offset: the field's standard.
    pub const STANDARD: Self =
        Self { viscous: true, coulomb: Jump::Sign, offset: true, cubic: false, stribeck: None };
    /// No friction at all.
    pub const NONE: Self =
        Self { viscous: false, coulomb: Jump::None, offset: false, cubic: false, stribeck: None };

    /// In words.
    pub fn words(&self) -> String {
        let jump = match self.coulomb {
            Jump::None => None,
            Jump::Sign => Some("Coulomb sign(v)".to_string()),
            Jump::Smooth(width) => Some(format!("Coulomb tanh(v/{width})")),
        };
        let parts = [
            self.viscous.then(|| "viscous".to_string()),
            jump,
            self.cubic.then(|| "cubic".to_string()),
            self.stribeck.map(|speed| format!("Stribeck exp(−(v/{speed})²)")),
            self.offset.then(|| "offset".to_string()),
        ];
        let parts: Vec<String> = parts.into_iter().flatten().collect();
        if parts.is_empty() { "none".into() } else { parts.join(", ") }
    }

    /// A joint's friction with the values of its symbols.
    pub fn friction(&self, value: impl Fn(&str) -> f64) -> Friction {
        let [viscous, coulomb, cubic, offset] = ["fv", "fc", "fv3", "fo"].map(&value);
        let mut terms = Vec::new();
        let mut add = |name: &str, values: Vec<f64>| {
            let term = law(name).and_then(|law| FrictionTerm::with_values(law, values));
            terms.extend(term);
        };
        let width = match self.coulomb {
            Jump::Smooth(width) => width,
            _ => 0.0,
        };
        if let Some(speed) = self.stribeck {
            let breakaway = coulomb + value("fb");
            add("stribeck", vec![breakaway, coulomb, viscous, speed, EXPONENT, width]);
            if self.cubic {
                add("polynomial", vec![0.0, 0.0, cubic]);
            }
            if offset != 0.0 {
                add("offset", vec![offset]);
            }
            return Friction { terms, bearing: Bearing::default() };
        }
        match (self.cubic, width > 0.0) {
            (false, false) => return Friction::linear(viscous, coulomb, offset),
            (true, _) => {
                add("polynomial", vec![viscous, 0.0, cubic]);
                add("coulomb", vec![coulomb, width]);
            }
            (false, true) => add("coulomb-viscous", vec![coulomb, viscous, width]),
        }
        if offset != 0.0 {
            add("offset", vec![offset]);
        }
        Friction { terms, bearing: Bearing::default() }
    }

    /// Symbols of the columns, in order.
    fn symbols(&self) -> Vec<&'static str> {
        let all = [
            (self.viscous, "fv"),
            (self.coulomb != Jump::None, "fc"),
            (self.cubic, "fv3"),
            (self.stribeck.is_some(), "fb"),
            (self.offset, "fo"),
        ];
        all.into_iter().filter(|(used, _)| *used).map(|(_, symbol)| symbol).collect()
    }
}

/// Two joints whose motors turn together: the second motor sees the sum of both
/// speeds, as in wrists where a motor sits behind another joint. Its inertia and
/// friction then show in both joints:
///
/// ```text
/// first:  Iam·q̈₂ + fvm·q̇₂ + fcm·sign(q̇₁ + q̇₂)      second: Iam·q̈₁ + fvm·q̇₁ + fcm·sign(q̇₁ + q̇₂)
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Coupling {
    /// One joint, by its number among the driven ones.
    pub first: usize,
    /// The other.
    pub second: usize,
}

/// One column beside the regressor.
#[derive(Clone, Debug, PartialEq)]
pub struct FrictionColumn {
    /// `joint.fv` and so on.
    pub name: String,
    /// Unit.
    pub unit: &'static str,
    /// True where a negative value would feed energy in.
    pub not_negative: bool,
    pub(super) source: Source,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Source {
    Viscous(usize),
    Cubic(usize),
    Coulomb(usize, Jump),
    Breakaway(usize, Jump, f64),
    Offset(usize),
    CoupledInertia(Coupling),
    CoupledViscous(Coupling),
    CoupledCoulomb(Coupling, Jump),
}

/// The columns of all driven joints.
pub fn friction_columns(
    joints: &[&Joint],
    shape: &FrictionShape,
    couplings: &[Coupling],
) -> Vec<FrictionColumn> {
    let mut columns = Vec::new();
    for (j, joint) in joints.iter().enumerate() {
        let turns = joint.kind.turns();
        for symbol in shape.symbols() {
            let (unit, not_negative, source) = match symbol {
                "fv" => (if turns { "N m s/rad" } else { "N s/m" }, true, Source::Viscous(j)),
                "fc" => (joint.kind.effort_unit(), true, Source::Coulomb(j, shape.coulomb)),
                "fv3" => (if turns { "N m s³/rad³" } else { "N s³/m³" }, false, Source::Cubic(j)),
                "fb" => {
                    let speed = shape.stribeck.unwrap_or(1.0);
                    (joint.kind.effort_unit(), false, Source::Breakaway(j, shape.coulomb, speed))
                }
                _ => (joint.kind.effort_unit(), false, Source::Offset(j)),
            };
            let name = format!("{}.{symbol}", joint.name);
            columns.push(FrictionColumn { name, unit, not_negative, source });
        }
    }
    for &coupling in couplings {
        let name = |symbol: &str| {
            format!("{}+{}.{symbol}", joints[coupling.first].name, joints[coupling.second].name)
        };
        let jump = match shape.coulomb {
            Jump::None => Jump::Sign,
            jump => jump,
        };
        let parts = [
            ("Iam", "kg m²", Source::CoupledInertia(coupling)),
            ("fvm", "N m s/rad", Source::CoupledViscous(coupling)),
            ("fcm", "N m", Source::CoupledCoulomb(coupling, jump)),
        ];
        for (symbol, unit, source) in parts {
            let name = name(symbol);
            columns.push(FrictionColumn { name, unit, not_negative: false, source });
        }
    }
    columns
}

impl FrictionColumn {
    /// Whether the column has entries in the rows of a joint.
    pub fn acts_on(&self, joint: usize) -> bool {
        match self.source {
            Source::Viscous(j)
            | Source::Cubic(j)
            | Source::Coulomb(j, _)
            | Source::Breakaway(j, ..)
            | Source::Offset(j) => j == joint,
            Source::CoupledInertia(c)
            | Source::CoupledViscous(c)
            | Source::CoupledCoulomb(c, _) => c.first == joint || c.second == joint,
        }
    }

    /// The entry in the row of a joint it acts on, for one sample's speeds and
    /// accelerations.
    pub fn entry(&self, joint: usize, qd: &[f64], qdd: &[f64]) -> f64 {
        let other = |c: Coupling| if c.first == joint { c.second } else { c.first };
        match self.source {
            Source::Viscous(j) => qd[j],
            Source::Cubic(j) => qd[j] * qd[j] * qd[j],
            Source::Coulomb(j, jump) => jump.at(qd[j]),
            Source::Breakaway(j, jump, speed) => jump.near_rest(qd[j], speed),
            Source::Offset(_) => 1.0,
            Source::CoupledInertia(c) => qdd[other(c)],
            Source::CoupledViscous(c) => qd[other(c)],
            Source::CoupledCoulomb(c, jump) => jump.at(qd[c.first] + qd[c.second]),
        }
    }

    /// Entries in the rows of a joint it acts on, for some samples of speeds and
    /// accelerations (one slice per joint).
    pub fn fill(&self, joint: usize, qd: &[&[f64]], qdd: &[&[f64]], out: &mut [f64]) {
        let other = |c: Coupling| if c.first == joint { c.second } else { c.first };
        match self.source {
            Source::Viscous(j) => out.copy_from_slice(qd[j]),
            Source::Cubic(j) => each(out, qd[j], |v| v * v * v),
            Source::Coulomb(j, jump) => each(out, qd[j], |v| jump.at(v)),
            Source::Breakaway(j, jump, speed) => {
                each(out, qd[j], |v| jump.near_rest(v, speed));
            }
            Source::Offset(_) => out.fill(1.0),
            Source::CoupledInertia(c) => out.copy_from_slice(qdd[other(c)]),
            Source::CoupledViscous(c) => out.copy_from_slice(qd[other(c)]),
            Source::CoupledCoulomb(c, jump) => {
                for (k, out) in out.iter_mut().enumerate() {
                    *out = jump.at(qd[c.first][k] + qd[c.second][k]);
                }
            }
        }
    }
}

impl Jump {
    pub(super) fn at(self, v: f64) -> f64 {
        match self {
            Self::None => 0.0,
            Self::Sign if v == 0.0 => 0.0,
            Self::Sign => v.signum(),
            Self::Smooth(width) => (v / width).tanh(),
        }
    }
    /// The jump times the Stribeck curve.
    pub(super) fn near_rest(self, v: f64, speed: f64) -> f64 {
        self.at(v) * (-(v / speed).abs().powf(EXPONENT)).exp()
    }
}

fn each(out: &mut [f64], speeds: &[f64], law: impl Fn(f64) -> f64) {
    for (out, &v) in out.iter_mut().zip(speeds) {
        *out = law(v);
    }
}
