//! Columns over time: thinned without losing peaks, as CSV, as bytes.

use crate::contract::{Series, SeriesInfo};
use crate::failure::{Answer, Failure};
use std::fmt::Write;

/// Columns with their names.
#[derive(Clone, Debug, Default)]
pub struct Table {
    /// Times, s, not falling.
    pub t: Vec<f64>,
    /// Columns.
    pub columns: Vec<(SeriesInfo, Vec<f64>)>,
}

/// Which part of a table.
#[derive(Clone, Debug, Default, serde::Deserialize)]
#[serde(default)]
pub struct Part {
    /// Names with commas between; all without it.
    pub names: Option<String>,
    /// From this time, s.
    pub from: Option<f64>,
    /// To this time, s.
    pub to: Option<f64>,
    /// Most rows.
    pub max_points: Option<usize>,
    /// True: rows as they are, every so many of them, for columns over each other.
    pub rows: Option<bool>,
}

/// Most rows that are sent as JSON.
const MOST_POINTS: usize = 200_000;

impl Table {
    /// Adds a column; one of another length is cut or filled with no-numbers.
    pub fn push(&mut self, info: SeriesInfo, mut values: Vec<f64>) {
        values.resize(self.t.len(), f64::NAN);
        self.columns.push((info, values));
    }

    /// The columns that were asked for.
    fn chosen(&self, part: &Part) -> Answer<Vec<&(SeriesInfo, Vec<f64>)>> {
        let Some(names) = part.names.as_deref().filter(|n| !n.is_empty()) else {
            return Ok(self.columns.iter().collect());
        };
        let find = |name: &str| {
            self.columns.iter().find(|(info, _)| info.name == name).ok_or_else(|| {
                let shown: String = name.chars().take(60).collect();
                let hint = "the run's or log's list of series has the names";
                Failure::field("names", format_args!("there is no series `{shown}`"), hint)
            })
        };
        names.split(',').map(find).collect()
    }

    fn range(&self, part: &Part) -> std::ops::Range<usize> {
        let from = part.from.filter(|x| !x.is_nan()).unwrap_or(f64::NEG_INFINITY);
        let to = part.to.filter(|x| !x.is_nan()).unwrap_or(f64::INFINITY);
        let first = self.t.partition_point(|t| *t < from);
        let last = self.t.partition_point(|t| *t <= to).max(first);
        first..last
    }

    /// A part, thinned.
    pub fn series(&self, part: &Part) -> Answer<Series> {
        let chosen = self.chosen(part)?;
        let range = self.range(part);
        let samples = range.len();
        let most = part.max_points.unwrap_or(2000).clamp(2, MOST_POINTS);
        let columns = chosen.iter().map(|(info, _)| info.clone()).collect();
        if samples <= most {
            let t = self.t[range.clone()].to_vec();
            let values = chosen.iter().map(|(_, v)| v[range.clone()].to_vec()).collect();
            return Ok(Series { columns, t, values, samples, thinned: false });
        }
        if part.rows == Some(true) {
            let kept: Vec<usize> = range.step_by(samples.div_ceil(most)).collect();
            let pick = |column: &[f64]| kept.iter().map(|&k| column[k]).collect::<Vec<f64>>();
            let values = chosen.iter().map(|(_, v)| pick(v)).collect();
            return Ok(Series { columns, t: pick(&self.t), values, samples, thinned: true });
        }
        let stretches = (most / 2).max(1);
        let bound = |k: usize| range.start + samples * k / stretches;
        let mut t = Vec::with_capacity(2 * stretches);
        for k in 0..stretches {
            t.extend([self.t[bound(k)], self.t[bound(k + 1) - 1]]);
        }
        let thin = |values: &Vec<f64>| -> Vec<f64> {
            (0..stretches).flat_map(|k| envelope(&values[bound(k)..bound(k + 1)])).collect()
        };
        let values = chosen.iter().map(|(_, v)| thin(v)).collect();
        Ok(Series { columns, t, values, samples, thinned: true })
    }

    /// Rows of a part as text, all of them.
    pub fn csv(&self, part: &Part) -> Answer<String> {
        let chosen = self.chosen(part)?;
        let mut text = String::from("t");
        for (info, _) in &chosen {
            let _ = write!(text, ",{}", info.name);
        }
        text.push('\n');
        for k in self.range(part) {
            let _ = write!(text, "{:?}", self.t[k]);
            for (_, values) in &chosen {
                match values[k] {
                    x if x.is_nan() => text.push(','),
                    x => {
                        let _ = write!(text, ",{x:?}");
                    }
                }
            }
            text.push('\n');
        }
        Ok(text)
    }

    /// Reads what [`csv`](Self::csv) wrote; columns that are not described are left out.
    pub fn read_csv(text: &str, infos: &[SeriesInfo]) -> Answer<Self> {
        let broken = || Failure::wrong("series.csv cannot be read", "run it again");
        let mut lines = text.lines();
        let header: Vec<&str> = lines.next().ok_or_else(broken)?.split(',').collect();
        let mut table = Self::default();
        let mut columns: Vec<Vec<f64>> = vec![Vec::new(); header.len()];
        for line in lines {
            let mut fields = line.split(',');
            for column in &mut columns {
                let field = fields.next().ok_or_else(broken)?;
                column.push(field.parse().unwrap_or(f64::NAN));
            }
        }
        let mut columns = columns.into_iter();
        table.t = columns.next().ok_or_else(broken)?;
        for (name, values) in header.iter().skip(1).zip(columns) {
            if let Some(info) = infos.iter().find(|i| i.name == *name) {
                table.push(info.clone(), values);
            }
        }
        Ok(table)
    }
}

impl Series {
    /// Little-endian doubles: times, then column after column.
    pub fn bytes(&self) -> Vec<u8> {
        let all = std::iter::once(&self.t).chain(&self.values).flatten();
        all.flat_map(|x| x.to_le_bytes()).collect()
    }
}

/// Smallest and largest value, in the order in which they occur.
fn envelope(values: &[f64]) -> [f64; 2] {
    let (mut least, mut most) = (None::<(usize, f64)>, None::<(usize, f64)>);
    for (k, &x) in values.iter().enumerate().filter(|(_, x)| !x.is_nan()) {
        if least.is_none_or(|(_, l)| x < l) {
            least = Some((k, x));
        }
        if most.is_none_or(|(_, m)| x > m) {
            most = Some((k, x));
        }
    }
    match (least, most) {
        (Some((i, low)), Some((j, high))) if i <= j => [low, high],
        (Some((_, low)), Some((_, high))) => [high, low],
        _ => [f64::NAN; 2],
    }
}

/// A column of a joint.
pub fn joint_column(
    name: String,
    label: String,
    unit: &str,
    group: &str,
    joint: usize,
) -> SeriesInfo {
    let (unit, group) = (unit.into(), group.into());
    SeriesInfo { name, label, unit, group, joint: Some(joint), method: None }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table() -> Table {
        let t: Vec<f64> = (0..10_000).map(|k| k as f64 * 1e-3).collect();
        let mut values: Vec<f64> = t.iter().map(|t| (7.0 * t).sin()).collect();
        values[4321] = 9.0;
        values[77] = f64::NAN;
        let mut table = Table { t, columns: Vec::new() };
        table.push(joint_column("a".into(), "a".into(), "m", "q", 0), values);
        table
    }

    #[test]
    fn a_single_peak_survives_thinning() {
        let part = Part { max_points: Some(100), ..Part::default() };
        let series = table().series(&part).unwrap();
        assert!(series.thinned && series.t.len() <= 100 && series.samples == 10_000);
        assert!(series.values[0].contains(&9.0));
        assert!(series.t.is_sorted());
    }

    #[test]
    fn csv_gives_every_digit_back() {
        let table = table();
        let text = table.csv(&Part::default()).unwrap();
        let infos: Vec<SeriesInfo> = table.columns.iter().map(|(i, _)| i.clone()).collect();
        let again = Table::read_csv(&text, &infos).unwrap();
        assert_eq!(again.t, table.t);
        for (x, y) in again.columns[0].1.iter().zip(&table.columns[0].1) {
            assert!(x == y || (x.is_nan() && y.is_nan()));
        }
    }

    #[test]
    fn odd_ranges_give_nothing_and_do_not_panic() {
        for (from, to) in [(5.0, 1.0), (f64::NAN, f64::NAN), (-1e300, -1.0), (99.0, f64::INFINITY)]
        {
            let part = Part { from: Some(from), to: Some(to), ..Part::default() };
            let series = table().series(&part).unwrap();
            assert_eq!(series.t.len(), series.values[0].len());
        }
        assert!(table().series(&Part { names: Some("b".into()), ..Part::default() }).is_err());
    }
}
