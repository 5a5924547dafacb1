//! Regular expressions in mappings, between slashes: `q*=/(?:left|l)_arm_(.+)_pos/ [deg]`.
//!
//! An expression is compared with whole names. The group called `joint`, or else the first one,
//! is a joint's number or its name. Matching takes time in proportion to the lengths of expression
//! and name (`regex-lite`), and both are limited.

use crate::error::shown;
use crate::names::with_unit;
use regex_lite::{Regex, RegexBuilder};

/// Most regular expressions in each part of a mapping.
pub(super) const MOST: usize = 64;
/// Longest expression, and longest name that it is compared with, bytes.
const LONGEST: usize = 256;
/// Memory of a compiled expression, bytes.
const SIZE: usize = 1 << 15;

/// A regular expression for names of columns.
pub(super) struct Expression {
    regex: Regex,
    /// The unit behind it.
    pub unit: Option<String>,
}

impl Expression {
    /// Reads `/…/ [unit]`; nothing where a text is no expression, or a reason why it cannot be used.
    pub fn of(text: &str) -> Option<Result<Self, String>> {
        let split = with_unit(text);
        let inner = split.name.strip_prefix('/')?.strip_suffix('/')?;
        if inner.is_empty() {
            return None;
        }
        if inner.len() > LONGEST {
            return Some(Err(format!("an expression has at most {LONGEST} bytes")));
        }
        let whole = format!("^(?:{inner})$");
        let built = RegexBuilder::new(&whole).size_limit(SIZE).build();
        let unit = split.unknown_unit.or(split.unit.map(|u| u.name.to_string()));
        Some(match built {
            // Parentheses that close the group around it would change what is compared.
            Ok(_) if Regex::new(inner).is_err() => {
                Err(format!("`{}` is no regular expression", shown(inner)))
            }
            Ok(regex) => Ok(Self { regex, unit }),
            Err(why) => Err(format!("`{}` is no regular expression: {why}", shown(inner))),
        })
    }

    /// Whether it has a group for a joint.
    pub fn has_group(&self) -> bool {
        self.regex.captures_len() > 1
    }

    /// Whether a name fits.
    pub fn fits(&self, name: &str) -> bool {
        name.len() <= LONGEST && self.regex.is_match(name)
    }

    /// What a name that fits has in the group of the joint.
    pub fn joint(&self, name: &str) -> Option<String> {
        let found = self.regex.captures(name).filter(|_| name.len() <= LONGEST)?;
        let group = found.name("joint").or_else(|| found.get(1))?;
        (!group.as_str().is_empty()).then(|| group.as_str().to_string())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_texts_between_slashes_are_expressions() {
        for plain in ["q1", "/joint_states/position[0]", "/", "//", "a/b/", "/a/b"] {
            assert!(Expression::of(plain).is_none(), "{plain}");
        }
        let found = Expression::of("/(.+)_vel/ [rad/s]").unwrap().unwrap();
        assert_eq!(found.unit.as_deref(), Some("rad/s"));
        assert_eq!(found.joint("elbow_vel").as_deref(), Some("elbow"));
        assert_eq!(found.joint("elbow_vel_2"), None);
    }

    #[test]
    fn alternatives_cover_the_whole_name_and_groups_may_be_named() {
        let found = Expression::of("/(?:l|left)_(?P<joint>\\d+)|x(y)/").unwrap().unwrap();
        assert_eq!(found.joint("left_12").as_deref(), Some("12"));
        assert!(!found.fits("a_left_12") && !found.fits("left_12b"));
    }

    #[test]
    fn expressions_that_are_wrong_or_large_are_refused() {
        let long = format!("/{}/", "a".repeat(LONGEST + 1));
        for wrong in ["/(/", "/a)(b/", "/(a{1000}){1000}/", long.as_str()] {
            assert!(Expression::of(wrong).unwrap().is_err(), "{wrong}");
        }
    }
}
