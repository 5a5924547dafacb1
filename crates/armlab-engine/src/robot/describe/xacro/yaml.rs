//! The YAML that parameter files of robots use: mappings and lists by indentation or in
//! brackets, scalars, and the units of xacro (`!degrees 90`, `!mm 5`).

use super::literal;
use super::value::Value;

/// How deep a file may be nested.
const DEEPEST: usize = 64;

struct Line<'t> {
    number: usize,
    indent: usize,
    text: &'t str,
}

/// Evaluates an expression of a scalar with a unit.
pub(super) type Evaluate<'a> = &'a mut dyn FnMut(&str) -> Result<f64, String>;

/// Reads a YAML text.
pub(super) fn parse(text: &str, evaluate: Evaluate) -> Result<Value, String> {
    let mut lines = Vec::new();
    for (i, line) in text.lines().enumerate() {
        let content = without_comment(line);
        let trimmed = content.trim_end();
        let inner = trimmed.trim_start();
        if inner.is_empty() || inner == "---" || inner.starts_with('%') {
            continue;
        }
        if inner == "..." {
            break;
        }
        lines.push(Line { number: i + 1, indent: trimmed.len() - inner.len(), text: inner });
    }
    let mut reader = Reader { lines: &lines, at: 0, depth: 0, evaluate };
    if lines.is_empty() {
        return Ok(Value::dict(Vec::new()));
    }
    let value = reader.block(lines[0].indent)?;
    match lines.get(reader.at) {
        None => Ok(value),
        Some(line) => Err(format!("line {}: `{}` is not understood", line.number, line.text)),
    }
}

/// A line up to its comment.
fn without_comment(line: &str) -> &str {
    let mut quote = None;
    let mut before = ' ';
    for (i, c) in line.char_indices() {
        match (quote, c) {
            (Some(q), _) if q == c => quote = None,
            (Some(_), _) => {}
            (None, '"' | '\'') if before.is_whitespace() || "[{,:".contains(before) => {
                quote = Some(c);
            }
            (None, '#') if before.is_whitespace() => return &line[..i],
            _ => {}
        }
        before = c;
    }
    line
}

struct Reader<'l, 'e> {
    lines: &'l [Line<'l>],
    at: usize,
    depth: usize,
    evaluate: Evaluate<'e>,
}

impl Reader<'_, '_> {
    fn block(&mut self, indent: usize) -> Result<Value, String> {
        self.depth += 1;
        if self.depth > DEEPEST {
            return Err("the file is nested too deep".into());
        }
        let first = &self.lines[self.at];
        let value = if first.text == "-" || first.text.starts_with("- ") {
            self.list(indent)
        } else if key(first.text).is_some() {
            self.mapping(indent)
        } else {
            self.at += 1;
            self.scalar(first.text)
        };
        self.depth -= 1;
        value
    }

    fn mapping(&mut self, indent: usize) -> Result<Value, String> {
        let mut entries: Vec<(Value, Value)> = Vec::new();
        while let Some(line) = self.lines.get(self.at).filter(|l| l.indent == indent) {
            let Some((name, rest)) = key(line.text) else {
                return Err(format!("line {}: `{}` has no `:`", line.number, line.text));
            };
            self.at += 1;
            let value = self.value_of(rest, indent, line.number)?;
            entries.retain(|(k, _)| *k != name);
            entries.push((name, value));
        }
        Ok(Value::dict(entries))
    }

    fn list(&mut self, indent: usize) -> Result<Value, String> {
        let mut all = Vec::new();
        while let Some(line) = self.lines.get(self.at).filter(|l| l.indent == indent) {
            let Some(rest) = line.text.strip_prefix('-') else { break };
            let inner = rest.trim_start();
            if let Some((name, first)) = key(inner) {
                // A mapping that begins behind the dash.
                let column = indent + line.text.len() - inner.len();
                self.at += 1;
                let value = self.value_of(first, column, line.number)?;
                let mut entries = vec![(name, value)];
                if self.lines.get(self.at).is_some_and(|l| l.indent == column)
                    && let Value::Dict(more) = self.mapping(column)?
                {
                    entries.extend(more.iter().cloned());
                }
                all.push(Value::dict(entries));
            } else {
                self.at += 1;
                all.push(self.value_of(inner, indent, line.number)?);
            }
        }
        Ok(Value::list(all))
    }

    /// What stands behind a key or a dash, there or below.
    fn value_of(&mut self, rest: &str, indent: usize, number: usize) -> Result<Value, String> {
        let anchored = rest.starts_with('&');
        let rest =
            if anchored { rest.split_once(' ').map_or("", |(_, r)| r.trim_start()) } else { rest };
        if rest.is_empty() {
            let below = self
                .lines
                .get(self.at)
                .filter(|l| l.indent > indent || l.indent == indent && l.text.starts_with("- "));
            return match below {
                Some(line) => self.block(line.indent),
                None => Ok(Value::None),
            };
        }
        let mut text = rest.to_string();
        // Brackets may go over several lines.
        while open_brackets(&text) > 0 {
            let Some(line) = self.lines.get(self.at) else {
                return Err(format!("line {number}: a bracket is not closed"));
            };
            text.push(' ');
            text.push_str(line.text);
            self.at += 1;
        }
        self.scalar(&text).map_err(|why| format!("line {number}: {why}"))
    }

    fn scalar(&mut self, text: &str) -> Result<Value, String> {
        let text = text.trim();
        if let Some(tagged) = text.strip_prefix('!') {
            let (tag, rest) = tagged.split_once(char::is_whitespace).unwrap_or((tagged, ""));
            return self.with_unit(tag, rest.trim());
        }
        match text.chars().next() {
            Some('[') => self
                .flow(text, '[', ']')
                .map(|parts| Value::list(parts.into_iter().map(|p| p.1).collect())),
            Some('{') => self.flow(text, '{', '}').map(Value::dict),
            Some(quote @ ('"' | '\'')) => {
                let inner = text.get(1..).and_then(|t| t.strip_suffix(quote));
                inner
                    .map(|i| Value::text(i.replace("''", "'")))
                    .ok_or("a string does not end".into())
            }
            _ => Ok(plain(text)),
        }
    }

    /// A number with a unit of xacro, in SI units.
    fn with_unit(&mut self, tag: &str, text: &str) -> Result<Value, String> {
        let factor = match tag {
            "radians" | "meters" => 1.0,
            "degrees" => std::f64::consts::PI / 180.0,
            "millimeters" | "mm" => 0.001,
            "foot" | "feet" => 0.3048,
            "inches" | "inch" => 0.0254,
            _ => return self.scalar(text),
        };
        let inner = text.trim_matches(['"', '\'']);
        Ok(Value::Float((self.evaluate)(inner)? * factor))
    }

    /// Parts of `[a, b]` or `{a: b}`.
    fn flow(&mut self, text: &str, open: char, close: char) -> Result<Vec<(Value, Value)>, String> {
        self.depth += 1;
        if self.depth > DEEPEST {
            return Err("the file is nested too deep".into());
        }
        let inner = text.strip_prefix(open).and_then(|t| t.trim_end().strip_suffix(close));
        let inner = inner.ok_or_else(|| format!("`{close}` is missing"))?;
        let mut all = Vec::new();
        for part in split(inner) {
            let part = part.trim();
            if part.is_empty() {
                continue;
            }
            if open == '{' {
                let (name, rest) = key(part).ok_or_else(|| format!("`{part}` has no `:`"))?;
                all.push((name, self.scalar(rest)?));
            } else {
                all.push((Value::None, self.scalar(part)?));
            }
        }
        self.depth -= 1;
        Ok(all)
    }
}

/// Key and rest of `key: rest`.
fn key(text: &str) -> Option<(Value, &str)> {
    if text.starts_with(['[', '{']) {
        return None;
    }
    if let Some(quote) = text.chars().next().filter(|c| matches!(c, '"' | '\'')) {
        let end = text.get(1..)?.find(quote)? + 1;
        let rest = text.get(end + 1..)?.trim_start().strip_prefix(':')?;
        return Some((Value::text(&text[1..end]), rest.trim()));
    }
    let mut from = 0;
    loop {
        let colon = from + text.get(from..)?.find(':')?;
        let rest = text.get(colon + 1..)?;
        if rest.is_empty() || rest.starts_with(char::is_whitespace) {
            return Some((plain(text[..colon].trim()), rest.trim()));
        }
        from = colon + 1;
    }
}

/// A scalar without quotes.
fn plain(text: &str) -> Value {
    match text {
        "" | "~" | "null" | "Null" | "NULL" => return Value::None,
        "true" | "True" | "TRUE" | "yes" | "Yes" | "on" | "On" => return Value::Bool(true),
        "false" | "False" | "FALSE" | "no" | "No" | "off" | "Off" => return Value::Bool(false),
        ".inf" | ".Inf" => return Value::Float(f64::INFINITY),
        "-.inf" | "-.Inf" => return Value::Float(f64::NEG_INFINITY),
        _ => {}
    }
    if let Ok(i) = text.parse::<i64>() {
        return Value::Int(i);
    }
    // YAML takes an exponent for a number only behind a point.
    let is_number = text.starts_with(|c: char| c.is_ascii_digit() || "+-.".contains(c));
    let pointed = text.contains('.');
    match literal::float(text).filter(|_| is_number && pointed) {
        Some(x) => Value::Float(x),
        None => Value::text(text),
    }
}

/// Brackets that are not closed.
fn open_brackets(text: &str) -> i32 {
    let (mut open, mut quote) = (0, None);
    for c in text.chars() {
        match (quote, c) {
            (Some(q), _) if q == c => quote = None,
            (Some(_), _) => {}
            (None, '"' | '\'') => quote = Some(c),
            (None, '[' | '{') => open += 1,
            (None, ']' | '}') => open -= 1,
            _ => {}
        }
    }
    open
}

/// Parts between commas that are in no brackets.
fn split(text: &str) -> Vec<&str> {
    let (mut parts, mut start, mut open, mut quote) = (Vec::new(), 0, 0, None);
    for (i, c) in text.char_indices() {
        match (quote, c) {
            (Some(q), _) if q == c => quote = None,
            (Some(_), _) => {}
            (None, '"' | '\'') => quote = Some(c),
            (None, '[' | '{') => open += 1,
            (None, ']' | '}') => open -= 1,
            (None, ',') if open == 0 => {
                parts.push(&text[start..i]);
                start = i + 1;
            }
            _ => {}
        }
    }
    parts.push(&text[start..]);
    parts
}
