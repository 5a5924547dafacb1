
/// Functions that the core library does not have, to a few units in the last place of
/// an `f64`.
#[allow(dead_code)]
mod elementary {
    use super::Real;

    /// Square root, by Newton's method.
    pub fn sqrt(x: Real) -> Real {
        let x = x as f64;
        if !(x > 0.0 && x <= f64::MAX) {
            return (if x == 0.0 || x > 0.0 { x } else { f64::NAN }) as Real;
        }
        if x < 1e-290 {
            return sqrt_normal(x * 1e40) as Real * 1e-20;
        }
        sqrt_normal(x) as Real
    }
    fn sqrt_normal(x: f64) -> f64 {
        // Half the exponent is within 6 % of the root.
        let mut y = f64::from_bits((x.to_bits() >> 1) + 0x1ff8_0000_0000_0000);
        let mut round = 0;
        while round < 5 {
            y = 0.5 * (y + x / y);
            round += 1;
        }
        y
    }

    /// Exponential.
    pub fn exp(x: Real) -> Real {
        exp_double(x as f64) as Real
    }
    fn exp_double(x: f64) -> f64 {
        if !(x > -745.0) {
            return if x <= -745.0 { 0.0 } else { f64::NAN };
        }
        if x > 709.0 {
            return f64::INFINITY;
        }
        const ROUNDING: f64 = 6_755_399_441_055_744.0;
        let k = (x * core::f64::consts::LOG2_E + ROUNDING) - ROUNDING;
        let r = (x - k * 6.931_471_803_691_238_164_90e-01) - k * 1.908_214_929_270_587_700_02e-10;
        // The series, whose next term is below rounding for |r| < 0.35.
        let mut sum = 1.0;
        let mut n = 14.0;
        while n > 0.5 {
            sum = 1.0 + sum * r / n;
            n -= 1.0;
        }
        let half = (k * 0.5) as i64;
        sum * power_of_two(half) * power_of_two(k as i64 - half)
    }
    fn power_of_two(k: i64) -> f64 {
        f64::from_bits(((1023 + k) as u64) << 52)
    }

    /// Natural logarithm of a positive, normal number.
    fn logarithm(x: f64) -> f64 {
        let bits = x.to_bits();
        let mut k = ((bits >> 52) as i64) - 1023;
        let mut m = f64::from_bits((bits & 0x000f_ffff_ffff_ffff) | 0x3ff0_0000_0000_0000);
        if m > core::f64::consts::SQRT_2 {
            m *= 0.5;
            k += 1;
        }
        let s = (m - 1.0) / (m + 1.0);
        let z = s * s;
        let mut sum = 0.0;
        let mut n = 23.0;
        while n > 0.5 {
            sum = sum * z + 1.0 / n;
            n -= 2.0;
        }
        2.0 * s * sum + k as f64 * core::f64::consts::LN_2
    }

    /// A power of a number that is not negative.
    pub fn power(x: Real, exponent: Real) -> Real {
        let x = x as f64;
        if x < f64::MIN_POSITIVE {
            return if x >= 0.0 { 0.0 } else { Real::NAN };
        }
        if !(x <= f64::MAX) {
            return x as Real;
        }
        exp_double(exponent as f64 * logarithm(x)) as Real
    }

    /// Hyperbolic tangent.
    pub fn tanh(x: Real) -> Real {
        let x = x as f64;
        let size = if x < 0.0 { -x } else { x };
        let value = if size < 0.3 {
            // A continued fraction.
            let z = size * size;
            size / (1.0 + z / (3.0 + z / (5.0 + z / (7.0 + z / (9.0 + z / 11.0)))))
        } else if size < 20.0 {
            1.0 - 2.0 / (exp_double(2.0 * size) + 1.0)
        } else if size >= 20.0 {
            1.0
        } else {
            f64::NAN
        };
        (if x < 0.0 { -value } else { value }) as Real
    }
}
