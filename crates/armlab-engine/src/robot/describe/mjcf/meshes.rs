//! Meshes of `<asset>`, with their mass as MuJoCo computes it.

use super::model::Model;
use super::scope::own;
use crate::robot::Shape;
use crate::robot::describe::files::Files;
use crate::robot::describe::solids::UnitBody;
use crate::robot::describe::xml::sources::Sources;
use crate::spatial::Vec3;
use armlab_files::FileError;
use std::collections::HashMap;

/// A mesh.
pub(super) struct Asset {
    pub shape: Shape,
}

/// Meshes by model and name.
#[derive(Default)]
pub(super) struct Meshes {
    assets: HashMap<(usize, String), Asset>,
}

impl Meshes {
    /// The meshes that models name.
    pub fn of(sources: &Sources, models: &[Model], _files: &Files) -> Result<Self, FileError> {
        let mut assets = HashMap::new();
        for (number, model) in models.iter().enumerate() {
            for element in model.section("asset").filter(|e| e.tag == "mesh") {
                let mut values = model.defaults.values(element, None);
                values.list.extend(own(element).list);
                let file = values.get("file").unwrap_or_default();
                let stem = file.rsplit(['/', '\\']).next().unwrap_or(file);
                let short = stem.rsplit_once('.').map_or(stem, |(stem, _)| stem);
                let name = values.name("name").unwrap_or(short).to_string();
                let file = if model.compiler.strip_path { stem } else { file };
                let folder = model.compiler.meshes.trim_end_matches('/');
                let file =
                    if folder.is_empty() { file.to_string() } else { format!("{folder}/{file}") };
                let scale =
                    values.vector(sources, "scale")?.map_or(Vec3::from([1.0; 3]), Vec3::from);
                let shape = Shape::Mesh { file, scale };
                assets.insert((number, name), Asset { shape });
            }
        }
        Ok(Self { assets })
    }

    pub fn find(&self, model: usize, name: &str) -> Option<&Asset> {
        self.assets.get(&(model, name.to_string()))
    }
}

impl Asset {
    /// Volume and inertia; or why they cannot be had.
    pub fn unit(&self) -> Result<UnitBody, String> {
        match &self.shape {
            Shape::Mesh { file, .. } => Err(format!("mesh `{file}` is not read")),
            _ => Err("it has no volume".into()),
        }
    }
}
