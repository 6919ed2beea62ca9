"""Library: all tables that have been added, by material, opened on first use.

Any number of threads may probe while one adds tables; an open table stays at
its address until the library is closed.
"""

from libc.errno cimport ENOMEM
from libc.stdlib cimport calloc, free
from libc.string cimport memset, strdup

from kiwipete._core.kernel.squares cimport u8, u64
from kiwipete._core.syzygy.file_bytes cimport Fault, FileBytes, NO_FAULT, NO_TABLE, UNREADABLE, map_file, unmap_file
from kiwipete._core.syzygy.material cimport Material
from kiwipete._core.syzygy.table cimport Table, close_table, read_table

cdef enum:
    SLOTS = 4096           # a power of two; there are 1,511 tables of up to seven pieces

cdef enum State:
    CLOSED = 0
    OPEN
    BROKEN                 # trying again is useless

# A file of the library.
cdef struct Volume:
    Material material
    int kind
    char* path
    int state
    Fault fault            # why it is broken
    const u8* start
    size_t size
    Table* table           # NULL while it is closed
    Volume* next           # in the list of all, replaced ones too

cdef struct Library:
    Volume* shelves[2][SLOTS]   # by kind
    Volume* volumes
    int lock                    # held while a volume is opened


cdef extern from *:
    """
    #include <sched.h>

    #define kw_acquire(address) __atomic_load_n(address, __ATOMIC_ACQUIRE)
    #define kw_publish(address, value) __atomic_store_n(address, value, __ATOMIC_RELEASE)
    #define kw_try_lock(address) (!__atomic_exchange_n(address, 1, __ATOMIC_ACQUIRE))
    #define kw_unlock(address) __atomic_store_n(address, 0, __ATOMIC_RELEASE)
    """
    Volume* acquire_volume "kw_acquire"(Volume** address) noexcept nogil
    void publish_volume "kw_publish"(Volume** address, Volume* volume) noexcept nogil
    int acquire_state "kw_acquire"(int* address) noexcept nogil
    void publish_state "kw_publish"(int* address, int state) noexcept nogil
    bint try_lock "kw_try_lock"(int* lock) noexcept nogil
    void unlock "kw_unlock"(int* lock) noexcept nogil
    void sched_yield() noexcept nogil


cdef inline Volume** slot_of(Library* library, Material material, int kind) noexcept nogil:
    """Where a table is or would be."""
    cdef u64 hashed = material * 0x9e3779b97f4a7c15ULL
    cdef int number = <int> (hashed >> 52)
    cdef Volume* found = acquire_volume(&library.shelves[kind][number])
    while found != NULL and found.material != material:
        number = (number + 1) & (SLOTS - 1)
        found = acquire_volume(&library.shelves[kind][number])
    return &library.shelves[kind][number]


cdef inline bint add_volume(Library* library, Material material, int kind, const char* path) noexcept nogil:
    """Put a file on its shelf, replacing an earlier one; False if memory is short."""
    cdef Volume* volume = <Volume*> calloc(1, sizeof(Volume))
    if volume == NULL:
        return False
    volume.material = material
    volume.kind = kind
    volume.path = strdup(path)
    if volume.path == NULL:
        free(volume)
        return False
    volume.next = library.volumes
    library.volumes = volume
    publish_volume(slot_of(library, material, kind), volume)
    return True


cdef inline void close_volume(Volume* volume) noexcept nogil:
    """Close the file; closing it again has no effect."""
    if volume.table != NULL:
        close_table(volume.table)
        free(volume.table)
        volume.table = NULL
    if volume.start != NULL:
        unmap_file(volume.start, volume.size)
        volume.start = NULL


cdef inline Fault open_volume(Volume* volume, int* error) noexcept nogil:
    """Map the file and read everything before its values."""
    cdef FileBytes file
    cdef Fault fault
    volume.start = map_file(volume.path, &volume.size, error)
    if volume.start == NULL:
        return UNREADABLE
    memset(&file, 0, sizeof(FileBytes))
    file.start = volume.start
    file.size = volume.size
    volume.table = <Table*> calloc(1, sizeof(Table))
    fault = UNREADABLE
    if volume.table != NULL:
        fault = read_table(volume.table, volume.material, volume.kind, &file)
    if fault:
        error[0] = ENOMEM  # the only possible error here
        close_volume(volume)
    return fault


cdef inline Fault open_once(Library* library, Volume* volume, int* error) noexcept nogil:
    """Open a volume unless another thread has just done so. A file that cannot be opened may be tried again."""
    cdef Fault fault = NO_FAULT
    while not try_lock(&library.lock):
        sched_yield()
    if volume.state == CLOSED:
        fault = open_volume(volume, error)
        if fault != UNREADABLE:
            volume.fault = fault
            publish_state(&volume.state, BROKEN if fault else OPEN)
    else:
        fault = volume.fault
    unlock(&library.lock)
    return fault


cdef inline Fault find_table(
    Library* library, Material material, int kind, Volume** volume, int* error
) noexcept nogil:
    """The open volume of a material; if there is a fault, the volume that has it, or NULL."""
    cdef int state
    volume[0] = acquire_volume(slot_of(library, material, kind))
    if volume[0] == NULL:
        return NO_TABLE
    state = acquire_state(&volume[0].state)
    if state == OPEN:
        return NO_FAULT
    return volume[0].fault if state == BROKEN else open_once(library, volume[0], error)


cdef inline void close_library(Library* library) noexcept nogil:
    """Close all files; no thread may be probing."""
    cdef Volume* volume = library.volumes
    cdef Volume* following
    while volume != NULL:
        following = volume.next
        close_volume(volume)
        free(volume.path)
        free(volume)
        volume = following
    library.volumes = NULL
