//! Mappings of many columns at once: `q*=left_arm_*_pos`.
//!
//! The star of a column's name stands for a joint's number or its name. `q.*` and
//! `left_arm_(.*)_pos` say the same; `q*=/(?:left|l)_arm_(.+)_pos/` is a regular expression.

use super::expressions::{Expression, MOST};
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
    let mut expressions = 0;
    for entry in given {
        let expression = if columns.contains(&entry.1.as_str()) { None } else { read(entry)? };
        expressions += usize::from(expression.is_some());
        if expressions > MOST {
            let hint = "one expression can name the columns of all joints: q*=/…(.+)…/";
            let message = format!("more than {MOST} regular expressions");
            return Err(refused(&entry.0, message, hint));
        }
        match (entry.0.strip_suffix('*'), expression) {
            (Some(stem), expression) => {
                all.extend(fitting(entry, stem, expression, columns, expectation)?);
            }
            (None, Some(expression)) => all.push(only(entry, &expression, columns)?),
            (None, None) => all.push(entry.clone()),
        }
    }
    Ok(all)
}

fn refused(target: &str, message: String, hint: &str) -> LogError {
    LogError::new("mapping", Place::Part(target.into()), message, hint)
}

/// The regular expression of a mapping's column, if it is one.
fn read((target, column, ..): &Given) -> Result<Option<Expression>, LogError> {
    let hint =
        "write it between slashes: /(?:left|l)_arm_(.+)_pos/; `armlab log FILE` lists the columns";
    let failed = |message: String| refused(target, message, hint);
    Expression::of(column).transpose().map_err(failed)
}

/// The one column that fits an expression.
fn only(entry: &Given, expression: &Expression, columns: &[&str]) -> Result<Given, LogError> {
    let (target, column, unit, scale, offset) = entry;
    let fitting: Vec<&str> = columns.iter().copied().filter(|c| expression.fits(c)).collect();
    let [name] = fitting[..] else {
        let list: Vec<String> = fitting.iter().take(3).map(|c| shown(c)).collect();
        let message = match list.is_empty() {
            true => format!("no column fits `{}`", shown(column)),
            false => format!("`{}` fits `{}`, and more than one", shown(column), list.join("`, `")),
        };
        return Err(refused(target, message, "`armlab log FILE` lists the columns"));
    };
    let unit = unit.clone().or(expression.unit.clone());
    Ok((target.clone(), name.into(), unit, *scale, *offset))
}

fn fitting(
    (target, column, unit, scale, offset): &Given,
    stem: &str,
    expression: Option<Expression>,
    columns: &[&str],
    expectation: &Expectation,
) -> Result<Vec<Given>, LogError> {
    let fail = |message: String, hint: &str| Err(refused(target, message, hint));
    let stem = stem.strip_suffix('.').unwrap_or(stem);
    if Quantity::of_stem(stem).is_none() {
        let hint = "write q*, qd*, qdd*, tau* or i*";
        return fail("not a quantity of joints".into(), hint);
    }
    let (found, own) = match &expression {
        Some(expression) if !expression.has_group() => {
            let hint = "put the joint's number or name into parentheses, as q*=/left_arm_(.+)_pos/";
            return fail(format!("`{}` has no group", shown(column)), hint);
        }
        Some(expression) => {
            let inside = |name: &&str| Some(owned((name, expression.joint(name)?)));
            (columns.iter().filter_map(inside).collect(), expression.unit.clone())
        }
        None => match starred(column, columns) {
            Some(found) => found,
            None => {
                let hint =
                    "put one * where the joint's number or name stands, as q*=left_arm_*_pos";
                return fail(format!("`{}` is not a pattern", shown(column)), hint);
            }
        },
    };
    let unit = unit.clone().or(own);
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
            let target = format!("{stem}{}", joint?.saturating_add(1));
            Some((target, name, unit.clone(), *scale, *offset))
        })
        .collect();
    if mapped.is_empty() {
        let message = format!("no column fits `{}` and a joint of the robot", shown(column));
        return fail(message, "`armlab log FILE` lists the columns");
    }
    Ok(mapped)
}

/// Columns with what stands for their joints.
type Found = Vec<(String, String)>;

fn owned((name, joint): (&str, String)) -> (String, String) {
    (name.to_string(), joint)
}

/// The columns that fit a name with one star, and its unit.
fn starred(column: &str, columns: &[&str]) -> Option<(Found, Option<String>)> {
    let column = column.replace("(.*)", "*");
    let indexed = column.ends_with("[*]");
    let split = if indexed { Column::named(&column) } else { with_unit(&column) };
    let stars = split.name.matches('*').count();
    let (before, after) = split.name.split_once('*').filter(|_| stars == 1)?;
    let inside = |name: &&str| -> Option<(String, String)> {
        let middle = name.strip_prefix(before)?.strip_suffix(after)?;
        (!middle.is_empty()).then(|| owned((name, middle.to_string())))
    };
    let unit = split.unknown_unit.clone().or(split.unit.map(|u| u.name.to_string()));
    Some((columns.iter().filter_map(inside).collect(), unit))
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
    fn regular_expressions_name_the_columns_of_all_joints_or_one() {
        let columns = ["stamp_ms", "LeftArm/joint_0/pos", "l_arm_joint_1_pos", "r_arm_joint_0_pos"];
        let both = "q*=/(?i)l(?:eft)?_?arm[_/]joint_(\\d+).pos/ [deg]";
        assert_eq!(
            mapped(both, &columns, &[]).unwrap(),
            "q1=LeftArm/joint_0/pos [deg], q2=l_arm_joint_1_pos [deg]"
        );
        assert_eq!(mapped("t=/stamp.*/ [ms]", &columns, &[]).unwrap(), "t=stamp_ms [ms]");
        // A column of that very name is meant.
        assert_eq!(mapped("t=/time/", &["/time/", "time"], &[]).unwrap(), "t=/time/");
        for wrong in ["t=/.*arm.*/", "t=/z/", "q*=/l_arm.*/", "q*=/(/", "q*=/z(.*)/"] {
            assert!(mapped(wrong, &columns, &[]).is_err(), "{wrong}");
        }
    }

    #[test]
    fn patterns_that_fit_nothing_or_too_much_are_refused() {
        for wrong in ["q*=pos", "q*=a*b*", "x*=a_*", "q*=z_*"] {
            assert!(mapped(wrong, &["a_1"], &[]).is_err(), "{wrong}");
        }
    }
}
