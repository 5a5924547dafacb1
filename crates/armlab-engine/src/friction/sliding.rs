//! Where a law is evaluated, and its slopes there.

/// `exp` of less than the negative of this is zero.
const NOTHING_LEFT: f64 = 746.0;
/// No law has more parameters.
pub const MOST_PARAMETERS: usize = 8;

/// What loads a joint's bearing, in newtons, and its drive, since when, and how warm it is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Load {
    /// Magnitude of the reaction normal to the joint's axis.
    pub normal: f64,
    /// A constant load beside it, as a weight carried out of the plane in which
    /// reactions are computed.
    pub constant: f64,
    /// Effort that the drive passes on to the bodies: the joint's effort without its
    /// own friction, N m or N.
    pub transmitted: f64,
    /// Time since the drive was started, s; without end where nothing is told, for a drive that
    /// is warm.
    pub elapsed: f64,
    /// Temperature of the drive, °C; without end where nothing is told, for a drive at the
    /// reference of its laws.
    pub temperature: f64,
}

impl Default for Load {
    fn default() -> Self {
        Self {
            normal: 0.0,
            constant: 0.0,
            transmitted: 0.0,
            elapsed: f64::INFINITY,
            temperature: f64::INFINITY,
        }
    }
}

/// A joint in motion, or about to be.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Sliding {
    /// Position.
    pub position: f64,
    /// Speed.
    pub speed: f64,
    /// Towards where it slides: ±1, or 0 at rest.
    pub side: f64,
    /// Load on bearing and drive.
    pub load: Load,
}

impl Sliding {
    /// At a speed, without load; at rest to neither side.
    pub fn at(speed: f64) -> Self {
        let side = if speed == 0.0 { 0.0 } else { speed.signum() };
        Self { position: 0.0, speed, side, load: Load::default() }
    }
    /// At a speed, with a load.
    pub fn loaded(speed: f64, load: Load) -> Self {
        Self { load, ..Self::at(speed) }
    }
    /// The same at a position.
    pub fn from_position(self, position: f64) -> Self {
        Self { position, ..self }
    }

    /// The same with an effort that the drive passes on.
    pub fn transmitting(mut self, effort: f64) -> Self {
        self.load.transmitted = effort;
        self
    }

    /// The same so long after the drive was started, s.
    pub fn after(mut self, elapsed: f64) -> Self {
        self.load.elapsed = elapsed;
        self
    }

    /// The same with a drive of this temperature, °C.
    pub fn at_temperature(mut self, temperature: f64) -> Self {
        self.load.temperature = temperature;
        self
    }

    /// The sign of the motion and its slope over speed, rounded off to
    /// `tanh(speed/width)` where a width is given.
    pub(super) fn sign(&self, width: f64) -> (f64, f64) {
        if width == 0.0 {
            return (self.side, 0.0);
        }
        let sign = (self.speed / width).tanh();
        (sign, (1.0 - sign * sign) / width)
    }

    /// `e = exp(−(|v|/v_s)^δ)`.
    pub(super) fn stribeck_value(&self, speed: f64, exponent: f64) -> f64 {
        let ratio = self.speed.abs() / speed;
        if ratio == 0.0 { 1.0 } else { decayed(power(ratio, exponent)) }
    }

    /// The same with its slopes over `|v|`, `v_s` and `δ`.
    pub(super) fn stribeck(&self, speed: f64, exponent: f64) -> StribeckDecay {
        let ratio = self.speed.abs() / speed;
        if ratio == 0.0 {
            // The slope at rest is finite only for δ ≥ 1.
            let by_speed = if exponent == 1.0 { -1.0 / speed } else { 0.0 };
            return StribeckDecay { value: 1.0, by_speed, by_scale: 0.0, by_exponent: 0.0 };
        }
        let power = power(ratio, exponent);
        let value = decayed(power);
        StribeckDecay {
            value,
            by_speed: -value * exponent * power / self.speed.abs(),
            by_scale: value * exponent * power / speed,
            by_exponent: -value * power * ratio.ln(),
        }
    }
}

/// `ratio^exponent`.
fn power(ratio: f64, exponent: f64) -> f64 {
    match exponent {
        1.0 => ratio,
        2.0 => ratio * ratio,
        other => ratio.powf(other),
    }
}

/// `exp(−power)`. Where nothing is left it is not computed: that takes the library longest.
fn decayed(power: f64) -> f64 {
    if power > NOTHING_LEFT { 0.0 } else { (-power).exp() }
}

/// The decay of static into Coulomb friction, and its slopes.
pub(super) struct StribeckDecay {
    pub value: f64,
    pub by_speed: f64,
    pub by_scale: f64,
    pub by_exponent: f64,
}

/// Half-width of speeds at which noise of this standard deviation makes the sign of
/// the motion uncertain; a jump rounded off over ten deviations has no such speeds.
pub(super) fn uncertain_sign(width: f64, noise: f64) -> f64 {
    if width > 10.0 * noise { 0.0 } else { 3.0 * noise }
}

/// Slopes of an effort.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Slopes {
    /// Over position.
    pub position: f64,
    /// Over speed.
    pub speed: f64,
    /// Over the normal reaction.
    pub normal: f64,
    /// Over the constant load.
    pub constant: f64,
    /// Over the size of the transmitted effort.
    pub transmitted: f64,
    /// Over the law's parameters.
    pub parameters: [f64; MOST_PARAMETERS],
}
