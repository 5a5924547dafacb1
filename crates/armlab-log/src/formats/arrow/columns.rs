//! Columns of an Arrow file: which hold numbers, and how many buffers each has.

use super::flat::Table;
use crate::formats::arrays::Element;
use crate::names::with_unit;
use crate::source::Column;
use crate::unit::Unit;

/// Deepest nesting of types, and most fields.
const DEEPEST: usize = 16;
const MOST_FIELDS: usize = 1 << 16;

/// How the values of a column stand in its buffer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Values {
    Numbers(Element),
    /// Points in time, counted from the first.
    Stamps(Element),
    Bits,
}

/// Buffers and nodes of a field in a batch, those within it included.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Extent {
    pub nodes: usize,
    pub buffers: usize,
    /// Fields whose number of further buffers stands in the batch.
    pub views: usize,
}

/// A column of the file.
pub struct Field {
    pub extent: Extent,
    /// None if it holds no numbers.
    pub values: Option<Values>,
}

/// A field, and its name and unit.
pub fn field(table: &Table) -> Option<(Column, Field)> {
    let name = table.text(0).unwrap_or_default();
    let extent = extent(table, 0, &mut 0)?;
    let kind = table.table(3);
    let number = |index, size| kind.map_or(0, |k| k.number(index, size));
    let element = |letter: u8, bits: u64| Element::new(letter, (bits / 8) as usize, false);
    let values = match table.number(2, 1) {
        // An index into a dictionary.
        _ if table.table(4).is_some() => None,
        2 => {
            element(if number(1, 1) == 1 { b'i' } else { b'u' }, number(0, 4)).map(Values::Numbers)
        }
        3 => element(b'f', 16 << number(0, 2).min(3)).map(Values::Numbers),
        6 => Some(Values::Bits),
        9 => element(b'i', number(1, 4)).map(Values::Numbers),
        10 => element(b'i', 64).map(Values::Stamps),
        18 => element(b'i', 64).map(Values::Numbers),
        _ => None,
    };
    let mut column = with_unit(&name);
    if matches!(table.number(2, 1), 9 | 10 | 18) {
        let unit = ["s", "ms", "us", "ns"].get(number(0, 2) as usize);
        column.unit = unit.and_then(|u| Unit::parse(u));
        column.unknown_unit = None;
    }
    Some((column, Field { extent, values }))
}

/// Buffers by type (Arrow columnar format, "Listing of Buffers by Layout").
fn extent(table: &Table, depth: usize, fields: &mut usize) -> Option<Extent> {
    *fields += 1;
    if depth > DEEPEST || *fields > MOST_FIELDS {
        return None;
    }
    let (buffers, views) = match table.number(2, 1) {
        1 => (0, 0),
        _ if table.table(4).is_some() => (2, 0),
        4 | 5 | 19 | 20 => (3, 0),
        12 | 17 | 21 => (2, 0),
        13 | 16 => (1, 0),
        23 | 24 => (2, 1),
        2 | 3 | 6..=11 | 15 | 18 => (2, 0),
        _ => return None,
    };
    let mut whole = Extent { nodes: 1, buffers, views };
    let children = table.list(5);
    for i in 0..children.map_or(0, |c| c.len) {
        let child = children.and_then(|c| c.table(i))?;
        let Extent { nodes, buffers, views } = extent(&child, depth + 1, fields)?;
        whole.nodes += nodes;
        whole.buffers += buffers;
        whole.views += views;
    }
    Some(whole)
}
