//! `armlab workspace`: where the tool can be.

use super::ik::targets::numbers;
use crate::arguments::Common;
use crate::failure::{Failure, Outcome};
use crate::output::{self, Folder, file_name};
use crate::robot::{framed, load};
use crate::table::{number, table};
use armlab::kinematics::inverse::{Chain, Dls, Problem, Solver, Task};
use armlab::kinematics::workspace::{
    Carrier, Cloud, Piece, Region, bounds, exact_region, reach_by_direction, reachable_directions,
};
use armlab::report::WorkspaceFigure;
use armlab::robot::Robot;
use armlab::robot::describe::FixedJoints;
use armlab::spatial::{Transform, Vec3};
use clap::Args;
use serde::Serialize;
use std::fmt::Write;

/// Most configurations that can be asked for.
const MOST_SAMPLES: usize = 10_000_000;

/// Show where the tool can be.
#[derive(Args)]
#[command(after_help = "For an arm that moves in a plane (a lift across it is allowed) boundary, \
                        area, reach and membership are exact. For every other arm they come from \
                        random configurations and searches.")]
pub struct Workspace {
    /// A built-in robot's name, or a .urdf or .toml file
    robot: String,
    /// Frame or link whose workspace it is, instead of the tool
    #[arg(long, value_name = "NAME")]
    frame: Option<String>,
    /// Is this point in it? x,y or x,y,z in metres; repeat it for more
    #[arg(long, value_name = "X,Y[,Z]", allow_hyphen_values = true)]
    point: Vec<String>,
    /// Random configurations for the cloud and the dexterity map
    #[arg(long, value_name = "N", default_value_t = 200_000)]
    samples: usize,
    /// Degrees between directions of the reach table
    #[arg(long, value_name = "DEGREES", default_value_t = 10.0)]
    step: f64,
}

#[derive(Serialize)]
struct WorkspaceReport<'a> {
    robot: &'a str,
    /// True when boundary, area, reach and membership are exact.
    exact: bool,
    /// Seen along z, m².
    area: f64,
    /// m³; for arms that leave a plane.
    #[serde(skip_serializing_if = "Option::is_none")]
    volume: Option<f64>,
    boundary: Vec<Part>,
    /// Largest distance from the base in the plane z = 0, by angle; null where
    /// the ray does not meet the workspace.
    reach: Vec<Reach>,
    bounds: Bounds,
    points: Vec<Membership>,
    samples: usize,
    dexterity: Dexterity,
}

#[derive(Serialize)]
#[serde(rename_all = "snake_case")]
enum Part {
    /// Angles in radians; from > to runs clockwise. The region is on the left.
    Arc {
        centre: [f64; 2],
        radius: f64,
        from: f64,
        to: f64,
    },
    Segment {
        from: [f64; 2],
        to: [f64; 2],
    },
}

#[derive(Serialize)]
struct Reach {
    degrees: f64,
    distance: Option<f64>,
}

#[derive(Serialize)]
struct Bounds {
    lower: [f64; 3],
    upper: [f64; 3],
}

#[derive(Serialize)]
struct Membership {
    point: Vec<f64>,
    reachable: bool,
    /// Distance to the nearest reachable point, metres.
    distance: f64,
    nearest: Vec<f64>,
    /// Share of directions that the tool's axis can have there.
    #[serde(skip_serializing_if = "Option::is_none")]
    directions: Option<f64>,
}

#[derive(Serialize)]
struct Dexterity {
    cell: f64,
    best_manipulability: f64,
    best_isotropy: f64,
    /// x, y, manipulability, isotropy of each square seen along z.
    map: Vec<[f64; 4]>,
}

impl Workspace {
    pub fn run(self, common: &Common) -> Outcome {
        self.check()?;
        let robot = load(&self.robot, FixedJoints::Merge, common)?;
        let robot = framed(robot, &self.robot, self.frame.as_deref())?;
        let chain = Chain::to_tool(&robot).map_err(|e| {
            Failure::input(
                format_args!("{}: {e}", self.robot),
                "choose a frame that moves with --frame NAME; joints need room to move",
            )
        })?;
        let region = exact_region(&chain);
        let task = if region.is_some() { Task::PLANAR } else { Task::POSITION };
        let cloud = Cloud::sample(&chain, task, self.samples, common.seed);
        let document = self.document(&robot, &chain, region.as_ref(), &cloud)?;
        if let Some(out) = &common.out {
            let folder = Folder::open(out)?;
            let name = file_name(robot.name());
            folder.write_json(&format!("{name}-workspace.json"), &document)?;
            let figure = figure(&robot, region.as_ref(), &document);
            folder.write(&format!("{name}-workspace.svg"), &figure.to_svg())?;
        }
        if common.json {
            output::print_json(&document)
        } else {
            output::print(&words(&document, region.as_ref()))
        }
    }

    fn check(&self) -> Outcome {
        if self.samples == 0 || self.samples > MOST_SAMPLES {
            let hint = format!("choose between 1 and {MOST_SAMPLES}");
            return Err(Failure::input(format_args!("--samples: {}", self.samples), hint));
        }
        if !(self.step >= 0.1 && self.step <= 360.0) {
            let hint = "choose between 0.1 and 360 degrees";
            return Err(Failure::input(format_args!("--step: {}", self.step), hint));
        }
        Ok(())
    }

    fn document<'a>(
        &self,
        robot: &'a Robot,
        chain: &Chain,
        region: Option<&Region>,
        cloud: &Cloud,
    ) -> Result<WorkspaceReport<'a>, Failure> {
        let cell = cloud.square();
        let [low, high] = bounds(cloud, region);
        let map = cloud.map(cell);
        let points = self
            .point
            .iter()
            .map(|text| membership(chain, region, &numbers("--point", text)?))
            .collect::<Result<Vec<_>, _>>()?;
        let spread = high.z - low.z > 1e-9 * chain.reach();
        let best =
            |value: fn(&([f64; 2], f64, f64)) -> f64| map.iter().map(value).fold(0.0, f64::max);
        Ok(WorkspaceReport {
            robot: robot.name(),
            exact: region.is_some(),
            area: region.map_or_else(|| cloud.area(cell), Region::area),
            volume: spread.then(|| match region {
                // A prism: the plane's region along the lift.
                Some(region) => region.area() * lift(chain),
                None => cloud.volume(cloud.cube()),
            }),
            boundary: region.map_or(Vec::new(), |r| r.pieces.iter().map(part).collect()),
            reach: self.reach(chain, region),
            bounds: Bounds { lower: low.to_array(), upper: high.to_array() },
            points,
            samples: self.samples,
            dexterity: Dexterity {
                cell,
                best_manipulability: best(|s| s.1),
                best_isotropy: best(|s| s.2),
                map: map.iter().map(|&([x, y], m, i)| [x, y, m, i]).collect(),
            },
        })
    }

    fn reach(&self, chain: &Chain, region: Option<&Region>) -> Vec<Reach> {
        let count = (360.0 / self.step).round().max(1.0) as usize;
        let degrees = |k: usize| -180.0 + 360.0 * (k + 1) as f64 / count as f64;
        if let Some(region) = region {
            let at = |k| region.reach([0.0; 2], f64::to_radians(degrees(k)));
            return (0..count).map(|k| Reach { degrees: degrees(k), distance: at(k) }).collect();
        }
        let directions: Vec<_> = (0..count)
            .map(|k| {
                let (sin, cos) = degrees(k).to_radians().sin_cos();
                Vec3 { x: cos, y: sin, z: 0.0 }
            })
            .collect();
        let found = reach_by_direction(chain, Task::POSITION, &directions, 1e-3 * chain.reach());
        let reach =
            |(k, d): (usize, f64)| Reach { degrees: degrees(k), distance: (d > 0.0).then_some(d) };
        found.into_iter().enumerate().map(reach).collect()
    }
}

/// Total stroke of the slides across the plane.
fn lift(chain: &Chain) -> f64 {
    let mut rotation = armlab::spatial::Mat3::<f64>::identity();
    let mut stroke = 0.0;
    for joint in chain.joints() {
        rotation = rotation.compose(&joint.origin.rotation);
        if !joint.turns && rotation.c[2].z.abs() > 1.0 - 1e-9 {
            stroke += joint.upper - joint.lower;
        }
    }
    stroke
}

fn part(piece: &Piece) -> Part {
    match piece.carrier {
        Carrier::Circle { centre, radius } => {
            Part::Arc { centre, radius, from: piece.from, to: piece.to }
        }
        Carrier::Line { .. } => Part::Segment { from: piece.start(), to: piece.end() },
    }
}

fn membership(
    chain: &Chain,
    region: Option<&Region>,
    point: &[f64],
) -> Result<Membership, Failure> {
    let (task, [x, y, z]) = match *point {
        [x, y] => (Task::PLANAR, [x, y, 0.0]),
        [x, y, z] => (Task::POSITION, [x, y, z]),
        _ => {
            let message = format!("--point: {} numbers are not a point", point.len());
            return Err(Failure::input(message, "write x,y or x,y,z in metres"));
        }
    };
    if let (Some(region), Task::PLANAR) = (region, task) {
        let reachable = region.contains([x, y]);
        let nearest = if reachable { [x, y] } else { region.nearest([x, y]) };
        let distance = region.distance([x, y]);
        let (point, nearest) = (point.to_vec(), nearest.to_vec());
        return Ok(Membership { point, reachable, distance, nearest, directions: None });
    }
    let target = Transform::translation(x, y, z);
    let solved = Problem::new(chain, task, target)
        .and_then(|problem| Dls::default().solve(&problem, &chain.home()))
        .map_err(|e| {
            Failure::input(format_args!("--point: {e}"), "write x,y or x,y,z in metres")
        })?;
    let mut nearest = solved.pose.translation.to_array().to_vec();
    nearest.truncate(point.len());
    let spatial = task == Task::POSITION && region.is_none();
    let share = || reachable_directions(chain, Vec3 { x, y, z }, 200);
    Ok(Membership {
        point: point.to_vec(),
        reachable: solved.reachable,
        distance: if solved.reachable { 0.0 } else { solved.error.position },
        nearest: if solved.reachable { point.to_vec() } else { nearest },
        directions: (spatial && solved.reachable).then(share),
    })
}

fn figure<'a>(
    robot: &Robot,
    region: Option<&'a Region>,
    document: &WorkspaceReport,
) -> WorkspaceFigure<'a> {
    let exact = if region.is_some() { "exact boundary" } else { "from random configurations" };
    WorkspaceFigure {
        title: format!("Workspace of {}", robot.name()),
        subtitle: format!("{} m² seen along z; {exact}", number(document.area)),
        squares: document.dexterity.map.iter().map(|&[x, y, m, _]| ([x, y], m)).collect(),
        cell: document.dexterity.cell,
        value: "manipulability".into(),
        region,
        marks: document.points.iter().map(|p| ([p.point[0], p.point[1]], p.reachable)).collect(),
    }
}

fn words(document: &WorkspaceReport, region: Option<&Region>) -> String {
    let mut text = format!("Workspace of {}\n\n", document.robot);
    let how = if document.exact { "exact" } else { "from random configurations" };
    let _ = writeln!(text, " area seen along z: {} m² ({how})", number(document.area));
    if let Some(volume) = document.volume {
        let _ = writeln!(text, " volume: {} m³", number(volume));
    }
    if let Some(region) = region {
        let _ = writeln!(text, " boundary: {} arcs and segments", region.pieces.len());
    }
    let _ = writeln!(
        text,
        " best manipulability {}, best isotropy {} of {} configurations\n",
        number(document.dexterity.best_manipulability),
        number(document.dexterity.best_isotropy),
        document.samples
    );
    let distance = |r: &Reach| r.distance.map_or("-".into(), number);
    let rows = document.reach.iter().map(|r| vec![number(r.degrees), distance(r)]).collect();
    text += &table(&["direction (degrees)", "reach (m)"], rows, &[0, 1]);
    for p in &document.points {
        let point = crate::table::numbers(p.point.iter().copied());
        let nearest = crate::table::numbers(p.nearest.iter().copied());
        let _ = if p.reachable {
            writeln!(text, "\n{point}: reachable")
        } else {
            writeln!(
                text,
                "\n{point}: NOT reachable; nearest {nearest}, {} m away",
                number(p.distance)
            )
        };
        if let Some(share) = p.directions {
            let _ = writeln!(
                text,
                "   the tool's axis can have {:.0} % of all directions",
                100.0 * share
            );
        }
    }
    text
}
