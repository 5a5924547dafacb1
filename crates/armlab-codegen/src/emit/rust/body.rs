//! The source.

use super::syntax::Rust;
use super::{loops, self_test};
use crate::emit::filled;
use crate::emit::statements::{Statements, Syntax};
use crate::emit::trigonometry::Trigonometry;
use crate::export::Generated;
use crate::function::{Array, Function, Shape, Signature};

/// Text of the source.
pub fn write(generated: &Generated) -> String {
    let syntax = Rust { single: generated.settings.single };
    let functions = &generated.program.functions;
    let written: Vec<Statements> = functions.iter().map(|f| Statements::new(f, &syntax)).collect();
    let mut text = String::new();
    for line in generated.introduction() {
        text += format!("//! {}", line.replace(['\r', '\n'], " ")).trim_end();
        text.push('\n');
    }
    text += &beginning(generated, &syntax);
    let uses = |what: &str| {
        let has = |s: &Statements| {
            let lines = s.lines.iter().chain(&s.before).chain(&s.results).chain(&s.angles);
            lines.chain(&s.positive).any(|l| l.contains(what))
        };
        written.iter().any(has)
    };
    let posed = generated.program.loops.is_some();
    if posed || uses("size_of(") {
        text += include_str!("templates/size.rs");
    }
    if uses("sign_of(") {
        text += include_str!("templates/sign.rs");
    }
    text += include_str!("templates/elementary.rs");
    if written.iter().any(|s| !s.angles.is_empty()) {
        text += &trigonometry(&syntax);
    }
    for (function, statements) in functions.iter().zip(&written) {
        text += &core(function, statements);
    }
    if let Some(all) = &generated.program.loops {
        text += &loops::source(generated, all, &syntax);
    }
    for signature in &generated.program.public {
        let recorded = generated.program.function(signature.name);
        let singular = recorded.is_some_and(|f| !f.positive.is_empty());
        text += &checked(signature, singular, posed);
    }
    text += &controllers(generated, &syntax);
    text + &self_test::write(generated, &syntax)
}

/// What controllers do with the functions.
fn controllers(generated: &Generated, syntax: &Rust) -> String {
    let mut text = include_str!("templates/uses.rs").to_string();
    if generated.program.function("load_momentum").is_some() {
        text += include_str!("templates/payload.rs");
    }
    let posed = generated.program.loops.is_some();
    let standstill: Vec<String> =
        generated.program.standstill.iter().map(|&x| syntax.number(x)).collect();
    let values = [
        ("pose_argument", if posed { "pose: &mut Pose,\n    " } else { "" }),
        ("pose", if posed { "pose, " } else { "" }),
        ("standstill", &standstill.join(", ")),
        ("regularisation", if syntax.single { "1e-5" } else { "1e-9" }),
    ];
    filled(&text, &values)
}

fn beginning(generated: &Generated, syntax: &Rust) -> String {
    let t = Trigonometry::of(syntax.single);
    let n = generated.program.coordinates().to_string();
    let largest = format!("{:?}", t.largest);
    let values = [
        ("n", n.as_str()),
        ("real", if syntax.single { "f32" } else { "f64" }),
        ("largest", &largest),
        ("tolerance", if syntax.single { "1e-4" } else { "1e-11" }),
    ];
    filled(include_str!("templates/begin.rs"), &values)
}

fn trigonometry(syntax: &Rust) -> String {
    let t = Trigonometry::of(syntax.single);
    let number = |x: f64| syntax.number(x);
    let [a, b, c] = t.half_pi.map(number);
    let values = [
        ("rounding", number(t.rounding)),
        ("half_pi_1", a),
        ("half_pi_2", b),
        ("half_pi_3", c),
        ("sine", Trigonometry::polynomial(t.sine, number)),
        ("cosine", Trigonometry::polynomial(t.cosine, number)),
    ];
    let values: Vec<(&str, &str)> = values.iter().map(|(k, v)| (*k, v.as_str())).collect();
    filled(include_str!("templates/trigonometry.rs"), &values)
}

/// `[Real; 7]`
pub fn kind(array: &Array) -> String {
    match array.shape {
        Shape::Vector(n) => format!("[Real; {n}]"),
        Shape::Matrix(rows, columns) => format!("[[Real; {columns}]; {rows}]"),
    }
}

/// An array of zeros.
pub fn zeros(array: &Array) -> String {
    match array.shape {
        Shape::Vector(n) => format!("[0.0; {n}]"),
        Shape::Matrix(rows, columns) => format!("[[0.0; {columns}]; {rows}]"),
    }
}

fn push(text: &mut String, line: &str) {
    text.push_str("    ");
    text.push_str(line);
    text.push('\n');
}

/// The computation itself, which trusts its arguments.
fn core(function: &Function, s: &Statements) -> String {
    let o = function.operations();
    let signature = &function.signature;
    let mut arguments = Vec::new();
    for array in &signature.inputs {
        let read = format!("{}[", array.name);
        let mut lines = s.lines.iter().chain(&s.before).chain(&s.results).chain(&s.angles);
        let unused = if lines.any(|line| line.contains(&read)) { "" } else { "_" };
        arguments.push(format!("{unused}{}: &{}", array.name, kind(array)));
    }
    arguments.extend(
        signature.outputs.iter().map(|array| format!("{}: &mut {}", array.name, kind(array))),
    );
    let returned = if s.positive.is_empty() { "" } else { " -> bool" };
    let mut text = format!(
        "\n/// {} multiplications, {} additions, {} divisions, {} functions.\n\
         fn compute_{}(\n    {},\n){returned} {{\n",
        o.multiplications,
        o.additions,
        o.divisions,
        o.functions,
        signature.name,
        arguments.join(",\n    ")
    );
    s.before.iter().for_each(|line| push(&mut text, line));
    if !s.angles.is_empty() {
        push(&mut text, &format!("let angle = [{}];", s.angles.join(", ")));
        push(&mut text, "let (sine, cosine) = sine_cosine(&angle);");
    }
    s.lines.iter().for_each(|line| push(&mut text, line));
    let mut results = s.results.iter();
    for array in &signature.outputs {
        for (k, result) in results.by_ref().take(array.len()).enumerate() {
            push(&mut text, &format!("{} = {result};", array.entry(k)));
        }
    }
    if !s.positive.is_empty() {
        let all: Vec<String> = s.positive.iter().map(|x| format!("({x}) > 0.0")).collect();
        push(&mut text, &all.join("\n        && "));
    }
    text + "}\n"
}

/// The function that is called: it checks arguments and results.
fn checked(function: &Signature, singular: bool, posed: bool) -> String {
    let mut text = format!("\n/// {}\n///\n", function.about);
    for array in function.inputs.iter().chain(&function.outputs) {
        text += &format!("/// `{}`: {}.\n", array.name, array.about);
    }
    let mut arguments = Vec::new();
    if posed {
        arguments.push("pose: &mut Pose".to_string());
    }
    arguments.extend(function.inputs.iter().map(|a| format!("{}: &{}", a.name, kind(a))));
    let returned: Vec<String> = function.outputs.iter().map(kind).collect();
    let tuple = |all: Vec<String>| match all.as_slice() {
        [one] => one.clone(),
        _ => format!("({})", all.join(", ")),
    };
    text += &format!(
        "pub fn {}(\n    {},\n) -> Result<{}, Error> {{\n",
        function.name,
        arguments.join(",\n    "),
        tuple(returned)
    );
    for array in &function.inputs {
        let limit = if array.name == "q" { "LARGEST_POSITION" } else { "Real::MAX" };
        push(&mut text, &format!("all_within({}, {limit})?;", array.name));
    }
    for array in &function.outputs {
        push(&mut text, &format!("let mut {} = {};", array.name, zeros(array)));
    }
    let inputs: Vec<&str> = function.inputs.iter().map(|a| a.name).collect();
    let outputs: Vec<String> =
        function.outputs.iter().map(|a| format!("&mut {}", a.name)).collect();
    let passed = format!("{}, {}", inputs.join(", "), outputs.join(", "));
    let name = function.name;
    if posed {
        push(&mut text, &format!("reduced_{name}(pose, {passed})?;"));
    } else if singular {
        push(&mut text, &format!("if !compute_{name}({passed}) {{"));
        push(&mut text, "    return Err(Error::Singular);");
        push(&mut text, "}");
    } else {
        push(&mut text, &format!("compute_{name}({passed});"));
    }
    for array in &function.outputs {
        match array.shape {
            Shape::Vector(_) => {
                push(&mut text, &format!("all_within(&{}, Real::MAX)?;", array.name))
            }
            Shape::Matrix(..) => {
                push(&mut text, &format!("for row in &{} {{", array.name));
                push(&mut text, "    all_within(row, Real::MAX)?;");
                push(&mut text, "}");
            }
        }
    }
    let results = function.outputs.iter().map(|a| a.name.to_string()).collect();
    push(&mut text, &format!("Ok({})", tuple(results)));
    text + "}\n"
}
