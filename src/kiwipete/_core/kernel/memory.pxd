"""Large tables: memory in huge pages, fetched ahead of time, shared by threads without locks."""

from libc.stdint cimport int64_t

from kiwipete._core.kernel.squares cimport u64

cdef extern from *:
    """
    #define kw_prefetch(address) __builtin_prefetch(address)
    #define kw_prefetch_to_write(address) __builtin_prefetch(address, 1)

    /* Plain loads and stores, but whole: a word is never seen half written. */
    #define kw_load(address) __atomic_load_n(address, __ATOMIC_RELAXED)
    #define kw_store(address, word) __atomic_store_n(address, word, __ATOMIC_RELAXED)
    #define kw_subtract(address, word) __atomic_fetch_sub(address, word, __ATOMIC_RELAXED)

    /* Zeroed memory, in huge pages where the system has them: a table is read
       at random, and a quarter of perft's time went into looking up small pages. */
    #ifdef __linux__
    #include <sys/mman.h>
    static void *kw_allocate(size_t bytes) {
        void *memory = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (memory == MAP_FAILED) return NULL;
        madvise(memory, bytes, MADV_HUGEPAGE);
        return memory;
    }
    #define kw_release(memory, bytes) munmap(memory, bytes)
    #else
    #include <stdlib.h>
    #define kw_allocate(bytes) calloc(bytes, 1)
    #define kw_release(memory, bytes) free(memory)
    #endif
    """
    void prefetch "kw_prefetch"(const void* address) noexcept nogil
    void prefetch_to_write "kw_prefetch_to_write"(const void* address) noexcept nogil
    u64 load "kw_load"(const u64* address) noexcept nogil
    void store_word "kw_store"(u64* address, u64 word) noexcept nogil
    int64_t subtract "kw_subtract"(int64_t* address, int64_t number) noexcept nogil   # returns what was there
    int load_flag "kw_load"(const int* address) noexcept nogil
    void store_flag "kw_store"(int* address, int flag) noexcept nogil
    void* allocate "kw_allocate"(size_t bytes) noexcept nogil
    void release "kw_release"(void* memory, size_t bytes) noexcept nogil
