//! One state typed on the command line.

use super::States;
use crate::failure::Failure;

/// The state with positions `q`, and speeds, accelerations and efforts where given.
pub fn typed(
    dofs: usize,
    q: &str,
    qd: Option<&str>,
    qdd: Option<&str>,
    tau: Option<&str>,
) -> Result<States, Failure> {
    let zeros = || Ok(vec![0.0; dofs]);
    Ok(States {
        dofs,
        q: numbers("--q", q, dofs)?,
        qd: qd.map_or_else(zeros, |text| numbers("--qd", text, dofs))?,
        qdd: qdd.map_or_else(zeros, |text| numbers("--qdd", text, dofs))?,
        tau: tau.map(|text| numbers("--tau", text, dofs)).transpose()?,
        time: None,
    })
}

fn numbers(option: &str, text: &str, wanted: usize) -> Result<Vec<f64>, Failure> {
    let mut numbers = Vec::with_capacity(wanted);
    for (i, field) in text.split(',').enumerate() {
        match field.trim().parse::<f64>() {
            Ok(x) if x.is_finite() => numbers.push(x),
            _ => {
                let shown: String = field.trim().chars().take(40).collect();
                return Err(Failure::input(
                    format_args!("{option}: entry {} is `{shown}`, not a finite number", i + 1),
                    "write numbers with commas between, e.g. 0.1,-0.2,0.3",
                ));
            }
        }
    }
    if numbers.len() == wanted {
        return Ok(numbers);
    }
    Err(Failure::input(
        format_args!("{option} has {} entries; the robot has {wanted} coordinates", numbers.len()),
        "give one number per moving joint",
    ))
}
