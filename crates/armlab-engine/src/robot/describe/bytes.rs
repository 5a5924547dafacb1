//! Bytes of a description as text. XML files that are not UTF-8 are Latin-1 nearly always
//! (a degree sign, a name in a comment); what is neither is then seen in the numbers.

/// The text of some bytes: UTF-8, or else Latin-1.
pub(super) fn decoded(bytes: Vec<u8>) -> String {
    String::from_utf8(bytes)
        .unwrap_or_else(|error| error.as_bytes().iter().map(|&b| char::from(b)).collect())
}
