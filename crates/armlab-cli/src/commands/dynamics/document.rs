//! The JSON document, written state by state: a long file of states needs no
//! more memory than a short one.

use crate::failure::Failure;
use crate::states::State;
use armlab::base::BaseParameters;
use armlab::evaluation::{StateEvaluation, ToolState};
use armlab::robot::Robot;
use armlab::spatial::{Force, Motion};
use serde::ser::{Serialize, SerializeSeq, Serializer};
use std::io::{self, Write};

#[derive(serde::Serialize)]
struct StateDocument<'a> {
    q: &'a [f64],
    qd: &'a [f64],
    qdd: &'a [f64],
    tau: &'a [f64],
    mass: Rows<'a>,
    coriolis: &'a [f64],
    gravity: &'a [f64],
    friction: &'a [f64],
    effort: &'a [f64],
    kinetic: f64,
    potential: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    regressor: Option<Rows<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    base_regressor: Option<Rows<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    forward: Option<&'a Option<Vec<f64>>>,
    /// Positions of the joints that follow the driven ones.
    #[serde(skip_serializing_if = "Option::is_none")]
    passive: Option<&'a [f64]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    passive_qd: Option<&'a [f64]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    passive_qdd: Option<&'a [f64]>,
    /// Multipliers of the loops' equations.
    #[serde(skip_serializing_if = "Option::is_none")]
    multipliers: Option<&'a [f64]>,
    /// Wrench on every link through its joint: moment, then force, at the origin
    /// and in the axes of the link.
    #[serde(skip_serializing_if = "Option::is_none")]
    reactions: Option<Vec<[f64; 6]>>,
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    tool: Option<ToolDocument>,
}

#[derive(serde::Serialize)]
struct ToolDocument {
    tool: PoseDocument,
    /// Six rows: angular first, in the base's axes, at the tool's origin.
    jacobian: Vec<Vec<f64>>,
    jacobian_rate: [f64; 6],
}

#[derive(serde::Serialize)]
struct PoseDocument {
    position: [f64; 3],
    rotation: [[f64; 3]; 3],
}

/// A matrix stored row after row.
struct Rows<'a> {
    entries: &'a [f64],
    columns: usize,
}

impl Serialize for Rows<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut rows = serializer.serialize_seq(None)?;
        for row in self.entries.chunks_exact(self.columns.max(1)) {
            rows.serialize_element(row)?;
        }
        rows.end()
    }
}

/// A document that is being written.
pub struct Stream<'b, W: Write> {
    out: W,
    parameters: usize,
    base: Option<&'b BaseParameters>,
    first: bool,
}

impl<'b, W: Write> Stream<'b, W> {
    /// Begins the document.
    pub fn begin(
        mut out: W,
        robot: &Robot,
        base: Option<&'b BaseParameters>,
    ) -> Result<Self, Failure> {
        let joints: Vec<&str> = robot.driven_joints().map(|j| j.name.as_str()).collect();
        let passive: Vec<&str> = robot.passive_joints().map(|j| j.name.as_str()).collect();
        let all: Vec<&str> = robot.joints().iter().map(|j| j.name.as_str()).collect();
        let parameters = robot.parameter_names();
        write!(out, "{{\"robot\":{},\n\"joints\":{}", json(robot.name())?, json(&joints)?)?;
        write!(out, ",\n\"frame\":{}", json(&robot.tool().name)?)?;
        if !passive.is_empty() {
            write!(out, ",\n\"passive_joints\":{}", json(&passive)?)?;
        }
        write!(out, ",\n\"reaction_joints\":{}", json(&all)?)?;
        write!(out, ",\n\"parameters\":{}", json(&parameters)?)?;
        if let Some(base) = base {
            let names: Vec<&str> = base.parameters.iter().map(|p| p.name.as_str()).collect();
            write!(out, ",\n\"base_parameters\":{}", json(&names)?)?;
        }
        out.write_all(b",\n\"states\":[")?;
        Ok(Self { out, parameters: parameters.len(), base, first: true })
    }

    /// Writes a state.
    pub fn state(&mut self, state: &State, e: &StateEvaluation) -> Result<(), Failure> {
        let rows = |entries, columns| Rows { entries, columns };
        let base = self.base.map_or(0, BaseParameters::len);
        let document = StateDocument {
            q: state.q,
            qd: state.qd,
            qdd: state.qdd,
            tau: &e.tau,
            mass: rows(&e.mass, state.q.len()),
            coriolis: &e.coriolis,
            gravity: &e.gravity,
            friction: &e.friction,
            effort: &e.effort,
            kinetic: e.kinetic,
            potential: e.potential,
            regressor: e.regressor.as_deref().map(|y| rows(y, self.parameters)),
            base_regressor: e.base_regressor.as_deref().map(|y| rows(y, base)),
            forward: e.forward.as_ref(),
            passive: e.passive.as_ref().map(|p| p.q.as_slice()),
            passive_qd: e.passive.as_ref().map(|p| p.qd.as_slice()),
            passive_qdd: e.passive.as_ref().map(|p| p.qdd.as_slice()),
            multipliers: e.passive.as_ref().map(|p| p.multipliers.as_slice()),
            reactions: e.reactions.as_ref().map(|r| r.iter().map(wrench).collect()),
            tool: e.tool.as_ref().map(tool_document),
        };
        let separator: &[u8] = if std::mem::take(&mut self.first) { b"\n" } else { b",\n" };
        self.out.write_all(separator)?;
        Ok(serde_json::to_writer(&mut self.out, &document).map_err(io::Error::from)?)
    }

    /// Ends the document.
    pub fn end(mut self) -> Result<(), Failure> {
        self.out.write_all(b"\n]}\n")?;
        Ok(self.out.flush()?)
    }
}

fn json(value: &(impl Serialize + ?Sized)) -> io::Result<String> {
    Ok(serde_json::to_string(value)?)
}

fn tool_document(tool: &ToolState) -> ToolDocument {
    let columns: Vec<[f64; 6]> = tool.jacobian.iter().map(stacked).collect();
    ToolDocument {
        tool: PoseDocument {
            position: tool.pose.translation.to_array(),
            rotation: tool.pose.rotation.to_rows(),
        },
        jacobian: (0..6).map(|row| columns.iter().map(|c| c[row]).collect()).collect(),
        jacobian_rate: stacked(&tool.rate),
    }
}

fn wrench(f: &Force<f64>) -> [f64; 6] {
    let (n, f) = (f.moment, f.force);
    [n.x, n.y, n.z, f.x, f.y, f.z]
}

fn stacked(m: &Motion<f64>) -> [f64; 6] {
    let (a, v) = (m.angular, m.linear);
    [a.x, a.y, a.z, v.x, v.y, v.z]
}
