
/* -1, 0 or 1. */
static @p@_real sign_of(@p@_real x)
{
    @p@_real sign = R(0.0);
    if (x > R(0.0)) {
        sign = R(1.0);
    } else if (x < R(0.0)) {
        sign = R(-1.0);
    } else {
        sign = R(0.0);
    }
    return sign;
}
