
/// Sine and cosine of several angles, without a branch in the loop. Reduction to a quarter
/// turn in three parts (Cody and Waite 1980), then the minimax polynomials of the freely
/// distributable mathematical library (1993).
fn sine_cosine<const N: usize>(angle: &[Real; N]) -> ([Real; N], [Real; N]) {
    // Adding and subtracting a large number rounds to an integer.
    const ROUNDING: Real = @rounding@;
    let (mut sine, mut cosine) = ([0.0; N], [0.0; N]);
    for i in 0..N {
        let x = angle[i];
        let k = (x * 0.636_619_772_367_581_38 + ROUNDING) - ROUNDING;
        let j = k - 4.0 * ((k * 0.25 + ROUNDING) - ROUNDING);
        let y = ((x - k * @half_pi_1@) - k * @half_pi_2@) - k * @half_pi_3@;
        let z = y * y;
        let s = y + (y * z) * (@sine@);
        let c = (1.0 - 0.5 * z) + (z * z) * (@cosine@);
        let odd = j * j == 1.0;
        let (a, b) = (if odd { c } else { s }, if odd { s } else { c });
        sine[i] = if j < -0.5 || j > 1.5 { -a } else { a };
        cosine[i] = if j < -1.5 || j > 0.5 { -b } else { b };
    }
    (sine, cosine)
}
