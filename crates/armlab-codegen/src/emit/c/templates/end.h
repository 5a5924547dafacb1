
/* Compares every function with results of the model that the code was generated from. */
@p@_status @p@_self_test(void);

#ifdef __cplusplus
}
#endif

#endif
