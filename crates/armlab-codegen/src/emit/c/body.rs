//! The source.

use super::header::{arguments, prototype};
use super::syntax::C;
use super::{Words, loops, self_test};
use crate::emit::filled;
use crate::emit::statements::{Statements, Syntax};
use crate::emit::trigonometry::Trigonometry;
use crate::export::Generated;
use crate::function::{Array, Function, Shape, Signature};

/// Text of the source.
pub fn write(generated: &Generated, words: &Words, syntax: &C) -> String {
    let functions = &generated.program.functions;
    let written: Vec<Statements> = functions.iter().map(|f| Statements::new(f, syntax)).collect();
    let mut text = format!("/* {} */\n", generated.first_line().replace("*/", "* /"));
    text += &beginning(words, syntax);
    let uses = |what: &str| {
        let lines = |s: &Statements| {
            let all = s.lines.iter().chain(&s.before).chain(&s.results);
            all.chain(&s.angles).any(|l| l.contains(what))
        };
        written.iter().any(lines)
    };
    text += &words.fill(include_str!("templates/helpers.c"));
    if written.iter().any(|s| !s.angles.is_empty()) {
        text += &trigonometry(words, syntax);
    }
    if uses("sign_of(") {
        text += &words.fill(include_str!("templates/sign.c"));
    }
    for (function, statements) in functions.iter().zip(&written) {
        text += &core(function, statements, words);
    }
    if let Some(all) = &generated.program.loops {
        text += &loops::source(generated, all, words, syntax);
    }
    for signature in &generated.program.public {
        let singular = generated.program.function(signature.name);
        let singular = singular.is_some_and(|f| !f.positive.is_empty());
        text += &checked(signature, singular, words);
    }
    text += &controllers(generated, words, syntax);
    text + &self_test::write(generated, words, syntax)
}

/// What controllers do with the functions.
fn controllers(generated: &Generated, words: &Words, syntax: &C) -> String {
    let mut text = words.fill(include_str!("templates/uses.c"));
    if generated.program.function("load_momentum").is_some() {
        text += &words.fill(include_str!("templates/payload.c"));
    }
    let standstill: Vec<String> =
        generated.program.standstill.iter().map(|&x| syntax.number(x)).collect();
    let regularisation = if syntax.single { "1e-5" } else { "1e-9" };
    filled(&text, &[("standstill", &standstill.join(", ")), ("regularisation", regularisation)])
}

fn beginning(words: &Words, syntax: &C) -> String {
    let t = Trigonometry::of(syntax.single);
    let largest_number = if syntax.single { "FLT_MAX" } else { "DBL_MAX" };
    let text = words.fill(include_str!("templates/begin.c"));
    let largest = format!("{:?}", t.largest);
    let exp = if syntax.single { "expf" } else { "exp" };
    let tolerance = if syntax.single { "1e-4" } else { "1e-11" };
    let values = [
        ("largest_number", largest_number),
        ("largest", &largest),
        ("tolerance", tolerance),
        ("exp", exp),
    ];
    filled(&text, &values)
}

fn trigonometry(words: &Words, syntax: &C) -> String {
    let t = Trigonometry::of(syntax.single);
    let number = |x: f64| syntax.number(x);
    let text = words.fill(include_str!("templates/trigonometry.c"));
    let [a, b, c] = t.half_pi.map(|x| format!("{x:?}"));
    let values = [
        ("rounding", format!("{:?}", t.rounding)),
        ("half_pi_1", a),
        ("half_pi_2", b),
        ("half_pi_3", c),
        ("sine", Trigonometry::polynomial(t.sine, number)),
        ("cosine", Trigonometry::polynomial(t.cosine, number)),
    ];
    let values: Vec<(&str, &str)> = values.iter().map(|(k, v)| (*k, v.as_str())).collect();
    format!("\n{}", filled(&text, &values))
}

/// The computation itself, which trusts its arguments.
fn core(function: &Function, s: &Statements, words: &Words) -> String {
    let Words { lower, .. } = words;
    let returned = if s.positive.is_empty() { "void" } else { "int" };
    let o = function.operations();
    let mut text = format!(
        "\n/* {} multiplications, {} additions, {} divisions, {} functions. */\n",
        o.multiplications, o.additions, o.divisions, o.functions
    );
    text += &format!(
        "static {returned} compute_{}(\n    {})\n{{\n",
        function.signature.name,
        arguments(&function.signature, words)
    );
    for array in &function.signature.inputs {
        let read = format!("{}[", array.name);
        let lines = s.lines.iter().chain(&s.before).chain(&s.results);
        if !lines.chain(&s.angles).any(|line| line.contains(&read)) {
            s_push(&mut text, &format!("(void){};", array.name));
        }
    }
    if !s.angles.is_empty() {
        let k = s.angles.len();
        s_push(&mut text, &format!("{lower}_real angle[{k}];"));
        s_push(&mut text, &format!("{lower}_real sine[{k}];"));
        s_push(&mut text, &format!("{lower}_real cosine[{k}];"));
        s.before.iter().for_each(|line| s_push(&mut text, line));
        for (i, angle) in s.angles.iter().enumerate() {
            s_push(&mut text, &format!("angle[{i}] = {angle};"));
        }
        s_push(&mut text, &format!("sine_cosine(angle, sine, cosine, {k});"));
    }
    s.lines.iter().for_each(|line| s_push(&mut text, line));
    let mut results = s.results.iter();
    for array in &function.signature.outputs {
        for (k, result) in results.by_ref().take(array.len()).enumerate() {
            s_push(&mut text, &format!("{} = {result};", array.entry(k)));
        }
    }
    if !s.positive.is_empty() {
        let all: Vec<String> = s.positive.iter().map(|x| format!("(({x}) > R(0.0))")).collect();
        s_push(&mut text, &format!("return ({}) ? 1 : 0;", all.join(" &&\n            ")));
    }
    text + "}\n"
}

fn s_push(text: &mut String, line: &str) {
    text.push_str("    ");
    text.push_str(line);
    text.push('\n');
}

/// The function that is called: it checks arguments and results.
fn checked(function: &Signature, singular: bool, words: &Words) -> String {
    let Words { upper, .. } = words;
    let mut text = format!("\n{}\n{{\n", prototype(function, words));
    s_push(&mut text, &format!("{}_status status = {upper}_NOT_FINITE;", words.lower));
    let within = |array: &Array| {
        let limit = if array.name == "q" { "LARGEST_POSITION" } else { "LARGEST" };
        let first = match array.shape {
            Shape::Vector(_) => array.name.to_string(),
            Shape::Matrix(..) => format!("&{}[0][0]", array.name),
        };
        format!("(all_within({first}, {}, {limit}) != 0)", array.len())
    };
    let together =
        |arrays: &[Array]| arrays.iter().map(within).collect::<Vec<_>>().join(" &&\n        ");
    s_push(&mut text, &format!("if ({}) {{", together(&function.inputs)));
    let names: Vec<&str> =
        function.inputs.iter().chain(&function.outputs).map(|a| a.name).collect();
    let names = names.join(", ");
    let call = format!("compute_{}({names})", function.name);
    if words.posed {
        s_push(&mut text, &format!("    status = reduced_{}(pose, {names});", function.name));
        s_push(&mut text, &format!("    if (status != {upper}_OK) {{"));
        s_push(&mut text, "        /* The pose is what it was. */");
        s_push(&mut text, &format!("    }} else if ({}) {{", together(&function.outputs)));
    } else if !singular {
        s_push(&mut text, &format!("    {call};"));
        s_push(&mut text, &format!("    if ({}) {{", together(&function.outputs)));
    } else {
        s_push(&mut text, &format!("    if ({call} == 0) {{"));
        s_push(&mut text, &format!("        status = {upper}_SINGULAR;"));
        s_push(&mut text, &format!("    }} else if ({}) {{", together(&function.outputs)));
    }
    s_push(&mut text, &format!("        status = {upper}_OK;"));
    s_push(&mut text, "    } else {");
    s_push(&mut text, &format!("        status = {upper}_NOT_FINITE;"));
    s_push(&mut text, "    }");
    s_push(&mut text, "}");
    s_push(&mut text, "return status;");
    text + "}\n"
}
