//! What a file is, by its content.

use super::files::{FORMATS, Files};
use super::{Description, ReadOptions, mjcf, sdf, toml, urdf, xacro};
use armlab_files::FileError;

/// Reads a description in whatever format it is.
pub(super) fn read(
    text: &str,
    file: &str,
    options: &ReadOptions,
    files: &Files,
) -> Result<Description, FileError> {
    let trimmed = text.trim_start_matches('\u{feff}').trim_start();
    if !trimmed.starts_with('<') {
        if let Some(what) = something_else(trimmed) {
            let message = format!("this is {what}, not the description of a robot");
            return Err(FileError::whole(file, message, format!("armlab reads {FORMATS}")));
        }
        return toml::read_toml(text, file, options);
    }
    match root(trimmed).as_deref() {
        Some("mujoco" | "mujocoinclude") => mjcf::read_with(text, file, options, files),
        Some("sdf" | "gazebo") => sdf::read_with(text, file, options, files),
        Some("robot") if xacro::is_xacro(text) => expanded(text, file, options, files),
        Some("robot") | None => urdf::read_urdf(text, file, options),
        Some(other) => {
            let what = match other {
                "COLLADA" => "COLLADA mesh",
                "html" | "HTML" => "web page",
                "launch" => "ROS launch file",
                "package" => "ROS package manifest",
                "svg" => "picture",
                "VTKFile" => "VTK file",
                "KinBody" | "Robot" | "Environment" => "OpenRAVE description",
                "OpenSimDocument" => "OpenSim model",
                _ => "XML file",
            };
            let message = format!("this is a {what} with the root element <{other}>");
            let hint = format!("armlab reads {FORMATS}");
            Err(FileError::whole(file, message, hint))
        }
    }
}

/// A xacro file; or a URDF in which somebody left elements of xacro, which other readers of
/// URDF pass over.
fn expanded(
    text: &str,
    file: &str,
    options: &ReadOptions,
    files: &Files,
) -> Result<Description, FileError> {
    let error = match xacro::read_with(text, file, options, files) {
        Ok(read) => return Ok(read),
        Err(error) => error,
    };
    if file.to_ascii_lowercase().ends_with(".xacro") {
        return Err(error);
    }
    urdf::read_urdf(text, file, options).map_err(|_| error)
}

/// The tag of the root element.
fn root(text: &str) -> Option<String> {
    let mut rest = text;
    loop {
        let open = rest.find('<')?;
        rest = rest.get(open..)?;
        let skip = |end: &str| rest.find(end).map(|i| i + end.len());
        let next = if rest.starts_with("<!--") {
            skip("-->")
        } else if rest.starts_with("<?") {
            skip("?>")
        } else if rest.starts_with("<!") {
            skip(">")
        } else {
            let name = rest.get(1..)?;
            let end = name.find(|c: char| c.is_whitespace() || c == '>' || c == '/')?;
            return name.get(..end).map(str::to_string);
        };
        rest = rest.get(next?..)?;
    }
}

/// What a file is that is neither XML nor TOML.
fn something_else(text: &str) -> Option<&'static str> {
    let starts: [(&str, &str); 9] = [
        ("version https://git-lfs", "a Git LFS pointer (fetch the file with `git lfs pull`)"),
        ("solid ", "an STL mesh"),
        ("ply\n", "a PLY mesh"),
        ("#VRML", "a VRML scene"),
        ("#usda", "a USD scene"),
        ("PXR-USDC", "a USD scene"),
        ("PK\u{3}\u{4}", "a ZIP archive"),
        ("{", "a JSON document"),
        ("%PDF", "a PDF document"),
    ];
    starts.into_iter().find(|(start, _)| text.starts_with(start)).map(|(_, what)| what)
}
