//! The friction that is identified of each joint.

use super::{Friction, FrictionError, FrictionModel};
use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;

/// A friction model for every driven joint: one for all, or some of their own.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct FrictionModels {
    common: FrictionModel,
    own: BTreeMap<usize, FrictionModel>,
}

impl FrictionModels {
    /// The model of a joint, by its number among the driven ones.
    pub fn of(&self, joint: usize) -> &FrictionModel {
        self.own.get(&joint).unwrap_or(&self.common)
    }
    /// Gives a joint a model of its own.
    pub fn set(&mut self, joint: usize, model: FrictionModel) {
        if model == self.common {
            self.own.remove(&joint);
        } else {
            self.own.insert(joint, model);
        }
    }
    /// The same with the springs whose geometry the joints' descriptions state.
    pub fn with_described<'f>(mut self, joints: impl IntoIterator<Item = &'f Friction>) -> Self {
        for (j, friction) in joints.into_iter().enumerate() {
            let model = self.of(j).with_described(friction);
            self.set(j, model);
        }
        self
    }
    /// The one model, where all joints have the same.
    pub fn common(&self) -> Option<&FrictionModel> {
        self.own.is_empty().then_some(&self.common)
    }
    /// Whether any of so many joints has a law that depends on the effort that its
    /// drive transmits.
    pub fn needs_transmitted(&self, joints: usize) -> bool {
        let needs =
            |model: &FrictionModel| model.terms().iter().any(|t| t.law().needs_transmitted());
        (0..joints).any(|j| needs(self.of(j)))
    }
    /// In words, joints with the same model together.
    pub fn words(&self, joints: &[String]) -> String {
        if let Some(common) = self.common() {
            return common.words();
        }
        let mut groups: Vec<(&FrictionModel, Vec<&str>)> = Vec::new();
        for (j, name) in joints.iter().enumerate() {
            match groups.iter_mut().find(|g| g.0 == self.of(j)) {
                Some(group) => group.1.push(name),
                None => groups.push((self.of(j), vec![name])),
            }
        }
        let words = |(model, names): &(&FrictionModel, Vec<&str>)| {
            format!("{}: {}", names.join(", "), model.words())
        };
        groups.iter().map(words).collect::<Vec<_>>().join("; ")
    }
}

impl From<FrictionModel> for FrictionModels {
    fn from(common: FrictionModel) -> Self {
        Self { common, own: BTreeMap::new() }
    }
}

impl fmt::Display for FrictionModels {
    /// Text that [`FromStr`] reads: `coulomb-viscous+offset; joint 2: load+asymmetric`,
    /// driven joints counted from 1.
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{}", self.common)?;
        self.own.iter().try_for_each(|(j, model)| write!(f, "; joint {}: {model}", j + 1))
    }
}

impl FromStr for FrictionModels {
    type Err = FrictionError;
    fn from_str(text: &str) -> Result<Self, FrictionError> {
        let mut parts = text.split(';').map(str::trim);
        let mut models = Self::from(parts.next().unwrap_or_default().parse::<FrictionModel>()?);
        for part in parts {
            let stated = part.strip_prefix("joint").and_then(|rest| rest.split_once(':'));
            let joint = stated.and_then(|(number, _)| number.trim().parse::<usize>().ok());
            let (Some((_, model)), Some(joint @ 1..)) = (stated, joint) else {
                let why = format!("`{part}` must be as `joint 2: load+offset`");
                return Err(FrictionError::Model { text: text.into(), why });
            };
            models.set(joint - 1, model.trim().parse()?);
        }
        Ok(models)
    }
}
