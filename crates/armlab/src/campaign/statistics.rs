//! Statistics of a campaign's methods: bias, spread, validation error, time and failures,
//! per noise level.

use super::record::{MethodRecord, PlanRecord, TaskRecord};
use serde::Serialize;

/// Five numbers of a distribution, for a box plot.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Spread {
    /// Smallest.
    pub least: f64,
    /// Lower quartile.
    pub lower: f64,
    /// Median.
    pub median: f64,
    /// Upper quartile.
    pub upper: f64,
    /// Largest.
    pub most: f64,
}

/// One unknown's errors, percent of its true value; in the unknown's own unit
/// where the truth is zero.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ParameterStatistics {
    /// Name.
    pub name: String,
    /// Mean error.
    pub bias: f64,
    /// Standard deviation over seeds.
    pub deviation: f64,
    /// Root mean square error.
    pub rms: f64,
    /// Root mean square of the errors in stated standard deviations: 1 where these are
    /// right.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub z: Option<f64>,
    /// How often stated 95 % intervals hold the truth.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub coverage: Option<Coverage>,
    /// The distribution.
    pub spread: Spread,
}

/// How often intervals hold the truth, percent.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Coverage {
    /// Share of the intervals that do.
    pub share: f64,
    /// Lower end of the share's own 95 % interval (Wilson 1927).
    pub lower: f64,
    /// Upper end of it.
    pub upper: f64,
    /// Number of intervals.
    pub count: usize,
}

impl Coverage {
    fn of(held: impl Iterator<Item = bool>) -> Option<Self> {
        let (mut count, mut inside) = (0_usize, 0_usize);
        for held in held {
            count += 1;
            inside += usize::from(held);
        }
        if count == 0 {
            return None;
        }
        let (n, z) = (count as f64, 1.959_964_f64);
        let share = inside as f64 / n;
        let middle = (share + z * z / (2.0 * n)) / (1.0 + z * z / n);
        let reach =
            z * (share * (1.0 - share) / n + z * z / (4.0 * n * n)).sqrt() / (1.0 + z * z / n);
        let percent = |x: f64| 100.0 * x.clamp(0.0, 1.0);
        Some(Self {
            share: percent(share),
            lower: percent(middle - reach),
            upper: percent(middle + reach),
            count,
        })
    }
}

/// A method at a noise level.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct MethodStatistics {
    /// The method.
    pub method: String,
    /// Factor of the noise.
    pub level: f64,
    /// Tasks with an estimate.
    pub found: usize,
    /// Tasks without one.
    pub failed: usize,
    /// The most frequent reason for that.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub failure: Option<String>,
    /// Errors of the unknowns, the largest first.
    pub parameters: Vec<ParameterStatistics>,
    /// How often stated 95 % intervals hold the truth, over all unknowns.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub coverage: Option<Coverage>,
    /// Prediction error on the noise-free log, percent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unseen: Option<Spread>,
    /// Median time, s.
    pub seconds: f64,
}

/// A campaign in numbers.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct CampaignStatistics {
    /// Tasks that are done.
    pub done: u64,
    /// Tasks of the plan.
    pub tasks: u64,
    /// Methods by level, in the plan's order.
    pub methods: Vec<MethodStatistics>,
}

impl CampaignStatistics {
    /// Statistics of records, whatever their order.
    pub fn new(plan: &PlanRecord, records: &[TaskRecord]) -> Self {
        let mut sorted: Vec<&TaskRecord> = records.iter().collect();
        sorted.sort_by_key(|r| r.task);
        sorted.dedup_by_key(|r| r.task);
        let mut methods = Vec::new();
        for &level in &plan.levels {
            for (k, method) in plan.methods.iter().enumerate() {
                let own = sorted.iter().filter(|r| r.level == level);
                let own: Vec<_> = own.filter_map(|r| r.methods.get(k)).collect();
                let found: Vec<_> = own.iter().filter(|m| m.error.is_none()).collect();
                let parameter = |i: usize| {
                    let truth = plan.truth[i];
                    let scale = if truth == 0.0 { 1.0 } else { 100.0 / truth.abs() };
                    let values = found.iter().filter_map(|m| m.values.get(i));
                    let errors: Vec<f64> = values.map(|v| scale * (v - truth)).collect();
                    let (bias, deviation) = moments(&errors)?;
                    let rms =
                        (errors.iter().map(|e| e * e).sum::<f64>() / errors.len() as f64).sqrt();
                    let (name, spread) = (plan.names[i].clone(), spread(errors)?);
                    let z = z_score(&found, i, truth);
                    let coverage = Coverage::of(held(&found, i, truth));
                    Some(ParameterStatistics { name, bias, deviation, rms, z, coverage, spread })
                };
                let mut parameters: Vec<ParameterStatistics> =
                    (0..plan.truth.len()).filter_map(parameter).collect();
                parameters.sort_by(|a, b| b.rms.total_cmp(&a.rms));
                let all = plan.truth.iter().enumerate();
                let coverage = Coverage::of(all.flat_map(|(i, t)| held(&found, i, *t)));
                let mut seconds: Vec<f64> = own.iter().map(|m| m.seconds).collect();
                seconds.sort_by(f64::total_cmp);
                let failed = own.len() - found.len();
                methods.push(MethodStatistics {
                    method: method.clone(),
                    level,
                    found: found.len(),
                    failed,
                    failure: own.iter().find_map(|m| m.error.clone()),
                    parameters,
                    coverage,
                    unseen: spread(found.iter().filter_map(|m| m.unseen).collect()),
                    seconds: seconds.get(seconds.len() / 2).copied().unwrap_or(0.0),
                });
            }
        }
        let tasks = plan.levels.len() as u64 * plan.seeds;
        Self { done: sorted.len() as u64, tasks, methods }
    }
}

/// Whether each estimate's interval of an unknown holds its true value.
fn held<'a>(
    found: &'a [&'a &MethodRecord],
    unknown: usize,
    truth: f64,
) -> impl Iterator<Item = bool> + 'a {
    let intervals = found.iter().filter_map(move |m| *m.intervals.get(unknown)?);
    intervals.map(move |[lower, upper]| (lower..=upper).contains(&truth))
}

/// Root mean square of an unknown's errors in stated deviations.
fn z_score(found: &[&&MethodRecord], unknown: usize, truth: f64) -> Option<f64> {
    let scores: Vec<f64> = found
        .iter()
        .filter_map(|m| {
            let deviation = (*m.deviations.get(unknown)?).filter(|d| *d > 0.0)?;
            Some((m.values.get(unknown)? - truth) / deviation)
        })
        .collect();
    let square: f64 = scores.iter().map(|z| z * z).sum();
    (!scores.is_empty()).then(|| (square / scores.len() as f64).sqrt())
}

fn moments(values: &[f64]) -> Option<(f64, f64)> {
    if values.is_empty() {
        return None;
    }
    let mean = values.iter().sum::<f64>() / values.len() as f64;
    let square: f64 = values.iter().map(|v| (v - mean).powi(2)).sum();
    Some((mean, (square / (values.len() - 1).max(1) as f64).sqrt()))
}

/// Five numbers of a list; quantiles between two values are on the line through
/// them.
pub fn spread(mut values: Vec<f64>) -> Option<Spread> {
    if values.is_empty() {
        return None;
    }
    values.sort_by(f64::total_cmp);
    let at = |part: f64| {
        let place = part * (values.len() - 1) as f64;
        let (low, rest) = (place.floor() as usize, place.fract());
        let high = (low + 1).min(values.len() - 1);
        values[low] + rest * (values[high] - values[low])
    };
    Some(Spread {
        least: at(0.0),
        lower: at(0.25),
        median: at(0.5),
        upper: at(0.75),
        most: at(1.0),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantiles_are_those_of_the_textbook() {
        let found = spread(vec![4.0, 1.0, 3.0, 2.0]).unwrap();
        let expected = Spread { least: 1.0, lower: 1.75, median: 2.5, upper: 3.25, most: 4.0 };
        assert_eq!(found, expected);
        assert_eq!(spread(Vec::new()), None);
    }

    #[test]
    fn bias_and_deviation_do_not_depend_on_the_order_of_records() {
        let plan = PlanRecord {
            robot: "r".into(),
            names: vec!["m".into()],
            truth: vec![2.0],
            methods: vec!["ls".into()],
            levels: vec![1.0],
            seeds: 3,
            first_seed: 0,
            settings: Vec::new(),
        };
        let record = |task: u64, value: Option<f64>| TaskRecord {
            task,
            level: 1.0,
            seed: task,
            methods: vec![MethodRecord {
                method: "ls".into(),
                values: value.into_iter().collect(),
                deviations: value.map(|_| Some(0.1)).into_iter().collect(),
                intervals: value.map(|v| Some([v - 0.15, v + 0.15])).into_iter().collect(),
                unseen: value,
                error: value.is_none().then(|| "no".into()),
                seconds: 0.0,
            }],
        };
        let mut records = vec![record(0, Some(2.2)), record(1, Some(1.9)), record(2, None)];
        let one = CampaignStatistics::new(&plan, &records);
        records.reverse();
        records.push(record(1, Some(1.9)));
        assert_eq!(one, CampaignStatistics::new(&plan, &records));
        let method = &one.methods[0];
        assert_eq!((method.found, method.failed, one.done), (2, 1, 3));
        assert!((method.parameters[0].bias - 2.5).abs() < 1e-12);
        let coverage = method.coverage.unwrap();
        assert_eq!((coverage.share, coverage.count), (50.0, 2));
        // Wilson's interval of one of two.
        assert!((coverage.lower - 9.453).abs() < 1e-2 && (coverage.upper - 90.547).abs() < 1e-2);
        assert!((method.parameters[0].z.unwrap() - 2.5_f64.sqrt()).abs() < 1e-9);
    }
}
