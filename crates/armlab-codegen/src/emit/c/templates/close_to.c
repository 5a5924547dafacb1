
/* Whether numbers are the wanted ones, relative to the largest of those. */
static int close_to(const @p@_real *x, const @p@_real *wanted, int count)
{
    @p@_real size = R(0.0);
    int good = 1;
    int i;
    for (i = 0; i < count; i++) {
        const @p@_real one = (wanted[i] < R(0.0)) ? -wanted[i] : wanted[i];
        size = (one > size) ? one : size;
    }
    for (i = 0; i < count; i++) {
        const @p@_real off = x[i] - wanted[i];
        const @p@_real limit = TEST_TOLERANCE * (size + TEST_TOLERANCE);
        good &= ((off <= limit) && (off >= -limit)) ? 1 : 0;
    }
    return good;
}
