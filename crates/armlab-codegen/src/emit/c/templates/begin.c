#include "@p@.h"

#include <float.h>
#include <math.h>

#ifdef __FAST_MATH__
#error "compile without -ffast-math: numbers that are not finite could not be recognised"
#endif

#define R(x) ((@p@_real)(x))
#define LARGEST R(@largest_number@)
#define LARGEST_POSITION R(@largest@)
/* Relative difference that the self-test accepts. */
#define TEST_TOLERANCE R(@tolerance@)
#define EXP @exp@
