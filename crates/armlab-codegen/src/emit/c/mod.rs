//! C99: one header, one source, no allocation and nothing but the standard `math.h`.

mod body;
mod header;
mod loops;
mod self_test;
mod syntax;

use super::{SourceFile, filled};
use crate::export::Generated;
use syntax::C;

/// Names that templates speak of.
struct Words<'a> {
    lower: &'a str,
    upper: String,
    n: String,
    real: &'static str,
    /// Whether functions take a pose first.
    posed: bool,
}

impl Words<'_> {
    fn fill(&self, template: &str) -> String {
        let argument = format!("{}_pose *pose,\n    ", self.lower);
        let (argument, pose) = if self.posed { (argument.as_str(), "pose, ") } else { ("", "") };
        let values = [
            ("pose_argument", argument),
            ("pose", pose),
            ("p", self.lower),
            ("P", &self.upper),
            ("n", &self.n),
            ("real", self.real),
        ];
        filled(template, &values)
    }
}

/// Header and source of a program.
pub fn write_c(generated: &Generated) -> Vec<SourceFile> {
    let single = generated.settings.single;
    let words = Words {
        lower: &generated.identifier,
        upper: generated.identifier.to_uppercase(),
        n: generated.program.coordinates().to_string(),
        real: if single { "float" } else { "double" },
        posed: generated.program.loops.is_some(),
    };
    let syntax = C { prefix: words.lower.into(), single };
    let header = header::write(generated, &words);
    let source = body::write(generated, &words, &syntax);
    vec![
        SourceFile { name: format!("{}.h", words.lower), content: header },
        SourceFile { name: format!("{}.c", words.lower), content: source },
    ]
}
