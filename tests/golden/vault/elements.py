"""Element types, and arithmetic on them as FORMAT.md requires it: in f64 for f64 and in f32 for all other
types, not fused."""
import numpy

SIZES = {0: 1, 1: 8, 2: 4, 3: 2, 4: 2, 5: 8, 6: 4, 7: 2, 8: 1, 9: 1, 10: 1, 11: 8, 12: 16, 13: 2, 14: 4, 15: 8, 16: 1,
         17: 1, 18: 1}
MANTISSA = {1: 52, 2: 23, 3: 10, 4: 7}
F64, F32, F16, BF16 = 1, 2, 3, 4
SIGNED_CODES, UNSIGNED_CODES = 17, 18


def dynamic_values(kind):
    """The values of the codes from 0 to 255, in ascending order."""
    found, scale = [0.0, 1.0], 1e-6
    for decade in range(7):
        n = 2**decade if kind == SIGNED_CODES else 2**(decade + 1)
        found += [scale * (0.1 + 0.9 * (i + 0.5) / n) for i in range(n)]
        scale *= 10
    if kind == SIGNED_CODES:
        found += [-value for value in found if 0 < value < 1]
    return numpy.array(sorted(found)).astype("<f4")


VALUES = {kind: dynamic_values(kind) for kind in (SIGNED_CODES, UNSIGNED_CODES)}


def nearest_codes(values, kind):
    table = VALUES[kind]
    borders = (table[:-1] + table[1:]) * numpy.float32(0.5)
    infinite = numpy.where(numpy.signbit(values), -numpy.inf, numpy.inf)
    return numpy.searchsorted(borders, numpy.where(numpy.isnan(values), infinite, values)).astype("u1")


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
    if kind in VALUES:
        return VALUES[kind][numpy.frombuffer(data, "u1")]
    return numpy.frombuffer(data, {F64: "<f8", F32: "<f4"}[kind])


def narrow(values, kind):
    """Numbers of the computing type as elements' bits, rounded to nearest, ties to even."""
    if kind == F16:
        return values.astype("<f2").view("<u2")
    if kind == BF16:
        bits = values.astype("<f4").view("<u4").astype("<u8")
        return ((bits + 0x7FFF + (bits >> 16 & 1)) >> 16).astype("<u2")
    if kind in VALUES:
        return nearest_codes(values, kind)
    return values.view(unsigned(kind))
