//! Words that names of columns are made of, and what they mean.

use crate::quantity::Quantity;

/// What a word says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Meaning {
    Time,
    Is(Quantity),
    /// The commanded value of what else the name says.
    Reference,
    /// Nothing.
    Filler,
    /// It is something else altogether.
    Foreign,
}

pub(super) const TIME: &[&str] = &["t", "time", "timestamp", "stamp", "zeit", "clock"];
const POSITION: &[&str] =
    &["q", "pos", "position", "positions", "angle", "angles", "theta", "th", "phi"];
const VELOCITY: &[&str] = &[
    "qd",
    "dq",
    "qdot",
    "qp",
    "dotq",
    "vel",
    "velocity",
    "velocities",
    "velo",
    "speed",
    "omega",
    "thetadot",
    "dtheta",
    "thetad",
];
const ACCELERATION: &[&str] = &[
    "qdd",
    "ddq",
    "qddot",
    "qpp",
    "ddotq",
    "acc",
    "accel",
    "acceleration",
    "accelerations",
    "thetaddot",
    "ddtheta",
    "thetadd",
];
const EFFORT: &[&str] = &[
    "tau", "torque", "torques", "trq", "effort", "efforts", "eff", "force", "forces", "moment",
    "moments",
];
const CURRENT: &[&str] = &["i", "cur", "curr", "current", "currents", "iq", "amps"];
const TEMPERATURE: &[&str] = &["temp", "temps", "temperature", "temperatures"];
/// Words beside a temperature that say it is a drive's.
pub(super) const DRIVES: &[&str] =
    &["motor", "motors", "drive", "winding", "gear", "gearbox", "actuator", "servo"];
const REFERENCE: &[&str] = &[
    "ref",
    "reference",
    "target",
    "desired",
    "des",
    "cmd",
    "command",
    "commanded",
    "setpoint",
    "goal",
    "demand",
    "soll",
    "sp",
];
const FILLER: &[&str] = &[
    "joint", "joints", "j", "axis", "ax", "axes", "actual", "act", "measured", "meas", "mes",
    "ist", "state", "states", "field", "data", "value", "values", "signal", "robot", "header",
    "link", "jnt", "log", "num", "no", "msg", "rad", "si",
];
const FOREIGN: &[&str] = &[
    "voltage",
    "voltages",
    "volt",
    "power",
    "error",
    "err",
    "tcp",
    "ee",
    "cartesian",
    "cart",
    "pose",
    "tool",
    "status",
    "mode",
    "flag",
    "counter",
    "count",
    "seq",
    "frame",
    "name",
    "std",
    "var",
    "variance",
    "gain",
    "offset",
    "quality",
    "mask",
    "external",
    "ext",
    "residual",
    "friction",
    "gravity",
    "estimated",
    "model",
    "simulated",
];
/// Words that are a quantity of a sliding joint.
pub(super) const SLIDING: &[(&str, Quantity)] = &[
    ("d", Quantity::Position),
    ("x", Quantity::Position),
    ("s", Quantity::Position),
    ("dd", Quantity::Velocity),
    ("xd", Quantity::Velocity),
    ("dx", Quantity::Velocity),
    ("ddd", Quantity::Acceleration),
    ("xdd", Quantity::Acceleration),
    ("ddx", Quantity::Acceleration),
    ("f", Quantity::Effort),
];
/// Short words that say a quantity and that it is commanded.
const SHORT_REFERENCES: &[(&str, Quantity)] = &[
    ("id", Quantity::CurrentReference),
    ("td", Quantity::EffortReference),
    ("qref", Quantity::PositionReference),
    ("qdes", Quantity::PositionReference),
    ("qr", Quantity::PositionReference),
    ("qdref", Quantity::VelocityReference),
    ("qdr", Quantity::VelocityReference),
    ("dqref", Quantity::VelocityReference),
    ("dqdes", Quantity::VelocityReference),
    ("qddref", Quantity::AccelerationReference),
    ("ddqref", Quantity::AccelerationReference),
    ("tauref", Quantity::EffortReference),
    ("taudes", Quantity::EffortReference),
    ("taud", Quantity::EffortReference),
    ("iref", Quantity::CurrentReference),
];

/// What a word says, if it is known.
pub(super) fn meaning(word: &str) -> Option<Meaning> {
    let lists: [(&[&str], Meaning); 10] = [
        (TIME, Meaning::Time),
        (POSITION, Meaning::Is(Quantity::Position)),
        (VELOCITY, Meaning::Is(Quantity::Velocity)),
        (ACCELERATION, Meaning::Is(Quantity::Acceleration)),
        (EFFORT, Meaning::Is(Quantity::Effort)),
        (CURRENT, Meaning::Is(Quantity::Current)),
        (TEMPERATURE, Meaning::Is(Quantity::Temperature)),
        (REFERENCE, Meaning::Reference),
        (FILLER, Meaning::Filler),
        (FOREIGN, Meaning::Foreign),
    ];
    let short = SHORT_REFERENCES.iter().find(|r| r.0 == word).map(|r| Meaning::Is(r.1));
    short.or_else(|| lists.iter().find(|l| l.0.contains(&word)).map(|l| l.1))
}
