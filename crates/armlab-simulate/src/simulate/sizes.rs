//! Settings that are given once for all joints, or joint by joint.

use super::record::MEASURED;
use armlab_log::Quantity;
use std::fmt;
use std::str::FromStr;
use thiserror::Error;

/// Why a text is no [`PerJoint`] or [`Sizes`].
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum ParseError {
    /// An entry that is no number.
    #[error("entry {entry} is `{text}`, not a finite number; give one number, or one per joint")]
    Number {
        /// Which, from 1.
        entry: usize,
        /// What was given.
        text: String,
    },
    /// A part that is no quantity with its value.
    #[error(
        "`{0}` is not a quantity and its value; give some of q, qd, qdd, tau, as q=1e-4,tau=0.5"
    )]
    Quantity(String),
}

/// A list that does not fit the robot.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("`{what}` has {got} entries; give one number for all joints, or {wanted}, one per joint")]
pub struct WrongLength {
    /// Which setting.
    pub what: String,
    /// Its length.
    pub got: usize,
    /// The number of joints.
    pub wanted: usize,
}

/// One number for all joints, or one for each.
#[derive(Clone, Debug, PartialEq)]
pub enum PerJoint {
    /// The same for all.
    All(f64),
    /// One each.
    Each(Vec<f64>),
}

impl PerJoint {
    /// One number per joint.
    pub fn for_joints(&self, what: &str, joints: usize) -> Result<Vec<f64>, WrongLength> {
        match self {
            Self::All(x) => Ok(vec![*x; joints]),
            Self::Each(list) if list.len() == joints => Ok(list.clone()),
            Self::Each(list) => {
                Err(WrongLength { what: what.into(), got: list.len(), wanted: joints })
            }
        }
    }
    /// The numbers as they were given.
    pub fn given(&self) -> &[f64] {
        match self {
            Self::All(x) => std::slice::from_ref(x),
            Self::Each(list) => list,
        }
    }
    /// The same with every number multiplied.
    pub fn scaled(&self, factor: f64) -> Self {
        match self {
            Self::All(x) => Self::All(x * factor),
            Self::Each(list) => Self::Each(list.iter().map(|x| x * factor).collect()),
        }
    }
}

/// `5`, or `5,3,1`; entries are separated by `,` or `/`.
impl FromStr for PerJoint {
    type Err = ParseError;
    fn from_str(text: &str) -> Result<Self, ParseError> {
        let mut numbers = Vec::new();
        for (i, field) in text.split([',', '/']).enumerate() {
            match field.trim().parse::<f64>() {
                Ok(x) if x.is_finite() => numbers.push(x),
                _ => {
                    let text = field.trim().chars().take(40).collect();
                    return Err(ParseError::Number { entry: i + 1, text });
                }
            }
        }
        Ok(match numbers.as_slice() {
            [one] => Self::All(*one),
            _ => Self::Each(numbers),
        })
    }
}

impl From<f64> for PerJoint {
    fn from(x: f64) -> Self {
        Self::All(x)
    }
}

impl From<Vec<f64>> for PerJoint {
    fn from(list: Vec<f64>) -> Self {
        Self::Each(list)
    }
}

impl fmt::Display for PerJoint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::All(x) => write!(f, "{x}"),
            Self::Each(list) => write!(f, "{list:?}"),
        }
    }
}

/// A number per joint for each quantity of [`MEASURED`]; none where nothing is said.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Sizes {
    by_quantity: [Option<PerJoint>; 4],
}

impl Sizes {
    /// The same with a quantity stated.
    pub fn with(mut self, quantity: Quantity, size: impl Into<PerJoint>) -> Self {
        self.set(quantity, size.into());
        self
    }
    /// States a quantity; those that no sensor measures are passed over.
    pub fn set(&mut self, quantity: Quantity, size: PerJoint) {
        let place = MEASURED.iter().position(|q| *q == quantity);
        if let Some(entry) = place.and_then(|i| self.by_quantity.get_mut(i)) {
            *entry = Some(size);
        }
    }
    /// What is said of a quantity.
    pub fn get(&self, quantity: Quantity) -> Option<&PerJoint> {
        let place = MEASURED.iter().position(|q| *q == quantity)?;
        self.by_quantity.get(place)?.as_ref()
    }
    /// The same with every number multiplied.
    pub fn scaled(&self, factor: f64) -> Self {
        let times = |size: &Option<PerJoint>| size.as_ref().map(|s| s.scaled(factor));
        Self { by_quantity: self.by_quantity.each_ref().map(times) }
    }
    /// True when nothing is said.
    pub fn is_empty(&self) -> bool {
        self.by_quantity.iter().all(Option::is_none)
    }
    /// One entry per measured column; `None` where nothing is said.
    pub fn columns(&self, joints: usize) -> Result<Vec<Option<f64>>, WrongLength> {
        let mut columns = Vec::with_capacity(MEASURED.len() * joints);
        for quantity in MEASURED {
            match self.get(quantity) {
                None => columns.extend(std::iter::repeat_n(None, joints)),
                Some(size) => {
                    columns.extend(size.for_joints(quantity.stem(), joints)?.into_iter().map(Some));
                }
            }
        }
        Ok(columns)
    }
    /// Every number that was given.
    pub fn given(&self) -> impl Iterator<Item = f64> {
        self.by_quantity.iter().flatten().flat_map(PerJoint::given).copied()
    }
}

/// `q=1e-4,tau=0.5`; one number per joint as `q=1e-4/1e-4/1e-5`.
impl FromStr for Sizes {
    type Err = ParseError;
    fn from_str(text: &str) -> Result<Self, ParseError> {
        let mut sizes = Self::default();
        for part in text.split(',') {
            let named = |name: &str| MEASURED.into_iter().find(|q| q.stem() == name.trim());
            let found = part.split_once('=').and_then(|(name, value)| Some((named(name)?, value)));
            let Some((quantity, value)) = found else {
                return Err(ParseError::Quantity(part.trim().chars().take(40).collect()));
            };
            sizes.set(quantity, value.parse()?);
        }
        Ok(sizes)
    }
}

impl fmt::Display for Sizes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let stated = MEASURED.iter().filter_map(|q| Some((q, self.get(*q)?)));
        let parts: Vec<String> = stated.map(|(q, s)| format!("{} {s}", q.stem())).collect();
        write!(f, "{}", parts.join(", "))
    }
}
