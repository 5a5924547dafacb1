//! The self-test in the generated source.

use super::Words;
use super::syntax::C;
use crate::emit::statements::Syntax;
use crate::export::Generated;

/// Its text.
pub fn write(generated: &Generated, words: &Words, syntax: &C) -> String {
    let mut text = words.fill(include_str!("templates/close_to.c"));
    let Words { lower, upper, .. } = words;
    let mut calls = Vec::new();
    for (k, case) in generated.cases.iter().enumerate() {
        let Some(function) = generated.program.public.iter().find(|f| f.name == case.function)
        else {
            continue;
        };
        let numbers = |values: &[f64]| {
            let all: Vec<String> = values.iter().map(|&x| syntax.number(x)).collect();
            all.chunks(4).map(|c| c.join(", ")).collect::<Vec<_>>().join(",\n        ")
        };
        text += &format!("\nstatic int test_{k}(void)\n{{\n");
        let mut arguments = Vec::new();
        if words.posed {
            text += &format!("    {lower}_pose pose;\n");
            arguments.push("&pose".to_string());
        }
        let mut rest = case.inputs.as_slice();
        for array in &function.inputs {
            let (own, others) = rest.split_at(array.len());
            rest = others;
            text += &format!(
                "    static const {lower}_real {}[{}] = {{\n        {}}};\n",
                array.name,
                own.len(),
                numbers(own)
            );
            arguments.push(array.name.to_string());
        }
        let mut rest = case.outputs.as_slice();
        let mut checks = Vec::new();
        for array in &function.outputs {
            let (own, others) = rest.split_at(array.len());
            rest = others;
            let name = array.name;
            text += &format!(
                "    static const {lower}_real wanted_{name}[{}] = {{\n        {}}};\n",
                own.len(),
                numbers(own)
            );
            let (shape, first) = match array.shape {
                crate::function::Shape::Vector(n) => (format!("[{n}]"), name.to_string()),
                crate::function::Shape::Matrix(r, c) => {
                    (format!("[{r}][{c}]"), format!("&{name}[0][0]"))
                }
            };
            text += &format!("    {lower}_real {name}{shape};\n");
            arguments.push(name.to_string());
            checks.push(format!("close_to({first}, wanted_{name}, {})", array.len()));
        }
        text += &format!("    {lower}_status status = {upper}_OK;\n");
        if words.posed {
            text += &format!("    status = {lower}_home(&pose);\n");
        }
        text += &format!("    if (status == {upper}_OK) {{\n");
        let arguments = arguments.join(", ");
        text += &format!("        status = {lower}_{}({arguments});\n    }}\n", case.function);
        let checks: Vec<String> = checks.iter().map(|c| format!("({c} != 0)")).collect();
        text += &format!(
            "    return ((status == {upper}_OK) && {}) ? 1 : 0;\n}}\n",
            checks.join(" && ")
        );
        calls.push(format!("(test_{k}() != 0)"));
    }
    let all = if calls.is_empty() { "1".to_string() } else { calls.join(" &&\n        ") };
    text + &words.fill(include_str!("templates/self_test.c")).replace("@calls@", &all)
}
