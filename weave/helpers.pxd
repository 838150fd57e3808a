# What the woven methods call (see src/shoal/engine/boilerplate.py). Inline, so that no module stands behind this file.
from libc.string cimport memcmp, memset

ctypedef long long i64
ctypedef unsigned long long u64


cdef inline void blank_int(int* a, int n) noexcept nogil:
    memset(a, 0, n * sizeof(int))

cdef inline void blank_i64(i64* a, int n) noexcept nogil:
    memset(a, 0, n * sizeof(i64))

cdef inline void blank_double(double* a, int n) noexcept nogil:
    memset(a, 0, n * sizeof(double))


cdef inline bint same_int(int* a, int* b, int n) noexcept nogil:
    return memcmp(a, b, n * sizeof(int)) == 0

cdef inline bint same_i64(i64* a, i64* b, int n) noexcept nogil:
    return memcmp(a, b, n * sizeof(i64)) == 0

cdef inline bint same_double(double* a, double* b, int n) noexcept nogil:
    cdef int i
    for i in range(n):
        if a[i] != b[i]:
            return False
    return True


# FNV-1a over 64-bit integers; the prime is 2**40 + 435.

cdef inline u64 digest_start() noexcept nogil:
    return (<u64>0xCBF29CE4 << 32) | <u64>0x84222325

cdef inline u64 digest_one(u64 h, i64 value) noexcept nogil:
    h ^= <u64>value
    return (h << 40) + h * 435

cdef inline u64 digest_int(u64 h, int* a, int n) noexcept nogil:
    cdef int i
    for i in range(n):
        h = digest_one(h, a[i])
    return h

cdef inline u64 digest_i64(u64 h, i64* a, int n) noexcept nogil:
    cdef int i
    for i in range(n):
        h = digest_one(h, a[i])
    return h

cdef inline i64 digest_end(u64 h) noexcept nogil:
    return <i64>(h >> 4)


cdef inline int load_int(int* a, object values, int n) except -1:
    cdef int i
    for i in range(n):
        a[i] = values[i]
    return 0

cdef inline int load_i64(i64* a, object values, int n) except -1:
    cdef int i
    for i in range(n):
        a[i] = values[i]
    return 0

cdef inline int load_double(double* a, object values, int n) except -1:
    cdef int i
    for i in range(n):
        a[i] = values[i]
    return 0
