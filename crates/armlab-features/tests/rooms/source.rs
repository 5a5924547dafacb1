//! Rust source as words: without comments, strings and what is compiled for tests only.

/// Words of a file: names, `::`, and single signs.
pub fn words(source: &str) -> Vec<String> {
    let chars: Vec<char> = source.chars().collect();
    let mut words = Vec::new();
    let mut at = 0;
    while at < chars.len() {
        let rest = &chars[at..];
        at += if rest.starts_with(&['/', '/']) {
            rest.iter().position(|&c| c == '\n').unwrap_or(rest.len())
        } else if rest.starts_with(&['/', '*']) {
            block_comment(rest)
        } else if let Some(length) = string(rest) {
            words.push("\"\"".to_owned());
            length
        } else if rest[0].is_alphanumeric() || rest[0] == '_' {
            let length = rest.iter().position(|c| !c.is_alphanumeric() && *c != '_');
            let length = length.unwrap_or(rest.len());
            words.push(rest[..length].iter().collect());
            length
        } else if rest.starts_with(&[':', ':']) {
            words.push("::".to_owned());
            2
        } else {
            if !rest[0].is_whitespace() {
                words.push(rest[0].to_string());
            }
            1
        };
    }
    words
}

fn block_comment(rest: &[char]) -> usize {
    let (mut depth, mut at) = (0, 0);
    while at < rest.len() {
        if rest[at..].starts_with(&['/', '*']) {
            depth += 1;
            at += 2;
        } else if rest[at..].starts_with(&['*', '/']) {
            depth -= 1;
            at += 2;
        } else {
            at += 1;
        }
        if depth == 0 {
            break;
        }
    }
    at
}

/// Length of a string or character at the beginning; a lifetime is neither.
fn string(rest: &[char]) -> Option<usize> {
    let prefix = rest.iter().take_while(|c| matches!(c, 'b' | 'r' | 'c')).count();
    let hashes = rest[prefix..].iter().take_while(|&&c| c == '#').count();
    let raw = rest[..prefix].contains(&'r');
    if prefix <= 2 && (raw || hashes == 0) && rest.get(prefix + hashes) == Some(&'"') {
        let mut at = prefix + hashes + 1;
        let end: Vec<char> = std::iter::once('"').chain(std::iter::repeat_n('#', hashes)).collect();
        while at < rest.len() && !rest[at..].starts_with(&end) {
            at += if rest[at] == '\\' && !raw { 2 } else { 1 };
        }
        return Some((at + end.len()).min(rest.len()));
    }
    match rest {
        ['\'', '\\', ..] => rest.iter().skip(3).position(|&c| c == '\'').map(|end| end + 4),
        ['\'', _, '\'', ..] => Some(3),
        _ => None,
    }
}

/// The words without items under `#[cfg(test)]`; and the names of the modules among these.
pub fn without_tests(words: Vec<String>) -> (Vec<String>, Vec<String>) {
    let (mut kept, mut modules) = (Vec::new(), Vec::new());
    let mut at = 0;
    while at < words.len() {
        if words[at] == "#" && words.get(at + 1).is_some_and(|w| w == "[") {
            let end = closing(&words, at + 1);
            let attribute = &words[at..end];
            let is_test = |w: &[String]| w[0] == "cfg" && w.iter().any(|w| w == "test");
            if attribute.len() > 4
                && is_test(&attribute[2..])
                && !attribute.iter().any(|w| w == "not")
            {
                let item = end_of_item(&words, end);
                if let Some(k) = words[end..item].iter().position(|w| w == "mod") {
                    modules.extend(words.get(end + k + 1).cloned());
                }
                at = item;
                continue;
            }
            at = end;
            continue;
        }
        kept.push(words[at].clone());
        at += 1;
    }
    (kept, modules)
}

/// One past the bracket that closes the one at `open`.
fn closing(words: &[String], open: usize) -> usize {
    let mut depth = 0;
    for (k, word) in words.iter().enumerate().skip(open) {
        match word.as_str() {
            "[" | "{" | "(" => depth += 1,
            "]" | "}" | ")" => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return k + 1;
        }
    }
    words.len()
}

fn end_of_item(words: &[String], start: usize) -> usize {
    let mut at = start;
    while at < words.len() {
        match words[at].as_str() {
            ";" | "," => return at + 1,
            "{" => return closing(words, at),
            "[" | "(" => at = closing(words, at),
            _ => at += 1,
        }
    }
    at
}
