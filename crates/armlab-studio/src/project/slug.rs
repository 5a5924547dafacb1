//! Names of folders and files from names that people give.

/// Letters, digits, `-` and `_`, at most 48 of them; never empty.
pub fn slug(name: &str) -> String {
    let mut text = String::new();
    for c in name.chars() {
        match c {
            c if c.is_ascii_alphanumeric() || c == '_' => text.push(c.to_ascii_lowercase()),
            _ if text.ends_with('-') || text.is_empty() => {}
            _ => text.push('-'),
        }
        if text.len() >= 48 {
            break;
        }
    }
    let text = text.trim_matches('-');
    if text.is_empty() { "project".into() } else { text.into() }
}

#[cfg(test)]
mod tests {
    use super::slug;

    #[test]
    fn slugs_are_plain_and_never_empty() {
        assert_eq!(slug("My SCARA, no. 2"), "my-scara-no-2");
        assert_eq!(slug("../../etc/passwd"), "etc-passwd");
        assert_eq!(slug("…"), "project");
        assert_eq!(slug(&"x".repeat(500)).len(), 48);
    }
}
