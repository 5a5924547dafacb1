//! Numbers as a finding says them.

use crate::spatial::{Sym3, Vec3};
use crate::text::significant;

/// Four digits: enough to recognise the number in the file.
pub fn number(x: f64) -> String {
    significant(x, 4)
}

/// `(x, y, z)`
pub fn vector(v: Vec3<f64>) -> String {
    format!("({}, {}, {})", number(v.x), number(v.y), number(v.z))
}

/// `xx …, yy …, zz …`, and the products of inertia where there are any.
pub fn tensor(t: &Sym3<f64>) -> String {
    let diagonal = format!("xx {}, yy {}, zz {}", number(t.xx), number(t.yy), number(t.zz));
    // Below this a product is what turning the axes left over from rounding.
    let noise = 1e-12 * (t.xx.abs() + t.yy.abs() + t.zz.abs());
    if [t.xy, t.xz, t.yz].iter().all(|x| x.abs() <= noise) {
        return diagonal;
    }
    format!("{diagonal}, xy {}, xz {}, yz {}", number(t.xy), number(t.xz), number(t.yz))
}

/// A length in the unit a person would use for it.
pub fn length(metres: f64) -> String {
    if metres.abs() < 0.1 && metres != 0.0 {
        format!("{} mm", number(1e3 * metres))
    } else {
        format!("{} m", number(metres))
    }
}
