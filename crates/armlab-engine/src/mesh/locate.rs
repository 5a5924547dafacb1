//! Where the file of a mesh is: beside the description, in the folder of a ROS
//! package, or somewhere on the way up from the description.

use std::path::{Path, PathBuf};

/// Folders above the description that are searched.
const MOST_LEVELS: usize = 12;
/// Variables in which ROS lists folders of packages, and what lies between
/// those and a package.
const ROS: [(&str, &str); 2] = [("ROS_PACKAGE_PATH", ""), ("AMENT_PREFIX_PATH", "share")];

/// Folders in which meshes are looked for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MeshFolders {
    packages: Vec<(String, PathBuf)>,
}

/// A mesh that is in none of the folders.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotFound {
    /// The package it is said to be in, if that is not known.
    pub package: Option<String>,
}

impl MeshFolders {
    /// The folder of a package; without a name, a folder in which packages are.
    pub fn with_package(mut self, name: impl Into<String>, folder: impl Into<PathBuf>) -> Self {
        self.packages.push((name.into(), folder.into()));
        self
    }

    /// The file that a description in `folder` calls `address`.
    ///
    /// # Errors
    /// If there is none.
    pub fn find(&self, address: &str, folder: Option<&Path>) -> Result<PathBuf, NotFound> {
        let exists = |path: &PathBuf| path.is_file();
        let address = address.trim();
        let in_package = ["package://", "model://"].iter().find_map(|p| address.strip_prefix(p));
        if let Some(rest) = in_package {
            let (package, rest) = rest.split_once('/').unwrap_or((rest, ""));
            let found = self.in_package(package, rest, folder).find(exists);
            return found.ok_or_else(|| NotFound { package: Some(package.into()) });
        }
        let path = Path::new(address.strip_prefix("file://").unwrap_or(address));
        let missing = NotFound { package: None };
        if address.contains("://") && !address.starts_with("file://") {
            return Err(missing);
        }
        let Some(folder) = folder.filter(|_| path.is_relative()) else {
            return Some(path.to_path_buf()).filter(exists).ok_or(missing);
        };
        let beside = path.file_name().into_iter().map(|name| folder.join(name));
        upwards(folder).map(|level| level.join(path)).chain(beside).find(exists).ok_or(missing)
    }

    /// Where a file of a package may be, the likeliest first.
    fn in_package<'a>(
        &'a self,
        package: &'a str,
        rest: &'a str,
        folder: Option<&'a Path>,
    ) -> impl Iterator<Item = PathBuf> + 'a {
        let given = self.packages.iter().filter_map(move |(name, folder)| match name.as_str() {
            "" => Some(folder.join(package).join(rest)),
            name => (name == package).then(|| folder.join(rest)),
        });
        let levels = move || folder.into_iter().flat_map(upwards);
        let named = levels().filter(move |level| level.file_name().is_some_and(|n| n == package));
        let named = named.map(move |level| level.join(rest));
        let below = levels().map(move |level| level.join(package).join(rest));
        let listed = ROS.iter().flat_map(move |(variable, between)| {
            let folders = std::env::var_os(variable).unwrap_or_default();
            let folders: Vec<PathBuf> = std::env::split_paths(&folders).collect();
            let path = move |folder: PathBuf| folder.join(between).join(package).join(rest);
            folders.into_iter().filter(|f| !f.as_os_str().is_empty()).map(path)
        });
        // The package's folder may have another name.
        let renamed = levels().map(move |level| level.join(rest));
        given.chain(named).chain(below).chain(listed).chain(renamed)
    }
}

/// The folder itself and those above it.
fn upwards(folder: &Path) -> impl Iterator<Item = PathBuf> {
    let whole = std::path::absolute(folder).unwrap_or_else(|_| folder.to_path_buf());
    let levels: Vec<PathBuf> = whole.ancestors().take(MOST_LEVELS).map(Path::to_path_buf).collect();
    levels.into_iter()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn meshes_are_found_beside_the_file_above_it_and_by_package() {
        let root = std::env::temp_dir().join(format!("armlab-locate-{}", std::process::id()));
        let make = |path: &str| {
            let path = root.join(path);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(&path, "x").unwrap();
            path
        };
        let arm = make("work/arm_description/meshes/arm.stl");
        let tool = make("work/tool_description/meshes/tool.stl");
        let beside = make("work/arm_description/urdf/near.stl");
        let given = make("elsewhere/hand.stl");
        let folder = root.join("work/arm_description/urdf");
        let folders = MeshFolders::default().with_package("hands", root.join("elsewhere"));
        let find = |address: &str| folders.find(address, Some(&folder));
        assert_eq!(find("package://arm_description/meshes/arm.stl").as_ref(), Ok(&arm));
        assert_eq!(find("package://tool_description/meshes/tool.stl").as_ref(), Ok(&tool));
        assert_eq!(find("package://renamed/meshes/arm.stl").as_ref(), Ok(&arm));
        assert_eq!(find("package://hands/hand.stl").as_ref(), Ok(&given));
        assert_eq!(find("near.stl").as_ref(), Ok(&beside));
        assert_eq!(find("assets/near.stl").as_ref(), Ok(&beside));
        assert_eq!(find("meshes/arm.stl").as_ref(), Ok(&arm));
        assert_eq!(find(&format!("file://{}", given.display())).as_ref(), Ok(&given));
        let missing = find("package://no_such/meshes/none.stl").unwrap_err();
        assert_eq!(missing.package.as_deref(), Some("no_such"));
        assert_eq!(find("https://somewhere/arm.stl").unwrap_err().package, None);
        std::fs::remove_dir_all(&root).unwrap();
    }
}
