//! Tables as Markdown and LaTeX.

use crate::error::{Error, Hint, Result};
use std::fmt::Write;
use std::str::FromStr;

/// Markup that tables can be written in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Markup {
    /// Markdown, as GitHub reads it.
    Markdown,
    /// LaTeX without further packages.
    Latex,
}

impl Markup {
    /// The end of a file's name.
    pub fn extension(self) -> &'static str {
        match self {
            Self::Markdown => "md",
            Self::Latex => "tex",
        }
    }

    /// A table; columns in `right` are aligned to the right.
    pub fn table(
        self,
        caption: &str,
        header: &[String],
        rows: &[Vec<String>],
        right: &[usize],
    ) -> String {
        match self {
            Self::Markdown => markdown(caption, header, rows, right),
            Self::Latex => latex(caption, header, rows, right),
        }
    }
}

impl FromStr for Markup {
    type Err = Error;
    fn from_str(text: &str) -> Result<Self> {
        match text.trim() {
            "md" | "markdown" => Ok(Self::Markdown),
            "tex" | "latex" => Ok(Self::Latex),
            _ => Err(Error::new(format_args!("`{text}` is no kind of table"))
                .hint(Hint::OneOf(vec!["md".into(), "tex".into()]))),
        }
    }
}

fn markdown(caption: &str, header: &[String], rows: &[Vec<String>], right: &[usize]) -> String {
    let cell = |text: &String| text.replace('\\', "\\\\").replace('|', "\\|").replace('\n', " ");
    let line = |cells: &[String]| {
        format!("| {} |\n", cells.iter().map(cell).collect::<Vec<_>>().join(" | "))
    };
    let rule = |k: usize| if right.contains(&k) { "---:|" } else { "---|" };
    let rules: String = (0..header.len()).map(rule).collect();
    let mut text = if caption.is_empty() { String::new() } else { format!("{caption}\n\n") };
    text += &line(header);
    let _ = writeln!(text, "|{rules}");
    rows.iter().for_each(|row| text += &line(row));
    text
}

fn latex(caption: &str, header: &[String], rows: &[Vec<String>], right: &[usize]) -> String {
    let line = |cells: &[String]| {
        cells.iter().map(|c| escaped(c)).collect::<Vec<_>>().join(" & ") + " \\\\\n"
    };
    let align = |k: usize| if right.contains(&k) { 'r' } else { 'l' };
    let columns: String = (0..header.len()).map(align).collect();
    let mut text = String::from("\\begin{table}\n\\centering\n");
    if !caption.is_empty() {
        let _ = writeln!(text, "\\caption{{{}}}", escaped(caption));
    }
    let _ = writeln!(text, "\\begin{{tabular}}{{{columns}}}\n\\hline");
    text += &line(header);
    text += "\\hline\n";
    rows.iter().for_each(|row| text += &line(row));
    text + "\\hline\n\\end{tabular}\n\\end{table}\n"
}

/// Text as LaTeX reads it.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' | '%' | '$' | '#' | '_' | '{' | '}' => out.extend(['\\', c]),
            '\\' => out.push_str("\\textbackslash{}"),
            '~' => out.push_str("\\textasciitilde{}"),
            '^' => out.push_str("\\textasciicircum{}"),
            '²' => out.push_str("$^2$"),
            '³' => out.push_str("$^3$"),
            '°' => out.push_str("$^\\circ$"),
            '·' => out.push_str("$\\cdot$"),
            '±' => out.push_str("$\\pm$"),
            '−' => out.push_str("$-$"),
            '–' => out.push_str("--"),
            '…' => out.push_str("\\ldots{}"),
            '\n' => out.push(' '),
            c => match GREEK.iter().find(|(letter, _)| *letter == c) {
                Some((_, name)) => {
                    let _ = write!(out, "$\\{name}$");
                }
                None => out.push(c),
            },
        }
    }
    out
}

/// Letters that joints and parameters are called by.
const GREEK: [(char, &str); 14] = [
    ('α', "alpha"),
    ('β', "beta"),
    ('γ', "gamma"),
    ('δ', "delta"),
    ('θ', "theta"),
    ('λ', "lambda"),
    ('μ', "mu"),
    ('µ', "mu"),
    ('π', "pi"),
    ('σ', "sigma"),
    ('τ', "tau"),
    ('φ', "varphi"),
    ('ψ', "psi"),
    ('ω', "omega"),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_are_written_with_their_special_letters_escaped() {
        let header = ["name".to_string(), "value".into()];
        let rows = vec![vec!["a_1|b".to_string(), "5 % kg m²".into()]];
        let md = Markup::Markdown.table("", &header, &rows, &[1]);
        assert_eq!(md, "| name | value |\n|---|---:|\n| a_1\\|b | 5 % kg m² |\n");
        let tex = Markup::Latex.table("c", &header, &rows, &[1]);
        assert!(tex.contains("a\\_1|b & 5 \\% kg m$^2$ \\\\"), "{tex}");
        assert!(tex.contains("\\begin{tabular}{lr}"));
        assert!("html".parse::<Markup>().is_err());
    }
}
