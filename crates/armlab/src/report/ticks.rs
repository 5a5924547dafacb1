//! Where an axis gets its marks: round numbers, five or so of them.

/// Marks of an axis and the range they span.
#[derive(Clone, Debug, PartialEq)]
pub struct Ticks {
    /// Lower end of the axis.
    pub from: f64,
    /// Upper end of the axis.
    pub to: f64,
    /// Positions of the marks.
    pub at: Vec<f64>,
    decimals: usize,
    scientific: bool,
}

impl Ticks {
    /// Marks for values between `low` and `high`, about `wanted` of them. The
    /// axis ends at the outermost mark beyond the values if `rounded`, or at the
    /// values themselves.
    pub fn covering(low: f64, high: f64, wanted: usize, rounded: bool) -> Self {
        let (low, high) = opened(low, high);
        Self::at_multiples(low, high, (high - low) / wanted.max(1) as f64, rounded)
    }

    /// Marks of two axes of one scale, with the same step on both.
    pub fn of_plane(low: [f64; 2], high: [f64; 2], wanted: usize) -> [Self; 2] {
        let ends = [0, 1].map(|i| opened(low[i], high[i]));
        let span = ends.iter().fold(0.0_f64, |span, (low, high)| span.max(high - low));
        ends.map(|(low, high)| Self::at_multiples(low, high, span / wanted.max(1) as f64, false))
    }

    /// Marks at the multiples of a round step of at least `rough`, within a range that is open.
    fn at_multiples(low: f64, high: f64, rough: f64, rounded: bool) -> Self {
        let step = round_step(rough);
        let (first, last) = if rounded {
            ((low / step).floor(), (high / step).ceil())
        } else {
            // A mark at the very end survives rounding.
            ((low / step - 1e-9).ceil(), (high / step + 1e-9).floor())
        };
        let count = (last - first).max(0.0) as usize;
        let at: Vec<f64> = (0..=count).map(|k| (first + k as f64) * step).collect();
        let (from, to) = if rounded { (first * step, last * step) } else { (low, high) };
        let largest = from.abs().max(to.abs());
        let decimals = (-step.log10().floor()).max(0.0) as usize;
        let scientific = largest >= 1e5 || decimals > 4;
        Self { from, to, at, decimals, scientific }
    }

    /// Text of a mark, with as many digits as tell it from its neighbours.
    pub fn label(&self, x: f64) -> String {
        if self.scientific {
            return crate::text::significant(x, 4).replace('-', "−");
        }
        // Adding zero turns −0 into 0.
        format!("{:.*}", self.decimals, x + 0.0).replace('-', "−")
    }

    /// Where `x` lies between the ends, 0 to 1.
    pub fn fraction(&self, x: f64) -> f64 {
        (x - self.from) / (self.to - self.from)
    }
}

/// Narrowest range that can be divided: below it steps lose their digits.
const NARROWEST: f64 = 1e-290;

/// The range, opened where it is a point, not finite, or too wide or too narrow to divide.
fn opened(low: f64, high: f64) -> (f64, f64) {
    let (low, high) = (low.max(-1e300), high.min(1e300));
    if low.is_nan() || high.is_nan() || low > high {
        return (0.0, 1.0);
    }
    let room = (1e-9 * low.abs().max(high.abs())).max(NARROWEST);
    if high - low > room {
        return (low, high);
    }
    let room = if low.abs() < NARROWEST { 1.0 } else { 0.1 * low.abs() };
    (low - room, high + room)
}

/// The smallest of 1, 2, 5 times a power of ten that is at least `rough`.
fn round_step(rough: f64) -> f64 {
    let power = 10f64.powf(rough.log10().floor());
    let factor = [1.0, 2.0, 5.0].into_iter().find(|f| f * power >= 0.999 * rough);
    factor.unwrap_or(10.0) * power
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_are_round_and_cover_the_values() {
        let ticks = Ticks::covering(-3.7, 12.2, 5, true);
        assert_eq!(ticks.at, [-5.0, 0.0, 5.0, 10.0, 15.0]);
        assert_eq!((ticks.from, ticks.to), (-5.0, 15.0));
        assert_eq!(ticks.label(-5.0), "−5");
        let ticks = Ticks::covering(0.0, 0.34, 4, true);
        assert_eq!(ticks.at.iter().map(|x| ticks.label(*x)).collect::<Vec<_>>(), {
            ["0.0", "0.1", "0.2", "0.3", "0.4"]
        });
    }

    #[test]
    fn an_axis_of_time_ends_where_the_time_ends() {
        let ticks = Ticks::covering(0.0, 4.2, 6, false);
        assert_eq!((ticks.from, ticks.to), (0.0, 4.2));
        assert_eq!(ticks.at, [0.0, 1.0, 2.0, 3.0, 4.0]);
    }

    #[test]
    fn both_axes_of_a_plane_have_the_same_step() {
        let [x, y] = Ticks::of_plane([0.0, 0.0], [4.0, 1.1], 8);
        assert_eq!((x.at[1] - x.at[0], y.at.as_slice()), (0.5, [0.0, 0.5, 1.0].as_slice()));
    }

    #[test]
    fn any_values_get_a_finite_axis_with_few_marks() {
        let values = [
            0.0,
            5.0,
            -1e-300,
            1e-300,
            5e-324,
            -5e-324,
            2e-308,
            1e-290,
            1e-280,
            1e300,
            f64::MAX,
            f64::NAN,
            f64::NEG_INFINITY,
        ];
        for low in values {
            for high in values {
                for rounded in [true, false] {
                    let ticks = Ticks::covering(low, high, 5, rounded);
                    assert!(ticks.at.len() < 20 && ticks.from < ticks.to, "{low} {high} {ticks:?}");
                    assert!(ticks.at.iter().all(|x| x.is_finite()), "{low} {high}");
                    ticks.at.iter().for_each(|x| assert!(ticks.label(*x).len() < 20));
                }
            }
        }
    }
}
