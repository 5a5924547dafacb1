//! Words of an expression.

/// A word.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Token {
    Int(i64),
    Float(f64),
    Text(String),
    Name(String),
    /// An operator or a bracket.
    Sign(&'static str),
}

/// Signs, longer ones first.
const SIGNS: [&str; 31] = [
    "**", "//", "<=", ">=", "==", "!=", "<<", ">>", "+", "-", "*", "/", "%", "<", ">", "(", ")",
    "[", "]", "{", "}", ",", ":", ".", "=", "&", "|", "^", "~", ";", "@",
];

/// The words of an expression.
pub(super) fn tokens(text: &str) -> Result<Vec<Token>, String> {
    let mut out = Vec::new();
    let mut rest = text.trim_start();
    while let Some(first) = rest.chars().next() {
        let length = if first.is_ascii_digit() || starts_number(rest) {
            number(rest, &mut out)?
        } else if first.is_alphabetic() || first == '_' {
            let is_name = |c: char| c.is_alphanumeric() || c == '_';
            let end = rest.find(|c| !is_name(c)).unwrap_or(rest.len());
            out.push(Token::Name(rest[..end].to_string()));
            end
        } else if first == '\'' || first == '"' {
            quoted(rest, first, &mut out)?
        } else if let Some(sign) = SIGNS.into_iter().find(|s| rest.starts_with(s)) {
            out.push(Token::Sign(sign));
            sign.len()
        } else {
            return Err(format!("`{first}` is not understood"));
        };
        rest = rest[length..].trim_start();
    }
    Ok(out)
}

fn starts_number(text: &str) -> bool {
    let mut chars = text.chars();
    chars.next() == Some('.') && chars.next().is_some_and(|c| c.is_ascii_digit())
}

fn number(text: &str, out: &mut Vec<Token>) -> Result<usize, String> {
    let bytes = text.as_bytes();
    let digit = |i: usize| bytes.get(i).is_some_and(|b| b.is_ascii_digit() || *b == b'_');
    let mut end = 0;
    while digit(end) {
        end += 1;
    }
    let mut whole = true;
    if bytes.get(end) == Some(&b'.') {
        whole = false;
        end += 1;
        while digit(end) {
            end += 1;
        }
    }
    if matches!(bytes.get(end), Some(b'e' | b'E')) {
        let sign = usize::from(matches!(bytes.get(end + 1), Some(b'+' | b'-')));
        if digit(end + 1 + sign) {
            whole = false;
            end += 1 + sign;
            while digit(end) {
                end += 1;
            }
        }
    }
    let word = text[..end].replace('_', "");
    let token = match word.parse::<i64>() {
        Ok(i) if whole => Token::Int(i),
        _ => Token::Float(word.parse().map_err(|_| format!("`{word}` is not a number"))?),
    };
    out.push(token);
    Ok(end)
}

fn quoted(text: &str, quote: char, out: &mut Vec<Token>) -> Result<usize, String> {
    let mut inner = String::new();
    let mut escaped = false;
    for (i, c) in text.char_indices().skip(1) {
        if escaped {
            inner.push(match c {
                'n' => '\n',
                't' => '\t',
                other => other,
            });
            escaped = false;
        } else if c == '\\' {
            escaped = true;
        } else if c == quote {
            out.push(Token::Text(inner));
            return Ok(i + 1);
        } else {
            inner.push(c);
        }
    }
    Err(format!("a string does not end: {}", armlab_files::quoted(text)))
}
