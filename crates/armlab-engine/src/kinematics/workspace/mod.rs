//! Where a frame can be: exactly for planar arms, by sampling in general.

mod cloud;
mod critical;
mod geometry;
mod planar;
mod region;

pub use cloud::{Cloud, Sample, reach_by_direction, reachable_directions};
pub use geometry::{Carrier, Piece, Point};
pub use planar::exact_region;
pub use region::Region;

use crate::spatial::Vec3;

/// Smallest and largest coordinates: exact in the plane where the region is known, of the
/// samples elsewhere.
pub fn bounds(cloud: &Cloud, region: Option<&Region>) -> [Vec3<f64>; 2] {
    let sampled = cloud.bounds();
    let Some(region) = region else { return sampled };
    let exact = region.bounds();
    [0, 1].map(|i| Vec3 { x: exact[i][0], y: exact[i][1], z: sampled[i].z })
}
