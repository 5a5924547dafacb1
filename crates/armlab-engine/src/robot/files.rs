//! Robots from files and text, and into files.

use super::describe::{Format, ReadOptions, read_file, read_toml, read_urdf};
use super::{Robot, library, nearest_name};
use armlab_files::FileError;
use std::path::Path;

impl Robot {
    /// Reads a URDF or TOML file. Links on fixed joints are merged into what carries
    /// them; [`describe::read_file`](super::describe::read_file) has options and
    /// returns what the reader ignored.
    ///
    /// # Errors
    /// If the file cannot be read or describes no robot, with line and column.
    pub fn from_file(path: impl AsRef<Path>) -> Result<Self, FileError> {
        Ok(read_file(path.as_ref(), &ReadOptions::default())?.robot)
    }

    /// Reads a robot from the text of a URDF file.
    ///
    /// # Errors
    /// If it describes no robot, with line and column.
    pub fn from_urdf_str(text: &str) -> Result<Self, FileError> {
        Ok(read_urdf(text, "URDF", &ReadOptions::default())?.robot)
    }

    /// Reads a robot from the text of a TOML file.
    ///
    /// # Errors
    /// If it describes no robot, with line and column.
    pub fn from_toml_str(text: &str) -> Result<Self, FileError> {
        Ok(read_toml(text, "TOML", &ReadOptions::default())?.robot)
    }

    /// A built-in robot; [`library::names`] lists them.
    ///
    /// # Errors
    /// If there is none of this name.
    pub fn builtin(name: &str) -> Result<Self, FileError> {
        match library::load(name) {
            Some(description) => Ok(description?.robot),
            None => {
                let near = nearest_name(name, library::names());
                let near = near.map(|n| format!("did you mean `{n}`? ")).unwrap_or_default();
                let names: Vec<&str> = library::names().collect();
                let hint = format!("{near}built-in robots: {}", names.join(", "));
                Err(FileError::whole(name, "is not a built-in robot", hint))
            }
        }
    }

    /// Writes the robot as a file whose format is the ending of its name: `.urdf`, `.xml`
    /// (MJCF), `.sdf` or `.toml`. A robot that was read from URDF keeps its file: only
    /// inertials and friction are replaced.
    ///
    /// # Errors
    /// If the name has another ending, or the file cannot be written.
    pub fn save(&self, path: impl AsRef<Path>) -> Result<(), FileError> {
        let path = path.as_ref();
        let name = path.display().to_string();
        let Some(format) = Format::of_path(path) else {
            let hint = "give a name that ends in .urdf, .xml (MJCF), .sdf or .toml";
            return Err(FileError::whole(name, "has no known format", hint));
        };
        let text = format.write(self).text;
        armlab_files::write(path, text).map_err(|error| {
            let hint = "choose a folder that can be written";
            FileError::whole(name, format!("cannot be written: {error}"), hint)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::super::describe::{write_toml, write_urdf};
    use super::*;

    #[test]
    fn a_robot_is_the_same_after_saving_and_reading_either_format() {
        let robot = Robot::builtin("scara").unwrap();
        let folder = std::env::temp_dir().join(format!("armlab-robot-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        for ending in ["urdf", "toml"] {
            let path = folder.join(format!("arm.{ending}"));
            robot.save(&path).unwrap();
            let again = Robot::from_file(&path).unwrap();
            assert_eq!(again.parameter_values(), robot.parameter_values(), "{ending}");
        }
        assert!(robot.save(folder.join("arm.txt")).is_err());
        std::fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn texts_are_read_and_unknown_names_are_answered_with_the_nearest() {
        let robot = Robot::builtin("scara").unwrap();
        assert_eq!(Robot::from_toml_str(&write_toml(&robot)).unwrap().name(), "scara");
        assert_eq!(Robot::from_urdf_str(&write_urdf(&robot)).unwrap().dofs(), robot.dofs());
        let error = Robot::builtin("skara").unwrap_err().to_string();
        assert!(error.contains("did you mean `scara`"), "{error}");
        assert!(Robot::from_file("no/such/arm.urdf").is_err());
    }
}
