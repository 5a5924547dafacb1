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
