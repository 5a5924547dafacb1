//! Rows reduced to triangles: what is left of them when they are gone.

use crate::joint_triangle::JointTriangle;
pub use crate::joint_triangle::residual_square;
use armlab_dense::{Matrix, Rows, Triangle, Tsqr};

/// One segment's rows, reduced: a triangle per joint.
#[derive(Clone, Debug)]
pub struct Segment {
    triangles: Vec<JointTriangle>,
    /// Rows of each joint.
    rows: Vec<u64>,
}

impl Segment {
    /// A segment of rows that were reduced.
    pub(super) fn new(triangles: Vec<JointTriangle>) -> Self {
        let rows = triangles.iter().map(JointTriangle::rows).collect();
        Self { triangles, rows }
    }
    /// A segment of triangles of so many rows each.
    pub(super) fn with_rows(triangles: Vec<JointTriangle>, rows: Vec<u64>) -> Self {
        Self { triangles, rows }
    }
    /// A triangle per joint.
    pub(super) fn triangles(&self) -> &[JointTriangle] {
        &self.triangles
    }
    /// Rows of each joint.
    pub(super) fn rows(&self) -> &[u64] {
        &self.rows
    }
    /// This segment's rows and then those of another.
    pub(super) fn merged(&self, next: &Self) -> Self {
        let pairs = self.triangles.iter().zip(&next.triangles);
        let triangles = pairs.map(|(mine, next)| mine.merged(next)).collect();
        // A triangle of triangles counts their rows, not those they are made of.
        let rows = self.rows.iter().zip(&next.rows).map(|(mine, next)| mine + next).collect();
        Self { triangles, rows }
    }
}

/// All rows, reduced.
#[derive(Clone, Debug)]
pub struct Reduced {
    pub(super) unknowns: usize,
    pub(super) joints: usize,
    pub(super) segments: Vec<Segment>,
}

impl Reduced {
    /// Number of unknowns.
    pub fn unknowns(&self) -> usize {
        self.unknowns
    }
    /// Number of joints.
    pub fn joints(&self) -> usize {
        self.joints
    }
    /// Number of segments.
    pub fn segments(&self) -> usize {
        self.segments.len()
    }
    /// Rows of one joint.
    pub fn rows(&self, joint: usize) -> u64 {
        self.segments.iter().map(|s| s.rows[joint]).sum()
    }
    /// Adds segments of further rows behind these.
    pub(super) fn append(&mut self, segments: Vec<Segment>) {
        self.segments.extend(segments);
    }
    /// The first `count` segments as [`combine`](Self::combine) gives them, without those of one
    /// group: segment `s` is in group `s % apart`, and there is a triangle for each group. What
    /// triangles have in common is added once.
    pub(crate) fn without_each(
        &self,
        weights: &[f64],
        count: usize,
        apart: usize,
    ) -> Vec<Triangle> {
        let group = |j: usize, first: usize| {
            let own = self.segments[..count].iter().skip(first).step_by(apart);
            JointTriangle::sums(own.map(|s| &s.triangles[j]))
        };
        let mut sums: Vec<Tsqr> = (0..apart).map(|_| Tsqr::new(self.unknowns, 1)).collect();
        for (j, &weight) in weights.iter().enumerate().take(self.joints) {
            let groups: Vec<Vec<JointTriangle>> = (0..apart).map(|first| group(j, first)).collect();
            for (first, sum) in sums.iter_mut().enumerate() {
                let others = groups.iter().enumerate().filter(|(g, _)| *g != first);
                let own = JointTriangle::sums(others.flat_map(|(_, triangles)| triangles));
                own.iter().for_each(|t| t.add_to(sum, weight));
            }
        }
        sums.into_iter().map(Tsqr::finish).collect()
    }
    /// All rows of all joints, as `(R, Qᵀb, ‖rest‖)`, each joint's rows times its
    /// weight, over the segments in `chosen` (which may name one several times).
    pub fn combine(&self, weights: &[f64], chosen: impl Iterator<Item = usize>) -> Triangle {
        let chosen: Vec<&Segment> = chosen.map(|s| &self.segments[s]).collect();
        let mut sum = Tsqr::new(self.unknowns, 1);
        for (j, &weight) in weights.iter().enumerate().take(self.joints) {
            let own = JointTriangle::sums(chosen.iter().map(|s| &s.triangles[j]));
            own.iter().for_each(|t| t.add_to(&mut sum, weight));
        }
        sum.finish()
    }
    /// All segments with these weights.
    pub fn whole(&self, weights: &[f64]) -> Triangle {
        self.combine(weights, 0..self.segments.len())
    }
    /// Each joint's rows over all segments: a triangle for every set of columns.
    pub(crate) fn joint_triangles(&self) -> Vec<Vec<JointTriangle>> {
        let own = |j: usize| JointTriangle::sums(self.segments.iter().map(|s| &s.triangles[j]));
        (0..self.joints).map(own).collect()
    }
    /// The same rows without their segments, for those who ask for all of them several times.
    pub(crate) fn summed(&self) -> Self {
        let own = self.joint_triangles();
        let sets = own.first().map_or(0, Vec::len);
        if own.iter().any(|triangles| triangles.len() != sets) {
            return self.clone();
        }
        let of_set = |set: usize| {
            let triangles = own.iter().map(|triangles| triangles[set].clone()).collect();
            let rows = |j: usize| if set == 0 { self.rows(j) } else { 0 };
            Segment::with_rows(triangles, (0..self.joints).map(rows).collect())
        };
        let segments = (0..sets).map(of_set).collect();
        Self { unknowns: self.unknowns, joints: self.joints, segments }
    }
    /// One triangle per joint over all segments.
    pub fn by_joint(&self) -> Vec<Triangle> {
        self.joint_triangles()
            .into_iter()
            .map(|own| {
                let mut sum = Tsqr::new(self.unknowns, 1);
                own.iter().for_each(|t| t.add_to(&mut sum, 1.0));
                sum.finish()
            })
            .collect()
    }
    /// Sum of squared residuals of each joint at some unknowns, over segments.
    pub fn squares(&self, unknowns: &[f64], chosen: impl Iterator<Item = usize>) -> Vec<f64> {
        let mut squares = vec![0.0; self.joints];
        for segment in chosen {
            let triangles = self.segments[segment].triangles.iter();
            for (square, triangle) in squares.iter_mut().zip(triangles) {
                *square += triangle.residual_square(unknowns);
            }
        }
        squares
    }
    /// Sum of squared efforts of each joint, over segments.
    pub fn effort_squares(&self, chosen: impl Iterator<Item = usize>) -> Vec<f64> {
        self.squares(&vec![0.0; self.unknowns], chosen)
    }
}

pub(super) fn add(sum: &mut Tsqr, triangle: &Triangle, weight: f64) {
    let matrix: Matrix = triangle.matrix();
    let columns: Vec<&[f64]> = (0..matrix.columns()).map(|j| matrix.column(j)).collect();
    let rows = 0..matrix.rows();
    // A triangle's numbers have been checked when they came in.
    let _ = sum.push_rows(&Rows { columns: &columns, rows, used: &[], weight });
}
