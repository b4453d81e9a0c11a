"""The bytes of one chunk, decoded from its coded form and its base."""
import numpy

import adaptive
from elements import F64, computing, narrow, unsigned, widen
from reading import Damaged, Reader, need, unzstd

SECOND_MOMENT = 2


class BucketTable:
    def __init__(self, reader, kind):
        count = reader.varint()
        need(count <= 255, "a bucket table has too many buckets")
        self.values = []
        for _ in range(count):
            reader.fixed("h")
            self.values.append(reader.fixed("d" if kind == F64 else "f"))
        self.codes = canonical([reader.u8() for _ in range(count + 1)])


def canonical(lengths):
    """Symbols by (length, code)."""
    codes, code, before = {}, 0, 0
    for length, symbol in sorted((length, symbol) for symbol, length in enumerate(lengths) if length):
        need(length <= 20, "a Huffman code is too long")
        code <<= length - before
        codes[length, code] = symbol
        code, before = code + 1, length
    return codes


def planes(data, count, size):
    reader = Reader(data)
    found = numpy.empty((count, size), "u1")
    for place in range(size):
        method = reader.u8()
        if method == 0:
            plane = reader.take(count)
        elif method == 1:
            plane = reader.take(1) * count
        elif method == 2:
            plane = unzstd(reader.text(), count)
        else:
            raise Damaged(f"a plane of unknown method {method}")
        found[:, place] = numpy.frombuffer(plane, "u1")
    reader.end("the planes")
    return found.tobytes()


def add_zigzag(data, base, size):
    width = min(size, 8)
    delta = numpy.frombuffer(data, f"<u{width}")
    one = delta.dtype.type(1)
    signed = (delta >> one) ^ (~(delta & one) + one)
    return (signed + numpy.frombuffer(base, f"<u{width}")).tobytes()


def runs(data, base, size):
    reader = Reader(data)
    found, at = [], 0
    for _ in range(reader.varint()):
        gap = reader.varint()
        at += gap // 2
        length = reader.varint() if gap % 2 else 1
        found.append((at, length))
        at += length
    restored = bytearray(base)
    for at, length in found:
        restored[at * size:(at + length) * size] = reader.take(length * size)
    reader.end("the runs")
    need(len(restored) == len(base), "runs reach beyond the chunk")
    return bytes(restored)


class RangeDecoder:
    def __init__(self, data):
        self.data, self.at, self.code, self.range = data, 0, 0, 2**32 - 1
        for _ in range(4):
            self.take()

    def take(self):
        byte = self.data[self.at] if self.at < len(self.data) else 0
        self.at += 1
        self.code = (self.code << 8 | byte) & 0xFFFFFFFF

    def normalize(self):
        while self.range < 1 << 24:
            self.range <<= 8
            self.take()

    def bit(self, models, place):
        z, k = models.get(place, (32768, 2))
        bound = (self.range >> 16) * z
        bit = self.code >= bound
        if bit:
            self.code -= bound
            self.range -= bound
            z -= z // k
        else:
            self.range = bound
            z += (65536 - z) // k
        models[place] = min(max(z, 64), 65472), min(k + 1, 256)
        self.normalize()
        return int(bit)

    def raw(self):
        self.range >>= 1
        bit = self.code >= self.range
        if bit:
            self.code -= self.range
        self.normalize()
        return int(bit)

    def number(self, models, name, bits):
        told = 1
        for _ in range(bits):
            told = told * 2 + self.bit(models, (name, told))
        length = told - (1 << bits)
        need(length <= 64, "a number of a change is too long")
        if length == 0:
            return 0
        number = 1
        for i in range(length - 1):
            number = number * 2 + (self.bit(models, (name, length, number)) if i < 2 else self.raw())
        return number


def changes(data, base, size):
    reader = Reader(data)
    left = reader.varint()
    decoder, models = RangeDecoder(reader.data[reader.at:]), {}
    width = min(size, 8)
    restored = numpy.frombuffer(base, f"<u{width}").copy()
    negative, large, at = 0, False, 0
    for _ in range(left):
        at += decoder.number(models, "gap", 5)
        need(at < len(restored), "a change lies beyond the chunk")
        negative = decoder.bit(models, ("sign", negative))
        by = decoder.number(models, ("size", large), 7) + 1
        large = by > 1
        restored[at] = (int(restored[at]) + (-by if negative else by)) % (1 << 8 * width)
        at += 1
    return restored.tobytes()


def bits_of(data):
    return "".join(f"{byte:08b}" for byte in data)


def lc(data, base, kind, parts, tables, payloads):
    reader = Reader(data)
    size = unsigned(kind).itemsize
    escapes = reader.escapes(size)
    bits = bits_of(reader.rest())
    restored, begin, used = bytearray(), 0, 0
    for number, _, length, _ in parts:
        payload = payloads[number]
        table = tables[payload.table]
        own = base[begin * size:(begin + length) * size]
        begin += length
        unchanged = len(table.values)
        symbols = numpy.full(length, unchanged)
        for i in range(length if table.values else 0):
            code, taken = 0, 0
            while (taken, code) not in table.codes:
                need(used < len(bits) and taken < 20, "there is no such Huffman code")
                code, taken, used = code << 1 | int(bits[used]), taken + 1, used + 1
            symbols[i] = table.codes[taken, code]
        values = numpy.array(table.values + [0], computing(kind))[symbols]
        with numpy.errstate(all="ignore"):
            moved = widen(own, kind) + values
            if payload.role == SECOND_MOMENT:
                moved = numpy.where(moved < 0, computing(kind).type(0), moved)
            rounded = narrow(moved.astype(computing(kind)), kind)
        restored += numpy.where(symbols == unchanged, numpy.frombuffer(own, unsigned(kind)), rounded).tobytes()
    need(len(bits) - used < 8 and "1" not in bits[used:], "something follows the last Huffman code")
    for at, value in escapes:
        restored[at * size:(at + 1) * size] = value
    return bytes(restored)


def decode(mode, data, base, stream, parts):
    """parts as in adaptive.decode(); `base` is as long as the chunk, except for the skeleton's."""
    size = stream.element_size
    count = sum(part[2] for part in parts)
    if mode == 0:
        need(not data, "an unchanged chunk has bytes")
        return base
    if mode == 1:
        return planes(data, count, size)
    if mode == 2:
        coded = planes(data, count, size)
        return (numpy.frombuffer(coded, "u1") ^ numpy.frombuffer(base, "u1")).tobytes()
    if mode == 3:
        return add_zigzag(planes(data, count, size), base, size)
    if mode == 4:
        return lc(data, base, stream.kind, parts, stream.tables, stream.payloads)
    if mode == 5:
        return unzstd(data, count * size)
    if mode == 6:
        return unzstd(data, count * size, base)
    if mode == 7:
        return data
    if mode == 8:
        return adaptive.decode(data, base, stream.kind, stream.model, parts)
    if mode == 9:
        return runs(data, base, size)
    if mode == 10:
        return changes(data, base, size)
    raise Damaged(f"a chunk of unknown mode {mode}")
