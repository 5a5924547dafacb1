#define ROUNDING R(@rounding@)
#define HALF_PI_1 R(@half_pi_1@)
#define HALF_PI_2 R(@half_pi_2@)
#define HALF_PI_3 R(@half_pi_3@)

/*
 * Sine and cosine of several angles, without a branch in the loop so that compilers can take
 * two or more at a time. Reduction to a quarter turn in three parts (Cody and Waite 1980),
 * then the minimax polynomials of the freely distributable mathematical library (1993).
 */
static void sine_cosine(const @p@_real *angle, @p@_real *sine, @p@_real *cosine, int count)
{
    int i;
    for (i = 0; i < count; i++) {
        const @p@_real x = angle[i];
        /* Adding and subtracting a large number rounds to an integer. */
        const @p@_real turned = (x * R(0.63661977236758138)) + ROUNDING;
        const @p@_real k = turned - ROUNDING;
        const @p@_real quarter = (k * R(0.25)) + ROUNDING;
        const @p@_real j = k - (R(4.0) * (quarter - ROUNDING));
        const @p@_real y = ((x - (k * HALF_PI_1)) - (k * HALF_PI_2)) - (k * HALF_PI_3);
        const @p@_real z = y * y;
        const @p@_real s = y + ((y * z) * (@sine@));
        const @p@_real c = (R(1.0) - (R(0.5) * z)) + ((z * z) * (@cosine@));
        const @p@_real a = ((j * j) == R(1.0)) ? c : s;
        const @p@_real b = ((j * j) == R(1.0)) ? s : c;
        sine[i] = ((j < R(-0.5)) || (j > R(1.5))) ? -a : a;
        cosine[i] = ((j < R(-1.5)) || (j > R(0.5))) ? -b : b;
    }
}
