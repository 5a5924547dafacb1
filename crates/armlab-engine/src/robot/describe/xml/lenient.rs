//! Text that other programs read as XML although it is not: a line break before `<?xml`, two
//! hyphens in a comment, a prefix that nobody declared, an attribute written twice, something
//! behind the root element.
//!
//! The repaired text has the same length, so that places in it are places in the file.

use std::collections::HashSet;

/// The text with everything blanked out that stands in the way.
pub(super) fn repaired(text: &str) -> String {
    let mut repair = Repair {
        bytes: text.as_bytes().to_vec(),
        prefixes: HashSet::new(),
        depth: 0,
        ended: false,
    };
    repair.run();
    // Only whole characters are blanked, so this never fails.
    String::from_utf8(repair.bytes).unwrap_or_else(|_| text.to_string())
}

struct Repair {
    bytes: Vec<u8>,
    /// Prefixes that the root element declares.
    prefixes: HashSet<Vec<u8>>,
    depth: usize,
    /// Behind the root element.
    ended: bool,
}

impl Repair {
    fn run(&mut self) {
        let mut at = 0;
        while at < self.bytes.len() {
            let open = self.find(at, b"<").unwrap_or(self.bytes.len());
            self.content(at, open);
            if open == self.bytes.len() {
                return;
            }
            let Some(next) = self.markup(open) else { return };
            at = next;
        }
    }

    /// Repairs the piece of markup at `open`; the byte behind it, if it ends.
    fn markup(&mut self, open: usize) -> Option<usize> {
        let rest = self.bytes.get(open..).unwrap_or_default();
        if rest.starts_with(b"<!--") {
            let end = self.find(open + 4, b"-->")?;
            for byte in self.bytes.get_mut(open + 4..end)? {
                if *byte == b'-' {
                    *byte = b' ';
                }
            }
            return Some(end + 3);
        }
        if rest.starts_with(b"<![CDATA[") {
            return self.find(open + 9, b"]]>").map(|i| i + 3);
        }
        if rest.starts_with(b"<?") {
            let end = self.find(open + 2, b"?>")? + 2;
            if open > 0 && rest.starts_with(b"<?xml") {
                self.blank(open, end);
            }
            return Some(end);
        }
        if rest.starts_with(b"<!") {
            return self.find(open, b">").map(|i| i + 1);
        }
        if rest.starts_with(b"</") {
            let end = self.find(open, b">")? + 1;
            self.name(open + 2, end);
            self.depth = self.depth.saturating_sub(1);
            self.after(open, end);
            return Some(end);
        }
        let end = self.tag_end(open)?;
        let closes = self.bytes.get(end.wrapping_sub(2)) == Some(&b'/');
        if self.depth == 0 && !self.ended {
            self.declare(open, end);
        }
        self.name(open + 1, end);
        self.attributes(open, end);
        let was_ended = self.ended;
        self.depth += usize::from(!closes);
        if was_ended {
            self.blank(open, end);
        } else if self.depth == 0 {
            self.ended = true;
        }
        Some(end)
    }

    /// Behind an end tag: the root element may be over, and what follows is blanked.
    fn after(&mut self, open: usize, end: usize) {
        if self.ended {
            self.blank(open, end);
        } else if self.depth == 0 {
            self.ended = true;
        }
    }

    /// Text between markup: outside the root element there may be none.
    fn content(&mut self, from: usize, to: usize) {
        if self.depth == 0 || self.ended {
            // A byte order mark may stay.
            let from = if from == 0 && self.bytes.starts_with(b"\xef\xbb\xbf") { 3 } else { from };
            self.blank(from, to);
        } else {
            self.references(from, to);
        }
    }

    /// The byte behind the `>` of a start tag.
    fn tag_end(&self, open: usize) -> Option<usize> {
        let mut quote = None;
        for (i, &byte) in self.bytes.iter().enumerate().skip(open + 1) {
            match (quote, byte) {
                (Some(q), _) if q == byte => quote = None,
                (Some(_), _) => {}
                (None, b'"' | b'\'') => quote = Some(byte),
                (None, b'>') => return Some(i + 1),
                _ => {}
            }
        }
        None
    }

    fn declare(&mut self, open: usize, end: usize) {
        for (name, _) in self.list(open, end) {
            let name = self.bytes.get(name.0..name.1).unwrap_or_default();
            if let Some(prefix) = name.strip_prefix(b"xmlns:") {
                self.prefixes.insert(prefix.to_vec());
            }
        }
    }

    /// Replaces the colon of a prefix that is not declared.
    fn name(&mut self, from: usize, to: usize) {
        let is_end = |b: &u8| b.is_ascii_whitespace() || matches!(b, b'>' | b'/' | b'=');
        let rest = self.bytes.get(from..to).unwrap_or_default();
        let length = rest.iter().position(is_end).unwrap_or(rest.len());
        let Some(colon) = rest.iter().take(length).position(|&b| b == b':') else { return };
        let prefix = rest.get(..colon).unwrap_or_default();
        if !matches!(prefix, b"xml" | b"xmlns") && !self.prefixes.contains(prefix) {
            self.bytes[from + colon] = b'.';
        }
    }

    fn attributes(&mut self, open: usize, end: usize) {
        let mut seen = HashSet::new();
        for (name, value) in self.list(open, end) {
            let word = self.bytes.get(name.0..name.1).unwrap_or_default().to_vec();
            if !seen.insert(word) {
                self.blank(name.0, value.1 + 1);
                continue;
            }
            self.name(name.0, name.1);
            for byte in self.bytes.get_mut(value.0..value.1).unwrap_or_default() {
                if *byte == b'<' {
                    *byte = b' ';
                }
            }
            self.references(value.0, value.1);
        }
    }

    /// Ranges of names and values (without quotes) in a start tag.
    fn list(&self, open: usize, end: usize) -> Vec<((usize, usize), (usize, usize))> {
        let mut all = Vec::new();
        let mut at = open;
        while let Some(equals) = self.find_before(at, end, b'=') {
            let before = self.bytes.get(at..equals).unwrap_or_default();
            let trimmed = before.trim_ascii_end();
            let start = trimmed.iter().rposition(u8::is_ascii_whitespace).map_or(0, |i| i + 1);
            let after = self.bytes.get(equals + 1..end).unwrap_or_default();
            let Some(skip) = after.iter().position(|b| matches!(b, b'"' | b'\'')) else { break };
            let quote = after[skip];
            let from = equals + 1 + skip + 1;
            let Some(to) = self.find_before(from, end, quote) else { break };
            all.push(((at + start, at + trimmed.len()), (from, to)));
            at = to + 1;
        }
        all
    }

    /// Replaces ampersands that begin no reference.
    fn references(&mut self, from: usize, to: usize) {
        let known: [&[u8]; 5] = [b"amp;", b"lt;", b"gt;", b"quot;", b"apos;"];
        for i in from..to {
            if self.bytes[i] != b'&' {
                continue;
            }
            let rest = self.bytes.get(i + 1..to).unwrap_or_default();
            let numbered = rest.first() == Some(&b'#') && rest.contains(&b';');
            if !numbered && !known.iter().any(|k| rest.starts_with(k)) {
                self.bytes[i] = b'_';
            }
        }
    }

    fn blank(&mut self, from: usize, to: usize) {
        let to = to.min(self.bytes.len());
        for byte in self.bytes.get_mut(from..to).unwrap_or_default() {
            if !byte.is_ascii_whitespace() {
                *byte = b' ';
            }
        }
    }

    fn find_before(&self, from: usize, end: usize, byte: u8) -> Option<usize> {
        let range = self.bytes.get(from..end)?;
        range.iter().position(|&b| b == byte).map(|i| from + i)
    }

    fn find(&self, from: usize, what: &[u8]) -> Option<usize> {
        super::guard::find(&self.bytes, from, what)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn repaired_text_is_as_long_and_well_formed() {
        let broken = [
            "\n<?xml version=\"1.0\"?>\n<a b=\"1\"/>",
            "<a><!-- x -- y ---><b:c d:e=\"1\" f=\"2\" f=\"3\"/></a>",
            "<a b=\"R&D\">x & y &amp; z &#65;</a>",
            "<a b=\"x < y\"/>",
            "junk <a/> <b/> more",
            "<a><é:b/></a>",
        ];
        for text in broken {
            let whole = repaired(text);
            assert_eq!(whole.len(), text.len(), "{text}");
            assert!(roxmltree::Document::parse(text).is_err(), "{text}");
            assert!(roxmltree::Document::parse(&whole).is_ok(), "{text}: {whole}");
        }
        let fine = "<a xmlns:x=\"u\"><x:b c=\"1 &lt; 2\"/><!-- d --></a>\n";
        assert_eq!(repaired(fine), fine);
    }
}
