//! Constants with which the generated code takes sines and cosines.

/// For one precision.
pub struct Trigonometry {
    /// Largest angle that is reduced to rounding.
    pub largest: f64,
    /// A number whose last bit is worth one half or one.
    pub rounding: f64,
    /// π/2 in three parts; the first two have trailing zeros.
    pub half_pi: [f64; 3],
    /// Coefficients of `(sin y − y)/y³` in `y²`.
    pub sine: &'static [f64],
    /// Coefficients of `(cos y − 1 + y²/2)/y⁴` in `y²`.
    pub cosine: &'static [f64],
}

/// `double`: error below 2.3e-16.
#[allow(clippy::excessive_precision)]
pub const DOUBLE: Trigonometry = Trigonometry {
    largest: 1.0e6,
    rounding: 6_755_399_441_055_744.0,
    half_pi: [
        1.570_796_326_734_125_614_17e0,
        6.077_100_506_303_965_976_60e-11,
        2.022_266_248_711_166_455_80e-21,
    ],
    sine: &[
        -1.666_666_666_666_663_243_48e-01,
        8.333_333_333_322_489_461_24e-03,
        -1.984_126_982_985_794_931_34e-04,
        2.755_731_370_707_006_767_89e-06,
        -2.505_076_025_340_686_341_95e-08,
        1.589_690_995_211_550_102_21e-10,
    ],
    cosine: &[
        4.166_666_666_666_660_190_37e-02,
        -1.388_888_888_887_410_957_49e-03,
        2.480_158_728_947_672_941_78e-05,
        -2.755_731_435_139_066_330_35e-07,
        2.087_572_321_298_174_827_90e-09,
        -1.135_964_755_778_819_482_65e-11,
    ],
};

/// `float`: error below 1.2e-7.
#[allow(clippy::excessive_precision)]
pub const SINGLE: Trigonometry = Trigonometry {
    largest: 1.0e4,
    rounding: 12_582_912.0,
    half_pi: [1.570_312_5, 4.837_512_969_970_703_1e-4, 7.549_789_948_768_648e-8],
    sine: &[-1.666_665_461_1e-1, 8.332_160_873_6e-3, -1.951_529_589_1e-4],
    cosine: &[4.166_664_568_298_827e-2, -1.388_731_625_493_765e-3, 2.443_315_711_809_948e-5],
};

impl Trigonometry {
    /// Of a precision.
    pub fn of(single: bool) -> &'static Self {
        if single { &SINGLE } else { &DOUBLE }
    }
    /// Horner's scheme in `z`, with numbers written by `number`.
    pub fn polynomial(coefficients: &[f64], number: impl Fn(f64) -> String) -> String {
        let mut text = String::new();
        for (k, c) in coefficients.iter().enumerate().rev() {
            text = match k + 1 == coefficients.len() {
                true => number(*c),
                false => format!("{} + (z * ({text}))", number(*c)),
            };
        }
        text
    }
}
