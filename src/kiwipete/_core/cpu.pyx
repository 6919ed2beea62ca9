"""Which builds of the core this processor can run. Compiled for any processor."""

cdef extern from *:
    """
    #if defined(__x86_64__)
    static int kw_has_v2(void) {
        __builtin_cpu_init();
        return __builtin_cpu_supports("sse4.2") && __builtin_cpu_supports("popcnt");
    }
    static int kw_has_v3(void) {
        __builtin_cpu_init();
        return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi")
            && __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("fma");
    }
    /* AMD's processors before Zen 3 run PEXT as a microcode loop, slower than a multiplication. */
    static int kw_has_slow_pext(void) {
        __builtin_cpu_init();
        return __builtin_cpu_is("amdfam15h") || __builtin_cpu_is("amdfam17h");
    }
    #define KW_X86 1
    #else
    #define KW_X86 0
    static int kw_has_v2(void) { return 0; }
    static int kw_has_v3(void) { return 0; }
    static int kw_has_slow_pext(void) { return 0; }
    #endif
    """
    const bint IS_X86 "KW_X86"
    bint has_v2 "kw_has_v2"()
    bint has_v3 "kw_has_v3"()
    bint has_slow_pext "kw_has_slow_pext"()


def runnable_builds():
    """The builds for this processor, the fastest first."""
    if not IS_X86:
        return ["portable"]
    builds = ["x86_64_v2"] if has_v2() else []
    if has_v3():
        builds.insert(1 if has_slow_pext() else 0, "x86_64_v3")
    return builds
