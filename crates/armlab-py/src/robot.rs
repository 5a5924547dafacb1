//! The robot as a Python object.

use crate::dynamics::{Wanted, compute};
use crate::error::{error, failed, refused};
use crate::kept_robot::{PyRobot, Source};
use crate::kinematics;
use armlab::robot::describe::{self, ReadOptions, updated_urdf, write_toml};
use armlab::robot::{JointKind, library};
use armlab::spatial::vec3;
use armlab_cli::request::Request;
use numpy::{PyArray1, PyArray2, PyArrayDyn, PyArrayMethods};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyTuple};
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::Arc;

impl PyRobot {
    fn array<'py>(&self, py: Python<'py>, numbers: Vec<f64>) -> Bound<'py, PyArray1<f64>> {
        PyArray1::from_vec(py, numbers)
    }
}

#[pymethods]
impl PyRobot {
    #[new]
    #[pyo3(signature = (source, *, gravity=None, **options))]
    fn py_new(
        source: &Bound<PyAny>,
        gravity: Option<[f64; 3]>,
        options: Option<&Bound<PyDict>>,
    ) -> PyResult<Self> {
        let py = source.py();
        let Ok(path) = source.extract::<PathBuf>() else {
            let what = source.get_type().name()?;
            return Err(error(
                format_args!("a robot is not made of a {what}"),
                "give a built-in robot's name, or the path of a .urdf, .toml or other description",
            ));
        };
        let name = path.to_string_lossy().into_owned();
        let words: Vec<OsString> = match options {
            None => vec!["robots".into(), path.into()],
            Some(options) => {
                let words = py.import("armlab._options")?.getattr("Words")?;
                let words = words.call1(("robots", &name))?.call_method1("add", (options,))?;
                words.getattr("words")?.extract()?
            }
        };
        let request = Request::parse(words.iter().cloned(), Vec::new()).map_err(|e| failed(&e))?;
        let description = request.read_robot().map_err(|e| failed(&e))?;
        let builtin = library::names().any(|known| known == name);
        let text = if builtin { None } else { std::fs::read_to_string(&name).ok().map(Arc::from) };
        let source = Source::Named { name, text, options: words.into_iter().skip(2).collect() };
        let made = Self::new(description.robot, source, description.notes);
        match gravity {
            None => Ok(made),
            Some(gravity) => made.with_gravity(gravity),
        }
    }

    /// Reads a robot from the text of a description; `name` is what errors call it.
    #[staticmethod]
    #[pyo3(signature = (text, name="robot"))]
    fn from_text(text: &str, name: &str) -> PyResult<Self> {
        let read = describe::read_text(text, name, &ReadOptions::default());
        let description = read.map_err(|e| refused(e.into()))?;
        let mut robot = description.robot;
        if let Some(folder) = Path::new(name).parent() {
            robot = robot.in_folder(folder);
        }
        let source =
            Source::Named { name: name.into(), text: Some(text.into()), options: Vec::new() };
        Ok(Self::new(robot, source, description.notes))
    }

    fn __reduce__<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let this = py.get_type::<Self>();
        let read = this.getattr("from_text")?;
        match &self.source {
            // A text that needs no other file is the robot.
            Source::Named { name, text: Some(text), options }
                if options.is_empty() && Self::from_text(text, name).is_ok() =>
            {
                Ok((read, (&**text, name).into_pyobject(py)?))
            }
            Source::Named { name, text: None, options } if options.is_empty() => {
                Ok((this.into_any(), (name,).into_pyobject(py)?))
            }
            _ => {
                let text = match self.robot.urdf_source() {
                    Some(_) => updated_urdf(&self.robot).text,
                    None => write_toml(&self.robot),
                };
                Ok((read, (text, self.robot.name()).into_pyobject(py)?))
            }
        }
    }

    fn __repr__(&self) -> String {
        let kinds: String = self
            .robot
            .driven_joints()
            .map(|j| if j.kind == JointKind::Prismatic { 'P' } else { 'R' })
            .collect();
        format!("Robot('{}', {} joints {kinds})", self.robot.name(), self.names.len())
    }

    /// Its name.
    #[getter]
    fn name(&self) -> &str {
        self.robot.name()
    }
    /// Number of driven joints: columns of q, qd, qdd and tau.
    #[getter]
    fn dofs(&self) -> usize {
        self.names.len()
    }
    /// Names of the driven joints, in the order of the columns.
    #[getter]
    fn joint_names(&self) -> Vec<String> {
        self.names.clone()
    }
    /// Names of the links.
    #[getter]
    fn link_names(&self) -> Vec<String> {
        self.robot.links().iter().map(|l| l.name.clone()).collect()
    }
    /// Names of the frames beside the links'; the tool is one of them.
    #[getter]
    fn frame_names(&self) -> Vec<String> {
        self.robot.frames().iter().map(|f| f.name.clone()).collect()
    }
    /// What the reader of the description ignored or assumed.
    #[getter]
    fn notes(&self) -> Vec<String> {
        self.notes.iter().map(ToString::to_string).collect()
    }
    /// Gravity in the base frame, m/s².
    #[getter]
    fn gravity<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<f64>> {
        self.array(py, self.robot.gravity().to_array().to_vec())
    }
    /// Lower limits of the driven joints, rad or m; -inf where there is none.
    #[getter]
    fn lower<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<f64>> {
        self.array(py, self.robot.driven_joints().map(|j| j.limits.lower).collect())
    }
    /// Upper limits of the driven joints, rad or m; inf where there is none.
    #[getter]
    fn upper<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<f64>> {
        self.array(py, self.robot.driven_joints().map(|j| j.limits.upper).collect())
    }
    /// Names of the inertial parameters: the columns of `regressor`.
    #[getter]
    fn parameter_names(&self) -> Vec<String> {
        self.robot.parameter_names()
    }
    /// Units of the inertial parameters.
    #[getter]
    fn parameter_units(&self) -> Vec<&'static str> {
        self.robot.parameter_units()
    }
    /// Values of the inertial parameters, SI, in link frames.
    #[getter]
    fn parameters<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<f64>> {
        self.array(py, self.robot.parameter_values())
    }

    /// The same robot with other inertial parameters, in the order of `parameter_names`.
    fn with_parameters(&self, values: &Bound<PyAny>) -> PyResult<Self> {
        let array = crate::arrays::numbers("values", values)?;
        let values: Vec<f64> = array.to_vec().unwrap_or_else(|_| {
            array.call_method0("ravel").and_then(|a| a.extract()).unwrap_or_default()
        });
        let wanted = self.robot.parameter_count();
        if values.len() != wanted {
            return Err(error(
                format_args!(
                    "values has {} numbers; `{}` has {wanted} parameters",
                    values.len(),
                    self.robot.name()
                ),
                "give one number per entry of parameter_names",
            ));
        }
        match self.robot.with_parameter_values(&values) {
            Some(robot) => Ok(Self::changed(robot)),
            None => Err(error("values has numbers that are not finite", "give finite numbers")),
        }
    }
    /// The same robot with another gravity (x, y, z) in the base frame, m/s²: another mounting.
    fn with_gravity(&self, gravity: [f64; 3]) -> PyResult<Self> {
        if !gravity.iter().all(|x| x.is_finite()) {
            return Err(error("gravity has numbers that are not finite", "give (0, 0, -9.81)"));
        }
        let [x, y, z] = gravity;
        Ok(Self::changed(self.robot.with_gravity(vec3(x, y, z))))
    }
    /// Writes a .urdf or .toml file, by the name's ending. A robot that was read from URDF keeps
    /// its file: only inertials and friction are replaced.
    fn save(&self, path: PathBuf) -> PyResult<()> {
        self.robot.save(path).map_err(|e| refused(e.into()))
    }
    /// The robot as TOML, armlab's own format.
    fn to_toml(&self) -> String {
        write_toml(&self.robot)
    }
    /// The robot as URDF.
    fn to_urdf(&self) -> String {
        updated_urdf(&self.robot).text
    }
    /// What `armlab robots NAME --json` prints: joints, links, parameters, base parameters.
    fn _document(&self, py: Python) -> PyResult<String> {
        let robot = self.robot.clone();
        py.detach(|| serde_json::to_string(&armlab_cli::request::describe(&robot)))
            .map_err(|e| error(e, "this is a bug in armlab"))
    }
    /// The words that name it for a command: its file with its options; None if it was computed.
    #[getter]
    fn _words(&self) -> Option<Vec<OsString>> {
        match &self.source {
            Source::Named { name, options, .. }
                if Path::new(name).exists() || self.is_builtin() =>
            {
                let options = options.iter().filter(|o| *o != "--keep-fixed").cloned();
                Some(std::iter::once(name.into()).chain(options).collect())
            }
            _ => None,
        }
    }
    #[getter]
    fn _called(&self) -> String {
        self.called()
    }

    /// Efforts of a motion, N m or N: M(q) qdd + C(q, qd) qd + g(q), with the joints' friction if
    /// `friction`. Velocities and accelerations that are left out are zero.
    #[pyo3(signature = (q, qd=None, qdd=None, *, friction=false, out=None))]
    fn inverse_dynamics<'py>(
        &self,
        py: Python<'py>,
        q: &Bound<'py, PyAny>,
        qd: Option<&Bound<'py, PyAny>>,
        qdd: Option<&Bound<'py, PyAny>>,
        friction: bool,
        out: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyArrayDyn<f64>>> {
        let given = [("q", Some(q)), ("qd", qd), ("qdd", qdd)];
        compute(self, py, Wanted::Inverse { friction }, &given, out)
    }
    /// Accelerations that efforts cause, rad/s² or m/s², without friction.
    #[pyo3(signature = (q, qd, tau, *, out=None))]
    fn forward_dynamics<'py>(
        &self,
        py: Python<'py>,
        q: &Bound<'py, PyAny>,
        qd: &Bound<'py, PyAny>,
        tau: &Bound<'py, PyAny>,
        out: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyArrayDyn<f64>>> {
        let given = [("q", Some(q)), ("qd", Some(qd)), ("tau", Some(tau))];
        compute(self, py, Wanted::Forward, &given, out)
    }
    /// Mass matrix (n, n) at q, kg m² or kg; (samples, n, n) for many.
    #[pyo3(signature = (q, *, out=None))]
    fn mass_matrix<'py>(
        &self,
        py: Python<'py>,
        q: &Bound<'py, PyAny>,
        out: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyArrayDyn<f64>>> {
        compute(self, py, Wanted::Mass, &[("q", Some(q)), ("q", None), ("q", None)], out)
    }
    /// Efforts that hold the robot still at q, N m or N.
    #[pyo3(signature = (q, *, out=None))]
    fn gravity_efforts<'py>(
        &self,
        py: Python<'py>,
        q: &Bound<'py, PyAny>,
        out: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyArrayDyn<f64>>> {
        compute(self, py, Wanted::Gravity, &[("q", Some(q)), ("q", None), ("q", None)], out)
    }
    /// Regressor Y of the efforts: inverse_dynamics(q, qd, qdd) = Y @ parameters. Shape (n, p), or
    /// (samples, n, p) for many, stored so that a column of all samples is one piece of memory.
    /// With `base` its columns are those of the base parameters.
    #[pyo3(signature = (q, qd=None, qdd=None, *, base=false, out=None))]
    fn regressor<'py>(
        &self,
        py: Python<'py>,
        q: &Bound<'py, PyAny>,
        qd: Option<&Bound<'py, PyAny>>,
        qdd: Option<&Bound<'py, PyAny>>,
        base: bool,
        out: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyArrayDyn<f64>>> {
        let base = if base { Some(self.base()?) } else { None };
        let given = [("q", Some(q)), ("qd", qd), ("qdd", qdd)];
        compute(self, py, Wanted::Regressor { base: base.as_deref() }, &given, out)
    }
    /// Kinetic and potential energy at one state, J.
    #[pyo3(signature = (q, qd=None))]
    fn energy<'py>(
        &self,
        q: &Bound<'py, PyAny>,
        qd: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<(f64, f64)> {
        kinematics::energy(self, q, qd)
    }

    /// Pose of the tool, or of a frame or link, in the base frame: a (4, 4) matrix; (samples, 4, 4)
    /// for many.
    #[pyo3(signature = (q, frame=None, *, out=None))]
    fn forward_kinematics<'py>(
        &self,
        py: Python<'py>,
        q: &Bound<'py, PyAny>,
        frame: Option<&str>,
        out: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyArrayDyn<f64>>> {
        kinematics::poses(self, py, q, frame, out)
    }
    /// Jacobian of the tool, or of a frame or link: (6, n), angular velocity in the first three
    /// rows, velocity of the frame's origin in the last three; (samples, 6, n) for many. `axes` is
    /// "base" or "own".
    #[pyo3(signature = (q, frame=None, *, axes="base", out=None))]
    fn jacobian<'py>(
        &self,
        py: Python<'py>,
        q: &Bound<'py, PyAny>,
        frame: Option<&str>,
        axes: &str,
        out: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyArrayDyn<f64>>> {
        kinematics::jacobians(self, py, q, frame, axes, out)
    }
    /// Exact derivatives of the efforts at one state: a dict with "q", "qd" and "qdd" (the mass
    /// matrix), entry (i, j) that of effort i.
    fn derivatives<'py>(
        &self,
        py: Python<'py>,
        q: &Bound<'py, PyAny>,
        qd: &Bound<'py, PyAny>,
        qdd: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyDict>> {
        kinematics::inverse_derivatives(self, py, q, qd, qdd)
    }
    /// Exact derivatives of the accelerations that efforts cause, at one state: a dict with "q",
    /// "qd", "tau" and "parameters", and the accelerations themselves as "qdd".
    fn forward_derivatives<'py>(
        &self,
        py: Python<'py>,
        q: &Bound<'py, PyAny>,
        qd: &Bound<'py, PyAny>,
        tau: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyDict>> {
        kinematics::forward_derivatives(self, py, q, qd, tau)
    }

    /// What efforts depend on: a dict with "names", "values" (as described), "units", the
    /// "matrix" (base, parameters) whose product with the parameters gives the values, and
    /// "regressor" (parameters, base), whose product after the regressor gives that of the base
    /// parameters. Declared unknowns are named in "unknowns".
    fn base_parameters<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let base = py.detach(|| self.base())?;
        let dict = PyDict::new(py);
        let names: Vec<&str> = base.parameters.iter().map(|p| p.name.as_str()).collect();
        let (rows, columns) = (base.len(), base.unknowns.len());
        let matrix = PyArray2::<f64>::zeros(py, [rows, columns], false);
        let selection = PyArray2::<f64>::zeros(py, [self.robot.parameter_count(), rows], false);
        for (i, parameter) in base.parameters.iter().enumerate() {
            for &(j, factor) in &parameter.combination {
                matrix.set_item((i, j), factor)?;
            }
        }
        for (i, column) in base.columns().iter().enumerate() {
            for &(j, factor) in column {
                selection.set_item((j, i), factor)?;
            }
        }
        let values = base.parameters.iter().map(|p| p.value).collect();
        dict.set_item("names", PyList::new(py, names)?)?;
        dict.set_item("values", self.array(py, values))?;
        dict.set_item(
            "units",
            base.parameters.iter().map(|p| p.unit.to_string()).collect::<Vec<_>>(),
        )?;
        dict.set_item("unknowns", base.unknowns.clone())?;
        dict.set_item("matrix", matrix)?;
        dict.set_item("regressor", selection)?;
        Ok(dict)
    }
}

/// Names of the built-in robots.
#[pyfunction]
pub fn builtin_robots() -> Vec<&'static str> {
    library::names().collect()
}
