//! Poses, Jacobians, energies and derivatives.

use crate::arrays::Target;
use crate::batch::{Trouble, over_blocks, read_row};
use crate::dynamics::States;
use crate::error::{error, refused};
use crate::kept_robot::{PyRobot, Scratch};
use armlab::dynamics::{Dynamics, InverseDerivatives, Mechanism};
use armlab::kinematics::{ReferenceFrame, frame_pose};
use armlab::robot::{Frame, Robot};
use armlab::spatial::Mat3;
use numpy::{PyArray1, PyArray2, PyArrayDyn, PyArrayMethods, PyReadonlyArray2};
use pyo3::prelude::*;
use pyo3::types::PyDict;

/// The tool, or the frame or link of a name.
fn frame(robot: &Robot, name: Option<&str>) -> PyResult<Frame> {
    let Some(name) = name else { return Ok(robot.tool().clone()) };
    robot.find_frame(name).ok_or_else(|| {
        let links = robot.links().iter().map(|l| l.name.as_str());
        let all: Vec<&str> = robot.frames().iter().map(|f| f.name.as_str()).chain(links).collect();
        error(
            format_args!("`{}` has no frame or link `{name}`", robot.name()),
            format_args!("choose one of {}", all.join(", ")),
        )
    })
}

/// A result per sample from the mechanism at rest there.
fn at_poses<'py>(
    robot: &PyRobot,
    py: Python<'py>,
    q: &Bound<'py, PyAny>,
    out: Option<&Bound<'py, PyAny>>,
    inner: [usize; 2],
    compute: impl Fn(&Mechanism, &mut [f64]) + Sync,
) -> PyResult<Bound<'py, PyArrayDyn<f64>>> {
    let states = States::new(robot, &[("q", Some(q))])?;
    let Target { array, output, .. } = states.target(py, out, &inner, false)?;
    let (n, width, view) = (robot.names.len(), inner[0] * inner[1], states.views[0]);
    let description = &robot.robot;
    let work = || {
        let new = || (Mechanism::new(description), vec![0.0; n], vec![0.0; n], vec![0.0; width]);
        over_blocks(states.samples.count, n, new, |(mechanism, q, rest, out), rows| {
            for sample in rows {
                let failed = |message| Trouble::Failed { sample, message };
                let mechanism = mechanism.as_mut().map_err(|e| failed(e.to_string()))?;
                read_row(0, view.as_ref(), sample, q)?;
                mechanism.go_home();
                mechanism.move_to(q, rest, rest).map_err(|e| failed(e.to_string()))?;
                compute(mechanism, out);
                output.write(sample, out);
            }
            Ok(())
        })
    };
    let done = if states.samples.many { py.detach(work) } else { work() };
    done.map_err(|trouble| states.raised(trouble))?;
    Ok(array)
}

pub fn poses<'py>(
    robot: &PyRobot,
    py: Python<'py>,
    q: &Bound<'py, PyAny>,
    name: Option<&str>,
    out: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyArrayDyn<f64>>> {
    let frame = frame(&robot.robot, name)?;
    at_poses(robot, py, q, out, [4, 4], |mechanism, out| {
        let pose = frame_pose(mechanism.robot(), &frame, mechanism.motion().0);
        out.copy_from_slice(pose.to_matrix().as_flattened());
    })
}

pub fn jacobians<'py>(
    robot: &PyRobot,
    py: Python<'py>,
    q: &Bound<'py, PyAny>,
    name: Option<&str>,
    axes: &str,
    out: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyArrayDyn<f64>>> {
    let frame = frame(&robot.robot, name)?;
    let axes = match axes {
        "base" => ReferenceFrame::Base,
        "own" => ReferenceFrame::Own,
        other => {
            return Err(error(format_args!("axes is `{other}`"), "choose one of base, own"));
        }
    };
    let n = robot.names.len();
    at_poses(robot, py, q, out, [6, n], |mechanism, out| {
        for (column, m) in mechanism.frame_jacobian(&frame, axes).iter().enumerate() {
            let entries = m.angular.to_array().into_iter().chain(m.linear.to_array());
            for (row, entry) in entries.enumerate() {
                out[row * n + column] = entry;
            }
        }
    })
}

/// One state in the memory of single calls.
fn at_state<T>(
    robot: &PyRobot,
    given: &[(&'static str, Option<&Bound<PyAny>>)],
    work: impl FnOnce(&mut Scratch) -> PyResult<T>,
) -> PyResult<T> {
    let states = States::new(robot, given)?;
    if states.samples.many {
        return Err(error(
            format_args!("{} holds many states; this call takes one", given[0].0),
            format_args!("call it for {}[i]", given[0].0),
        ));
    }
    robot.with_scratch(|scratch| {
        for (k, (view, to)) in states.views.iter().zip(&mut scratch.state).enumerate() {
            read_row(k, view.as_ref(), 0, to).map_err(|f| states.raised(f.into()))?;
        }
        work(scratch)
    })?
}

pub fn energy(
    robot: &PyRobot,
    q: &Bound<PyAny>,
    qd: Option<&Bound<PyAny>>,
) -> PyResult<(f64, f64)> {
    at_state(robot, &[("q", Some(q)), ("qd", qd)], |scratch| {
        let Scratch { plant, state, .. } = scratch;
        plant.with_dependent_mut(|_, plant| {
            let mechanism = plant.mechanism();
            mechanism.go_home();
            let rest = vec![0.0; state[0].len()];
            mechanism.move_to(&state[0], &state[1], &rest).map_err(|e| refused(e.into()))?;
            Ok(mechanism.energy())
        })
    })
}

/// The tree of a robot without loops.
fn tree<'a, 'r>(mechanism: &'a mut Mechanism<'r>) -> PyResult<&'a mut Dynamics<'r>> {
    let name = mechanism.robot().name().to_string();
    mechanism.tree().ok_or_else(|| {
        error(
            format_args!("`{name}` has loops; derivatives are those of robots without them"),
            "use differences of inverse_dynamics",
        )
    })
}

fn matrix<'py>(py: Python<'py>, numbers: Vec<f64>, rows: usize) -> PyResult<Bound<'py, PyAny>> {
    let columns = numbers.len() / rows.max(1);
    Ok(PyArray1::from_vec(py, numbers).reshape([rows, columns])?.into_any())
}

pub fn inverse_derivatives<'py>(
    robot: &PyRobot,
    py: Python<'py>,
    q: &Bound<'py, PyAny>,
    qd: &Bound<'py, PyAny>,
    qdd: &Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyDict>> {
    let given = [("q", Some(q)), ("qd", Some(qd)), ("qdd", Some(qdd))];
    let (slopes, mass) = at_state(robot, &given, |scratch| {
        let Scratch { plant, state: [q, qd, qdd], .. } = scratch;
        plant.with_dependent_mut(|_, plant| {
            let dynamics = tree(plant.mechanism())?;
            let mut slopes = InverseDerivatives::default();
            dynamics.inverse_derivatives(q, qd, qdd, &mut slopes);
            let mut mass = vec![0.0; q.len() * q.len()];
            dynamics.mass_matrix(q, &mut mass);
            Ok((slopes, mass))
        })
    })?;
    let (n, dict) = (robot.names.len(), PyDict::new(py));
    dict.set_item("q", matrix(py, slopes.q, n)?)?;
    dict.set_item("qd", matrix(py, slopes.qd, n)?)?;
    dict.set_item("qdd", matrix(py, mass, n)?)?;
    Ok(dict)
}

pub fn forward_derivatives<'py>(
    robot: &PyRobot,
    py: Python<'py>,
    q: &Bound<'py, PyAny>,
    qd: &Bound<'py, PyAny>,
    tau: &Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyDict>> {
    let given = [("q", Some(q)), ("qd", Some(qd)), ("tau", Some(tau))];
    let (slopes, accelerations) = at_state(robot, &given, |scratch| {
        let Scratch { plant, state: [q, qd, tau], .. } = scratch;
        plant.with_dependent_mut(|_, plant| {
            let dynamics = tree(plant.mechanism())?;
            let mut qdd = vec![0.0; q.len()];
            let slopes = dynamics.forward_derivatives(q, qd, tau, &mut qdd);
            let slopes = slopes
                .map_err(|e| error(e, "give its links mass, or the joint a rotor inertia"))?;
            Ok((slopes, qdd))
        })
    })?;
    let (n, dict) = (robot.names.len(), PyDict::new(py));
    dict.set_item("qdd", PyArray1::from_vec(py, accelerations))?;
    dict.set_item("q", matrix(py, slopes.q, n)?)?;
    dict.set_item("qd", matrix(py, slopes.qd, n)?)?;
    dict.set_item("tau", matrix(py, slopes.effort, n)?)?;
    dict.set_item("parameters", matrix(py, slopes.parameters, n)?)?;
    Ok(dict)
}

/// Poses, sixteen numbers a row, as x, y, z, roll, pitch, yaw.
#[pyfunction]
pub fn pose_numbers<'py>(
    py: Python<'py>,
    poses: PyReadonlyArray2<'py, f64>,
) -> Bound<'py, PyArray2<f64>> {
    let poses = poses.as_array();
    let out = PyArray2::<f64>::zeros(py, [poses.nrows(), 6], false);
    for (i, row) in poses.rows().into_iter().enumerate() {
        let rotation = Mat3::from_rows([0, 4, 8].map(|k| [row[k], row[k + 1], row[k + 2]]));
        let numbers = [row[3], row[7], row[11]].into_iter().chain(rotation.to_rpy());
        for (j, x) in numbers.enumerate() {
            // Within the array that was just made.
            let _ = out.set_item((i, j), x);
        }
    }
    out
}
