//! Friction of one joint: a sum of laws with their values, and what its bearing
//! carries.

use super::{FrictionError, FrictionLaw, LinearPart, Load, Sliding, Slopes, law, laws};
use crate::spatial::Vec3;

impl FrictionError {
    /// The parameter concerned, if it is one.
    pub fn parameter(&self) -> Option<&str> {
        match self {
            Self::UnknownLaw { .. } | Self::Model { .. } | Self::NotRegistered { .. } => None,
            Self::UnknownParameter { name, .. } => Some(name),
            Self::Missing { name, .. } | Self::OutOfRange { name, .. } => Some(name),
        }
    }
}

/// A law with its values.
#[derive(Clone, Debug)]
pub struct FrictionTerm {
    law: &'static dyn FrictionLaw,
    values: Vec<f64>,
}

impl PartialEq for FrictionTerm {
    fn eq(&self, other: &Self) -> bool {
        self.law.name() == other.law.name() && self.values == other.values
    }
}

impl FrictionTerm {
    /// A law by name with named values; parameters left out have their defaults.
    pub fn new(name: &str, stated: &[(&str, f64)]) -> Result<Self, FrictionError> {
        let law = find(name)?;
        let known = |name: &str| law.parameters().iter().any(|p| p.name == name);
        if let Some((name, _)) = stated.iter().find(|(name, _)| !known(name)) {
            return Err(FrictionError::UnknownParameter { law: law.name(), name: (*name).into() });
        }
        let value = |p: &super::FrictionParameter| {
            let value = stated.iter().find(|(name, _)| *name == p.name).map(|(_, value)| *value);
            value.or(p.default).ok_or(FrictionError::Missing { law: law.name(), name: p.name })
        };
        let values = law.parameters().iter().map(value).collect::<Result<Vec<_>, _>>()?;
        let term = Self { law, values };
        term.check()?;
        Ok(term)
    }
    /// A law with values in the order of its parameters, which need not be permitted:
    /// estimates may be anything. `None` if their number is wrong.
    pub fn with_values(law: &'static dyn FrictionLaw, values: Vec<f64>) -> Option<Self> {
        (values.len() == law.parameters().len()).then_some(Self { law, values })
    }
    /// The law.
    pub fn law(&self) -> &'static dyn FrictionLaw {
        self.law
    }
    /// Its values, in the order of the law's parameters.
    pub fn values(&self) -> &[f64] {
        &self.values
    }
    /// The first value that is not permitted.
    pub fn check(&self) -> Result<(), FrictionError> {
        for (p, &value) in self.law.parameters().iter().zip(&self.values) {
            if !p.range.contains(value) {
                let (law, name, wanted) = (self.law.name(), p.name, p.range.words());
                return Err(FrictionError::OutOfRange { law, name, value, wanted });
            }
        }
        Ok(())
    }
    /// The same with other values; unchanged if their number is wrong.
    pub fn set_values(&mut self, values: &[f64]) {
        if values.len() == self.values.len() {
            self.values.copy_from_slice(values);
        }
    }
    /// Effort, with slopes if asked for.
    pub fn effort(&self, at: Sliding, slopes: Option<&mut Slopes>) -> f64 {
        self.law.effort(&self.values, at, slopes)
    }
}

/// What loads the bearing of a joint whose friction depends on it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Bearing {
    /// Direction of the normal reaction that counts, in the link's axes; `None`
    /// counts all that is at right angles to the joint's axis.
    pub normal: Option<Vec3<f64>>,
    /// A constant load beside it: shares of the weights of links, by name.
    pub carries: Vec<(String, f64)>,
}

/// Friction of a joint.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Friction {
    /// Laws whose efforts add.
    pub terms: Vec<FrictionTerm>,
    /// What loads the bearing.
    pub bearing: Bearing,
}

impl Friction {
    /// `viscous·v + coulomb·sign(v) + offset`, the law that is linear in all its
    /// parameters; terms that are zero are left out.
    pub fn linear(viscous: f64, coulomb: f64, offset: f64) -> Self {
        let mut terms = Vec::new();
        let mut add = |law: &'static dyn FrictionLaw, values: Vec<f64>| {
            terms.extend(FrictionTerm::with_values(law, values));
        };
        if viscous != 0.0 && coulomb != 0.0 {
            add(&super::coulomb_viscous::CoulombViscous, vec![viscous, coulomb, 0.0]);
        } else if viscous != 0.0 {
            add(&super::viscous::Viscous, vec![viscous]);
        } else if coulomb != 0.0 {
            add(&super::coulomb::Coulomb, vec![coulomb, 0.0]);
        }
        if offset != 0.0 {
            add(&super::offset::Offset, vec![offset]);
        }
        Self { terms, bearing: Bearing::default() }
    }
    /// The part that is [`linear`](Self::linear).
    pub fn linear_part(&self) -> LinearPart {
        let mut sum = LinearPart { is_all: true, ..LinearPart::default() };
        for part in self.terms.iter().map(|t| t.law.linear_part(&t.values)) {
            sum.viscous += part.viscous;
            sum.coulomb += part.coulomb;
            sum.offset += part.offset;
            sum.is_all &= part.is_all;
        }
        sum
    }
    /// The three values of [`linear`](Self::linear), if that is all there is.
    pub fn as_linear(&self) -> Option<[f64; 3]> {
        let part = self.linear_part();
        part.is_all.then_some([part.viscous, part.coulomb, part.offset])
    }
    /// The same friction in fewer words: [`linear`](Self::linear) where it is that,
    /// and no law whose linear parameters are all zero.
    pub fn simplified(mut self) -> Self {
        if let Some([viscous, coulomb, offset]) = self.as_linear() {
            let bearing = self.bearing;
            return Self { bearing, ..Self::linear(viscous, coulomb, offset) };
        }
        self.terms.retain(|t| {
            let mut parameters = t.law.parameters().iter().zip(&t.values);
            !t.law.has_columns() || parameters.any(|(p, value)| p.is_linear() && *value != 0.0)
        });
        self
    }
    /// The first value that is not permitted.
    pub fn check(&self) -> Result<(), FrictionError> {
        self.terms.iter().try_for_each(FrictionTerm::check)
    }
    /// One law.
    pub fn of(name: &str, stated: &[(&str, f64)]) -> Result<Self, FrictionError> {
        let terms = vec![FrictionTerm::new(name, stated)?];
        Ok(Self { terms, bearing: Bearing::default() })
    }
    /// True without any law.
    pub fn is_none(&self) -> bool {
        self.terms.is_empty()
    }
    /// True when the effort depends on the load of the bearing.
    pub fn needs_load(&self) -> bool {
        self.terms.iter().any(|t| t.law.needs_load())
    }
    /// True when the effort depends on the temperature of the drive.
    pub fn needs_temperature(&self) -> bool {
        self.terms.iter().any(|t| t.law.needs_temperature())
    }
    /// Sum of the values of all parameters of a name.
    pub fn total(&self, name: &str) -> f64 {
        let named = self.terms.iter().flat_map(|t| t.law.parameters().iter().zip(&t.values));
        named.filter(|(p, _)| p.name == name).map(|(_, value)| value).sum()
    }
    /// The effort that friction takes.
    pub fn effort(&self, at: Sliding) -> f64 {
        self.terms.iter().map(|t| t.effort(at, None)).sum()
    }
    /// Largest effort with which friction holds the joint at rest against a push
    /// towards `side`.
    pub fn holds(&self, side: f64, load: Load) -> f64 {
        self.terms.iter().map(|t| t.law.holds(&t.values, side, load)).sum()
    }
}

/// The law of a name.
pub(super) fn find(name: &str) -> Result<&'static dyn FrictionLaw, FrictionError> {
    law(name).ok_or_else(|| {
        let known: Vec<&str> = laws().iter().map(|law| law.name()).collect();
        FrictionError::UnknownLaw { name: name.into(), known: known.join(", ") }
    })
}
