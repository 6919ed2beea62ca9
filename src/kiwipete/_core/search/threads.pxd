"""System threads with a stack of a given size. The default depends on the caller and its system's settings."""

cdef extern from *:
    """
    #ifdef _WIN32
    #include <errno.h>
    #include <process.h>
    #ifndef WIN32_LEAN_AND_MEAN
    #define WIN32_LEAN_AND_MEAN
    #endif
    #include <windows.h>
    #undef near /* fields of ours have these names */
    #undef far
    #else
    #include <pthread.h>
    #include <unistd.h>
    #endif

    typedef struct {
        void (*work)(void *argument);
        void *argument;
    #ifdef _WIN32
        uintptr_t handle;
    #else
        pthread_t handle;
    #endif
    } kw_thread;

    #ifdef _WIN32
    static unsigned __stdcall kw_enter(void *thread) {
        ((kw_thread *) thread)->work(((kw_thread *) thread)->argument);
        return 0;
    }
    static int kw_start_thread(kw_thread *thread, size_t stack) {
        thread->handle = _beginthreadex(
            NULL, (unsigned) stack, kw_enter, thread, STACK_SIZE_PARAM_IS_A_RESERVATION, NULL);
        return thread->handle ? 0 : errno;
    }
    static void kw_join_thread(kw_thread *thread) {
        WaitForSingleObject((HANDLE) thread->handle, INFINITE);
        CloseHandle((HANDLE) thread->handle);
    }
    #else
    static void *kw_enter(void *thread) {
        ((kw_thread *) thread)->work(((kw_thread *) thread)->argument);
        return NULL;
    }
    static int kw_start_thread(kw_thread *thread, size_t stack) {
        pthread_attr_t attributes;
        int error = pthread_attr_init(&attributes);
        if (error) return error;
        error = pthread_attr_setstacksize(&attributes, stack);
        if (!error) error = pthread_create(&thread->handle, &attributes, kw_enter, thread);
        pthread_attr_destroy(&attributes);
        return error;
    }
    #define kw_join_thread(thread) pthread_join((thread)->handle, NULL)
    #endif

    static int kw_processors(void) {
    #ifdef _WIN32
        SYSTEM_INFO info;
        GetSystemInfo(&info);
        return (int) info.dwNumberOfProcessors;
    #else
        long count = sysconf(_SC_NPROCESSORS_ONLN);
        return count > 0 ? (int) count : 1;
    #endif
    }
    """
    ctypedef struct Thread "kw_thread":
        void (*work)(void* argument) noexcept nogil
        void* argument

    # 0, or the system's number for what went wrong. The Thread must stay where it is until it is joined.
    int start_thread "kw_start_thread"(Thread* thread, size_t stack) noexcept nogil
    void join_thread "kw_join_thread"(Thread* thread) noexcept nogil

    int processors "kw_processors"() noexcept nogil
