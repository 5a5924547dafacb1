//! The texts of the robots that come with armlab: TOML files in the format users
//! write, embedded in the binary.
//!
//! To add one, write `robots/NAME.toml` and add its line to `ROBOTS`.

macro_rules! robots {
    ($($name:literal,)*) => {
        /// Name and text of every built-in robot.
        const ROBOTS: &[(&str, &str)] =
            &[$(($name, include_str!(concat!("../../../robots/", $name, ".toml"))),)*];
    };
}

robots! {
    "cylindrical",
    "cylindrical-offset",
    "scara",
    "planar6",
    "ur5",
    "panda",
    "parallel3prr",
    "parallel3prr-vertical",
    "parallel3prr-design",
    "five-bar",
    "delta",
}

/// Names of the built-in robots.
pub fn names() -> impl Iterator<Item = &'static str> {
    ROBOTS.iter().map(|(name, _)| *name)
}

/// The TOML text of a built-in robot.
pub fn source(name: &str) -> Option<&'static str> {
    ROBOTS.iter().find(|(known, _)| *known == name).map(|(_, text)| *text)
}
