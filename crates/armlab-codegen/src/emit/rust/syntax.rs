//! How Rust writes numbers, declarations and functions.

use crate::emit::statements::{Call, Syntax};

/// Rust with `f64` or `f32`.
pub struct Rust {
    /// Whether numbers are `f32`.
    pub single: bool,
}

impl Syntax for Rust {
    fn number(&self, x: f64) -> String {
        if self.single { format!("{:?}", x as f32) } else { format!("{x:?}") }
    }
    fn declare(&self, name: &str, value: &str) -> String {
        format!("let {name} = {value};")
    }
    fn call(&self, function: Call, argument: &str) -> String {
        match function {
            Call::Sqrt => format!("elementary::sqrt({argument})"),
            Call::Abs => format!("size_of({argument})"),
            Call::Sign => format!("sign_of({argument})"),
            Call::Tanh => format!("elementary::tanh({argument})"),
            Call::Exp => format!("elementary::exp({argument})"),
            Call::Power(exponent) => {
                format!("elementary::power({argument}, {})", self.number(exponent))
            }
        }
    }
}
