//! Circles, lines, and pieces of them.

use std::f64::consts::TAU;

/// A point of the plane.
pub type Point = [f64; 2];

/// `a − b`
pub fn minus(a: Point, b: Point) -> Point {
    [a[0] - b[0], a[1] - b[1]]
}
/// `a · b`
pub fn dot(a: Point, b: Point) -> f64 {
    a[0] * b[0] + a[1] * b[1]
}
/// `a + k b`
pub fn along(a: Point, k: f64, b: Point) -> Point {
    [a[0] + k * b[0], a[1] + k * b[1]]
}
/// Length.
pub fn norm(a: Point) -> f64 {
    a[0].hypot(a[1])
}

/// What a piece of boundary lies on.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Carrier {
    /// A circle; the parameter is the angle.
    Circle {
        /// Its centre.
        centre: Point,
        /// Its radius.
        radius: f64,
    },
    /// A line; the parameter is the length from the point.
    Line {
        /// A point on it.
        point: Point,
        /// Its unit direction.
        direction: Point,
    },
}

impl Carrier {
    /// The point at parameter `t`.
    pub fn at(&self, t: f64) -> Point {
        match *self {
            Self::Circle { centre, radius } => along(centre, radius, [t.cos(), t.sin()]),
            Self::Line { point, direction } => along(point, t, direction),
        }
    }
    /// The unit normal at `t`: away from the centre, or to the left of a line.
    pub fn normal(&self, t: f64) -> Point {
        match *self {
            Self::Circle { .. } => [t.cos(), t.sin()],
            Self::Line { direction: [x, y], .. } => [-y, x],
        }
    }
    /// The parameter of the point of the carrier nearest to `p`.
    pub fn parameter(&self, p: Point) -> f64 {
        match *self {
            Self::Circle { centre, .. } => {
                let [x, y] = minus(p, centre);
                y.atan2(x)
            }
            Self::Line { point, direction } => dot(minus(p, point), direction),
        }
    }
    /// True for a circle.
    pub fn is_circle(&self) -> bool {
        matches!(self, Self::Circle { .. })
    }
    /// True when both are the same curve, to `eps`.
    pub fn is_same(&self, other: &Self, eps: f64) -> bool {
        match (*self, *other) {
            (Self::Circle { centre: a, radius: r }, Self::Circle { centre: b, radius: s }) => {
                norm(minus(a, b)) < eps && (r - s).abs() < eps
            }
            (Self::Line { direction: d, .. }, Self::Line { point, direction }) => {
                let off = |p: Point| dot(minus(p, point), [-direction[1], direction[0]]).abs();
                (d[0] * direction[1] - d[1] * direction[0]).abs() < 1e-9 && off(self.at(0.0)) < eps
            }
            _ => false,
        }
    }
    /// Points that both have in common, with near misses below `eps` (touching).
    pub fn intersections(&self, other: &Self, eps: f64) -> Vec<Point> {
        match (*self, *other) {
            (Self::Line { point: a, direction: d }, Self::Line { point: b, direction: e }) => {
                let determinant = d[0] * e[1] - d[1] * e[0];
                if determinant.abs() < 1e-9 {
                    return Vec::new();
                }
                let gap = minus(b, a);
                vec![along(a, (gap[0] * e[1] - gap[1] * e[0]) / determinant, d)]
            }
            (Self::Circle { centre, radius }, Self::Line { point, direction }) => {
                line_and_circle(point, direction, centre, radius, eps)
            }
            (Self::Line { point, direction }, Self::Circle { centre, radius }) => {
                line_and_circle(point, direction, centre, radius, eps)
            }
            (Self::Circle { centre: a, radius: r }, Self::Circle { centre: b, radius: s }) => {
                let gap = minus(b, a);
                let distance = norm(gap);
                if distance < eps {
                    return Vec::new();
                }
                let unit = [gap[0] / distance, gap[1] / distance];
                let foot = 0.5 * (distance + (r - s) * (r + s) / distance);
                let line = along(a, foot, unit);
                line_and_circle(line, [-unit[1], unit[0]], a, r, eps)
            }
        }
    }
}

fn line_and_circle(point: Point, direction: Point, centre: Point, r: f64, eps: f64) -> Vec<Point> {
    let to_foot = dot(minus(centre, point), direction);
    let foot = along(point, to_foot, direction);
    let off = norm(minus(foot, centre));
    if off > r + eps {
        return Vec::new();
    }
    let half = ((r - off) * (r + off)).max(0.0).sqrt();
    if half < eps {
        return vec![foot];
    }
    vec![along(foot, half, direction), along(foot, -half, direction)]
}

/// A piece of boundary, from parameter `from` to `to`, with the region on its left.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Piece {
    /// What it lies on.
    pub carrier: Carrier,
    /// Where it begins; the region is on the left of the way to `to`.
    pub from: f64,
    /// Where it ends; may be smaller than `from`.
    pub to: f64,
}

impl Piece {
    /// The point where it begins.
    pub fn start(&self) -> Point {
        self.carrier.at(self.from)
    }
    /// The point where it ends.
    pub fn end(&self) -> Point {
        self.carrier.at(self.to)
    }
    /// Its share of the area, by Green's theorem: `½ ∫ x dy − y dx`.
    pub fn area(&self) -> f64 {
        match self.carrier {
            Carrier::Line { .. } => {
                let ([a, b], [c, d]) = (self.start(), self.end());
                0.5 * (a * d - c * b)
            }
            Carrier::Circle { centre: [x, y], radius } => {
                let (s, e) = (self.from, self.to);
                let ends = x * (e.sin() - s.sin()) - y * (e.cos() - s.cos());
                0.5 * radius * (radius * (e - s) + ends)
            }
        }
    }
    /// True when the parameter `t` (any turn of a circle) is on the piece.
    pub fn covers(&self, t: f64) -> bool {
        let (low, high) = (self.from.min(self.to), self.from.max(self.to));
        if self.carrier.is_circle() {
            low + (t - low).rem_euclid(TAU) < high
        } else {
            t >= low && t < high
        }
    }
    /// Its point nearest to `p`.
    pub fn nearest(&self, p: Point) -> Point {
        let t = self.carrier.parameter(p);
        if self.covers(t) {
            return self.carrier.at(t);
        }
        let (a, b) = (self.start(), self.end());
        if norm(minus(p, a)) <= norm(minus(p, b)) { a } else { b }
    }
}
