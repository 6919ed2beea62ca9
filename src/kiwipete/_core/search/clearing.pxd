"""Clearing tables of gigabytes, which takes a processor seconds, with all processors.

New memory is touched too, as large as that: the system gives it out page by page, zeroing each, and a
search that asks for thousands of pages at its beginning looks at the clock too late.
"""

from libc.string cimport memset

from kiwipete._core.search.threads cimport Thread, join_thread, processors, start_thread

cdef enum:
    MOST_PARTS = 64
    LEAST_PART = 32 << 20    # bytes: less is not worth a thread
    PAGE = 4096
    SMALL_STACK = 256 << 10

cdef struct Part:
    Thread thread
    char* start
    size_t bytes
    bint has_thread


cdef inline void clear_part(void* argument) noexcept nogil:
    cdef Part* part = <Part*> argument
    memset(part.start, 0, part.bytes)


cdef inline void touch_part(void* argument) noexcept nogil:
    cdef Part* part = <Part*> argument
    cdef size_t offset = 0
    while offset < part.bytes:
        part.start[offset] = 0
        offset += PAGE


cdef inline void in_parts(void (*work)(void*) noexcept nogil, void* memory, size_t bytes) noexcept nogil:
    """Cut memory into parts, one for each processor; a part whose thread does not start is done here."""
    cdef Part[MOST_PARTS] parts
    cdef int count = <int> min(<size_t> min(processors(), MOST_PARTS), bytes // LEAST_PART + 1)
    cdef size_t size = bytes // count // PAGE * PAGE
    cdef int i
    for i in range(count):
        parts[i].start = <char*> memory + i * size
        parts[i].bytes = size if i < count - 1 else bytes - i * size
        parts[i].thread.work = work
        parts[i].thread.argument = &parts[i]
        parts[i].has_thread = i > 0 and start_thread(&parts[i].thread, SMALL_STACK) == 0
    for i in range(count):
        if not parts[i].has_thread:
            work(&parts[i])
    for i in range(count):
        if parts[i].has_thread:
            join_thread(&parts[i].thread)


cdef inline void clear_memory(void* memory, size_t bytes) noexcept nogil:
    in_parts(clear_part, memory, bytes)


cdef inline void touch_memory(void* memory, size_t bytes) noexcept nogil:
    """Have the system give out all pages of new memory now, unless it is little."""
    if bytes > 2 * LEAST_PART:
        in_parts(touch_part, memory, bytes)
