//! The self-test in the generated source.

use super::syntax::Rust;
use crate::emit::statements::Syntax;
use crate::export::Generated;
use crate::function::{Array, Shape};

/// Its text.
pub fn write(generated: &Generated, syntax: &Rust) -> String {
    let posed = generated.program.loops.is_some();
    let mut text = String::from(include_str!("templates/self_test.rs"));
    for case in &generated.cases {
        let Some(function) = generated.program.public.iter().find(|f| f.name == case.function)
        else {
            continue;
        };
        let list = |values: &[f64]| {
            let all: Vec<String> = values.iter().map(|&x| syntax.number(x)).collect();
            format!("[{}]", all.join(", "))
        };
        let mut rest = case.inputs.as_slice();
        let mut arguments = Vec::new();
        if posed {
            arguments.push("&mut Pose::home()?".to_string());
        }
        for array in &function.inputs {
            let (own, others) = rest.split_at(array.len());
            rest = others;
            arguments.push(format!("&{}", list(own)));
        }
        let call = format!("self::{}({})?", case.function, arguments.join(", "));
        let names: Vec<String> = function.outputs.iter().map(|a| a.name.to_string()).collect();
        let pattern = match names.as_slice() {
            [one] => one.clone(),
            _ => format!("({})", names.join(", ")),
        };
        text += &format!("    let {pattern} = {call};\n");
        let mut rest = case.outputs.as_slice();
        for array in &function.outputs {
            let (own, others) = rest.split_at(array.len());
            rest = others;
            text += &comparison(array, own, list);
        }
    }
    text + "    Ok(())\n}\n"
}

fn comparison(array: &Array, wanted: &[f64], list: impl Fn(&[f64]) -> String) -> String {
    let size = wanted.iter().fold(0.0_f64, |a, x| a.max(x.abs()));
    let mut text = String::new();
    let mut one = |entry: String, wanted: &[f64]| {
        text += &format!("    close_to(&{entry}, &{}, {size:?})?;\n", list(wanted));
    };
    match array.shape {
        Shape::Vector(_) => one(array.name.to_string(), wanted),
        Shape::Matrix(_, columns) => {
            for (row, wanted) in wanted.chunks(columns.max(1)).enumerate() {
                one(format!("{}[{row}]", array.name), wanted);
            }
        }
    }
    text
}
