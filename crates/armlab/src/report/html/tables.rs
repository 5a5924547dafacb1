//! Tables of a report. One with many rows can be folded away, one with very many
//! begins so; on paper all are open.

use super::Table;
use crate::report::chart::escaped;
use std::fmt::Write;

/// Rows above which a table can be folded.
const LONG: usize = 14;
/// Rows above which it is folded at first.
const VERY_LONG: usize = 45;
/// Letters of a cell above which its column is one of sentences.
const SENTENCE: usize = 36;

/// Whether the table can be folded.
pub(super) fn is_long(table: &Table) -> bool {
    table.rows.len() > LONG
}

/// Writes the table.
pub(super) fn write_table(out: &mut String, table: &Table) {
    if !is_long(table) {
        return write_rows(out, table, true);
    }
    let open = if table.rows.len() > VERY_LONG { "" } else { " open" };
    let caption = if table.caption.is_empty() { "Table" } else { &table.caption };
    let (caption, rows) = (escaped(caption), table.rows.len());
    let _ = writeln!(out, "<details{open}><summary>{caption} <b>{rows} rows</b></summary>");
    write_rows(out, table, false);
    out.push_str("</details>\n");
}

/// A column of numbers is aligned to the right, one with sentences is broken into lines.
fn class(table: &Table, column: usize) -> &'static str {
    if table.numbers.contains(&column) {
        return " class=\"n\"";
    }
    let mut cells = table.rows.iter().filter_map(|row| row.get(column));
    if cells.any(|c| c.chars().count() > SENTENCE) { " class=\"w\"" } else { "" }
}

fn write_rows(out: &mut String, table: &Table, captioned: bool) {
    let classes: Vec<&str> = (0..table.header.len()).map(|k| class(table, k)).collect();
    let class = |k: usize| classes.get(k).copied().unwrap_or("");
    out.push_str("<div class=\"wide\" tabindex=\"0\"><table>\n");
    if captioned && !table.caption.is_empty() {
        let _ = writeln!(out, "<caption>{}</caption>", escaped(&table.caption));
    }
    out.push_str("<thead><tr>");
    for (k, title) in table.header.iter().enumerate() {
        let _ = write!(out, "<th scope=\"col\"{}>{}</th>", class(k), escaped(title));
    }
    out.push_str("</tr></thead>\n<tbody>\n");
    for (i, row) in table.rows.iter().enumerate() {
        out.push_str(if table.marked == Some(i) { "<tr class=\"marked\">" } else { "<tr>" });
        for (k, cell) in row.iter().enumerate() {
            let _ = write!(out, "<td{}>{}</td>", class(k), escaped(cell));
        }
        out.push_str("</tr>\n");
    }
    out.push_str("</tbody></table></div>\n");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_aligned_sentences_are_broken_and_the_marked_row_is_marked() {
        let table = Table {
            header: vec!["a".into(), "b".into(), "c".into()],
            rows: vec![
                vec!["x".into(), "1".into(), "because a sentence is longer than a name".into()],
                vec!["y".into(), "2".into(), "on".into()],
            ],
            numbers: vec![1],
            marked: Some(1),
            ..Table::default()
        };
        let mut out = String::new();
        write_table(&mut out, &table);
        let row =
            "<tr class=\"marked\"><td>y</td><td class=\"n\">2</td><td class=\"w\">on</td></tr>";
        assert!(out.contains(row), "{out}");
        assert!(!out.contains("caption") && !out.contains("<details"));
    }

    #[test]
    fn long_tables_fold_and_very_long_ones_begin_folded() {
        let of = |rows: usize| {
            let rows = vec![vec!["1".to_string()]; rows];
            let mut out = String::new();
            write_table(&mut out, &Table { caption: "c".into(), rows, ..Table::default() });
            out
        };
        assert!(of(14).contains("<caption>c</caption>"));
        assert!(of(15).starts_with("<details open><summary>c <b>15 rows</b></summary>"));
        assert!(of(46).starts_with("<details><summary>"));
        assert_eq!(of(46).matches("<tr>").count(), 47, "all rows are there, and the header");
    }
}
