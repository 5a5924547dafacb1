//! Tables as CSV (RFC 4180), all digits.

use super::compared::ComparedTable;
use super::held::Held;
use super::items::{MeasuredTime, PlainTable};

/// A published table beside ours.
pub fn compared_csv(table: &ComparedTable) -> String {
    let header = [
        "group",
        "quantity",
        "unit",
        "published",
        "ours_as_printed",
        "ours_corrected",
        "truth",
        "held",
        "median",
        "low",
        "high",
        "redraws",
        "outcome",
        "counted",
        "reason",
    ];
    let mut out = line(header.iter().map(|s| (*s).to_string()));
    for row in &table.rows {
        let number = |value: Option<f64>| value.map_or_else(String::new, |v| format!("{v:?}"));
        let spread = row.held.as_ref().map(Held::spread);
        out += &line([
            row.group.clone(),
            row.quantity.clone(),
            row.unit.to_string(),
            row.published.map_or_else(String::new, |p| number(p.number())),
            number(row.printed),
            number(row.corrected),
            number(row.truth),
            row.held.as_ref().map_or_else(String::new, |h| h.what.clone()),
            number(spread.map(|s| s.median)),
            number(spread.map(|s| s.low)),
            number(spread.map(|s| s.high)),
            spread.map_or_else(String::new, |s| s.draws.to_string()),
            row.outcome().words().to_string(),
            if row.basis.counts() && row.published.is_some() { "yes" } else { "no" }.to_string(),
            row.reason(),
        ]);
    }
    out
}

/// A table of ours.
pub fn plain_csv(table: &PlainTable) -> String {
    let mut out = line(table.header.iter().cloned());
    for row in &table.rows {
        out += &line(row.iter().cloned());
    }
    out
}

/// Measured times.
pub fn times_csv(times: &[MeasuredTime]) -> String {
    let mut out = line(["what", "seconds", "published_seconds"].map(String::from));
    for time in times {
        let published = time.published.map_or_else(String::new, |v| format!("{v:?}"));
        out += &line([time.what.clone(), format!("{:?}", time.seconds), published]);
    }
    out
}

fn line(cells: impl IntoIterator<Item = String>) -> String {
    let cells: Vec<String> = cells.into_iter().map(quoted).collect();
    cells.join(",") + "\n"
}

fn quoted(cell: String) -> String {
    match cell.contains([',', '"', '\n', '\r']) {
        true => format!("\"{}\"", cell.replace('"', "\"\"")),
        false => cell,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reproduce::{ComparedRow, Printed};

    #[test]
    fn cells_with_commas_and_quotes_stay_one_cell() {
        assert_eq!(line(["a,b".into(), "say \"x\"".into()]), "\"a,b\",\"say \"\"x\"\"\"\n");
    }

    #[test]
    fn numbers_keep_all_digits_and_missing_ones_are_empty() {
        let row = ComparedRow::new("g", "q", "m").published(Printed("0.10")).corrected(1.0 / 3.0);
        let table = ComparedTable {
            name: "t".into(),
            source: "Table 1".into(),
            caption: String::new(),
            rows: vec![row],
        };
        assert!(
            compared_csv(&table).contains("\ng,q,m,0.1,,0.3333333333333333,,,,,,,not reproduced,")
        );
    }
}
