//! Refuses XML that is built to exhaust the reader, before it is parsed.
//!
//! The parser expands no entities, but it compares every attribute of an
//! element with every other and copies name spaces down the tree. This scan
//! bounds depth, attributes and name spaces, so that parsing stays linear. It
//! follows the grammar exactly on a well-formed prefix; where the text stops
//! being well-formed, it stops too and leaves the complaint to the parser.

use armlab_files::FileError;
use armlab_files::Source;

const DEEPEST: usize = 256;
const MOST_ATTRIBUTES: usize = 64;
const MOST_NAMESPACES: usize = 32;

pub fn check(source: &Source) -> Result<(), FileError> {
    let text = source.text.as_bytes();
    let mut scan = Scan { source, depth: 0, namespaces: 0 };
    let mut at = 0;
    while let Some(open) = find(text, at, b"<") {
        let rest = text.get(open..).unwrap_or_default();
        let next = if rest.starts_with(b"<!--") {
            find(text, open + 4, b"-->").map(|i| i + 3)
        } else if rest.starts_with(b"<![CDATA[") {
            find(text, open + 9, b"]]>").map(|i| i + 3)
        } else if rest.starts_with(b"<!") {
            let hint = "delete the <!DOCTYPE …> part; entities are not expanded";
            return Err(source.error(open, "document type declarations are not read", hint));
        } else if rest.starts_with(b"<?") {
            find(text, open + 2, b"?>").map(|i| i + 2)
        } else if rest.starts_with(b"</") {
            scan.depth = scan.depth.saturating_sub(1);
            find(text, open + 2, b">").map(|i| i + 1)
        } else {
            scan.start_tag(text, open)?
        };
        match next {
            Some(next) => at = next,
            None => break,
        }
    }
    Ok(())
}

struct Scan<'a> {
    source: &'a Source<'a>,
    depth: usize,
    namespaces: usize,
}

impl Scan<'_> {
    /// Reads a start tag from its `<`; the byte behind its `>`, if it has one.
    fn start_tag(&mut self, text: &[u8], open: usize) -> Result<Option<usize>, FileError> {
        let mut attributes = 0;
        let mut quote = None;
        let mut previous = b'<';
        for (i, &byte) in text.iter().enumerate().skip(open + 1) {
            match (quote, byte) {
                (Some(q), _) if q == byte => quote = None,
                (Some(_), _) => {}
                (None, b'"' | b'\'') => quote = Some(byte),
                (None, b'=') => attributes += 1,
                (None, b'x') if previous.is_ascii_whitespace() => {
                    let name = text.get(i..).unwrap_or_default();
                    self.namespaces += usize::from(name.starts_with(b"xmlns"));
                }
                (None, b'>') => {
                    self.depth += usize::from(previous != b'/');
                    self.judge(open, attributes)?;
                    return Ok(Some(i + 1));
                }
                _ => {}
            }
            previous = byte;
        }
        Ok(None)
    }

    fn judge(&self, open: usize, attributes: usize) -> Result<(), FileError> {
        let complaint = if self.depth > DEEPEST {
            format!("elements are nested more than {DEEPEST} deep")
        } else if attributes > MOST_ATTRIBUTES {
            format!("an element has more than {MOST_ATTRIBUTES} attributes")
        } else if self.namespaces > MOST_NAMESPACES {
            format!("more than {MOST_NAMESPACES} name spaces are declared")
        } else {
            return Ok(());
        };
        Err(self.source.error(open, complaint, "a robot needs nothing of the kind"))
    }
}

pub(super) fn find(text: &[u8], from: usize, what: &[u8]) -> Option<usize> {
    let &first = what.first()?;
    let mut at = from;
    loop {
        let rest = text.get(at..)?;
        at += rest.iter().position(|&b| b == first)?;
        if text.get(at..)?.starts_with(what) {
            return Some(at);
        }
        at += 1;
    }
}
