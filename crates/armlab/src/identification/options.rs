//! Options of an identification that are words: each has `FromStr`.

use crate::error::{Error, Hint, Result};
use crate::identify::{Coupling, LinkBound};
#[cfg(test)]
use crate::identify::{FrictionChoice, FrictionModel};
use crate::robot::Robot;
use std::str::FromStr;

/// Two driven joints whose motors are coupled, by name: `joint5+joint6`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CoupledJoints {
    /// One joint.
    pub first: String,
    /// The other.
    pub second: String,
}

impl CoupledJoints {
    pub(crate) fn resolve(&self, robot: &Robot) -> Result<Coupling> {
        let names: Vec<String> = robot.driven_joints().map(|j| j.name.clone()).collect();
        let index = |name: &String| {
            names.iter().position(|n| n == name).ok_or_else(|| {
                Error::new(format_args!("there is no driven joint `{name}`"))
                    .hint(Hint::OneOf(names.clone()))
            })
        };
        Ok(Coupling::new(index(&self.first)?, index(&self.second)?))
    }
}

impl FromStr for CoupledJoints {
    type Err = Error;
    fn from_str(text: &str) -> Result<Self> {
        match text.split_once('+') {
            Some((first, second)) => {
                Ok(Self { first: first.trim().into(), second: second.trim().into() })
            }
            None => Err(Error::new(format_args!("`{text}` does not name two joints"))
                .hint(Hint::Text("give two joints with a plus between, as joint5+joint6".into()))),
        }
    }
}

/// A bound on a link: `link3.mass=1.5..2.5` (kg) or
/// `link3.centre=-0.1..0.1,0..0.2,..0.05` (m, in the link's frame).
#[derive(Clone, Debug, PartialEq)]
pub struct Bound {
    /// The link.
    pub link: String,
    /// What is bounded.
    pub range: BoundRange,
}

/// What a [`Bound`] bounds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum BoundRange {
    /// The mass, kg.
    Mass([f64; 2]),
    /// The centre of mass, m: x, y and z.
    Centre([[f64; 2]; 3]),
}

impl Bound {
    pub(crate) fn resolve(&self, robot: &Robot) -> Result<LinkBound> {
        let Some(link) = robot.link_index(&self.link) else {
            return Err(unknown_link(robot, &self.link));
        };
        Ok(match self.range {
            BoundRange::Mass([least, most]) => LinkBound::Mass { link, least, most },
            BoundRange::Centre(axes) => LinkBound::CentreInBox {
                link,
                lower: axes.map(|a| a[0]),
                upper: axes.map(|a| a[1]),
            },
        })
    }
}

/// The error of a link that does not exist.
pub(crate) fn unknown_link(robot: &Robot, name: &str) -> Error {
    let names = robot.links().iter().map(|l| l.name.clone()).collect();
    Error::new(format_args!("there is no link `{name}`")).hint(Hint::OneOf(names))
}

impl FromStr for Bound {
    type Err = Error;
    fn from_str(text: &str) -> Result<Self> {
        let wrong = || {
            let hint = "write LINK.mass=LOW..HIGH or LINK.centre=LOW..HIGH,LOW..HIGH,LOW..HIGH";
            Error::new(format_args!("`{text}` is not a bound")).hint(Hint::Text(hint.into()))
        };
        let (target, values) = text.split_once('=').ok_or_else(wrong)?;
        let (link, what) = target.trim().rsplit_once('.').ok_or_else(wrong)?;
        let ranges: Vec<[f64; 2]> =
            values.split(',').map(range).collect::<Option<_>>().ok_or_else(wrong)?;
        let range = match (what, ranges.as_slice()) {
            ("mass", [mass]) => BoundRange::Mass(*mass),
            ("centre", [x, y, z]) => BoundRange::Centre([*x, *y, *z]),
            _ => return Err(wrong()),
        };
        Ok(Self { link: link.into(), range })
    }
}

/// `low..high`; an end that is left out is open.
fn range(text: &str) -> Option<[f64; 2]> {
    let (low, high) = text.trim().split_once("..")?;
    let end = |text: &str, open: f64| match text.trim() {
        "" => Some(open),
        number => number.parse::<f64>().ok().filter(|x| x.is_finite()),
    };
    Some([end(low, f64::NEG_INFINITY)?, end(high, f64::INFINITY)?])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn friction_models_are_read_by_name_and_others_are_refused_with_the_list() {
        let choice = |text: &str| text.parse::<FrictionChoice>();
        assert_eq!(choice("auto"), Ok(FrictionChoice::Auto));
        assert_eq!(choice("none"), Ok(FrictionModel::none().into()));
        for wrong in ["dahl", "smooth:-1", "stribeck:", "stribeck:nan", "smooth"] {
            let error = Error::from(choice(wrong).unwrap_err());
            assert!(matches!(error.get_hint(), Some(Hint::OneOf(_))), "{wrong}");
        }
    }

    #[test]
    fn bounds_and_couplings_are_read_and_resolved_by_name() {
        let robot = Robot::builtin("scara").unwrap();
        let link = robot.links()[1].name.clone();
        let mass: Bound = format!("{link}.mass=1..2.5").parse().unwrap();
        let resolved = mass.resolve(&robot).unwrap();
        assert_eq!(resolved, LinkBound::Mass { link: 1, least: 1.0, most: 2.5 });
        let centre: Bound = format!("{link}.centre=..0.1,0..,-1..1").parse().unwrap();
        assert!(matches!(centre.range, BoundRange::Centre([[f64::NEG_INFINITY, 0.1], _, _])));
        assert!("arm.mass=1..2".parse::<Bound>().unwrap().resolve(&robot).is_err());
        for wrong in ["arm=1..2", "arm.mass=1", "arm.centre=1..2", "arm.length=1..2"] {
            assert!(wrong.parse::<Bound>().is_err(), "{wrong}");
        }
        let names: Vec<String> = robot.driven_joints().map(|j| j.name.clone()).collect();
        let pair: CoupledJoints = format!("{}+{}", names[0], names[1]).parse().unwrap();
        assert_eq!(pair.resolve(&robot).unwrap(), Coupling::new(0, 1));
        assert!("a+b".parse::<CoupledJoints>().unwrap().resolve(&robot).is_err());
        assert!("a".parse::<CoupledJoints>().is_err());
    }
}
