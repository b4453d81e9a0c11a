"""Element types, and arithmetic on them as FORMAT.md requires it: in f64 for f64 and in f32 for all other
types, not fused."""
import numpy

SIZES = {0: 1, 1: 8, 2: 4, 3: 2, 4: 2, 5: 8, 6: 4, 7: 2, 8: 1, 9: 1, 10: 1, 11: 8, 12: 16, 13: 2, 14: 4, 15: 8, 16: 1}
MANTISSA = {1: 52, 2: 23, 3: 10, 4: 7}
F64, F32, F16, BF16 = 1, 2, 3, 4


def unsigned(kind):
    return numpy.dtype(f"<u{SIZES[kind]}")


def computing(kind):
    return numpy.dtype("<f8") if kind == F64 else numpy.dtype("<f4")


def widen(data, kind):
    """Elements' bits as numbers of the computing type."""
    if kind == F16:
        return numpy.frombuffer(data, "<f2").astype("<f4")
    if kind == BF16:
        return (numpy.frombuffer(data, "<u2").astype("<u4") << 16).view("<f4")
    return numpy.frombuffer(data, {F64: "<f8", F32: "<f4"}[kind])


def narrow(values, kind):
    """Numbers of the computing type as elements' bits, rounded to nearest, ties to even."""
    if kind == F16:
        return values.astype("<f2").view("<u2")
    if kind == BF16:
        bits = values.astype("<f4").view("<u4").astype("<u8")
        return ((bits + 0x7FFF + (bits >> 16 & 1)) >> 16).astype("<u2")
    return values.view(unsigned(kind))
