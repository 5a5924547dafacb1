//! A region of the plane by its boundary: area, membership, reach, nearest point.

use super::geometry::{Carrier, Piece, Point, along, minus, norm};

/// A region of the plane; its boundary is made of arcs and segments.
#[derive(Clone, Debug, PartialEq)]
pub struct Region {
    /// The boundary, region on the left, in no particular order.
    pub pieces: Vec<Piece>,
    /// Distances below this are rounding.
    pub(super) rounding: f64,
}

/// A direction for counting crossings; nothing of a robot is likely to be along it.
const LOOKS: [f64; 3] = [0.739_085, 2.399_963, 4.669_201];

impl Region {
    /// Area, m².
    pub fn area(&self) -> f64 {
        self.pieces.iter().map(Piece::area).sum()
    }

    /// True when `p` is in the region or on its boundary.
    pub fn contains(&self, p: Point) -> bool {
        if norm(minus(self.nearest(p), p)) <= self.rounding {
            return true;
        }
        // An odd number of crossings; three looks, should one meet a corner.
        let inside = LOOKS.iter().filter(|&&angle| self.crossings(p, angle).len() % 2 == 1).count();
        inside >= 2
    }

    /// Distances from `p` at which a ray at `angle` crosses the boundary, in order.
    pub fn crossings(&self, p: Point, angle: f64) -> Vec<f64> {
        let direction = [angle.cos(), angle.sin()];
        let ray = Carrier::Line { point: p, direction };
        let mut found = Vec::new();
        for piece in &self.pieces {
            for x in piece.carrier.intersections(&ray, 0.0) {
                let distance = ray.parameter(x);
                if distance > 0.0 && piece.covers(piece.carrier.parameter(x)) {
                    found.push(distance);
                }
            }
        }
        found.sort_by(f64::total_cmp);
        // Two pieces that meet on the ray are crossed once.
        found.dedup_by(|a, b| (*a - *b).abs() <= self.rounding);
        found
    }

    /// Largest distance from `p` at which the region is met at `angle`; `None`
    /// if the ray misses it.
    pub fn reach(&self, p: Point, angle: f64) -> Option<f64> {
        // A corner on the ray may be missed by both its pieces: look beside it too.
        let beside = [angle, angle - 1e-9, angle + 1e-9];
        beside.iter().filter_map(|&a| self.crossings(p, a).last().copied()).reduce(f64::max)
    }

    /// The boundary point nearest to `p`.
    pub fn nearest(&self, p: Point) -> Point {
        let mut best = (f64::INFINITY, p);
        for piece in &self.pieces {
            let x = piece.nearest(p);
            let distance = norm(minus(x, p));
            if distance < best.0 {
                best = (distance, x);
            }
        }
        best.1
    }

    /// Distance from `p` to the region: zero inside.
    pub fn distance(&self, p: Point) -> f64 {
        if self.contains(p) { 0.0 } else { norm(minus(self.nearest(p), p)) }
    }

    /// Smallest and largest coordinates: of the ends of pieces, and where a circle is
    /// parallel to an axis.
    pub fn bounds(&self) -> [Point; 2] {
        let mut bounds = [[f64::INFINITY; 2], [f64::NEG_INFINITY; 2]];
        let mut include = |p: Point| {
            for i in 0..2 {
                bounds[0][i] = bounds[0][i].min(p[i]);
                bounds[1][i] = bounds[1][i].max(p[i]);
            }
        };
        for piece in &self.pieces {
            include(piece.start());
            include(piece.end());
            if let Carrier::Circle { centre, radius } = piece.carrier {
                let (low, high) = (piece.from.min(piece.to), piece.from.max(piece.to));
                let quarter = std::f64::consts::FRAC_PI_2;
                let mut k = (low / quarter).ceil();
                while k * quarter <= high {
                    let direction = [[1.0, 0.0], [0.0, 1.0], [-1.0, 0.0], [0.0, -1.0]];
                    include(along(centre, radius, direction[k.rem_euclid(4.0) as usize % 4]));
                    k += 1.0;
                }
            }
        }
        bounds
    }
}
