"""The trainer: a network's parameters, and threads that fit them to records.

Built for each kind of processor like the hot module. kiwipete/training/train.py
decides what is learned and for how long. Threads sum their gradients in a fixed
order, so one seed and one number of threads give one network, bit by bit.
"""

from cpython.buffer cimport PyBUF_SIMPLE, PyBuffer_Release, PyObject_GetBuffer
from libc.stddef cimport size_t
from libc.stdint cimport int64_t, uintptr_t
from libc.stdlib cimport calloc, free
from libc.string cimport memcpy, memset, strerror

from kiwipete._core.kernel.memory cimport allocate, release
from kiwipete._core.kernel.piece_square cimport END_GAME_VALUES, MIDDLE_GAME_VALUES
from kiwipete._core.kernel.squares cimport u32, u64
from kiwipete._core.training.adam cimport Schedule
from kiwipete._core.training.features cimport Record, is_sound
from kiwipete._core.training.layers cimport BLOCK, Example, Losses, MAX_HIDDEN, forward, output_at
from kiwipete._core.training.team cimport LINE, Segment, Share, Team, learn_batch, shuffle, work_together

cdef enum:
    MAX_THREADS = 256
    MOST_RECORDS = 0xffffffff


cdef class Records:
    """Records in the memory of a bytes-like object, which stays as it is while this exists."""

    cdef Py_buffer view
    cdef bint is_open
    cdef const Record* records
    cdef readonly u64 count

    def __cinit__(self, data):
        PyObject_GetBuffer(data, &self.view, PyBUF_SIMPLE)
        self.is_open = True
        if self.view.len % sizeof(Record):
            raise ValueError(f"{self.view.len} bytes are not a whole number of records")
        if <uintptr_t> self.view.buf % sizeof(u64):
            raise ValueError("records must begin at a multiple of 8 in memory")
        self.records = <const Record*> self.view.buf
        self.count = self.view.len // sizeof(Record)

    def __dealloc__(self):
        if self.is_open:
            PyBuffer_Release(&self.view)

    def __len__(self):
        return self.count

    def first_fault(self):
        """Return the number of the first record that isn't a position with a result, or None."""
        cdef u64 i = 0
        with nogil:
            while i < self.count and is_sound(self.records + i):
                i += 1
        return None if i == self.count else i

    def starts_game(self, u64 number):
        """Return whether a record has no later ply than the one before it, as where a game begins."""
        if not 0 < number < self.count:
            return True
        return self.records[number].ply <= self.records[number - 1].ply


cdef class Trainer:
    """The parameters of a network and their training."""

    cdef Team team
    cdef list learned      # keeps the memory of the records
    cdef size_t count      # parameters
    cdef bint is_busy      # set and cleared under the GIL

    def __cinit__(self, int hidden, int buckets=1, int threads=1):
        cdef int i
        if not 0 < hidden <= MAX_HIDDEN or hidden % BLOCK or not 0 < buckets <= 8 or not 0 < threads <= MAX_THREADS:
            raise ValueError(f"cannot train {hidden} neurons and {buckets} buckets on {threads} threads")
        self.learned = []
        self.count = output_at(hidden, buckets) + buckets
        self.team.hidden = hidden
        self.team.buckets = buckets
        self.team.threads = threads
        self.team.size = (self.count + LINE - 1) // LINE * LINE
        self.team.parameters = self.new_floats()
        self.team.means = self.new_floats()
        self.team.squares = self.new_floats()
        self.team.gradients = <float**> calloc(threads, sizeof(float*))
        self.team.shares = <Share*> calloc(threads, sizeof(Share))
        if self.team.gradients == NULL or self.team.shares == NULL:
            raise MemoryError("no room for the threads")
        for i in range(threads):
            self.team.gradients[i] = self.new_floats()
            self.team.shares[i].team = &self.team
            self.team.shares[i].index = i
            self.team.shares[i].gradients = self.team.gradients[i]

    def __dealloc__(self):
        cdef int i
        self.free_floats(self.team.parameters)
        self.free_floats(self.team.means)
        self.free_floats(self.team.squares)
        if self.team.gradients != NULL:
            for i in range(self.team.threads):
                self.free_floats(self.team.gradients[i])
        free(self.team.gradients)
        free(self.team.shares)
        free(self.team.segments)
        free(self.team.order)

    cdef float* new_floats(self) except NULL:
        cdef float* memory = <float*> allocate(self.team.size * sizeof(float))
        if memory == NULL:
            raise MemoryError("no room for the parameters")
        return memory

    cdef void free_floats(self, float* memory) noexcept:
        if memory != NULL:
            release(memory, self.team.size * sizeof(float))

    cdef int check_idle(self) except -1:
        """Raise RuntimeError while threads work, which use what the caller means to change."""
        if self.is_busy:
            raise RuntimeError("the trainer is at work")
        return 0

    cdef bytes bytes_of(self, const float* memory):
        return (<const char*> memory)[: self.count * sizeof(float)]

    cdef int copy_to(self, float* memory, const unsigned char[::1] data) except -1:
        self.check_idle()
        if <size_t> len(data) != self.count * sizeof(float):
            raise ValueError(f"expected {self.count} floats, got {len(data)} bytes")
        memcpy(memory, &data[0], len(data))
        return 0

    # The parameters and Adam's moments of them, as the bytes of floats.

    @property
    def parameters(self):
        return self.bytes_of(self.team.parameters)

    @parameters.setter
    def parameters(self, data):
        self.copy_to(self.team.parameters, data)

    @property
    def means(self):
        return self.bytes_of(self.team.means)

    @means.setter
    def means(self, data):
        self.copy_to(self.team.means, data)

    @property
    def squares(self):
        return self.bytes_of(self.team.squares)

    @squares.setter
    def squares(self, data):
        self.copy_to(self.team.squares, data)

    @property
    def step(self):
        """The number of steps taken."""
        return self.team.step

    @step.setter
    def step(self, int64_t step):
        self.check_idle()
        if step < 0:
            raise ValueError(f"expected a number of steps, got {step}")
        self.team.step = step

    @property
    def steps_in_epoch(self):
        return self.team.count // self.team.batch if self.team.batch else 0

    def learn_from(self, parts, u64 batch):
        """Take Records to learn from, each as (records, count of them from the beginning), in batches."""
        cdef Records records
        cdef u64 total = 0
        cdef u64 count
        cdef Segment* segments
        cdef u32* order = NULL
        cdef int used = 0
        self.check_idle()
        segments = <Segment*> calloc(len(parts) + 1, sizeof(Segment))
        if segments == NULL:
            raise MemoryError("no room for the records")
        try:
            for records, count in parts:
                if count > records.count:
                    raise ValueError(f"there are {records.count} records, not {count}")
                if count:
                    segments[used] = Segment(records.records, total, count)
                    used += 1
                    total += count
            if not 0 < total <= MOST_RECORDS or batch < 1:
                raise ValueError(f"cannot learn from {total} records in batches of {batch}")
            order = <u32*> calloc(total, sizeof(u32))
            if order == NULL:
                raise MemoryError(f"no room for the order of {total} records")
        except BaseException:
            free(segments)
            raise
        free(self.team.segments)
        free(self.team.order)
        self.learned = [records for records, _ in parts]
        self.team.segments = segments
        self.team.segment_count = used
        self.team.order = order
        self.team.count = total
        self.team.batch = min(batch, total)
        self.shuffle(0)

    def shuffle(self, u64 seed):
        """Put the records into a random order, the same for the same seed."""
        self.check_idle()
        self.is_busy = True
        with nogil:
            shuffle(self.team.order, self.team.count, seed)
        self.is_busy = False

    def plan(
        self, *, int64_t steps, float rate, float last_rate, int64_t warm_up, float decay=0.01,
        float result_share=0,
    ):
        """Set how fast to learn, and which share of the target is the result of the game."""
        self.check_idle()
        if steps < 1:
            raise ValueError(f"expected at least one step, got {steps}")
        self.team.schedule = Schedule(steps, warm_up, rate, last_rate, decay)
        self.team.result_share = result_share

    def take_steps(self, int64_t steps):
        """Learn some batches; return the sums of (loss, loss by scores, loss by results)."""
        self.check_idle()
        if self.team.order == NULL or self.team.schedule.steps == 0:
            raise ValueError("call learn_from and plan first")
        if steps < 0:
            raise ValueError(f"expected a number of steps, got {steps}")
        self.team.checked = NULL
        self.team.last_step = self.team.step + steps
        return self.run()

    def check(self, Records records, u64 first=0):
        """Return the sums of the losses of the records from `first` on; nothing is learned."""
        cdef Segment segment
        self.check_idle()
        if first > records.count:
            raise ValueError(f"there are {records.count} records, not {first}")
        segment = Segment(records.records + first, 0, records.count - first)
        self.team.checked = &segment
        self.team.last_step = self.team.step
        return self.run()

    cdef run(self):
        cdef int error, i
        cdef Losses total
        self.is_busy = True
        with nogil:
            error = work_together(&self.team)
        self.is_busy = False
        if error:
            raise RuntimeError(
                f"cannot start {self.team.threads} threads: {strerror(error).decode('utf-8', 'replace')}"
            )
        self.team.step = self.team.last_step
        memset(&total, 0, sizeof(total))
        for i in range(self.team.threads):
            total.loss += self.team.shares[i].losses.loss
            total.score += self.team.shares[i].losses.score
            total.result += self.team.shares[i].losses.result
        return total.loss, total.score, total.result

    def outputs(self, Records records, u64 first=0):
        """Return the network's outputs for the records from `first` on, as the bytes of floats."""
        cdef Example example
        cdef u64 i
        cdef bytearray result = bytearray((records.count - min(first, records.count)) * sizeof(float))
        cdef float[::1] outputs
        self.check_idle()
        if first >= records.count:
            return b""
        outputs = memoryview(result).cast("f")
        self.is_busy = True
        with nogil:
            for i in range(first, records.count):
                forward(&example, records.records + i, self.team.parameters, self.team.hidden, self.team.buckets)
                outputs[i - first] = example.output
        self.is_busy = False
        return bytes(result)

    def output_sums(self, Records records, u64 first=0):
        """Return (sum of the outputs, number of positions) for each bucket, of the records from `first` on."""
        cdef Example example
        cdef double[8] sums
        cdef u64[8] counts
        cdef u64 i
        cdef int bucket
        self.check_idle()
        memset(sums, 0, sizeof(sums))
        memset(counts, 0, sizeof(counts))
        self.is_busy = True
        with nogil:
            for i in range(first, records.count):
                forward(&example, records.records + i, self.team.parameters, self.team.hidden, self.team.buckets)
                sums[example.bucket] += example.output
                counts[example.bucket] += 1
        self.is_busy = False
        return [(sums[bucket], counts[bucket]) for bucket in range(self.team.buckets)]

    def gradients(self, Records records):
        """Return the gradient of the summed losses of some records, as the bytes of floats."""
        cdef Team* team = &self.team
        cdef Segment segment = Segment(records.records, 0, records.count)
        cdef Team one = team[0]
        cdef u32* order
        cdef u64 i
        self.check_idle()
        order = <u32*> calloc(records.count + 1, sizeof(u32))
        if order == NULL:
            raise MemoryError("no room for the order of the records")
        one.segments = &segment
        one.segment_count = 1
        for i in range(records.count):
            order[i] = <u32> i
        learn_batch(&one, &team.shares[0], order, 0, records.count)
        free(order)
        found = self.bytes_of(team.gradients[0])
        memset(team.gradients[0], 0, team.size * sizeof(float))
        return found


def piece_square_values():
    """Return the piece-square values, middle game and end game: for each kind, 64 centipawns, a1 first."""
    return (
        [[MIDDLE_GAME_VALUES[kind][square] for square in range(64)] for kind in range(6)],
        [[END_GAME_VALUES[kind][square] for square in range(64)] for kind in range(6)],
    )
