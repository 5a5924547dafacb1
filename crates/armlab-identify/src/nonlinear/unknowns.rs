//! Parameters of friction laws as unknowns: one per joint, or one for several
//! joints that are alike.

use armlab_engine::friction::{Dimension, Friction, Range, Role};

/// Which joints share a parameter.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Tying {
    /// All joints of one law share a parameter whose value the description gives
    /// alike for all of them.
    #[default]
    WhereEqual,
    /// Every joint has its own.
    Separate,
}

/// Where a parameter stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Place {
    /// Joint with friction.
    pub joint: usize,
    /// Law among those of the joint.
    pub term: usize,
    /// Parameter of the law.
    pub parameter: usize,
}

/// An unknown of friction.
#[derive(Clone, Debug, PartialEq)]
pub struct FrictionUnknown {
    /// Name: the symbol alone where joints share it, else with the joint's name.
    pub name: String,
    /// Unit.
    pub unit: &'static str,
    /// Value in the description.
    pub value: f64,
    /// The joints that have it.
    pub joints: Vec<String>,
    /// What it measures.
    pub dimension: Dimension,
    /// Permitted values.
    pub range: Range,
    /// True when the effort is linear in it together with the masses; a
    /// coefficient of friction multiplies reactions and is not.
    pub separable: bool,
    pub(super) places: Vec<Place>,
}

impl FrictionUnknown {
    /// `shared by joints x1, x2, x3`, if it is.
    pub fn shared(&self) -> Option<String> {
        (self.joints.len() > 1).then(|| format!("shared by joints {}", self.joints.join(", ")))
    }
}

/// The unknowns of joints, given as name, whether they turn, and friction.
/// Parameters that only shape a law and have a default (exponents, widths)
/// stay as they are: data that show the Stribeck speed rarely show them as well.
pub(super) fn unknowns(joints: &[(&str, bool, &Friction)], tying: Tying) -> Vec<FrictionUnknown> {
    let mut found: Vec<FrictionUnknown> = Vec::new();
    for (j, &(name, turns, friction)) in joints.iter().enumerate() {
        for (t, term) in friction.terms.iter().enumerate() {
            let law = term.law();
            for (p, parameter) in law.parameters().iter().enumerate() {
                if !parameter.is_linear() && parameter.default.is_some() {
                    continue;
                }
                let place = Place { joint: j, term: t, parameter: p };
                let like: Vec<usize> = (0..joints.len())
                    .filter(|&i| {
                        let other = joints[i].2.terms.get(t);
                        joints[i].1 == turns && other.is_some_and(|o| o.law().name() == law.name())
                    })
                    .collect();
                let value = term.values()[p];
                let equal = like.iter().all(|&i| joints[i].2.terms[t].values()[p] == value);
                let tied = tying == Tying::WhereEqual && equal && like.len() > 1;
                if tied && like[0] != j {
                    let first = Place { joint: like[0], ..place };
                    if let Some(owner) = found.iter_mut().find(|u| u.places.contains(&first)) {
                        owner.places.push(place);
                        owner.joints.push(name.into());
                    }
                    continue;
                }
                found.push(FrictionUnknown {
                    name: if tied {
                        parameter.symbol.into()
                    } else {
                        format!("{name}.{}", parameter.symbol)
                    },
                    unit: parameter.dimension.unit(turns),
                    value,
                    joints: vec![name.into()],
                    dimension: parameter.dimension,
                    range: parameter.range,
                    separable: parameter.role == Role::Linear,
                    places: vec![place],
                });
            }
        }
    }
    found
}
