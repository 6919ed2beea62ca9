"""The network forward and backward on one position.

`hidden` is a literal at the call site where it matters, and a multiple of 32. Parameters
lie in one array, and their gradients in another in the same order:

    feature weights [768][hidden], feature biases [hidden], output weights [buckets][2][hidden],
    output biases [buckets]

Nearly all time goes into sums of feature rows and their gradients: they are written with
vectors of eight floats, which compilers cut as the processor likes. Left to gcc's
vectoriser, they run at half the speed.
"""

from libc.math cimport expf
from libc.stddef cimport size_t

from kiwipete._core.kernel.squares cimport u16
from kiwipete._core.training.features cimport (
    FEATURES, MAX_PIECES, RESULT_BITS, Record, bucket_of, read_features,
)

cdef enum:
    MAX_HIDDEN = 1024
    BLOCK = 32           # columns at once, so that both sides' sums fit the registers

cdef extern from *:
    """
    #define KW_CENTIPAWNS 400.0f
    #define KW_ZERO 0.0f
    #define KW_HALF 0.5f
    #define KW_ONE 1.0f
    #define KW_TWO 2.0f
    typedef float kw_eight __attribute__((vector_size(32), aligned(4), may_alias));
    """
    const float SCALE "KW_CENTIPAWNS"        # an output of 1
    # Cython would write these as doubles, and have the vectors converted.
    const float ZERO "KW_ZERO"
    const float HALF "KW_HALF"
    const float ONE "KW_ONE"
    const float TWO "KW_TWO"
    ctypedef float Eight "kw_eight"          # a vector; Cython sees a number to add

ctypedef struct Losses:
    double loss        # squared differences from the target
    double score       # and from its two parts
    double result

# A position on its way through the network; the side to move comes first.
ctypedef struct Example:
    u16[2][MAX_PIECES] features
    float[2][MAX_HIDDEN] sums
    float output
    int pieces
    int bucket


cdef inline size_t bias_at(int hidden) noexcept nogil:
    return <size_t> FEATURES * hidden


cdef inline size_t output_at(int hidden, int bucket) noexcept nogil:
    return (<size_t> FEATURES + 1 + 2 * bucket) * hidden


cdef inline size_t output_bias_at(int hidden, int buckets, int bucket) noexcept nogil:
    return output_at(hidden, buckets) + bucket


cdef inline float clipped(float x) noexcept nogil:
    x = x if x > ZERO else ZERO
    return x if x < ONE else ONE


cdef inline float sigmoid(float x) noexcept nogil:
    return ONE / (ONE + expf(-x))


cdef inline void sum_rows(Example* example, const float* parameters, int hidden) noexcept nogil:
    """Sum the rows of the features and the biases for both sides, block by block."""
    cdef const Eight* bias
    cdef const Eight* own_row
    cdef const Eight* other_row
    cdef Eight* sums
    cdef Eight own0, own1, own2, own3, other0, other1, other2, other3
    cdef int number, block, i
    for number in range(hidden // BLOCK):
        block = number * BLOCK
        bias = <const Eight*> (parameters + bias_at(hidden) + block)
        own0 = other0 = bias[0]
        own1 = other1 = bias[1]
        own2 = other2 = bias[2]
        own3 = other3 = bias[3]
        for i in range(example.pieces):
            own_row = <const Eight*> (parameters + <size_t> example.features[0][i] * hidden + block)
            other_row = <const Eight*> (parameters + <size_t> example.features[1][i] * hidden + block)
            own0 += own_row[0]
            own1 += own_row[1]
            own2 += own_row[2]
            own3 += own_row[3]
            other0 += other_row[0]
            other1 += other_row[1]
            other2 += other_row[2]
            other3 += other_row[3]
        sums = <Eight*> (example.sums[0] + block)
        sums[0] = own0
        sums[1] = own1
        sums[2] = own2
        sums[3] = own3
        sums = <Eight*> (example.sums[1] + block)
        sums[0] = other0
        sums[1] = other1
        sums[2] = other2
        sums[3] = other3


cdef inline void add_to_rows(Example* example, float* gradients, int hidden) noexcept nogil:
    """Add the slopes, which have taken the place of the sums, to the gradients of the features' rows."""
    cdef Eight* own_row
    cdef Eight* other_row
    cdef const Eight* slopes
    cdef Eight own0, own1, own2, own3, other0, other1, other2, other3
    cdef int number, block, i
    for number in range(hidden // BLOCK):
        block = number * BLOCK
        slopes = <const Eight*> (example.sums[0] + block)
        own0 = slopes[0]
        own1 = slopes[1]
        own2 = slopes[2]
        own3 = slopes[3]
        slopes = <const Eight*> (example.sums[1] + block)
        other0 = slopes[0]
        other1 = slopes[1]
        other2 = slopes[2]
        other3 = slopes[3]
        own_row = <Eight*> (gradients + bias_at(hidden) + block)
        own_row[0] += own0 + other0
        own_row[1] += own1 + other1
        own_row[2] += own2 + other2
        own_row[3] += own3 + other3
        for i in range(example.pieces):
            own_row = <Eight*> (gradients + <size_t> example.features[0][i] * hidden + block)
            other_row = <Eight*> (gradients + <size_t> example.features[1][i] * hidden + block)
            own_row[0] += own0
            own_row[1] += own1
            own_row[2] += own2
            own_row[3] += own3
            other_row[0] += other0
            other_row[1] += other1
            other_row[2] += other2
            other_row[3] += other3


cdef inline void forward(
    Example* example, const Record* record, const float* parameters, int hidden, int buckets,
) noexcept nogil:
    """Compute the output, and keep the sums."""
    cdef const float* weights
    cdef float output = ZERO
    cdef float x
    cdef int side, i
    example.pieces = read_features(record, example.features[0], example.features[1])
    example.bucket = bucket_of(example.pieces, buckets)
    sum_rows(example, parameters, hidden)
    for side in range(2):
        weights = parameters + output_at(hidden, example.bucket) + side * hidden
        for i in range(hidden):
            x = clipped(example.sums[side][i])
            output += x * x * weights[i]
    example.output = output + parameters[output_bias_at(hidden, buckets, example.bucket)]


cdef inline float output_slope(const Record* record, float output, float result_share, Losses* losses) noexcept nogil:
    """Add to the losses, and return the derivative of this position's loss by the output."""
    cdef float value = sigmoid(output)
    cdef float score = sigmoid(record.score / SCALE)
    cdef float result = (record.flags & RESULT_BITS) * HALF
    cdef float error = value - (score + result_share * (result - score))
    losses.loss += <double> error * error
    losses.score += <double> (value - score) * (value - score)
    losses.result += <double> (value - result) * (value - result)
    return TWO * error * value * (ONE - value)


cdef inline void backward(
    Example* example, float slope, const float* parameters, float* gradients, int hidden, int buckets,
) noexcept nogil:
    """Add the gradient of a position that went forward; `slope` is that of the output."""
    cdef size_t first = output_at(hidden, example.bucket)
    cdef const float* weights
    cdef float* weight_gradients
    cdef float x, rise
    cdef int side, i
    gradients[output_bias_at(hidden, buckets, example.bucket)] += slope
    for side in range(2):
        weights = parameters + first + side * hidden
        weight_gradients = gradients + first + side * hidden
        for i in range(hidden):
            x = clipped(example.sums[side][i])
            rise = slope * x
            weight_gradients[i] += rise * x
            rise = TWO * rise * weights[i]
            example.sums[side][i] = rise if x < ONE else ZERO
    add_to_rows(example, gradients, hidden)


cdef inline void learn(
    const Record* record, const float* parameters, float* gradients, int hidden, int buckets, float result_share,
    Losses* losses,
) noexcept nogil:
    """Add the gradient and the losses of a position; without gradients, the losses alone."""
    cdef Example example
    cdef float slope
    forward(&example, record, parameters, hidden, buckets)
    slope = output_slope(record, example.output, result_share, losses)
    if gradients != NULL:
        backward(&example, slope, parameters, gradients, hidden, buckets)
