
/* Whether all numbers are numbers of at most a size. */
static int all_within(const @p@_real *x, int count, @p@_real size)
{
    int good = 1;
    int i;
    for (i = 0; i < count; i++) {
        good &= ((x[i] <= size) && (x[i] >= -size)) ? 1 : 0;
    }
    return good;
}
