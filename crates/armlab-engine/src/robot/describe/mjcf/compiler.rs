//! `<compiler>`: how numbers of a model are meant.

use super::values::Values;
use crate::robot::describe::xml::sources::Sources;
use armlab_files::FileError;

/// From what the inertia of a body is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum InertiaFrom {
    /// `<inertial>` only.
    Inertial,
    /// `<inertial>` where there is one, geoms otherwise.
    Auto,
    /// Geoms only.
    Geoms,
}

/// Settings of `<compiler>`.
#[derive(Clone, Debug)]
pub(super) struct Compiler {
    pub degrees: bool,
    /// Axes of Euler angles; capital letters are fixed axes.
    pub euler: [char; 3],
    pub autolimits: bool,
    pub inertia_from: InertiaFrom,
    /// Groups of geoms whose mass counts.
    pub groups: [f64; 2],
    pub bound_mass: f64,
    pub bound_inertia: f64,
    pub balance_inertia: bool,
    /// All masses together; not above zero: as stated.
    pub total_mass: f64,
    /// Folder of meshes.
    pub meshes: String,
    pub strip_path: bool,
}

impl Default for Compiler {
    fn default() -> Self {
        Self {
            degrees: true,
            euler: ['x', 'y', 'z'],
            autolimits: true,
            inertia_from: InertiaFrom::Auto,
            groups: [0.0, 5.0],
            bound_mass: 0.0,
            bound_inertia: 0.0,
            balance_inertia: false,
            total_mass: -1.0,
            meshes: String::new(),
            strip_path: false,
        }
    }
}

impl Compiler {
    /// Takes over what one `<compiler>` says.
    pub fn read(&mut self, sources: &Sources, values: &Values) -> Result<(), FileError> {
        let wrong = |name: &str, hint: &str| {
            let text = values.get(name).unwrap_or_default();
            let message = format!("`{name}` of <compiler> cannot be `{text}`");
            sources.error(values.at, message, hint)
        };
        match values.get("angle") {
            None => {}
            Some("degree") => self.degrees = true,
            Some("radian") => self.degrees = false,
            Some(_) => return Err(wrong("angle", "write degree or radian")),
        }
        if values.get("coordinate") == Some("global") {
            let hint = "MuJoCo gave up global coordinates in 2.3.4; that version saves the model \
                        with local ones";
            return Err(wrong("coordinate", hint));
        }
        if let Some(text) = values.get("eulerseq") {
            let letters: Vec<char> = text.trim().chars().collect();
            let known = letters.iter().all(|c| "xyzXYZ".contains(*c));
            match <[char; 3]>::try_from(letters) {
                Ok(letters) if known => self.euler = letters,
                _ => return Err(wrong("eulerseq", "write three of x, y, z, X, Y, Z")),
            }
        }
        self.autolimits = values.flag("autolimits").unwrap_or(self.autolimits);
        self.balance_inertia = values.flag("balanceinertia").unwrap_or(self.balance_inertia);
        self.strip_path = values.flag("strippath").unwrap_or(self.strip_path);
        self.inertia_from = match values.get("inertiafromgeom") {
            Some("true") => InertiaFrom::Geoms,
            Some("false") => InertiaFrom::Inertial,
            Some("auto") => InertiaFrom::Auto,
            _ => self.inertia_from,
        };
        self.groups = values.vector(sources, "inertiagrouprange")?.unwrap_or(self.groups);
        self.bound_mass = values.number(sources, "boundmass")?.unwrap_or(self.bound_mass);
        self.bound_inertia = values.number(sources, "boundinertia")?.unwrap_or(self.bound_inertia);
        self.total_mass = values.number(sources, "settotalmass")?.unwrap_or(self.total_mass);
        if let Some(folder) = values.get("meshdir").or(values.get("assetdir")) {
            self.meshes = folder.to_string();
        }
        Ok(())
    }

    /// An angle as it is written, in radians.
    pub fn angle(&self, written: f64) -> f64 {
        if self.degrees { written.to_radians() } else { written }
    }
}
