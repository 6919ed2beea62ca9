"""A barrier: threads wait for each other, asleep, until all have come."""

cdef extern from *:
    """
    #ifdef _WIN32
    #ifndef WIN32_LEAN_AND_MEAN
    #define WIN32_LEAN_AND_MEAN
    #endif
    #include <windows.h>
    #undef near
    #undef far
    #define KW_LOCK SRWLOCK
    #define KW_CONDITION CONDITION_VARIABLE
    #define kw_lock_init(lock) InitializeSRWLock(lock)
    #define kw_lock_acquire(lock) AcquireSRWLockExclusive(lock)
    #define kw_lock_release(lock) ReleaseSRWLockExclusive(lock)
    #define kw_condition_init(condition) InitializeConditionVariable(condition)
    #define kw_condition_wait(condition, lock) SleepConditionVariableSRW(condition, lock, INFINITE, 0)
    #define kw_condition_wake(condition) WakeAllConditionVariable(condition)
    #else
    #include <pthread.h>
    #define KW_LOCK pthread_mutex_t
    #define KW_CONDITION pthread_cond_t
    #define kw_lock_init(lock) pthread_mutex_init(lock, NULL)
    #define kw_lock_acquire(lock) pthread_mutex_lock(lock)
    #define kw_lock_release(lock) pthread_mutex_unlock(lock)
    #define kw_condition_init(condition) pthread_cond_init(condition, NULL)
    #define kw_condition_wait(condition, lock) pthread_cond_wait(condition, lock)
    #define kw_condition_wake(condition) pthread_cond_broadcast(condition)
    #endif

    typedef struct {
        KW_LOCK lock;
        KW_CONDITION all_came;
        int expected, came;
        unsigned round;
    } kw_barrier;

    static void kw_open_barrier(kw_barrier *barrier, int expected) {
        kw_lock_init(&barrier->lock);
        kw_condition_init(&barrier->all_came);
        barrier->expected = expected;
        barrier->came = 0;
        barrier->round = 0;
    }

    static void kw_close_barrier(kw_barrier *barrier) {
    #ifndef _WIN32
        pthread_cond_destroy(&barrier->all_came);
        pthread_mutex_destroy(&barrier->lock);
    #else
        (void) barrier;
    #endif
    }

    /* Wait; `absent` of those expected will never come. */
    static void kw_meet(kw_barrier *barrier, int absent) {
        kw_lock_acquire(&barrier->lock);
        unsigned round = barrier->round;
        barrier->expected -= absent;
        if (++barrier->came == barrier->expected) {
            barrier->came = 0;
            barrier->round++;
            kw_condition_wake(&barrier->all_came);
        } else {
            while (barrier->round == round) kw_condition_wait(&barrier->all_came, &barrier->lock);
        }
        kw_lock_release(&barrier->lock);
    }
    """
    ctypedef struct Barrier "kw_barrier":
        pass

    void open_barrier "kw_open_barrier"(Barrier* barrier, int expected) noexcept nogil
    void close_barrier "kw_close_barrier"(Barrier* barrier) noexcept nogil
    void meet "kw_meet"(Barrier* barrier, int absent) noexcept nogil
