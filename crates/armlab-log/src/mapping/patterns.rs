//! Mappings of many columns at once: `q*=left_arm_*_pos`.
//!
//! The star of a column's name stands for a joint's number or its name. `q.*` and
//! `left_arm_(.*)_pos` say the same.

use crate::error::{LogError, Place, shown};
use crate::expectation::Expectation;
use crate::names::with_unit;
use crate::quantity::Quantity;
use crate::source::Column;

/// Target, column, unit, scale, offset.
pub(super) type Given = (String, String, Option<String>, f64, f64);

/// The same mappings with every pattern replaced by the columns that fit it.
pub(super) fn expanded(
    given: &[Given],
    columns: &[&str],
    expectation: &Expectation,
) -> Result<Vec<Given>, LogError> {
    let mut all = Vec::with_capacity(given.len());
    for entry in given {
        match entry.0.strip_suffix('*') {
            Some(stem) => all.extend(fitting(entry, stem, columns, expectation)?),
            None => all.push(entry.clone()),
        }
    }
    Ok(all)
}

fn fitting(
    (target, column, unit, scale, offset): &Given,
    stem: &str,
    columns: &[&str],
    expectation: &Expectation,
) -> Result<Vec<Given>, LogError> {
    let fail = |message: String, hint: &str| {
        Err(LogError::new("mapping", Place::Part(target.clone()), message, hint))
    };
    let stem = stem.strip_suffix('.').unwrap_or(stem);
    if Quantity::of_stem(stem).is_none() {
        let hint = "write q*, qd*, qdd*, tau* or i*";
        return fail("not a quantity of joints".into(), hint);
    }
    let column_text = column.replace("(.*)", "*");
    let indexed = column_text.ends_with("[*]");
    let split = if indexed { Column::named(&column_text) } else { with_unit(&column_text) };
    let stars = split.name.matches('*').count();
    let Some((before, after)) = split.name.split_once('*').filter(|_| stars == 1) else {
        let hint = "put one * where the joint's number or name stands, as q*=left_arm_*_pos";
        return fail(format!("`{}` is not a pattern", shown(column)), hint);
    };
    let unit = unit.clone().or(split.unknown_unit).or(split.unit.map(|u| u.name.to_string()));
    let inside = |name: &&str| -> Option<String> {
        let middle = name.strip_prefix(before)?.strip_suffix(after)?;
        (!middle.is_empty()).then(|| middle.to_string())
    };
    let found: Vec<(&str, String)> =
        columns.iter().filter_map(|name| Some((*name, inside(name)?))).collect();
    let numbers: Option<Vec<usize>> = found.iter().map(|(_, m)| m.parse().ok()).collect();
    let joints: Vec<Option<usize>> = match numbers {
        Some(numbers) => {
            let first = usize::from(!numbers.contains(&0));
            numbers.into_iter().map(|n| Some(n - first)).collect()
        }
        None if expectation.joint_names.is_empty() => (0..found.len()).map(Some).collect(),
        None => found.iter().map(|(_, middle)| joint_called(middle, expectation)).collect(),
    };
    let mapped: Vec<Given> = found
        .into_iter()
        .zip(joints)
        .filter_map(|((name, _), joint)| {
            let target = format!("{stem}{}", joint? + 1);
            Some((target, name.to_string(), unit.clone(), *scale, *offset))
        })
        .collect();
    if mapped.is_empty() {
        let message = format!("no column fits `{}` and a joint of the robot", shown(column));
        return fail(message, "`armlab log FILE` lists the columns");
    }
    Ok(mapped)
}

/// The joint of this name, or the only one whose name has it as whole words.
fn joint_called(text: &str, expectation: &Expectation) -> Option<usize> {
    let words = |name: &str| -> bool {
        name.match_indices(text).any(|(at, _)| {
            let open = |c: Option<char>| c.is_none_or(|c| !c.is_alphanumeric());
            open(name[..at].chars().next_back()) && open(name[at + text.len()..].chars().next())
        })
    };
    expectation.joint(text).or_else(|| {
        let mut like = expectation.joint_names.iter().enumerate().filter(|(_, n)| words(n));
        like.next().filter(|_| like.next().is_none()).map(|(joint, _)| joint)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mapped(pattern: &str, columns: &[&str], joints: &[&str]) -> Result<String, LogError> {
        let (target, column) = pattern.split_once('=').unwrap();
        let given = [(target.to_string(), column.to_string(), None, 1.0, 0.0)];
        let joint_names = joints.iter().map(|j| (*j).to_string()).collect();
        let expectation = Expectation { joint_names, ..Expectation::default() };
        let all = expanded(&given, columns, &expectation)?;
        let words = all.iter().map(|g| match &g.2 {
            Some(unit) => format!("{}={} [{unit}]", g.0, g.1),
            None => format!("{}={}", g.0, g.1),
        });
        Ok(words.collect::<Vec<_>>().join(", "))
    }

    #[test]
    fn stars_stand_for_numbers_and_names_of_joints() {
        let columns = ["t", "l_arm_0_pos", "l_arm_1_pos", "r_arm_0_pos"];
        assert_eq!(
            mapped("q*=l_arm_*_pos", &columns, &[]).unwrap(),
            "q1=l_arm_0_pos, q2=l_arm_1_pos"
        );
        assert_eq!(
            mapped("q.*=r_arm_(.*)_pos [deg]", &columns, &[]).unwrap(),
            "q1=r_arm_0_pos [deg]"
        );
        let columns = ["left_arm_elbow_eff", "left_arm_shoulder_pan_eff", "left_arm_gripper_eff"];
        let joints = ["arm_shoulder_pan_joint", "arm_elbow_joint"];
        assert_eq!(
            mapped("tau*=left_arm_*_eff", &columns, &joints).unwrap(),
            "tau2=left_arm_elbow_eff, tau1=left_arm_shoulder_pan_eff"
        );
    }

    #[test]
    fn patterns_that_fit_nothing_or_too_much_are_refused() {
        for wrong in ["q*=pos", "q*=a*b*", "x*=a_*", "q*=z_*"] {
            assert!(mapped(wrong, &["a_1"], &[]).is_err(), "{wrong}");
        }
    }
}
