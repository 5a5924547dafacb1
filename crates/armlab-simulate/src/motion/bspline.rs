//! B-splines that begin and end at rest.
//!
//! On `n` equal spans with all knots at the ends repeated, the functions of
//! degree `p` follow the recursion of Cox and de Boor,
//! `N_{i,d} = (t−u_i)/(u_{i+d}−u_i) N_{i,d−1} + (u_{i+d+1}−t)/(u_{i+d+1}−u_{i+1}) N_{i+1,d−1}`,
//! and their derivatives `N′_{i,d} = d N_{i,d−1}/(u_{i+d}−u_i) − d N_{i+1,d−1}/(u_{i+d+1}−u_{i+1})`
//! (Piegl & Tiller, *The NURBS Book*, ch. 2). Position, velocity and acceleration
//! at an end involve only the three functions there: leaving them out is rest at
//! the offset, without any equation. The sum of the last three is one at the end
//! with no slope and no bend, and lets a motion end elsewhere.

use super::error::MotionError;
use super::linear_basis::Basis;

/// Highest degree.
const HIGHEST: usize = 9;
/// Most spans.
const MOST_SPANS: usize = 100_000;

/// Where a motion of B-splines ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SplineEnd {
    /// Where it began: at the offset.
    Closed,
    /// Anywhere: the last coefficient is the way from beginning to end.
    Open,
}

/// B-splines over a duration, at rest at both ends.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BSplineBasis {
    degree: usize,
    spans: usize,
    duration: f64,
    end: SplineEnd,
}

impl BSplineBasis {
    /// Splines of a degree (3 has continuous acceleration, 5 also continuous
    /// snap) on equal spans.
    pub fn new(
        degree: usize,
        spans: usize,
        duration: f64,
        end: SplineEnd,
    ) -> Result<Self, MotionError> {
        MotionError::check_positive("duration", duration)?;
        if !(3..=HIGHEST).contains(&degree) {
            let hint = format!("take 3 to {HIGHEST}; 5 is smooth enough for any drive");
            return Err(MotionError::setting("degree", degree, hint));
        }
        let least = 7_usize.saturating_sub(degree).max(1);
        if !(least..=MOST_SPANS).contains(&spans) {
            let hint =
                format!("degree {degree} at rest at both ends needs {least} to {MOST_SPANS}");
            return Err(MotionError::setting("spans", spans, hint));
        }
        Ok(Self { degree, spans, duration, end })
    }
    /// The degree.
    pub fn degree(&self) -> usize {
        self.degree
    }
    /// The number of spans.
    pub fn spans(&self) -> usize {
        self.spans
    }
    /// Where the motion ends.
    pub fn end(&self) -> SplineEnd {
        self.end
    }

    /// Knot `i` in units of a span.
    fn knot(&self, i: usize) -> f64 {
        i.saturating_sub(self.degree).min(self.spans) as f64
    }

    /// Values of degree `d` on the span, functions `span−d ..= span`, from those of
    /// degree `d − 1`; with `slope`, the derivatives instead.
    fn raise(
        &self,
        span: usize,
        d: usize,
        x: f64,
        slope: bool,
        lower: &[f64; HIGHEST + 1],
    ) -> [f64; HIGHEST + 1] {
        let mut out = [0.0; HIGHEST + 1];
        for r in 0..=d {
            // Function span − d + r, supported from its knot on.
            let i = span + r - d;
            let mut sum = 0.0;
            if r > 0 {
                let (from, to) = (self.knot(i), self.knot(i + d));
                let part = if slope { d as f64 } else { x - from };
                sum += part / (to - from) * lower[r - 1];
            }
            if r < d {
                let (from, to) = (self.knot(i + 1), self.knot(i + d + 1));
                let part = if slope { -(d as f64) } else { to - x };
                sum += part / (to - from) * lower[r];
            }
            out[r] = sum;
        }
        out
    }
}

impl Basis for BSplineBasis {
    fn len(&self) -> usize {
        self.spans + self.degree - 6 + usize::from(self.end == SplineEnd::Open)
    }
    fn duration(&self) -> f64 {
        self.duration
    }
    fn each_element(&self, t: f64, visit: &mut dyn FnMut(usize, [f64; 3])) {
        let p = self.degree;
        let rate = self.spans as f64 / self.duration;
        let x = (t * rate).min(self.spans as f64);
        let span = (x as usize).min(self.spans - 1) + p;
        let mut values = [0.0; HIGHEST + 1];
        values[0] = 1.0;
        for d in 1..=p - 2 {
            values = self.raise(span, d, x, false, &values);
        }
        let below = self.raise(span, p - 1, x, false, &values);
        let below_slope = self.raise(span, p - 1, x, true, &values);
        let value = self.raise(span, p, x, false, &below);
        let first = self.raise(span, p, x, true, &below);
        let second = self.raise(span, p, x, true, &below_slope);
        let all = self.spans + p;
        let mut closing = [0.0; 3];
        for r in 0..=p {
            let i = span + r - p;
            let entry = [value[r], rate * first[r], rate * rate * second[r]];
            if i + 3 >= all {
                closing.iter_mut().zip(entry).for_each(|(sum, x)| *sum += x);
            } else if i >= 3 {
                visit(i - 3, entry);
            }
        }
        if self.end == SplineEnd::Open && span + 3 >= all {
            // At the end itself the sum is one and at rest; rounding must not say otherwise.
            let exact = x >= self.spans as f64;
            visit(all - 6, if exact { [1.0, 0.0, 0.0] } else { closing });
        }
    }
}
