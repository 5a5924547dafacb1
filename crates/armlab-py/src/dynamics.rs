//! Efforts, accelerations, matrices and regressors at one state or many.

use crate::arrays::{
    Joints, Output, Samples, Target, View, numbers, same_shape, samples, target, view,
};
use crate::batch::{Columns, Trouble, WholeColumns, over_blocks, read_row};
use crate::call::pool;
use crate::error::error;
use crate::kept_robot::{PyRobot, Scratch};
use armlab::base::BaseParameters;
use armlab::dynamics::batch::{RegressorBlock, regressor_parallel};
use armlab::dynamics::{Dynamics, Plant};
use armlab::robot::Robot;
use numpy::PyArrayDyn;
use pyo3::prelude::*;
use std::ops::Range;

/// An array that a call was given.
type Given<'a, 'py> = Option<&'a Bound<'py, PyAny>>;
/// An array with its name; the first is always there.
type Named<'a, 'py> = (&'static str, Given<'a, 'py>);

/// The arrays of a call, checked for type and shape.
pub struct States<'py> {
    /// They stay alive during the call.
    _arrays: Vec<Bound<'py, PyArrayDyn<f64>>>,
    names: Vec<&'static str>,
    pub views: Vec<Option<View>>,
    pub samples: Samples,
}

impl<'py> States<'py> {
    /// The first array says whether there is one state or many; others that are missing are
    /// zeros.
    pub fn new(robot: &PyRobot, given: &[Named<'_, 'py>]) -> PyResult<Self> {
        let joints = Joints { robot: robot.robot.name(), names: &robot.names };
        let mut arrays: Vec<Bound<'py, PyArrayDyn<f64>>> = Vec::with_capacity(given.len());
        let mut views = Vec::with_capacity(given.len());
        let mut found = Samples { many: false, count: 0 };
        for (k, (name, value)) in given.iter().enumerate() {
            let Some(value) = value else {
                views.push(None);
                continue;
            };
            let array = numbers(name, value)?;
            if k == 0 {
                found = samples(name, &array, &joints)?;
                views.push(Some(view(&array)));
            } else {
                views.push(Some(same_shape(name, &array, (given[0].0, &arrays[0]))?));
            }
            arrays.push(array);
        }
        let names = given.iter().map(|g| g.0).collect();
        Ok(Self { _arrays: arrays, names, views, samples: found })
    }

    fn inputs(&self) -> Vec<(&'static str, View)> {
        let named = self.names.iter().zip(&self.views);
        named.filter_map(|(name, view)| Some((*name, (*view)?))).collect()
    }

    pub fn target(
        &self,
        py: Python<'py>,
        out: Given<'_, 'py>,
        inner: &[usize],
        by_columns: bool,
    ) -> PyResult<Target<'py>> {
        let inputs = if out.is_some() { self.inputs() } else { Vec::new() };
        target(py, out, self.samples, inner, by_columns, &inputs)
    }

    pub fn raised(&self, trouble: Trouble) -> PyErr {
        match trouble {
            Trouble::NotFinite(found) => found.raised(&self.names, self.samples),
            Trouble::Failed { sample, message } => {
                let place =
                    if self.samples.many { format!("sample {sample}: ") } else { String::new() };
                let (message, hint) = message.split_once("; ").unwrap_or((&message, ""));
                let hint =
                    if hint.is_empty() { "change this state, or leave it out" } else { hint };
                error(format_args!("{place}{message}"), hint)
            }
        }
    }
}

/// What is computed at a state.
#[derive(Clone, Copy)]
pub enum Wanted<'a> {
    Inverse { friction: bool },
    Forward,
    Mass,
    Gravity,
    Regressor { base: Option<&'a BaseParameters> },
}

impl Wanted<'_> {
    /// Axes of a result.
    fn inner(&self, robot: &PyRobot) -> Vec<usize> {
        let n = robot.names.len();
        match self {
            Self::Inverse { .. } | Self::Forward | Self::Gravity => vec![n],
            Self::Mass => vec![n, n],
            Self::Regressor { base: None } => vec![n, robot.robot.parameter_count()],
            Self::Regressor { base: Some(base) } => vec![n, base.len()],
        }
    }

    /// Computes one state.
    fn one(&self, plant: &mut Plant, state: &[Vec<f64>], out: &mut [f64]) -> Result<(), String> {
        let said = |e: &dyn std::fmt::Display| e.to_string();
        let looped = plant.mechanism().looped().is_some();
        if looped {
            plant.mechanism().go_home();
        }
        let mechanism = plant.mechanism();
        match self {
            Self::Inverse { friction: false } => {
                mechanism.inverse(&state[0], &state[1], &state[2], out).map_err(|e| said(&e))
            }
            Self::Inverse { friction: true } => {
                let mut friction = vec![0.0; out.len()];
                let done = plant.inverse(&state[0], &state[1], &state[2], out, &mut friction);
                done.map_err(|e| said(&e))?;
                out.iter_mut().zip(&friction).for_each(|(tau, f)| *tau += f);
                Ok(())
            }
            Self::Forward => {
                mechanism.forward(&state[0], &state[1], &state[2], out).map_err(|e| said(&e))
            }
            Self::Mass => mechanism.mass_matrix(&state[0], out).map_err(|e| said(&e)),
            Self::Gravity => mechanism.gravity(&state[0], out).map_err(|e| said(&e)),
            Self::Regressor { base: None } => {
                let done = mechanism.regressor(&state[0], &state[1], &state[2], out);
                done.map_err(|e| said(&e))
            }
            Self::Regressor { base: Some(base) } => {
                let columns = mechanism.robot().parameter_count();
                let mut full = vec![0.0; state[0].len() * columns];
                let done = mechanism.regressor(&state[0], &state[1], &state[2], &mut full);
                done.map_err(|e| said(&e))?;
                out.copy_from_slice(&base.regressor(&full, state[0].len()));
                Ok(())
            }
        }
    }

    /// Whether many states can be computed side by side in the processor's lanes.
    fn has_lanes(&self, robot: &Robot) -> bool {
        let plain = match self {
            Self::Inverse { friction } => !friction,
            Self::Regressor { base } => base.is_none(),
            Self::Gravity => false,
            Self::Forward | Self::Mass => true,
        };
        plain && robot.is_tree()
    }
}

/// Computes at one state or many.
pub fn compute<'py>(
    robot: &PyRobot,
    py: Python<'py>,
    wanted: Wanted,
    given: &[Named<'_, 'py>],
    out: Given<'_, 'py>,
) -> PyResult<Bound<'py, PyArrayDyn<f64>>> {
    let states = States::new(robot, given)?;
    let lanes = states.samples.many && wanted.has_lanes(&robot.robot);
    let by_columns = lanes && matches!(wanted, Wanted::Regressor { .. });
    let Target { array, output, zeroed } =
        states.target(py, out, &wanted.inner(robot), by_columns)?;
    if !states.samples.many {
        robot.with_scratch(|scratch| one_state(scratch, wanted, &states.views, &output))?
    } else {
        let (views, count) = (&states.views, states.samples.count);
        // Nothing of Python is touched without it; the arrays are kept alive by `states`.
        let description = &robot.robot;
        py.detach(|| match lanes {
            true => many_in_lanes(description, wanted, views, count, output, zeroed),
            false => many_one_by_one(description, wanted, views, count, output),
        })
    }
    .map_err(|trouble| states.raised(trouble))?;
    Ok(array)
}

fn one_state(
    scratch: &mut Scratch,
    wanted: Wanted,
    views: &[Option<View>],
    output: &Output,
) -> Result<(), Trouble> {
    for (k, (view, to)) in views.iter().zip(&mut scratch.state).enumerate() {
        read_row(k, view.as_ref(), 0, to)?;
    }
    scratch.out.resize(output.width(), 0.0);
    let Scratch { plant, state, out } = scratch;
    plant
        .with_dependent_mut(|_, plant| wanted.one(plant, state, out))
        .map_err(|message| Trouble::Failed { sample: 0, message })?;
    output.write(0, out);
    Ok(())
}

/// Robots with loops, friction: state by state.
fn many_one_by_one(
    robot: &Robot,
    wanted: Wanted,
    views: &[Option<View>],
    samples: usize,
    output: Output,
) -> Result<(), Trouble> {
    let n = robot.driven_joints().count();
    let new = || (Plant::new(robot), [(); 3].map(|()| vec![0.0; n]), vec![0.0; output.width()]);
    over_blocks(samples, n * 8, new, |(plant, state, out), rows| {
        for sample in rows {
            let failed = |message| Trouble::Failed { sample, message };
            for (k, (view, to)) in views.iter().zip(state.iter_mut()).enumerate() {
                read_row(k, view.as_ref(), sample, to)?;
            }
            let plant = plant.as_mut().map_err(|e| failed(e.to_string()))?;
            wanted.one(plant, &state[..], out).map_err(failed)?;
            output.write(sample, out);
        }
        Ok(())
    })
}

/// What a thread keeps between blocks.
struct Lanes<'r> {
    dynamics: Dynamics<'r>,
    input: [Columns; 3],
    out: Vec<f64>,
    block: Option<RegressorBlock>,
}

fn many_in_lanes(
    robot: &Robot,
    wanted: Wanted,
    views: &[Option<View>],
    samples: usize,
    output: Output,
    zeroed: bool,
) -> Result<(), Trouble> {
    let n = robot.dofs();
    // SAFETY: the array is kept alive by the caller, new or checked not to be an input.
    if let (Wanted::Regressor { .. }, Some(out)) = (wanted, unsafe { output.by_columns() }) {
        let whole = |k: usize| WholeColumns::new(k, views[k], samples, n);
        let (q, qd, qdd) = (whole(0)?, whole(1)?, whole(2)?);
        let (q, qd, qdd) = (q.slices(), qd.slices(), qdd.slices());
        pool().install(|| regressor_parallel(robot, &q, &qd, &qdd, out, zeroed));
        return Ok(());
    }
    let new = || Lanes {
        dynamics: Dynamics::new(robot),
        input: [(); 3].map(|()| Columns::new(n)),
        out: Vec::new(),
        block: None,
    };
    over_blocks(samples, n, new, |kept, rows| block(kept, wanted, views, rows, &output))
}

fn block(
    kept: &mut Lanes,
    wanted: Wanted,
    views: &[Option<View>],
    rows: Range<usize>,
    output: &Output,
) -> Result<(), Trouble> {
    let Lanes { dynamics, input: [q, qd, qdd], out, block } = kept;
    let (n, count, robot) = (dynamics.robot().dofs(), rows.len(), dynamics.robot());
    let q = q.gather(0, views[0].as_ref(), &rows)?;
    match wanted {
        Wanted::Mass => {
            out.resize(count * n * n, 0.0);
            dynamics.mass_matrix_batch(&q, out);
            for (sample, matrix) in rows.zip(out.chunks_exact(n * n)) {
                output.write(sample, matrix);
            }
        }
        Wanted::Regressor { .. } => {
            let qd = qd.gather(1, views[1].as_ref(), &rows)?;
            let qdd = qdd.gather(2, views[2].as_ref(), &rows)?;
            let fitting = block.take().filter(|b| b.samples() == count);
            let mut rows_of = fitting.unwrap_or_else(|| RegressorBlock::new(robot, count));
            dynamics.regressor_block(&q, &qd, &qdd, 0, &mut rows_of);
            let columns = robot.parameter_count();
            for parameter in 0..columns {
                for (joint, run) in rows_of.column(parameter).chunks_exact(count).enumerate() {
                    output.write_entry(rows.start, joint * columns + parameter, run);
                }
            }
            *block = Some(rows_of);
        }
        Wanted::Inverse { .. } | Wanted::Forward | Wanted::Gravity => {
            let qd = qd.gather(1, views[1].as_ref(), &rows)?;
            let third = qdd.gather(2, views[2].as_ref(), &rows)?;
            out.resize(count * n, 0.0);
            let mut results: Vec<&mut [f64]> = out.chunks_exact_mut(count).collect();
            if let Wanted::Forward = wanted {
                dynamics.forward_batch(&q, &qd, &third, &mut results);
                defined(dynamics, &q, &qd, &third, &results, rows.start)?;
            } else {
                dynamics.inverse_batch(&q, &qd, &third, &mut results);
            }
            for (joint, column) in results.iter().enumerate() {
                output.write_entry(rows.start, joint, column);
            }
        }
    }
    Ok(())
}

/// Accelerations that are no numbers, or absurd, are computed again one by one, which says why.
fn defined(
    dynamics: &mut Dynamics,
    q: &[&[f64]],
    qd: &[&[f64]],
    tau: &[&[f64]],
    found: &[&mut [f64]],
    first: usize,
) -> Result<(), Trouble> {
    let believable = |k: usize| found.iter().all(|column| column[k].abs() < 1e9);
    let count = found.first().map_or(0, |c| c.len());
    for k in (0..count).filter(|&k| !believable(k)) {
        let row = |columns: &[&[f64]]| -> Vec<f64> { columns.iter().map(|c| c[k]).collect() };
        let mut qdd = vec![0.0; q.len()];
        dynamics
            .forward(&row(q), &row(qd), &row(tau), &mut qdd)
            .map_err(|e| Trouble::Failed { sample: first + k, message: e.to_string() })?;
    }
    Ok(())
}
