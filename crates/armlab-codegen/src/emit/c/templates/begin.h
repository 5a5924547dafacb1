
#ifndef @P@_H
#define @P@_H

#ifdef __cplusplus
extern "C" {
#endif

/* Number of coordinates. */
#define @P@_JOINTS @n@

/* The number type of all functions. */
typedef @real@ @p@_real;

/* What a function returns. Results have a meaning only with @P@_OK. */
typedef enum {
    @P@_OK = 0,
    /* An argument or a result is not finite, or a position is beyond 1e6 (float: 1e4). */
    @P@_NOT_FINITE = 1,
    /* The mass matrix or the loops are singular there. */
    @P@_SINGULAR = 2,
    /* The loops cannot be closed at these positions, or only on another branch. */
    @P@_NOT_CLOSED = 3,
    /* The self-test found another result than the model's. */
    @P@_TEST_FAILED = 4
} @p@_status;
