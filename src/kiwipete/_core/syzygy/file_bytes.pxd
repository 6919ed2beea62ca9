"""The bytes of a table's file: mapped to memory, read from front to back, never past the end."""

from kiwipete._core.kernel.squares cimport u16, u32, u64, u8

cdef enum Fault:
    NO_FAULT = 0
    NO_TABLE       # it was not added
    UNREADABLE     # errno has the reason
    WRONG_SIZE     # of the file: cut short, or not a table
    WRONG_MAGIC    # in its first four bytes
    WRONG_PIECES   # the file does not match its name
    WRONG_LAYOUT   # a part of it would lie outside the file
    WRONG_CODE     # the compressed data cannot be read


cdef extern from *:
    """
    #include <errno.h>
    #ifdef _WIN32
    #ifndef WIN32_LEAN_AND_MEAN
    #define WIN32_LEAN_AND_MEAN
    #endif
    #include <windows.h>
    #undef near /* fields of ours have these names */
    #undef far

    /* Map a file; its name is UTF-8, as Python encodes it. */
    static const uint8_t *kw_map_file(const char *path, size_t *size, int *error) {
        wchar_t name[4096];
        LARGE_INTEGER length;
        HANDLE file, mapping = NULL;
        void *bytes = NULL;
        *error = EINVAL;
        if (!MultiByteToWideChar(CP_UTF8, 0, path, -1, name, 4096)) return NULL;
        file = CreateFileW(name, GENERIC_READ, FILE_SHARE_READ | FILE_SHARE_DELETE, NULL,
                           OPEN_EXISTING, FILE_FLAG_RANDOM_ACCESS, NULL);
        if (file == INVALID_HANDLE_VALUE) {
            *error = GetLastError() == ERROR_ACCESS_DENIED ? EACCES : ENOENT;
            return NULL;
        }
        if (GetFileType(file) == FILE_TYPE_DISK && GetFileSizeEx(file, &length) && length.QuadPart > 0) {
            mapping = CreateFileMappingW(file, NULL, PAGE_READONLY, 0, 0, NULL);
            if (mapping) bytes = MapViewOfFile(mapping, FILE_MAP_READ, 0, 0, 0);
            if (!bytes) *error = ENOMEM;
        }
        /* The view keeps what it needs of both. */
        if (mapping) CloseHandle(mapping);
        CloseHandle(file);
        if (bytes) *size = (size_t) length.QuadPart;
        return (const uint8_t *) bytes;
    }
    #define kw_unmap_file(bytes, size) UnmapViewOfFile(bytes)
    #else
    #include <fcntl.h>
    #include <sys/mman.h>
    #include <sys/stat.h>
    #include <unistd.h>

    /* Map a file. The descriptor is not needed once that is done: however many
       tables there are, none of them keeps one. */
    static const uint8_t *kw_map_file(const char *path, size_t *size, int *error) {
        struct stat facts;
        void *bytes = MAP_FAILED;
        /* Without waiting: the name may be that of a pipe. */
        int file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
        if (file < 0) {
            *error = errno;
            return NULL;
        }
        errno = EINVAL;
        if (fstat(file, &facts) == 0 && S_ISREG(facts.st_mode) && facts.st_size > 0) {
            bytes = mmap(NULL, (size_t) facts.st_size, PROT_READ, MAP_SHARED, file, 0);
        }
        *error = errno;
        close(file);
        if (bytes == MAP_FAILED) return NULL;
        *size = (size_t) facts.st_size;
        posix_madvise(bytes, *size, POSIX_MADV_RANDOM);
        return (const uint8_t *) bytes;
    }
    #define kw_unmap_file(bytes, size) munmap((void *) (bytes), size)
    #endif
    """
    const u8* map_file "kw_map_file"(const char* path, size_t* size, int* error) noexcept nogil
    void unmap_file "kw_unmap_file"(const u8* bytes_, size_t size) noexcept nogil

cdef struct FileBytes:
    const u8* start
    u64 size
    u64 at           # the position of the next byte
    bint overrun     # a read went past the end; everything read since is 0


# Numbers at a position that is known to be inside; little-endian except for codes.

cdef inline u16 u16_at(const u8* place) noexcept nogil:
    return <u16> (place[0] | place[1] << 8)


cdef inline u32 u32_at(const u8* place) noexcept nogil:
    return <u32> u16_at(place) | <u32> u16_at(place + 2) << 16


cdef inline u32 code_at(const u8* place) noexcept nogil:
    """Thirty-two bits of codes, the first in the highest."""
    return <u32> place[0] << 24 | <u32> place[1] << 16 | <u32> place[2] << 8 | place[3]


cdef inline const u8* take(FileBytes* file, u64 count) noexcept nogil:
    """The next bytes, or NULL if there are too few."""
    cdef const u8* place = file.start + file.at
    if file.overrun or count > file.size - file.at:
        file.overrun = True
        return NULL
    file.at += count
    return place


cdef inline u8 take_u8(FileBytes* file) noexcept nogil:
    cdef const u8* place = take(file, 1)
    return 0 if place == NULL else place[0]


cdef inline u16 take_u16(FileBytes* file) noexcept nogil:
    cdef const u8* place = take(file, 2)
    return 0 if place == NULL else u16_at(place)


cdef inline u32 take_u32(FileBytes* file) noexcept nogil:
    cdef const u8* place = take(file, 4)
    return 0 if place == NULL else u32_at(place)


cdef inline void align(FileBytes* file, u64 unit) noexcept nogil:
    """Go on to the next whole unit, counted from the start of the file."""
    cdef u64 beyond = file.at % unit
    if beyond:
        take(file, unit - beyond)
