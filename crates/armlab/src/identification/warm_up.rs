//! Friction that changes from the start of a log to its end, or from log to log: drives that
//! warm up.
//!
//! In parts of every log the residual of a joint is compared with its predicted friction: their
//! ratio is how much more or less friction there is than in the model. A trend of these ratios
//! over a log, or a difference between logs, is told if it is large and far beyond the scatter of
//! the parts. The law `warm-up` describes what the first of these two finds, `temperature` both where
//! the logs have temperatures.

use super::problem::IdentificationProblem;
use crate::identify::Estimate;
use armlab_engine::text::significant;
use armlab_random::student_quantile;

/// Parts of a log.
const PARTS: usize = 10;
/// Change of friction that is worth a word.
const WORTH: f64 = 0.05;
/// Probability of a word about friction that does not change.
const CHANCE: f64 = 1e-4;

/// Ratios of a joint's further friction to the predicted one in parts of a log, with the middle
/// times of the parts, s.
struct Ratios {
    log: String,
    points: Vec<(f64, f64)>,
}

/// Sentences about friction that changes over the logs of a fit.
pub fn friction_changes(problem: &IdentificationProblem, estimate: &Estimate) -> Vec<String> {
    let values = estimate.values();
    let mut bodies = values.clone();
    bodies[problem.model.base().len()..].fill(0.0);
    let recordings = &problem.fit_rows.recordings;
    let predict = |x: &[f64]| -> Option<Vec<Vec<Vec<f64>>>> {
        recordings.iter().map(|r| problem.model.predict(r, x).ok()).collect()
    };
    let (Some(whole), Some(rigid)) = (predict(&values), predict(&bodies)) else {
        return Vec::new();
    };
    let joints: Vec<&str> = problem.robot.driven_joints().map(|j| j.name.as_str()).collect();
    let mut sentences = Vec::new();
    for (j, joint) in joints.iter().enumerate() {
        let of_log = |k: usize| {
            let (r, whole, rigid) = (&recordings[k], &whole[k][j], &rigid[k][j]);
            let length = r.samples().div_ceil(PARTS).max(1);
            let mut points = Vec::new();
            for start in (0..r.samples()).step_by(length) {
                let end = (start + length).min(r.samples());
                let (mut product, mut square) = (0.0, 0.0);
                for i in start..end {
                    let friction = whole[i] - rigid[i];
                    product += (r.effort[j][i] - whole[i]) * friction;
                    square += friction * friction;
                }
                if square > 0.0 && 2 * (end - start) > length {
                    points.push((r.time[(start + end) / 2], product / square));
                }
            }
            Ratios { log: r.name.clone(), points }
        };
        let logs: Vec<Ratios> = (0..recordings.len()).map(of_log).collect();
        let model = problem.model.friction_models().of(j);
        let logged = recordings.iter().all(|r| r.temperature.get(j).is_some_and(|c| !c.is_empty()));
        let law = if logged { "temperature" } else { "warm-up" };
        let option = (!model.has(law)).then(|| format!("{model}+{law}"));
        sentences.extend(logs.iter().filter_map(|log| trend(joint, log, option.as_deref())));
        let remedy = match (logged, model.has("temperature")) {
            (true, false) => format!("Model it with `--friction {model}+temperature`"),
            (true, true) => "It is more than the logged temperature explains".into(),
            (false, _) => format!(
                "Log it as `temp_{joint}` and model it with `--friction {model}+temperature`, or \
                 start every log alike and take `{model}+warm-up`"
            ),
        };
        sentences.extend(difference(joint, &logs, &remedy));
    }
    sentences
}

/// Whether friction rises or falls over a log: a line through the parts.
fn trend(joint: &str, log: &Ratios, option: Option<&str>) -> Option<String> {
    let n = log.points.len();
    let freedom = n.checked_sub(2).filter(|f| *f >= 4)?;
    let mean = |of: fn(&(f64, f64)) -> f64| log.points.iter().map(of).sum::<f64>() / n as f64;
    let (time, ratio) = (mean(|p| p.0), mean(|p| p.1));
    let spread: f64 = log.points.iter().map(|p| (p.0 - time).powi(2)).sum();
    let slope = log.points.iter().map(|p| (p.0 - time) * (p.1 - ratio)).sum::<f64>() / spread;
    let left = log.points.iter().map(|p| (p.1 - ratio - slope * (p.0 - time)).powi(2));
    let deviation = (left.sum::<f64>() / freedom as f64 / spread).sqrt();
    let length = log.points.last()?.0 - log.points.first()?.0;
    let (change, deviation) = (slope * length, deviation * length);
    let clear = change.abs() > student_quantile(0.5 * CHANCE, freedom) * deviation;
    (clear && change.abs() > WORTH).then(|| {
        let word = if change < 0.0 { "falls" } else { "rises" };
        let what = match option {
            Some(laws) => format!("Model it with `--friction {laws}`, record after it has, or"),
            None => "Record after it has, or".into(),
        };
        format!(
            "{}: the friction of `{joint}` {word} by {} ± {} % from its start to its end: a drive \
             that warms up? {what} learn from the later part",
            log.log,
            significant(100.0 * change.abs(), 2),
            significant(100.0 * deviation, 1)
        )
    })
}

/// Whether the friction of two logs differs: the largest difference of their means.
fn difference(joint: &str, logs: &[Ratios], remedy: &str) -> Option<String> {
    let usable = logs.iter().filter(|l| l.points.len() >= 5).map(|l| {
        let n = l.points.len() as f64;
        let mean = l.points.iter().map(|p| p.1).sum::<f64>() / n;
        let square = l.points.iter().map(|p| (p.1 - mean).powi(2)).sum::<f64>() / (n - 1.0);
        (&l.log, mean, square / n, l.points.len() - 1)
    });
    let mut usable: Vec<_> = usable.collect();
    usable.sort_by(|a, b| a.1.total_cmp(&b.1));
    let (low, high) = (usable.first()?, usable.last()?);
    let (apart, deviation) = (high.1 - low.1, (high.2 + low.2).sqrt());
    let reach = student_quantile(0.5 * CHANCE, low.3.min(high.3)) * deviation;
    (apart > WORTH && apart > reach).then(|| {
        format!(
            "the friction of `{joint}` in {} is {} ± {} % larger than in {}: drives at another \
             temperature? The model is between both. {remedy}",
            high.0,
            significant(100.0 * apart, 2),
            significant(100.0 * deviation, 1),
            low.0
        )
    })
}
