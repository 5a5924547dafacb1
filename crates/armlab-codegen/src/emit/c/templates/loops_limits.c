
/* Newton's method: most iterations, most steps of the way, and what counts as closed. */
#define MOST_ITERATIONS 50
#define MOST_STEPS 64
#define MOST_ROUNDS 200
#define NEARLY_CLOSED R(@nearly@)
#define CLOSED R(@closed@)
#define UNNOTICED R(@unnoticed@)
#define SINGULAR_PIVOT R(@pivot@)
#define SETTLED R(@settled@)
