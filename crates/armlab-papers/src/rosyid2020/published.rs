//! The numbers the paper prints: Table 1 and Section 5.

use crate::reproduce::Printed;

const fn p(text: &'static str) -> Printed {
    Printed(text)
}

/// Table 1, column Lower Bound, in the order of [`NAMES`](super::NAMES).
pub const LOWER: [Printed; 13] = [
    p("6.2550"),
    p("11.1280"),
    p("9.0800"),
    p("13.3720"),
    p("30.3510"),
    p("2.0039"),
    p("1.4104"),
    p("2.7355"),
    p("5.4517"),
    p("0.7323"),
    p("0.4453"),
    p("1.0424"),
    p("1.7989"),
];
/// Column Upper Bound.
pub const UPPER: [Printed; 13] = [
    p("9.3825"),
    p("16.6920"),
    p("13.6200"),
    p("20.0580"),
    p("45.5265"),
    p("4.0077"),
    p("2.8208"),
    p("5.4711"),
    p("10.9035"),
    p("1.4648"),
    p("0.8906"),
    p("2.0847"),
    p("3.5979"),
];
/// Column Design Value.
pub const DESIGN: [Printed; 13] = [
    p("6.2550"),
    p("11.1280"),
    p("9.0800"),
    p("13.3720"),
    p("30.3510"),
    p("2.6718"),
    p("1.8805"),
    p("3.6474"),
    p("7.2690"),
    p("0.9765"),
    p("0.5937"),
    p("1.3898"),
    p("2.3986"),
];
/// Column Estimate.
pub const ESTIMATE: [Printed; 13] = [
    p("7.2614"),
    p("12.1299"),
    p("10.0817"),
    p("14.4665"),
    p("31.3359"),
    p("3.3970"),
    p("2.4049"),
    p("3.6484"),
    p("8.2238"),
    p("1.2206"),
    p("0.7421"),
    p("1.5088"),
    p("2.9509"),
];
/// The friction of Table 1: μ_c, f_v (N s/m), μ_s, v_s (m/s).
pub const FRICTION: [Printed; 4] = [p("0.1449"), p("83.1797"), p("0.3016"), p("0.3281")];
/// Section 5: centres of mass of legs 1, 2, 3 and the platform, mm.
pub const CENTRES: [Printed; 4] = [p("240.1"), p("207.1"), p("272.8"), p("239.5")];
/// Section 5.4, beside Figure 12.
pub const STRIBECK_FITS: &str = "the latter friction model provided a better fit";
/// Section 5.4, beside Figure 15.
pub const VARYING_FITS: &str =
    "the input forces estimated by considering the varying friction forces had a better fit";
