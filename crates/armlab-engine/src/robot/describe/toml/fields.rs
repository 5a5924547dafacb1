//! Values of a description that are no plain numbers or words.

use crate::robot::describe::MOST_PARTS;
use crate::robot::describe::source::{at_most, checked_name};
use crate::spatial::{Mat3, Transform, Vec3};
use armlab_files::FileError;
use armlab_files::toml::TomlTable;

/// How far a rotation matrix may be from orthonormal.
const ROTATION_TOLERANCE: f64 = 1e-9;

/// What tables of a description hold.
pub trait Fields<'s>: Sized {
    /// A table in which only `known` keys make sense.
    fn section(
        &self,
        key: &str,
        title: impl Into<String>,
        known: &[&str],
    ) -> Result<Option<Self>, FileError>;
    /// The tables of an array of tables, not too many.
    fn parts(&self, key: &str) -> Result<Vec<Self>, FileError>;
    /// A name of a `what`.
    fn name(&self, key: &str, what: &str) -> Result<Option<String>, FileError>;
    /// A name that must be there.
    fn required_name(&self, key: &str, what: &str) -> Result<String, FileError>;
    /// Three numbers.
    fn vec3(&self, key: &str) -> Result<Option<Vec3<f64>>, FileError>;
    /// The place that `xyz` and `rpy` or `rotation` describe.
    fn pose(&self) -> Result<Transform<f64>, FileError>;
}

impl<'s> Fields<'s> for TomlTable<'s> {
    fn section(
        &self,
        key: &str,
        title: impl Into<String>,
        known: &[&str],
    ) -> Result<Option<Self>, FileError> {
        let Some(section) = self.table(key, title)? else { return Ok(None) };
        section.only(known)?;
        Ok(Some(section))
    }

    fn parts(&self, key: &str) -> Result<Vec<Self>, FileError> {
        let tables = self.tables(key, key)?;
        if let Some(first_beyond) = tables.get(MOST_PARTS) {
            at_most(self.source(), MOST_PARTS, first_beyond.byte(), key, tables.len())?;
        }
        Ok(tables)
    }

    fn name(&self, key: &str, what: &str) -> Result<Option<String>, FileError> {
        let Some(text) = self.text(key)? else { return Ok(None) };
        checked_name(self.source(), self.byte_of(key), what, text).map(Some)
    }

    fn required_name(&self, key: &str, what: &str) -> Result<String, FileError> {
        self.name(key, what)?.ok_or_else(|| self.missing(key, "a string"))
    }

    fn vec3(&self, key: &str) -> Result<Option<Vec3<f64>>, FileError> {
        Ok(self.vector::<3>(key)?.map(Vec3::from))
    }

    fn pose(&self) -> Result<Transform<f64>, FileError> {
        self.exclusive("rpy", "rotation")?;
        let translation = self.vec3("xyz")?.unwrap_or(Vec3::zero());
        let rotation = match self.vector("rpy")? {
            Some(rpy) => Mat3::from_rpy(rpy),
            None => rotation(self)?,
        };
        Ok(Transform { rotation, translation })
    }
}

fn rotation(table: &TomlTable) -> Result<Mat3<f64>, FileError> {
    let Some(rows) = table.rows("rotation")? else { return Ok(Mat3::identity()) };
    let row = |row: &Vec<f64>| <[f64; 3]>::try_from(row.as_slice()).ok();
    let rows: Option<Vec<[f64; 3]>> = rows.iter().map(row).collect();
    let Some(Ok(rows)) = rows.map(<[[f64; 3]; 3]>::try_from) else {
        let message = format!("`rotation` of {} must have three rows of three", table.title());
        return Err(table.error("rotation", message, "write [[…], […], […]]"));
    };
    let matrix = Mat3::from_rows(rows);
    let product = matrix.transposed() * matrix;
    let (product, one) = (product.to_rows(), Mat3::<f64>::identity().to_rows());
    let off = product.iter().flatten().zip(one.iter().flatten());
    let worst = off.fold(0.0_f64, |worst, (a, b)| worst.max((a - b).abs()));
    if worst > ROTATION_TOLERANCE || matrix.determinant() < 0.0 {
        let message = format!("`rotation` of {} is not a rotation matrix", table.title());
        let hint = "its rows must be right-handed unit vectors at right angles, written with \
                    all their digits; or give angles as `rpy`";
        return Err(table.error("rotation", message, hint));
    }
    Ok(matrix)
}
