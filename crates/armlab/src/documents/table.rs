//! Tables of text, for terminals.

use super::number;

/// A table with a header; columns in `right` are aligned to the right.
pub fn table(header: &[&str], rows: Vec<Vec<String>>, right: &[usize]) -> String {
    let mut lines: Vec<Vec<String>> = vec![header.iter().map(|h| (*h).into()).collect()];
    lines.extend(rows);
    let columns = lines.iter().map(Vec::len).max().unwrap_or(0);
    let width = |column: usize| {
        lines.iter().filter_map(|row| row.get(column)).map(|cell| width(cell)).max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..columns).map(width).collect();
    let mut text = String::new();
    for row in &lines {
        let mut line = String::new();
        for (column, cell) in row.iter().enumerate() {
            let space = " ".repeat(widths[column].saturating_sub(self::width(cell)));
            line += "  ";
            if right.contains(&column) {
                line = line + &space + cell;
            } else {
                line = line + cell + &space;
            }
        }
        text = text + line.trim_end() + "\n";
    }
    text
}

/// Characters that a terminal shows: without the sequences that colour them.
fn width(cell: &str) -> usize {
    let mut escaped = false;
    let shown = cell.chars().filter(|c| {
        let hidden = escaped || *c == '\x1b';
        escaped = hidden && *c != 'm';
        !hidden
    });
    shown.count()
}

/// Numbers with a comma between.
pub fn numbers(values: impl IntoIterator<Item = f64>) -> String {
    values.into_iter().map(number).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::table;

    #[test]
    fn columns_are_aligned_and_colours_take_no_width() {
        let rows =
            vec![vec!["a".into(), "1.5".into()], vec!["\x1b[1mlong\x1b[0m".into(), "10.25".into()]];
        let text = table(&["", "value"], rows, &[1]);
        assert_eq!(text, "        value\n  a       1.5\n  \x1b[1mlong\x1b[0m  10.25\n");
    }
}
