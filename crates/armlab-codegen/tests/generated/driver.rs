//! Programs that call generated functions with states from standard input.

use armlab_codegen::function::Shape;
use armlab_codegen::{Generated, Language};
use std::fmt::Write as _;
use std::io::Write as _;
use std::path::PathBuf;
use std::process::{Command, Stdio};

/// How C is compiled.
pub const STRICT: &[&str] = &["-O3", "-Wall", "-Wextra", "-Werror", "-pedantic", "-std=c99"];
/// With checks of every access and operation.
pub const SANITIZED: &[&str] = &[
    "-O1",
    "-g",
    "-Wall",
    "-Wextra",
    "-Werror",
    "-std=c99",
    "-fsanitize=address,undefined",
    "-fno-sanitize-recover=all",
];

/// Whether a compiler can be called; says so loudly if not.
pub fn has(compiler: &str) -> bool {
    let quiet = || Stdio::null();
    let found = Command::new(compiler).arg("--version").stdout(quiet()).stderr(quiet()).status();
    let found = found.is_ok_and(|s| s.success());
    if !found {
        eprintln!("GENERATED CODE WAS NOT COMPILED: there is no `{compiler}` on this machine");
    }
    found
}

/// A compiled program that calls the functions of a generated one.
pub struct Program {
    binary: PathBuf,
    _folder: tempfile::TempDir,
}

impl Program {
    /// Compiles generated C with a driver.
    pub fn c(generated: &Generated, flags: &[&str]) -> Self {
        compile_c(generated, flags, &c_driver(generated))
    }
    /// Compiles generated Rust with a driver; the generated crate has no standard library.
    pub fn rust(generated: &Generated) -> Self {
        compile_rust(generated, &rust_driver(generated))
    }
    /// The results of calls, one line each: the error code, then all numbers.
    pub fn run(&self, input: &str) -> Vec<(i32, Vec<f64>)> {
        let mut child = Command::new(&self.binary)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("started");
        let mut stdin = child.stdin.take().expect("piped");
        let text = input.to_string();
        let writer = std::thread::spawn(move || stdin.write_all(text.as_bytes()));
        let output = child.wait_with_output().expect("ended");
        writer.join().expect("joined").expect("written");
        assert!(output.status.success(), "the driver ended with {}", output.status);
        let text = String::from_utf8(output.stdout).expect("text");
        let line = |line: &str| {
            let mut words = line.split_whitespace();
            let code = words.next().and_then(|w| w.parse().ok()).expect("a code");
            (code, words.map(|w| w.parse().expect("a number")).collect())
        };
        text.lines().map(line).collect()
    }
}

/// Generated C with a program of its own.
pub fn compile_c(generated: &Generated, flags: &[&str], program: &str) -> Program {
    let folder = tempfile::tempdir().expect("a temporary folder");
    for file in generated.files(Language::C) {
        std::fs::write(folder.path().join(&file.name), &file.content).expect("written");
    }
    std::fs::write(folder.path().join("driver.c"), program).expect("written");
    let source = format!("{}.c", generated.identifier);
    let mut command = Command::new("cc");
    command.args(flags).args(["driver.c", &source, "-lm", "-o", "driver"]);
    succeed(command.current_dir(folder.path()));
    Program { binary: folder.path().join("driver"), _folder: folder }
}

/// Generated Rust, which has no standard library, with a program that has.
pub fn compile_rust(generated: &Generated, program: &str) -> Program {
    let folder = tempfile::tempdir().expect("a temporary folder");
    std::fs::create_dir(folder.path().join("src")).expect("made");
    for file in generated.files(Language::Rust) {
        std::fs::write(folder.path().join(&file.name), &file.content).expect("written");
    }
    std::fs::write(folder.path().join("driver.rs"), program).expect("written");
    let rustc = || {
        let mut command = Command::new("rustc");
        command.args(["--edition", "2021", "-O", "-D", "warnings"]);
        command.current_dir(folder.path());
        command
    };
    succeed(rustc().args(["--crate-type", "rlib", "--crate-name", "generated", "src/lib.rs"]));
    succeed(rustc().args(["driver.rs", "--extern", "generated=libgenerated.rlib"]));
    Program { binary: folder.path().join("driver"), _folder: folder }
}

/// The numbers that a program without input prints, line by line.
pub fn run_text(program: &Program) -> Vec<Vec<f64>> {
    let output = Command::new(&program.binary).output().expect("started");
    assert!(output.status.success(), "the program ended with {}", output.status);
    let text = String::from_utf8(output.stdout).expect("text");
    let number = |w: &str| w.parse().expect("a number");
    text.lines().map(|l| l.split_whitespace().map(number).collect()).collect()
}

fn succeed(command: &mut Command) {
    let output = command.output().expect("started");
    let text = String::from_utf8_lossy(&output.stderr);
    let start: String = text.chars().take(3000).collect();
    assert!(output.status.success(), "{command:?} failed:\n{start}");
}

/// One call as a line of input: the number of the function, then its arguments.
pub fn call(generated: &Generated, function: &str, inputs: &[f64]) -> String {
    let index = generated.program.public.iter().position(|s| s.name == function);
    let mut line = index.expect("a public function").to_string();
    inputs.iter().for_each(|x| write!(line, " {x:?}").expect("written"));
    line + "\n"
}

fn c_driver(generated: &Generated) -> String {
    let p = &generated.identifier;
    let posed = generated.program.loops.is_some();
    let mut text = format!(
        "#include \"{p}.h\"\n#include <stdio.h>\n\
         static void read({p}_real *x, int n) {{ int i; for (i = 0; i < n; i++) {{ double y = 0.0; \
         if (scanf(\"%lf\", &y) != 1) {{ y = 0.0; }} x[i] = ({p}_real)y; }} }}\n\
         static void show(const {p}_real *x, int n) {{ int i; for (i = 0; i < n; i++) {{ \
         printf(\" %.17g\", (double)x[i]); }} }}\n"
    );
    for (k, s) in generated.program.public.iter().enumerate() {
        text += &format!("static void call_{k}(void) {{\n");
        let mut names = Vec::new();
        let shape = |shape: Shape| match shape {
            Shape::Vector(n) => format!("[{n}]"),
            Shape::Matrix(r, c) => format!("[{r}][{c}]"),
        };
        if posed {
            text += &format!("    {p}_pose pose;\n");
            names.push("&pose".to_string());
        }
        for a in s.inputs.iter().chain(&s.outputs) {
            text += &format!("    {p}_real {}{};\n", a.name, shape(a.shape));
            names.push(a.name.to_string());
        }
        text += &format!("    {p}_status status = {}_OK;\n", p.to_uppercase());
        for a in &s.inputs {
            text += &format!("    read({}, {});\n", a.name, a.len());
        }
        if posed {
            text += &format!("    status = {p}_home(&pose);\n");
        }
        text +=
            &format!("    if (status == 0) {{ status = {p}_{}({}); }}\n", s.name, names.join(", "));
        text += "    printf(\"%d\", (int)status);\n    if (status == 0) {\n";
        for a in &s.outputs {
            let first = match a.shape {
                Shape::Vector(_) => a.name.to_string(),
                Shape::Matrix(..) => format!("&{}[0][0]", a.name),
            };
            text += &format!("        show({first}, {});\n", a.len());
        }
        text += "    }\n    printf(\"\\n\");\n}\n";
    }
    text += "int main(void) {\n    int k = 0;\n    while (scanf(\"%d\", &k) == 1) {\n        switch (k) {\n";
    text += &format!("        case -1: printf(\"%d\\n\", (int){p}_self_test()); break;\n");
    for k in 0..generated.program.public.len() {
        text += &format!("        case {k}: call_{k}(); break;\n");
    }
    text + "        default: break;\n        }\n    }\n    return 0;\n}\n"
}

fn rust_driver(generated: &Generated) -> String {
    let posed = generated.program.loops.is_some();
    let mut text = String::from(
        "use generated::*;\nuse std::io::Read;\n\
         fn code(e: Error) -> i32 { e as i32 + 1 }\n\
         fn show(x: &[Real]) { for x in x { print!(\" {:?}\", *x as f64); } }\n\
         fn take<'a, const N: usize>(words: &mut impl Iterator<Item = &'a str>) -> [Real; N] {\n\
         std::array::from_fn(|_| words.next().map_or(0.0, |w| w.parse().unwrap_or(Real::NAN))) }\n\
         fn main() {\n    let mut text = String::new();\n\
         std::io::stdin().read_to_string(&mut text).unwrap();\n\
         for line in text.lines() {\n        let mut words = line.split_whitespace();\n\
         match words.next().unwrap_or(\"\") {\n\
         \"-1\" => print!(\"{}\", self_test().err().map_or(0, code)),\n",
    );
    for (k, s) in generated.program.public.iter().enumerate() {
        text += &format!("        \"{k}\" => {{\n");
        for a in &s.inputs {
            text += &format!("            let {} = take::<{}>(&mut words);\n", a.name, a.len());
        }
        let inputs: Vec<String> = s.inputs.iter().map(|a| format!("&{}", a.name)).collect();
        let pose = if posed { "&mut pose, " } else { "" };
        let called = format!("{}({pose}{})", s.name, inputs.join(", "));
        let called = match posed {
            true => format!("Pose::home().and_then(|mut pose| {called})"),
            false => called,
        };
        let names: Vec<&str> = s.outputs.iter().map(|a| a.name).collect();
        let pattern = match names.as_slice() {
            [one] => format!("Ok({one})"),
            _ => format!("Ok(({}))", names.join(", ")),
        };
        text += &format!("            match {called} {{\n            {pattern} => {{\n");
        text += "            print!(\"0\");\n";
        for a in &s.outputs {
            text += &match a.shape {
                Shape::Vector(_) => format!("            show(&{});\n", a.name),
                Shape::Matrix(..) => {
                    format!("            for row in &{} {{ show(row); }}\n", a.name)
                }
            };
        }
        text += "            }\n            Err(e) => print!(\"{}\", code(e)),\n            }\n        }\n";
    }
    text + "        _ => {}\n        }\n        println!();\n    }\n}\n"
}
