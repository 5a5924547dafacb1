//! One cause, one finding: findings of one kind are merged, and findings that follow from
//! another are left out.

use super::finding::{Finding, Severity};

/// A cause, and the codes of findings that follow from it.
struct Rule {
    cause: &'static str,
    follows: &'static [&'static str],
    /// Only of columns that the cause names.
    same_columns: bool,
    /// Errors stay beside a cause that is a warning.
    keeps_errors: bool,
}

const RULES: &[Rule] = &[
    Rule {
        cause: "few-samples",
        follows: &[
            "too-short",
            "hardly-moving",
            "motionless",
            "standstill",
            "time-unit",
            "saturated",
            "frozen",
        ],
        same_columns: false,
        keeps_errors: false,
    },
    // Stamps that are rounded to a coarse unit repeat, and their steps are too long.
    Rule {
        cause: "stamps-repeated",
        follows: &["time-unit", "velocity-scale", "velocity-disagrees", "frozen", "gaps", "jitter"],
        same_columns: false,
        keeps_errors: false,
    },
    Rule {
        cause: "time-unit",
        follows: &[
            "velocity-scale",
            "velocity-disagrees",
            "frozen",
            "gaps",
            "jitter",
            "quantised",
            "standstill",
            "too-short",
            "effort-unit",
        ],
        same_columns: false,
        keeps_errors: false,
    },
    Rule {
        cause: "stamps-backwards",
        follows: &[
            "stamps-repeated",
            "velocity-disagrees",
            "velocity-scale",
            "frozen",
            "gaps",
            "jitter",
            "too-short",
        ],
        same_columns: false,
        keeps_errors: false,
    },
    Rule {
        cause: "too-short",
        follows: &["hardly-moving", "motionless"],
        same_columns: false,
        keeps_errors: false,
    },
    Rule {
        cause: "velocity-sign",
        follows: &["velocity-scale"],
        same_columns: true,
        keeps_errors: false,
    },
    Rule {
        cause: "velocity-scale",
        follows: &["degrees", "absurd", "beyond-limits"],
        same_columns: true,
        keeps_errors: false,
    },
    Rule {
        cause: "degrees",
        follows: &[
            "beyond-limits",
            "absurd",
            "velocity-scale",
            "effort-unit",
            "gravity-sign",
            "gravity-missing",
            "position-jumps",
        ],
        same_columns: false,
        keeps_errors: false,
    },
    Rule { cause: "degrees", follows: &["position-unit"], same_columns: true, keeps_errors: false },
    Rule {
        cause: "position-unit",
        follows: &[
            "beyond-limits",
            "absurd",
            "velocity-scale",
            "velocity-disagrees",
            "degrees",
            "effort-unit",
            "gravity-sign",
            "gravity-missing",
            "unrelated-efforts",
            "position-jumps",
        ],
        same_columns: false,
        keeps_errors: false,
    },
    Rule {
        cause: "effort-unit",
        follows: &["absurd", "at-effort-limit", "saturated", "effort-like-current", "tiny-effort"],
        same_columns: true,
        keeps_errors: false,
    },
    Rule {
        cause: "absurd",
        follows: &["beyond-limits", "at-effort-limit", "velocity-disagrees", "velocity-scale"],
        same_columns: true,
        keeps_errors: false,
    },
    Rule { cause: "saturated", follows: &["frozen"], same_columns: true, keeps_errors: true },
    Rule {
        cause: "frozen",
        follows: &["position-jumps", "velocity-disagrees", "velocity-scale"],
        same_columns: true,
        keeps_errors: false,
    },
    Rule {
        cause: "position-jumps",
        follows: &["velocity-disagrees", "velocity-scale", "velocity-sign"],
        same_columns: false,
        keeps_errors: false,
    },
    Rule {
        cause: "hardly-moving",
        follows: &["motionless", "standstill", "velocity-disagrees"],
        same_columns: false,
        keeps_errors: false,
    },
];

/// Faults of the motion or the clock: what the description predicts along it says nothing about
/// the efforts.
const OF_MOTION: &[&str] = &[
    "few-samples",
    "too-short",
    "hardly-moving",
    "stamps-backwards",
    "stamps-repeated",
    "velocity-sign",
    "velocity-scale",
    "velocity-disagrees",
    "position-jumps",
    "frozen",
];
const OF_PREDICTION: &[&str] =
    &["effort-unit", "gravity-sign", "gravity-missing", "one-effort-scale"];

/// Each cause once.
pub(super) fn single(findings: Vec<Finding>) -> Vec<Finding> {
    let mut merged = merge(findings);
    for rule in RULES {
        let causes: Vec<Finding> = merged.iter().filter(|f| decides(f, rule)).cloned().collect();
        for cause in causes {
            merged.retain(|f| {
                let shares = f.columns.iter().any(|c| cause.columns.contains(c));
                let kept = rule.keeps_errors && f.severity > cause.severity;
                kept || !rule.follows.contains(&f.code) || (rule.same_columns && !shares)
            });
        }
    }
    let moved = |f: &Finding| f.severity == Severity::Error && OF_MOTION.contains(&f.code);
    if merged.iter().any(moved) {
        merged.retain(|f| !OF_PREDICTION.contains(&f.code));
    }
    merged
}

/// Errors explain others; of warnings only those about the same columns do.
fn decides(finding: &Finding, rule: &Rule) -> bool {
    finding.code == rule.cause && (finding.severity == Severity::Error || rule.same_columns)
}

/// Findings with the same code and remedy as one.
fn merge(findings: Vec<Finding>) -> Vec<Finding> {
    let mut all: Vec<(Finding, usize)> = Vec::new();
    for finding in findings {
        let alike = |(f, _): &&mut (Finding, usize)| {
            f.code == finding.code && f.severity == finding.severity && f.action == finding.action
        };
        let Some((first, count)) = all.iter_mut().find(alike) else {
            all.push((finding, 1));
            continue;
        };
        *count += 1;
        for column in finding.columns {
            if !first.columns.contains(&column) {
                first.columns.push(column);
            }
        }
        first.rows.join(finding.rows);
    }
    let told = |(mut finding, count): (Finding, usize)| {
        if count > 1 {
            finding.message.push_str(&format!(" (and {} more alike)", count - 1));
        }
        finding
    };
    all.into_iter().map(told).collect()
}
