//! Suggestions for misspelt names.

/// Longest name that is compared: the quadratic table is not for hostile files.
const LONGEST: usize = 64;

/// The known name nearest to a misspelt one, unless all are far away.
pub fn nearest_name<'a>(name: &str, known: impl Iterator<Item = &'a str>) -> Option<String> {
    if name.len() > LONGEST {
        return None;
    }
    known
        .filter(|k| k.len() <= LONGEST)
        .take(1000)
        .map(|k| (edit_distance(name, k), k))
        .min()
        .filter(|(d, k)| *d <= 1 + k.len().max(name.len()) / 3)
        .map(|(_, k)| k.to_string())
}

fn edit_distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, ca) in a.chars().enumerate() {
        let mut diagonal = std::mem::replace(&mut row[0], i + 1);
        for (j, cb) in b.iter().enumerate() {
            let substituted = diagonal + usize::from(ca != *cb);
            diagonal = row[j + 1];
            row[j + 1] = substituted.min(row[j] + 1).min(diagonal + 1);
        }
    }
    row[b.len()]
}
