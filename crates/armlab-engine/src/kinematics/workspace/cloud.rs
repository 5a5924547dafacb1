//! The workspace of any arm, by sampling: where the frame is at random
//! configurations, how much room that fills, and how freely it moves there.

use super::geometry::Point;
use crate::kinematics::inverse::{Chain, Dexterity, Dls, Problem, Solver, Task};
use crate::spatial::{Mat3, Transform, Vec3};
use armlab_random::Random;
use rayon::prelude::*;

/// Configurations drawn from one stream of random numbers.
const CHUNK: usize = 4096;

/// One sample of a cloud.
#[derive(Clone, Debug, PartialEq)]
pub struct Sample {
    /// Position of the frame.
    pub position: Vec3<f64>,
    /// Product of the singular values of the task's Jacobian.
    pub manipulability: f64,
    /// Smallest over largest singular value.
    pub isotropy: f64,
}

/// Positions of a frame at random configurations within the limits.
#[derive(Clone, Debug)]
pub struct Cloud {
    /// The samples, in an order that depends on the seed only.
    pub samples: Vec<Sample>,
    reach: f64,
}

impl Cloud {
    /// Draws `count` configurations; dexterity is that of the frame's position
    /// in the plane or in space, as `task` says.
    pub fn sample(chain: &Chain, task: Task, count: usize, seed: u64) -> Self {
        let chunks = count.div_ceil(CHUNK);
        let samples = (0..chunks)
            .into_par_iter()
            .flat_map_iter(|chunk| {
                let mut random = Random::with_stream(seed, chunk as u64);
                let size = CHUNK.min(count - chunk * CHUNK);
                let mut q = chain.home();
                (0..size)
                    .map(|_| {
                        for joint in chain.joints() {
                            let (low, high) = joint.search_range(chain.reach());
                            q[joint.dof] = low + (high - low) * random.unit();
                        }
                        let dexterity = Dexterity::new(chain, task, &q);
                        Sample {
                            position: chain.pose(&q).translation,
                            manipulability: dexterity.manipulability(),
                            isotropy: dexterity.isotropy(),
                        }
                    })
                    .collect::<Vec<_>>()
            })
            .collect();
        Self { samples, reach: chain.reach() }
    }

    /// Smallest and largest coordinates.
    pub fn bounds(&self) -> [Vec3<f64>; 2] {
        let mut low = Vec3 { x: f64::INFINITY, y: f64::INFINITY, z: f64::INFINITY };
        let mut high = -low;
        for Sample { position: p, .. } in &self.samples {
            low = Vec3 { x: low.x.min(p.x), y: low.y.min(p.y), z: low.z.min(p.z) };
            high = Vec3 { x: high.x.max(p.x), y: high.y.max(p.y), z: high.z.max(p.z) };
        }
        [low, high]
    }

    /// Volume that the samples fill, counted in cubes of `cell` metres, m³. Too
    /// small where cubes are missed, too large by half a cube all around.
    pub fn volume(&self, cell: f64) -> f64 {
        self.cells(cell, |p| [p.x, p.y, p.z]) as f64 * cell.powi(3)
    }
    /// Area that the samples fill seen along z, in squares of `cell` metres, m².
    pub fn area(&self, cell: f64) -> f64 {
        self.cells(cell, |p| [p.x, p.y, 0.0]) as f64 * cell.powi(2)
    }
    fn cells(&self, cell: f64, place: impl Fn(Vec3<f64>) -> [f64; 3]) -> usize {
        let mut keys: Vec<[i64; 3]> = self
            .samples
            .iter()
            .map(|s| place(s.position).map(|x| (x / cell).floor() as i64))
            .collect();
        keys.sort_unstable();
        keys.dedup();
        keys.len()
    }

    /// Dexterity over the plane seen along z: centre of each filled square, and
    /// the best manipulability and isotropy in it.
    pub fn map(&self, cell: f64) -> Vec<(Point, f64, f64)> {
        let mut entries: Vec<([i64; 2], f64, f64)> = self
            .samples
            .iter()
            .map(|s| {
                let key = [s.position.x, s.position.y].map(|x| (x / cell).floor() as i64);
                (key, s.manipulability, s.isotropy)
            })
            .collect();
        entries.sort_by_key(|entry| entry.0);
        let mut map: Vec<([i64; 2], f64, f64)> = Vec::new();
        for (key, m, i) in entries {
            match map.last_mut() {
                Some(last) if last.0 == key => {
                    last.1 = last.1.max(m);
                    last.2 = last.2.max(i);
                }
                _ => map.push((key, m, i)),
            }
        }
        let centre = |key: [i64; 2]| key.map(|k| (k as f64 + 0.5) * cell);
        map.into_iter().map(|(key, m, i)| (centre(key), m, i)).collect()
    }

    /// Width of squares for [`area`](Self::area) and [`map`](Self::map) that
    /// leaves about twenty samples in each.
    pub fn square(&self) -> f64 {
        let disc = std::f64::consts::PI * self.reach.powi(2);
        (20.0 * disc / self.samples.len().max(1) as f64).sqrt()
    }
    /// Width of cubes for [`volume`](Self::volume) that leaves about eight
    /// samples in each.
    pub fn cube(&self) -> f64 {
        let ball = 4.0 / 3.0 * std::f64::consts::PI * self.reach.powi(3);
        (8.0 * ball / self.samples.len().max(1) as f64).cbrt()
    }
}

/// Largest distance from the origin of the base at which the frame can be, in
/// each of `directions`, to `resolution` metres; zero where there is none.
///
/// Found by halving between reached and unreached points, so it is exact where
/// the ray meets the workspace once; holes nearer in are not seen.
pub fn reach_by_direction(
    chain: &Chain,
    task: Task,
    directions: &[Vec3<f64>],
    resolution: f64,
) -> Vec<f64> {
    // The first joint may stand away from the base.
    let first = chain.joints().first().map_or(0.0, |j| j.origin.translation.norm());
    let far = chain.reach() + first;
    directions
        .par_iter()
        .map_init(Dls::default, |dls, direction| {
            let home = chain.home();
            let mut reachable = |distance: f64| {
                let target = Transform {
                    rotation: Mat3::identity(),
                    translation: direction.scale(distance),
                };
                let Ok(problem) = Problem::new(chain, task, target) else { return false };
                let eps = 0.1 * resolution;
                dls.solve(&problem.tolerance(eps, eps), &home).is_ok_and(|s| s.reachable)
            };
            // From outside in, in steps, to the first point that is reached.
            let steps = 24;
            let mut outer = far;
            let mut inner = None;
            for k in (0..steps).rev() {
                let distance = far * k as f64 / steps as f64;
                if reachable(distance) {
                    inner = Some(distance);
                    break;
                }
                outer = distance;
            }
            let Some(mut inner) = inner else { return 0.0 };
            while outer - inner > resolution {
                let middle = 0.5 * (inner + outer);
                if reachable(middle) { inner = middle } else { outer = middle }
            }
            inner
        })
        .collect()
}

/// Share of directions that the frame's z axis can have at a position: 1 in a
/// dexterous workspace, 0 where the position is not reached at all.
pub fn reachable_directions(chain: &Chain, position: Vec3<f64>, count: usize) -> f64 {
    let mut task = Task::components([true; 3], [true, true, false]);
    task.angular_axes = crate::kinematics::inverse::AngularAxes::Own;
    let golden = std::f64::consts::PI * (3.0 - 5.0_f64.sqrt());
    let reached = (0..count)
        .into_par_iter()
        .map_init(Dls::default, |dls, k| {
            // Even directions over the sphere: a golden spiral.
            let z = 1.0 - (2.0 * k as f64 + 1.0) / count as f64;
            let (azimuth, polar) = (golden * k as f64, z.acos());
            let rotation = Mat3::from_rpy([0.0, polar, azimuth]);
            let target = Transform { rotation, translation: position };
            let Ok(problem) = Problem::new(chain, task, target) else { return 0 };
            let problem = problem.tolerance(1e-6 * chain.reach(), 1e-6);
            usize::from(dls.solve(&problem, &chain.home()).is_ok_and(|s| s.reachable))
        })
        .sum::<usize>();
    reached as f64 / count.max(1) as f64
}
