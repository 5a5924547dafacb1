//! Machines with loops: Newton's method, and the reduction to actuated joints.

use super::syntax::Rust;
use crate::emit::filled;
use crate::emit::statements::Syntax;
use crate::export::Generated;
use crate::program::Loops;

/// The functions between the recorded ones and those that are called.
pub fn source(generated: &Generated, loops: &Loops, syntax: &Rust) -> String {
    let list =
        |numbers: &[usize]| numbers.iter().map(usize::to_string).collect::<Vec<_>>().join(", ");
    let home: Vec<String> = loops.home.iter().map(|&q| syntax.number(q)).collect();
    let pick = |double, single| if syntax.single { single } else { double };
    let mut text = include_str!("templates/loops.rs").to_string();
    text += match loops.loads {
        0 => include_str!("templates/loops_friction.rs"),
        _ => include_str!("templates/loops_loads.rs"),
    };
    if generated.program.base.is_some() {
        text += include_str!("templates/loops_regressor.rs");
    }
    let (active, passive) = (list(&loops.active), list(&loops.passive));
    let columns = generated.program.base.as_ref().map_or(0, |b| b.len()).to_string();
    let values = [
        ("tree", loops.home.len().to_string()),
        ("passive", loops.passive.len().to_string()),
        ("active_list", active),
        ("passive_list", passive),
        ("home", home.join(", ")),
        ("nearly", pick("1e-8", "1e-3").into()),
        ("closed", pick("1e-9", "1e-5").into()),
        ("unnoticed", pick("1e-6", "1e-4").into()),
        ("pivot", pick("1e-8", "1e-4").into()),
        ("settled", pick("1e-14", "1e-6").into()),
        ("loads", loops.loads.to_string()),
        ("columns", columns),
    ];
    let values: Vec<(&str, &str)> = values.iter().map(|(k, v)| (*k, v.as_str())).collect();
    filled(&text, &values)
}
