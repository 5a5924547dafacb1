//! The formats of descriptions.

use super::{Written, mjcf, sdf, toml, urdf};
use crate::friction::FrictionTerm;
use crate::robot::{Joint, Robot};
use std::path::Path;

/// A format in which a robot can be written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// URDF, the format of ROS.
    Urdf,
    /// MJCF, the format of MuJoCo.
    Mjcf,
    /// SDF, the format of Gazebo and Drake.
    Sdf,
    /// armlab's own, which holds everything.
    Toml,
}

impl Format {
    /// All formats.
    pub const ALL: [Self; 4] = [Self::Urdf, Self::Mjcf, Self::Sdf, Self::Toml];

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Urdf => "URDF",
            Self::Mjcf => "MJCF",
            Self::Sdf => "SDF",
            Self::Toml => "TOML",
        }
    }

    /// The format that a file to be written has by the ending of its name.
    pub fn of_path(path: &Path) -> Option<Self> {
        let ending = path.extension()?.to_str()?.to_ascii_lowercase();
        match ending.as_str() {
            "urdf" => Some(Self::Urdf),
            "xml" | "mjcf" => Some(Self::Mjcf),
            "sdf" => Some(Self::Sdf),
            "toml" => Some(Self::Toml),
            _ => None,
        }
    }

    /// Writes a robot. A robot that was read from URDF keeps its file where it is written
    /// as URDF again.
    pub fn write(self, robot: &Robot) -> Written {
        let mut written = match self {
            Self::Urdf => as_urdf(robot),
            Self::Mjcf => mjcf::write_mjcf(robot),
            Self::Sdf => sdf::write_sdf(robot),
            Self::Toml => return Written { text: toml::write_toml(robot), lost: Vec::new() },
        };
        let pairs = robot.couplings().iter().map(|c| c.joints.join("+")).collect::<Vec<_>>();
        written.lose_at(
            "motor couplings, which only TOML has",
            &pairs.iter().map(String::as_str).collect::<Vec<_>>(),
        );
        written
    }
}

fn as_urdf(robot: &Robot) -> Written {
    if robot.urdf_source().is_some() {
        let edited = urdf::updated_urdf(robot);
        return Written { text: edited.text, lost: edited.notes };
    }
    let mut written = Written { text: urdf::write_urdf(robot), lost: Vec::new() };
    let mut only_armlab = |what: &str, has: &dyn Fn(&Joint) -> bool| {
        let joints: Vec<&str> =
            robot.moving_joints().filter(|j| has(j)).map(|j| j.name.as_str()).collect();
        written.lose_at(&format!("{what}, which only armlab reads from URDF"), &joints);
    };
    only_armlab("rotor inertias", &|j| j.rotor_inertia != 0.0);
    only_armlab("gear ratios", &|j| j.gear_ratio != 0.0);
    only_armlab("acceleration limits", &|j| j.limits.acceleration.is_finite());
    only_armlab("friction offsets", &|j| j.friction.linear_part().offset != 0.0);
    let further = |t: &FrictionTerm| !t.law().linear_part(t.values()).is_all;
    only_armlab("friction laws other than viscous and Coulomb friction", &|j| {
        j.friction.terms.iter().any(further)
    });
    let loops: Vec<&str> = robot.loops().iter().map(|l| l.name.as_str()).collect();
    written.lose_at("closures, which only armlab reads from URDF", &loops);
    written
}
