"""Adam with decoupled weight decay and clipped weights, and the schedule of its rate."""

from libc.math cimport cos, fabsf, pow, sqrtf
from libc.stddef cimport size_t
from libc.stdint cimport int64_t

cdef extern from *:
    """
    #define KW_CLIP 1.98f        /* times 64 and 255 it stays within 16 bits */
    #define KW_BETA1 0.9f
    #define KW_BETA2 0.999f
    #define KW_EPSILON 1e-8f
    #define KW_NOTHING 1e-30f    /* smaller numbers count as 0: subnormal ones are slow */
    typedef float *restrict kw_floats;
    """
    const float CLIP "KW_CLIP"
    const float BETA1 "KW_BETA1"
    const float BETA2 "KW_BETA2"
    const float EPSILON "KW_EPSILON"
    const float NOTHING "KW_NOTHING"
    ctypedef float* Floats "kw_floats"       # nothing else points there

ctypedef struct Schedule:
    int64_t steps        # of the whole training
    int64_t warm_up      # of them, with a rate that rises from 0
    float rate
    float last_rate
    float decay


cdef inline float rate_at(const Schedule* schedule, int64_t step) noexcept nogil:
    """The learning rate: half a cosine from `rate` to `last_rate`, slower at the beginning. Steps count from 1."""
    cdef double share = min(step, schedule.steps) / <double> schedule.steps
    cdef double fall = 0.5 * (1 + cos(3.141592653589793 * share))
    cdef double rate = schedule.last_rate + (schedule.rate - schedule.last_rate) * fall
    if step < schedule.warm_up:
        rate *= step / <double> schedule.warm_up
    return rate


cdef inline void adam(
    Floats parameters, Floats means, Floats squares, float** gradients, int shares, size_t first, size_t last,
    float divisor, const Schedule* schedule, int64_t step,
) noexcept nogil:
    """Move some parameters against their gradients, which are summed in the order of the threads and cleared."""
    cdef float rate = rate_at(schedule, step)
    cdef float kept = 1 - rate * schedule.decay
    cdef float mean_rate = rate / (1 - pow(BETA1, step))
    cdef float square_scale = 1 / (1 - pow(BETA2, step))
    cdef float scale = 1 / divisor
    cdef Floats total = gradients[0]
    cdef Floats more
    cdef float slope, mean, square, moved
    cdef size_t i
    cdef int share
    for share in range(1, shares):
        more = gradients[share]
        for i in range(first, last):
            total[i] += more[i]
            more[i] = 0
    for i in range(first, last):
        slope = total[i] * scale
        total[i] = 0
        mean = BETA1 * means[i] + (1 - BETA1) * slope
        square = BETA2 * squares[i] + (1 - BETA2) * slope * slope
        mean = mean if fabsf(mean) > NOTHING else 0
        square = square if square > NOTHING else 0
        means[i] = mean
        squares[i] = square
        moved = parameters[i] * kept - mean_rate * mean / (sqrtf(square * square_scale) + EPSILON)
        moved = moved if moved < CLIP else CLIP
        parameters[i] = moved if moved > -CLIP else -CLIP
