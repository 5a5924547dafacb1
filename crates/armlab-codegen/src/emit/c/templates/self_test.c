
@p@_status @p@_self_test(void)
{
    @p@_status status = @P@_TEST_FAILED;
    if (@calls@) {
        status = @P@_OK;
    }
    return status;
}

#ifdef @P@_SELF_TEST_MAIN
int main(void)
{
    return (int)@p@_self_test();
}
#endif
