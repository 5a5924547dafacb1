//! The robot that Python holds, with what its calls reuse.

use crate::error::{error, refused};
use armlab::base::{BaseParameters, base_parameters};
use armlab::dynamics::Plant;
use armlab::robot::Robot;
use armlab::robot::describe::Note;
use pyo3::prelude::*;
use self_cell::self_cell;
use std::ffi::OsString;
use std::sync::{Arc, Mutex, PoisonError};

self_cell!(
    /// A robot with the scratch memory of its dynamics.
    pub struct KeptPlant {
        owner: Arc<Robot>,
        #[covariant]
        dependent: Plant,
    }
);

/// What single calls reuse.
pub struct Scratch {
    pub plant: KeptPlant,
    pub state: [Vec<f64>; 3],
    pub out: Vec<f64>,
}

/// A robot: what moves, where its masses are, how its joints rub.
///
/// `Robot("panda")` is a built-in robot (`armlab.robots()` lists them), `Robot("arm.urdf")` one
/// from a file. Links on fixed joints are merged into what carries them unless `keep_fixed=True`.
/// `gravity` is (x, y, z) in the base frame, m/s², for another mounting. Further options are those
/// of `armlab robots`: `armlab.options("robots")` lists them.
///
/// Arrays are float64 of any order and stride; shape (n,) is one state, (samples, n) many. Angles
/// are radians, lengths metres, efforts N m (joints that turn) or N (joints that slide). The
/// columns of a robot with loops are its driven joints.
#[pyclass(name = "Robot", module = "armlab", frozen)]
pub struct PyRobot {
    pub robot: Arc<Robot>,
    /// Names of the driven joints.
    pub names: Vec<String>,
    pub source: Source,
    pub notes: Vec<Note>,
    base: Mutex<Option<Arc<BaseParameters>>>,
    scratch: Mutex<Option<Scratch>>,
}

/// Where a robot comes from.
#[derive(Clone)]
pub enum Source {
    /// A built-in robot or a file: its name, the text of a file, and the words of options.
    Named { name: String, text: Option<Arc<str>>, options: Vec<OsString> },
    /// Made of another.
    Changed,
}

impl PyRobot {
    pub fn new(robot: Robot, source: Source, notes: Vec<Note>) -> Self {
        let names = robot.driven_joints().map(|j| j.name.clone()).collect();
        let robot = Arc::new(robot);
        Self { robot, names, source, notes, base: Mutex::new(None), scratch: Mutex::new(None) }
    }
    /// A robot that was computed.
    pub fn changed(robot: Robot) -> Self {
        Self::new(robot, Source::Changed, Vec::new())
    }
    /// What the command line calls it: its file, or its name.
    pub fn called(&self) -> String {
        match &self.source {
            Source::Named { name, .. } => name.clone(),
            Source::Changed => self.robot.name().into(),
        }
    }

    pub fn is_builtin(&self) -> bool {
        matches!(&self.source, Source::Named { text: None, .. })
    }

    /// The memory of single calls. It is held only while Python is attached, so nobody waits.
    pub fn with_scratch<T>(&self, work: impl FnOnce(&mut Scratch) -> T) -> PyResult<T> {
        let mut kept = self.scratch.lock().unwrap_or_else(PoisonError::into_inner);
        if kept.is_none() {
            let plant = KeptPlant::try_new(self.robot.clone(), |robot| Plant::new(robot));
            let plant = plant.map_err(|e| refused(e.into()))?;
            let state = [(); 3].map(|()| vec![0.0; self.names.len()]);
            *kept = Some(Scratch { plant, state, out: Vec::new() });
        }
        match kept.as_mut() {
            Some(scratch) => Ok(work(scratch)),
            None => Err(error("no memory for the dynamics", "this is a bug in armlab")),
        }
    }

    pub fn base(&self) -> PyResult<Arc<BaseParameters>> {
        let mut kept = self.base.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(base) = &*kept {
            return Ok(base.clone());
        }
        let base = Arc::new(base_parameters(&self.robot).map_err(|e| refused(e.into()))?);
        *kept = Some(base.clone());
        Ok(base)
    }
}
