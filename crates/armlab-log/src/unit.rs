//! Units that logs are written in, and their factors to SI.
//!
//! Exact by definition: 1° = π/180 rad, 1 rpm = 2π/60 rad/s, 1 in = 0.0254 m,
//! 1 lbf = 4.4482216152605 N, 1 kgf = 9.80665 N (BIPM, SI Brochure, 9th ed., 2019;
//! NIST SP 811, Appendix B).

use serde::Serialize;
use std::f64::consts::PI;

/// What a unit measures.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Dimension {
    /// s
    Time,
    /// rad
    Angle,
    /// rad/s
    AngularVelocity,
    /// rad/s²
    AngularAcceleration,
    /// m
    Length,
    /// m/s
    LinearVelocity,
    /// m/s²
    LinearAcceleration,
    /// N m
    Torque,
    /// N
    Force,
    /// A
    Current,
    /// V
    Voltage,
    /// °C, which stands for the SI's K here: what is logged of drives is given in it.
    Temperature,
}

impl Dimension {
    /// The SI unit as it is written.
    pub fn si(self) -> &'static str {
        match self {
            Self::Time => "s",
            Self::Angle => "rad",
            Self::AngularVelocity => "rad/s",
            Self::AngularAcceleration => "rad/s²",
            Self::Length => "m",
            Self::LinearVelocity => "m/s",
            Self::LinearAcceleration => "m/s²",
            Self::Torque => "N m",
            Self::Force => "N",
            Self::Current => "A",
            Self::Voltage => "V",
            Self::Temperature => "°C",
        }
    }
}

/// A unit: how it is written, what it measures, and `SI value = factor × value + shift`.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Unit {
    /// As it is written.
    pub name: &'static str,
    /// What it measures.
    pub dimension: Dimension,
    /// What one of it is in SI.
    pub factor: f64,
    /// What zero of it is in SI: other than zero for temperatures.
    pub shift: f64,
}

const DEGREE: f64 = PI / 180.0;
const TURN: f64 = 2.0 * PI;
const RPM: f64 = TURN / 60.0;
const POUND_FORCE: f64 = 4.4482216152605;
const KILOGRAM_FORCE: f64 = 9.80665;

/// Spellings in lower case without blanks, `·`, `*` and `^`; the first names the unit.
const UNITS: &[(&[&str], Dimension, f64)] = &[
    (&["s", "sec", "secs", "second", "seconds"], Dimension::Time, 1.0),
    (&["ms", "msec", "millisecond", "milliseconds", "millis"], Dimension::Time, 1e-3),
    (&["us", "µs", "μs", "usec", "microsecond", "microseconds", "micros"], Dimension::Time, 1e-6),
    (&["ns", "nsec", "nanosec", "nanosecond", "nanoseconds", "nanos"], Dimension::Time, 1e-9),
    (&["min", "minute", "minutes"], Dimension::Time, 60.0),
    (&["rad", "rads", "radian", "radians"], Dimension::Angle, 1.0),
    (&["mrad"], Dimension::Angle, 1e-3),
    (&["deg", "°", "degs", "degree", "degrees", "º"], Dimension::Angle, DEGREE),
    (&["rev", "turn", "turns", "revolutions"], Dimension::Angle, TURN),
    (&["rad/s", "rads-1", "rad/sec", "radps", "rps_rad"], Dimension::AngularVelocity, 1.0),
    (&["mrad/s"], Dimension::AngularVelocity, 1e-3),
    (
        &["deg/s", "°/s", "º/s", "deg/sec", "degs-1", "dps", "degps"],
        Dimension::AngularVelocity,
        DEGREE,
    ),
    (&["rpm", "rev/min", "1/min", "min-1", "u/min"], Dimension::AngularVelocity, RPM),
    (&["rev/s", "rps", "turn/s"], Dimension::AngularVelocity, TURN),
    (&["rad/s2", "rad/s²", "rads-2", "rad/sec2", "rad/s/s"], Dimension::AngularAcceleration, 1.0),
    (
        &["deg/s2", "deg/s²", "°/s2", "°/s²", "degs-2", "deg/sec2"],
        Dimension::AngularAcceleration,
        DEGREE,
    ),
    (&["m", "meter", "metre", "meters", "metres"], Dimension::Length, 1.0),
    (&["cm"], Dimension::Length, 1e-2),
    (&["mm", "millimeter", "millimetre"], Dimension::Length, 1e-3),
    (&["um", "µm", "μm"], Dimension::Length, 1e-6),
    (&["in", "inch"], Dimension::Length, 0.0254),
    (&["m/s", "ms-1", "m/sec", "mps"], Dimension::LinearVelocity, 1.0),
    (&["cm/s"], Dimension::LinearVelocity, 1e-2),
    (&["mm/s", "mm/sec", "mms-1"], Dimension::LinearVelocity, 1e-3),
    (&["mm/min"], Dimension::LinearVelocity, 1e-3 / 60.0),
    (&["m/s2", "m/s²", "ms-2", "m/sec2"], Dimension::LinearAcceleration, 1.0),
    (&["mm/s2", "mm/s²"], Dimension::LinearAcceleration, 1e-3),
    (&["nm", "n.m", "n-m", "newtonmeter", "newtonmetre"], Dimension::Torque, 1.0),
    (&["knm"], Dimension::Torque, 1e3),
    (&["mnm"], Dimension::Torque, 1e-3),
    (&["ncm"], Dimension::Torque, 1e-2),
    (&["nmm", "n.mm"], Dimension::Torque, 1e-3),
    (&["kgfm", "kgf.m"], Dimension::Torque, KILOGRAM_FORCE),
    (&["lbfft", "ftlbf", "lbft", "ftlb"], Dimension::Torque, POUND_FORCE * 0.3048),
    (&["lbfin", "inlbf", "lbin", "inlb"], Dimension::Torque, POUND_FORCE * 0.0254),
    (&["n", "newton", "newtons"], Dimension::Force, 1.0),
    (&["kn"], Dimension::Force, 1e3),
    (&["mn"], Dimension::Force, 1e-3),
    (&["kgf"], Dimension::Force, KILOGRAM_FORCE),
    (&["lbf"], Dimension::Force, POUND_FORCE),
    (&["a", "amp", "amps", "ampere", "amperes", "aeff", "arms"], Dimension::Current, 1.0),
    (&["ma", "milliamp"], Dimension::Current, 1e-3),
    (&["v", "volt", "volts"], Dimension::Voltage, 1.0),
    (&["mv"], Dimension::Voltage, 1e-3),
    (&["°c", "ºc", "degc", "c", "celsius"], Dimension::Temperature, 1.0),
    (&["k", "kelvin"], Dimension::Temperature, 1.0),
    (&["°f", "ºf", "degf", "fahrenheit"], Dimension::Temperature, 5.0 / 9.0),
];

impl Unit {
    /// The unit that is spelled so, in any case, or none.
    pub fn parse(text: &str) -> Option<Self> {
        let mut spelling = String::new();
        for c in text.chars().take(40) {
            match c {
                ' ' | '·' | '⋅' | '*' | '^' | '_' => {}
                '⁻' => spelling.push('-'),
                '¹' => spelling.push('1'),
                c => spelling.extend(c.to_lowercase()),
            }
        }
        let (names, dimension, factor) =
            UNITS.iter().find(|(names, ..)| names.contains(&spelling.as_str()))?;
        // In lower case a meganewton is a millinewton; nobody's robot needs the former.
        let name = match *names.first()? {
            "nm" => "N m",
            "knm" => "kN m",
            "mnm" => "mN m",
            "ncm" => "N cm",
            "nmm" => "N mm",
            "n" => "N",
            "kn" => "kN",
            "mn" => "mN",
            "a" => "A",
            "ma" => "mA",
            "v" => "V",
            "mv" => "mV",
            "us" => "µs",
            "°c" => "°C",
            "k" => "K",
            "°f" => "°F",
            name => name,
        };
        let shift = match name {
            "K" => -273.15,
            "°F" => -160.0 / 9.0,
            _ => 0.0,
        };
        Some(Self { name, dimension: *dimension, factor: *factor, shift })
    }

    /// True if values need no conversion.
    pub fn is_si(&self) -> bool {
        self.factor == 1.0 && self.shift == 0.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_spelling_names_two_units() {
        let mut all: Vec<&str> = UNITS.iter().flat_map(|u| u.0.iter().copied()).collect();
        let count = all.len();
        all.sort_unstable();
        all.dedup();
        assert_eq!(all.len(), count);
    }

    #[test]
    fn spellings_of_people_are_understood() {
        for (text, name, factor) in [
            ("N·m", "N m", 1.0),
            ("Nm", "N m", 1.0),
            ("N mm", "N mm", 1e-3),
            ("deg/s^2", "deg/s2", PI / 180.0),
            ("°", "deg", PI / 180.0),
            ("RPM", "rpm", PI / 30.0),
            ("mA", "mA", 1e-3),
            ("rad s⁻¹", "rad/s", 1.0),
            ("µs", "µs", 1e-6),
        ] {
            let unit = Unit::parse(text).unwrap_or_else(|| panic!("{text}"));
            assert_eq!((unit.name, unit.factor), (name, factor), "{text}");
        }
        for (text, freezing) in [("K", 273.15), ("°F", 32.0), ("degC", 0.0)] {
            let unit = Unit::parse(text).unwrap_or_else(|| panic!("{text}"));
            assert!((unit.factor * freezing + unit.shift).abs() < 1e-12, "{text}");
        }
        assert_eq!(Unit::parse("furlong"), None);
    }
}
