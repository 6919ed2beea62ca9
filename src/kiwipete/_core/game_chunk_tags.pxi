# The tags of games: which are kept, which let a game pass, and their values in one text.

cdef inline bint read_number(const char* at, Py_ssize_t length, double* number) noexcept nogil:
    """Read a value that is a whole number, perhaps with a sign."""
    cdef const char* end = at + length
    cdef bint negative = length > 1 and at[0] == c'-'
    at += negative or (length > 1 and at[0] == c'+')
    if at == end or read_digits(at, end, number) != end:
        return False
    if negative:
        number[0] = -number[0]
    return True


cdef inline int compared(const char* one, Py_ssize_t length, const char* other, Py_ssize_t others) noexcept nogil:
    cdef int order = memcmp(one, other, min(length, others))
    return order if order else (length > others) - (length < others)


cdef inline bint passes(const Filter* filter, const char* value, Py_ssize_t length) noexcept nogil:
    cdef double number
    cdef Py_ssize_t i
    if filter.kind == NUMBER_RANGE:
        return read_number(value, length, &number) and filter.low <= number <= filter.high
    if filter.kind == TEXT_RANGE:
        return (
            (filter.least == NULL or compared(value, length, filter.least, filter.least_length) >= 0)
            and (filter.most == NULL or compared(value, length, filter.most, filter.most_length) <= 0)
        )
    for i in range(filter.count):
        if filter.lengths[i] == length and memcmp(filter.values[i], value, length) == 0:
            return True
    return False


cdef inline u32 hash_of(const char* name, Py_ssize_t length) noexcept nogil:
    cdef u32 number = <u32> length
    cdef Py_ssize_t i
    for i in range(length):
        number = number * 31 + <unsigned char> name[i]
    return number ^ number >> 15


cdef inline bint has_name(const Name* name, const char* text, Py_ssize_t length) noexcept nogil:
    return name.length == length and memcmp(name.text, text, length) == 0


cdef bint grow_names(Reader* r) noexcept nogil:
    """Double the table of names; False if there is no memory."""
    cdef u32 room = max(256, 2 * r.name_room)
    cdef u32* slots = <u32*> calloc(room, sizeof(u32))
    cdef void* names = realloc(r.names, (room // 2 + 1) * sizeof(Name))
    cdef u32 i, slot
    if names != NULL:
        r.names = <Name*> names
    if slots == NULL or names == NULL:
        free(slots)
        return False
    for i in range(1, r.name_count):
        slot = hash_of(r.names[i].text, r.names[i].length) & (room - 1)
        while slots[slot]:
            slot = (slot + 1) & (room - 1)
        slots[slot] = i
    free(r.name_slots)
    r.name_slots = slots
    r.name_room = room
    return True


cdef u32 name_number(Reader* r, const char* text, Py_ssize_t length) noexcept nogil:
    """The number of a name, which is added if it is new; 0 if there is no memory."""
    cdef u32 slot = hash_of(text, length) & (r.name_room - 1)
    cdef Name* name
    while r.name_slots[slot]:
        if has_name(&r.names[r.name_slots[slot]], text, length):
            return r.name_slots[slot]
        slot = (slot + 1) & (r.name_room - 1)
    if r.name_count > r.name_room // 2 - 1:
        return name_number(r, text, length) if grow_names(r) else 0
    r.name_slots[slot] = r.name_count
    name = &r.names[r.name_count]
    name.text = text
    name.length = length
    name.follower = 0
    name.filter = -1
    name.kept = r.plan.keeps_all
    r.name_count += 1
    return r.name_count - 1


cdef bint store_tag(Reader* r, u32 number, const char* value, Py_ssize_t length) noexcept nogil:
    cdef u32* ids
    cdef u32* ends
    if not (
        reserve(&r.tag_ids, sizeof(u32)) and reserve(&r.tag_ends, sizeof(u32)) and reserve(&r.tag_text, length)
    ):
        return False
    ids = <u32*> r.tag_ids.data
    ends = <u32*> r.tag_ends.data
    memcpy(r.tag_text.data + r.tag_text.used, value, length)
    r.tag_text.used += length
    ids[r.tags] = number
    ends[r.tags] = <u32> r.tag_text.used
    r.tags += 1
    r.tag_ids.used += sizeof(u32)
    r.tag_ends.used += sizeof(u32)
    return True


cdef inline float result_of(const char* text, Py_ssize_t length) noexcept nogil:
    """White's points, or -1 for *, or NaN for another text."""
    if length == 3 and memcmp(text, "1-0", 3) == 0:
        return 1
    if length == 3 and memcmp(text, "0-1", 3) == 0:
        return 0
    if length == 7 and memcmp(text, "1/2-1/2", 7) == 0:
        return 0.5
    return -1 if length == 1 and text[0] == c'*' else NAN


cdef bint note_tag(Reader* r, const Tag* tag) noexcept nogil:
    """Take a tag of the current game; False if there is no memory."""
    cdef u32 number = r.names[r.last_name].follower
    cdef Name* name
    if number == 0 or not has_name(&r.names[number], tag.name, tag.name_length):
        number = name_number(r, tag.name, tag.name_length)
        if number == 0:
            return False
        r.names[r.last_name].follower = number
    r.last_name = number
    name = &r.names[number]
    if name.filter >= 0:
        r.passed &= ~(<u64> 1 << name.filter)
        if passes(&r.plan.filters[name.filter], tag.value, tag.value_length):
            r.passed |= <u64> 1 << name.filter
    if number == NAME_FEN:
        r.fen = tag[0]
    elif number == NAME_VARIANT:
        r.variant = tag[0]
    elif number == NAME_RESULT:
        r.result = result_of(tag.value, tag.value_length)
    return store_tag(r, number, tag.value, tag.value_length) if name.kept else True
