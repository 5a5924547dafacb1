//! Table 1, Eq 3–4 and Figure 12: where the tool is, and where it can be.

use super::super::printed;
use super::super::published::REACH;
use super::arm::Arm;
use crate::reproduce::{ComparedRow, ComparedTable, Held, Item, ReproduceError, Section, values};
use armlab::kinematics::inverse::Task;
use armlab::kinematics::workspace::Cloud;
use armlab::report::WorkspaceFigure;
use std::f64::consts::PI;

/// Configurations of the picture's cloud.
const CLOUD: usize = 200_000;
/// Width of its squares, m.
const CELL: f64 = 0.02;
/// Configurations at which Eq 3–4 are held against the arm.
const POSES: usize = 1000;

/// The section.
pub fn section(arm: &Arm, seed: u64) -> Result<Section, ReproduceError> {
    let region = &arm.region;
    let reach = |degrees: f64| {
        let reach = region.reach([0.0; 2], degrees.to_radians());
        reach.map(|r| 1e3 * r).ok_or_else(|| ReproduceError::missing("the reach"))
    };
    let nearest = 1e3 * region.distance([0.0; 2]);
    let mut off = 0.0_f64;
    for q in arm.configurations(POSES, seed, 2) {
        let at = arm.chain.pose(&q).translation;
        let Ok(q) = <[f64; 6]>::try_from(q) else { continue };
        let [x, y] = printed::position(0.16, q);
        off = off.max((at.x - x).hypot(at.y - y));
    }
    let [most, least] = values(&REACH);
    let annulus = 1e-6 * PI * (most * most - least * least);
    let exact = "boundary from the limits of Table 3";
    let mut rows = vec![
        ComparedRow::new("Section 7", "largest reach", "mm")
            .published(REACH[0])
            .corrected(reach(0.0)?)
            .held(Held::fixed(exact, reach(0.0)?)),
        ComparedRow::new("Section 7", "smallest reach", "mm")
            .published(REACH[1])
            .corrected(nearest)
            .held(Held::fixed(exact, nearest)),
        ComparedRow::new("Table 1, Eq 3–4", "largest distance between them, 1000 poses", "m")
            .printed(off)
            .truth(0.0)
            .note("the rows of Table 1, multiplied out, are Eq 3 and 4"),
        ComparedRow::new("Figure 12", "area of the workspace", "m²").corrected(region.area()).note(
            format!(
                "{:.1} % of the annulus between the two reaches, behind the base, cannot be reached (B18)",
                100.0 * (1.0 - region.area() / annulus)
            ),
        ),
    ];
    for degrees in [90.0, 100.0, 120.0, 135.0, 150.0, 170.0, 180.0] {
        let row = ComparedRow::new("Figure 12", format!("reach at {degrees}°"), "mm");
        let limits = "the paper gives the largest and the smallest only; behind the base the joints' limits keep the arm from folding back";
        rows.push(row.corrected(reach(degrees)?).note(limits));
    }
    let cloud = Cloud::sample(&arm.chain, Task::PLANAR, CLOUD, seed);
    let squares = cloud.map(CELL).into_iter().map(|(centre, m, _)| (centre, m));
    let figure = WorkspaceFigure {
        title: "Where the tool can be".into(),
        subtitle: "Exact boundary; colours say how freely the tool moves".into(),
        squares: squares.collect(),
        cell: CELL,
        value: "manipulability".into(),
        region: Some(region),
        marks: vec![([0.35, 0.15], true), ([-0.5, 0.0], false)],
    };
    let table = ComparedTable {
        name: "workspace".into(),
        source: "Table 1, Table 3, Figure 12".into(),
        caption: "Kinematics and reach. The boundary is exact: arcs and segments that follow from the limits of Table 3.".into(),
        rows,
    };
    let what = "The paper gives Denavit–Hartenberg rows, the position of the tool, the joints' limits and a \
                picture of the workspace. We multiply the rows out and derive the boundary of the workspace \
                exactly.";
    let picture = Item::Picture {
        name: "figure-12-workspace".into(),
        svg: figure.to_svg(),
        caption: "The example target of Figure 11 (blue) and a point between the two reaches that cannot be reached (red).".into(),
        paper_figure: "Figure 12".into(),
    };
    Ok(Section::new("Kinematics and workspace", what, vec![Item::Table(table), picture]))
}
