"""Threads that learn together: each takes a part of a batch, then moves a part of the parameters."""

from libc.stddef cimport size_t
from libc.stdint cimport int64_t
from libc.string cimport memset

from kiwipete._core.kernel.memory cimport prefetch
from kiwipete._core.kernel.squares cimport u32, u64
from kiwipete._core.kernel.zobrist cimport next_random
from kiwipete._core.search.threads cimport Thread, join_thread, start_thread
from kiwipete._core.training.adam cimport Schedule, adam
from kiwipete._core.training.barrier cimport Barrier, close_barrier, meet, open_barrier
from kiwipete._core.training.features cimport Record
from kiwipete._core.training.layers cimport Losses, learn

cdef enum:
    AHEAD = 8               # records fetched before they are needed
    LINE = 16               # floats in a cache line
    STACK = 1 << 18

# The records of one file.
ctypedef struct Segment:
    const Record* records
    u64 first               # the number of its first record among all
    u64 count

cdef struct Team

# One thread's part of the work.
ctypedef struct Share:
    Thread thread
    Team* team
    int index
    float* gradients
    Losses losses

cdef struct Team:
    int hidden
    int buckets
    int threads
    size_t size             # parameters, and some zeros at the end
    float* parameters
    float* means
    float* squares
    float** gradients       # by thread
    Share* shares
    Barrier barrier
    bint is_off             # a thread could not be started
    Segment* segments
    int segment_count
    u64 count               # of the records to learn
    u32* order
    u64 batch
    float result_share
    Schedule schedule
    int64_t step            # steps done
    int64_t last_step       # where this call ends
    const Segment* checked  # a segment whose losses are computed, nothing learned


cdef inline const Record* record_at(const Team* team, u64 number) noexcept nogil:
    cdef int low = 0
    cdef int high = team.segment_count - 1
    cdef int middle
    while low < high:
        middle = (low + high + 1) // 2
        if team.segments[middle].first <= number:
            low = middle
        else:
            high = middle - 1
    return team.segments[low].records + (number - team.segments[low].first)


cdef inline void learn_some(
    const Team* team, Share* share, const u32* order, u64 first, u64 last, int hidden,
) noexcept nogil:
    cdef u64 i
    for i in range(first, last):
        if i + AHEAD < last:
            prefetch(record_at(team, order[i + AHEAD]))
        learn(
            record_at(team, order[i]), team.parameters, share.gradients, hidden, team.buckets, team.result_share,
            &share.losses,
        )


cdef inline void learn_batch(const Team* team, Share* share, const u32* order, u64 first, u64 last) noexcept nogil:
    """Learn a part of the records; for the common widths there are loops of constant length."""
    if team.hidden == 32:
        learn_some(team, share, order, first, last, 32)
    elif team.hidden == 64:
        learn_some(team, share, order, first, last, 64)
    elif team.hidden == 128:
        learn_some(team, share, order, first, last, 128)
    elif team.hidden == 256:
        learn_some(team, share, order, first, last, 256)
    elif team.hidden == 512:
        learn_some(team, share, order, first, last, 512)
    else:
        learn_some(team, share, order, first, last, team.hidden)


cdef inline void check_records(const Team* team, Share* share) noexcept nogil:
    """Add up the losses of a thread's part of the records that are only checked."""
    cdef u64 i
    for i in range(
        team.checked.count * share.index // team.threads, team.checked.count * (share.index + 1) // team.threads,
    ):
        learn(
            team.checked.records + i, team.parameters, NULL, team.hidden, team.buckets, team.result_share,
            &share.losses,
        )


cdef inline void take_steps(Team* team, Share* share) noexcept nogil:
    """Learn batch after batch: each thread a part of the positions, then a part of the parameters."""
    cdef u64 in_epoch = team.count // team.batch
    cdef size_t lines = team.size // LINE
    cdef int64_t step = team.step
    cdef u64 first
    while step < team.last_step:
        first = <u64> step % in_epoch * team.batch
        learn_batch(
            team, share, team.order,
            first + team.batch * share.index // team.threads, first + team.batch * (share.index + 1) // team.threads,
        )
        meet(&team.barrier, 0)
        step += 1
        adam(
            team.parameters, team.means, team.squares, team.gradients, team.threads,
            lines * share.index // team.threads * LINE, lines * (share.index + 1) // team.threads * LINE,
            team.batch, &team.schedule, step,
        )
        meet(&team.barrier, 0)


cdef inline void work(void* argument) noexcept nogil:
    cdef Share* share = <Share*> argument
    cdef Team* team = share.team
    meet(&team.barrier, 0)
    if team.is_off:
        return
    if team.checked != NULL:
        check_records(team, share)
    else:
        take_steps(team, share)


cdef inline int work_together(Team* team) noexcept nogil:
    """Have all threads work; return 0, or the system's number for the error that kept one from starting."""
    cdef int error = 0
    cdef int started = 0
    cdef int i
    open_barrier(&team.barrier, team.threads)
    team.is_off = False
    for i in range(team.threads):
        memset(&team.shares[i].losses, 0, sizeof(Losses))
        team.shares[i].thread.work = work
        team.shares[i].thread.argument = &team.shares[i]
    for i in range(1, team.threads):
        error = start_thread(&team.shares[i].thread, STACK)
        if error:
            team.is_off = True
            break
        started += 1
    if team.is_off:
        meet(&team.barrier, team.threads - 1 - started)
    else:
        work(&team.shares[0])
    for i in range(1, started + 1):
        join_thread(&team.shares[i].thread)
    close_barrier(&team.barrier)
    return error


cdef inline void shuffle(u32* order, u64 count, u64 seed) noexcept nogil:
    """Fill in a random order of the numbers below `count`, at most 2 ** 32."""
    cdef u64 state = seed
    cdef u64 i, j
    for i in range(count):
        j = (next_random(&state) >> 32) * (i + 1) >> 32
        order[i] = order[j]
        order[j] = <u32> i
