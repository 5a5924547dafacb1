//! What a robot lets one expect of its logs. Everything may be left out.

/// What is known of the robot beforehand; empty lists where nothing is.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Expectation {
    /// Names of the joints that move, in order.
    pub joint_names: Vec<String>,
    /// Which of them slide.
    pub prismatic: Vec<bool>,
    /// Lower limits of position; minus infinity for none.
    pub lower: Vec<f64>,
    /// Upper limits of position; infinity for none.
    pub upper: Vec<f64>,
    /// Limits of speed; infinity for none.
    pub velocity: Vec<f64>,
    /// Limits of effort; infinity for none.
    pub effort: Vec<f64>,
}

impl Expectation {
    /// The number of joints, if anything tells.
    pub fn joints(&self) -> Option<usize> {
        let lists = [&self.lower, &self.upper, &self.velocity, &self.effort];
        let lengths = [self.joint_names.len(), self.prismatic.len()].into_iter();
        lengths.chain(lists.map(Vec::len)).find(|&n| n > 0)
    }
    /// Whether a joint slides, if that is known.
    pub fn slides(&self, joint: usize) -> Option<bool> {
        self.prismatic.get(joint).copied()
    }
    /// The joint of this name.
    pub fn joint(&self, name: &str) -> Option<usize> {
        self.joint_names.iter().position(|n| n == name)
    }
    /// Both limits of position, where both are finite.
    pub fn position_limits(&self, joint: usize) -> Option<(f64, f64)> {
        let (lower, upper) = (*self.lower.get(joint)?, *self.upper.get(joint)?);
        (lower.is_finite() && upper.is_finite() && lower < upper).then_some((lower, upper))
    }
    /// The limit of speed, where there is one.
    pub fn velocity_limit(&self, joint: usize) -> Option<f64> {
        self.velocity.get(joint).copied().filter(|v| v.is_finite() && *v > 0.0)
    }
    /// The limit of effort, where there is one.
    pub fn effort_limit(&self, joint: usize) -> Option<f64> {
        self.effort.get(joint).copied().filter(|e| e.is_finite() && *e > 0.0)
    }
}
