//! Names that C and Rust accept.

/// Words that neither language leaves for names, as far as a robot might be called so.
const TAKEN: [&str; 24] = [
    "auto", "box", "break", "case", "char", "const", "crate", "double", "else", "enum", "extern",
    "float", "for", "if", "int", "loop", "main", "mod", "self", "static", "struct", "type", "use",
    "while",
];
/// Longest name.
const LONGEST: usize = 40;

/// A robot's name as an identifier: lower case, digits and underscores.
pub fn identifier(name: &str) -> String {
    let mut out = String::new();
    for c in name.chars() {
        let c = if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '_' };
        if out.len() == LONGEST {
            break;
        }
        if c != '_' || !out.ends_with('_') {
            out.push(c);
        }
    }
    let out = out.trim_matches('_').to_string();
    if out.is_empty() || out.starts_with(|c: char| c.is_ascii_digit()) {
        return format!("robot{}{out}", if out.is_empty() { "" } else { "_" });
    }
    if TAKEN.contains(&out.as_str()) { format!("{out}_robot") } else { out }
}

#[cfg(test)]
mod tests {
    use super::identifier;

    #[test]
    fn any_name_becomes_an_identifier() {
        let cases = [
            ("panda", "panda"),
            ("Parallel 3PRR-vertical", "parallel_3prr_vertical"),
            ("3prr", "robot_3prr"),
            ("float", "float_robot"),
            ("–", "robot"),
            ("a*/b", "a_b"),
        ];
        for (name, wanted) in cases {
            assert_eq!(identifier(name), wanted);
        }
    }
}
