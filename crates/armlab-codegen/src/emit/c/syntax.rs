//! How C writes numbers, declarations and functions.

use crate::emit::statements::{Call, Syntax};

/// C with `double` or `float`.
pub struct C {
    /// What the names of the generated code begin with.
    pub prefix: String,
    /// Whether numbers are `float`.
    pub single: bool,
}

impl C {
    fn suffix(&self) -> &'static str {
        if self.single { "f" } else { "" }
    }
}

impl Syntax for C {
    fn number(&self, x: f64) -> String {
        if self.single { format!("{:?}f", x as f32) } else { format!("{x:?}") }
    }
    fn declare(&self, name: &str, value: &str) -> String {
        format!("const {}_real {name} = {value};", self.prefix)
    }
    fn call(&self, function: Call, argument: &str) -> String {
        let (name, f) = match function {
            Call::Sqrt => ("sqrt", self.suffix()),
            Call::Abs => ("fabs", self.suffix()),
            Call::Tanh => ("tanh", self.suffix()),
            Call::Exp => ("exp", self.suffix()),
            Call::Sign => return format!("sign_of({argument})"),
            Call::Power(exponent) => {
                return format!("pow{}({argument}, {})", self.suffix(), self.number(exponent));
            }
        };
        format!("{name}{f}({argument})")
    }
}
