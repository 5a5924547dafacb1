//! Machines with loops: Newton's method, and the reduction to actuated joints.

use super::Words;
use super::syntax::C;
use crate::emit::filled;
use crate::emit::statements::Syntax;
use crate::export::Generated;
use crate::program::Loops;

/// What the header says of them.
pub fn header(loops: &Loops, words: &Words) -> String {
    let text = words.fill(include_str!("templates/loops.h"));
    sized(&text, loops)
}

fn sized(text: &str, loops: &Loops) -> String {
    let (tree, passive) = (loops.home.len().to_string(), loops.passive.len().to_string());
    filled(text, &[("tree", &tree), ("passive", &passive)])
}

/// The functions between the recorded ones and those that are called.
pub fn source(generated: &Generated, loops: &Loops, words: &Words, syntax: &C) -> String {
    let list =
        |numbers: &[usize]| numbers.iter().map(usize::to_string).collect::<Vec<_>>().join(", ");
    let home: Vec<String> = loops.home.iter().map(|&q| syntax.number(q)).collect();
    let pick = |double, single| if syntax.single { single } else { double };
    let loads = loops.loads.to_string();
    let columns = generated.program.base.as_ref().map_or(0, |b| b.len()).to_string();
    let mut text = include_str!("templates/loops_limits.c").to_string();
    text += include_str!("templates/loops.c");
    text += match loops.loads {
        0 => include_str!("templates/loops_friction.c"),
        _ => include_str!("templates/loops_loads.c"),
    };
    if generated.program.base.is_some() {
        text += include_str!("templates/loops_regressor.c");
    }
    let (active, passive) = (list(&loops.active), list(&loops.passive));
    let values = [
        ("active_list", active.as_str()),
        ("passive_list", &passive),
        ("home", &home.join(", ")),
        ("nearly", pick("1e-8", "1e-3")),
        ("closed", pick("1e-9", "1e-5")),
        ("unnoticed", pick("1e-6", "1e-4")),
        ("pivot", pick("1e-8", "1e-4")),
        ("settled", pick("1e-14", "1e-6")),
        ("loads", &loads),
        ("columns", &columns),
    ];
    sized(&words.fill(&filled(&text, &values)), loops)
}
