//! The header.

use super::{Words, loops};
use crate::export::Generated;
use crate::function::{Array, Shape, Signature};

/// Text of the header.
pub fn write(generated: &Generated, words: &Words) -> String {
    let mut text = comment(&generated.introduction());
    text += &words.fill(include_str!("templates/begin.h"));
    if let Some(all) = &generated.program.loops {
        text += &loops::header(all, words);
    }
    for function in &generated.program.public {
        text += &format!("\n{}{};\n", documentation(function), prototype(function, words));
    }
    text += &words.fill(include_str!("templates/uses.h"));
    if generated.program.function("load_momentum").is_some() {
        text += &words.fill(include_str!("templates/payload.h"));
    }
    text += &words.fill(include_str!("templates/end.h"));
    text
}

/// A comment of several lines.
pub fn comment(lines: &[String]) -> String {
    let mut text = String::from("/*\n");
    for line in lines.iter().flat_map(|l| l.lines().chain(l.is_empty().then_some(""))) {
        // What a user typed cannot end the comment.
        let line = line.replace("*/", "* /").replace("/*", "/ *");
        text += format!(" * {line}").trim_end();
        text.push('\n');
    }
    text + " */\n"
}

fn documentation(function: &Signature) -> String {
    let mut text = format!("/* {}", function.about);
    for array in &function.inputs {
        text += &format!("\n   {}: {}", array.name, array.about);
    }
    for array in &function.outputs {
        text += &format!("\n   result {}: {}", array.name, array.about);
    }
    text + " */\n"
}

/// `const x_real q[7]`
pub fn argument(array: &Array, words: &Words, result: bool) -> String {
    let constant = if result { "" } else { "const " };
    let Words { lower, .. } = words;
    match array.shape {
        Shape::Vector(n) => format!("{constant}{lower}_real {}[{n}]", array.name),
        Shape::Matrix(rows, columns) => {
            format!("{constant}{lower}_real {}[{rows}][{columns}]", array.name)
        }
    }
}

/// All arguments of a function, results last.
pub fn arguments(function: &Signature, words: &Words) -> String {
    let inputs = function.inputs.iter().map(|a| argument(a, words, false));
    let outputs = function.outputs.iter().map(|a| argument(a, words, true));
    inputs.chain(outputs).collect::<Vec<_>>().join(",\n    ")
}

/// The declaration of a function that is called, without its end.
pub fn prototype(function: &Signature, words: &Words) -> String {
    let Words { lower, .. } = words;
    let pose = if words.posed { format!("{lower}_pose *pose,\n    ") } else { String::new() };
    format!("{lower}_status {lower}_{}(\n    {pose}{})", function.name, arguments(function, words))
}
