//! Tables for people.

pub use armlab::documents::number;
use comfy_table::{CellAlignment, ContentArrangement, Table, presets};

/// A table with a header; columns in `right` are aligned to the right.
pub fn table(header: &[&str], rows: Vec<Vec<String>>, right: &[usize]) -> String {
    let mut table = Table::new();
    table.load_style(presets::NOTHING).set_content_arrangement(ContentArrangement::Disabled);
    table.set_header(header.iter().copied());
    table.add_rows(rows);
    for &column in right {
        if let Some(column) = table.column_mut(column) {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
    let lines = table.to_string();
    lines.lines().map(|line| format!(" {}\n", line.trim_end())).collect()
}

/// Numbers with a comma between.
pub fn numbers(values: impl IntoIterator<Item = f64>) -> String {
    values.into_iter().map(number).collect::<Vec<_>>().join(", ")
}
