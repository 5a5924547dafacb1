//! A recorded computation as statements, which C and Rust write the same way but for
//! declarations, numbers and functions.
//!
//! What is used once is written where it is used, as long as the line stays short. Every
//! operation in a sum or product has its parentheses, as MISRA C asks for.

use crate::function::Function;
use crate::graph::{Expr, Op};

/// Longest expression that is written where it is used.
const LONGEST: usize = 60;

/// How a language writes things.
pub trait Syntax {
    /// A number.
    fn number(&self, x: f64) -> String;
    /// Declares a constant.
    fn declare(&self, name: &str, value: &str) -> String;
    /// A function of an argument.
    fn call(&self, function: Call, argument: &str) -> String;
}

/// A function of the language or of the generated code.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Call {
    /// Square root.
    Sqrt,
    /// Absolute value.
    Abs,
    /// −1, 0 or 1.
    Sign,
    /// Hyperbolic tangent.
    Tanh,
    /// Exponential.
    Exp,
    /// A power.
    Power(f64),
}

/// The statements of a function.
pub struct Statements {
    /// Arguments of which sine and cosine are taken first.
    pub angles: Vec<String>,
    /// Declarations that the angles need.
    pub before: Vec<String>,
    /// Declarations, in order.
    pub lines: Vec<String>,
    /// Entries of the results.
    pub results: Vec<String>,
    /// What must be positive for the results to have a meaning.
    pub positive: Vec<String>,
}

impl Statements {
    /// Of a function.
    pub fn new(function: &Function, syntax: &dyn Syntax) -> Self {
        let mut all = function.values.clone();
        all.extend(&function.positive);
        let mut writer = Writer::new(function, syntax, &all);
        let mut done = vec![false; writer.needed.len()];
        let is_angle = |op: Op| matches!(op, Op::Sin(_) | Op::Cos(_));
        for id in writer.order(&mut done, is_angle) {
            writer.node(id);
        }
        let before = std::mem::take(&mut writer.lines);
        for id in writer.order(&mut done, |_| true) {
            writer.node(id);
        }
        let mut written: Vec<String> = all.iter().map(|&x| writer.signed(x)).collect();
        let positive = written.split_off(function.values.len());
        let Writer { angles, lines, .. } = writer;
        Self { angles, before, lines, results: written, positive }
    }
}

struct Writer<'f> {
    function: &'f Function,
    syntax: &'f dyn Syntax,
    needed: Vec<bool>,
    uses: Vec<usize>,
    /// Nodes that only sines and cosines read.
    is_angle: Vec<bool>,
    /// How each node is written where it is used.
    text: Vec<String>,
    angles: Vec<String>,
    lines: Vec<String>,
    temporaries: usize,
}

impl<'f> Writer<'f> {
    fn new(function: &'f Function, syntax: &'f dyn Syntax, all: &[Expr]) -> Self {
        let nodes = function.graph.nodes();
        let needed = function.graph.needed(all);
        let mut uses = vec![0; nodes.len()];
        let mut is_angle = vec![true; nodes.len()];
        for (_, op) in nodes.iter().enumerate().filter(|(id, _)| needed[*id]) {
            for a in op.operands().map(|a| a as usize) {
                uses[a] += 1;
                is_angle[a] &= matches!(op, Op::Sin(_) | Op::Cos(_));
            }
        }
        for x in all {
            if let Expr::Node { id, .. } = x {
                uses[*id as usize] += 1;
                is_angle[*id as usize] = false;
            }
        }
        let text = vec![String::new(); nodes.len()];
        let (angles, lines) = (Vec::new(), Vec::new());
        Self { function, syntax, needed, uses, is_angle, text, angles, lines, temporaries: 0 }
    }

    /// Nodes of a kind in the order in which they are written, each with what it needs
    /// just before it, unless that is done.
    fn order(&self, done: &mut [bool], kind: impl Fn(Op) -> bool) -> Vec<u32> {
        let mut order = Vec::new();
        let wanted = |id: usize| self.needed[id] && kind(self.function.graph.op(id as u32));
        for id in (0..self.needed.len()).filter(|&id| wanted(id)) {
            let mut stack = vec![(id as u32, false)];
            while let Some((id, ready)) = stack.pop() {
                if done[id as usize] {
                    continue;
                }
                if ready {
                    done[id as usize] = true;
                    order.push(id);
                    continue;
                }
                stack.push((id, true));
                let operands = self.function.graph.op(id).operands();
                operands.for_each(|a| stack.push((a, false)));
            }
        }
        order
    }

    fn at(&self, id: u32) -> &str {
        &self.text[id as usize]
    }
    fn signed(&self, x: Expr) -> String {
        match x {
            Expr::Constant(k) => self.syntax.number(k),
            Expr::Node { id, negative: false } => unwrapped(self.at(id)).to_string(),
            Expr::Node { id, negative: true } => format!("-{}", self.at(id)),
        }
    }

    fn node(&mut self, id: u32) {
        let op = self.function.graph.op(id);
        let number = |bits: u64| self.syntax.number(f64::from_bits(bits));
        let call = |function, a: u32| self.syntax.call(function, unwrapped(self.at(a)));
        let text = match op {
            Op::Input(k) => {
                self.text[id as usize] = self.function.input(k as usize);
                return;
            }
            Op::Sin(a) | Op::Cos(a) => {
                self.text[id as usize] = self.of_angle(a, matches!(op, Op::Sin(_)));
                return;
            }
            Op::Add(a, b) => format!("({} + {})", self.at(a), self.at(b)),
            Op::Sub(a, b) => format!("({} - {})", self.at(a), self.at(b)),
            Op::Offset(a, k) => {
                let k = f64::from_bits(k);
                let sign = if k < 0.0 { '-' } else { '+' };
                format!("({} {sign} {})", self.at(a), self.syntax.number(k.abs()))
            }
            Op::Mul(a, b) => format!("({} * {})", self.at(a), self.at(b)),
            Op::Scale(a, k) => format!("({} * {})", number(k), self.at(a)),
            Op::Div(a, b) => format!("({} / {})", self.at(a), self.at(b)),
            Op::Inverse(k, a) => format!("({} / {})", number(k), self.at(a)),
            Op::Negate(a) => format!("(-{})", self.at(a)),
            Op::Sqrt(a) => call(Call::Sqrt, a),
            Op::Abs(a) => call(Call::Abs, a),
            Op::Sign(a) => call(Call::Sign, a),
            Op::Tanh(a) => call(Call::Tanh, a),
            Op::Exp(a) => call(Call::Exp, a),
            Op::Power(a, k) => call(Call::Power(f64::from_bits(k)), a),
        };
        let once = self.uses[id as usize] == 1 && text.len() <= LONGEST;
        self.text[id as usize] = if once || self.is_angle[id as usize] {
            text
        } else {
            self.temporaries += 1;
            let name = format!("t{}", self.temporaries);
            self.lines.push(self.syntax.declare(&name, unwrapped(&text)));
            name
        };
    }

    fn of_angle(&mut self, angle: u32, is_sine: bool) -> String {
        let angle = unwrapped(self.at(angle)).to_string();
        let known = self.angles.iter().position(|x| *x == angle);
        let k = known.unwrap_or(self.angles.len());
        if known.is_none() {
            self.angles.push(angle);
        }
        format!("{}[{k}]", if is_sine { "sine" } else { "cosine" })
    }
}

/// The expression without the parentheses around all of it.
fn unwrapped(text: &str) -> &str {
    let Some(inner) = text.strip_prefix('(').and_then(|t| t.strip_suffix(')')) else {
        return text;
    };
    let mut depth = 0_i32;
    for c in inner.chars() {
        depth += i32::from(c == '(') - i32::from(c == ')');
        if depth < 0 {
            return text;
        }
    }
    inner
}
