"""Chunks of scheme adaptive: level model, rANS, blocks, elements."""
from functools import lru_cache

import numpy

from elements import F32, MANTISSA, VALUES, computing, narrow, unsigned, widen
from reading import Reader, need, unzigzag

BLOCK = 128


class LevelModel:
    """The data that a stream's chunks share: step, tables of pairs by context, prediction and columns of each
    payload."""

    def __init__(self, reader, payloads):
        self.logarithmic = reader.u8()
        need(self.logarithmic in (0, 1), "a level model of unknown kind")
        if self.logarithmic:
            self.log_step = reader.fixed("b")
            need(-6 <= self.log_step <= 0, "a logarithmic step out of range")
        else:
            self.step = numpy.frombuffer(reader.take(4), "<f4")[0]
            self.inward = numpy.frombuffer(reader.take(12), "<f4")
        tables = [weights(reader) for _ in range(reader.varint())]
        need(len(tables) <= 18, "too many tables of weights")
        self.contexts = [pairs_of_slots(tables[reader.u8()]) for _ in range(18)] if tables else []
        self.shapes = []
        for _ in range(payloads):
            if self.logarithmic:
                prediction = reader.fixed("h")
                need(abs(prediction) <= 16384, "an offset out of range")
            else:
                prediction = reader.u8(), reader.u8()  # scale and gain
            columns = reader.varint()
            packed = reader.take((columns + 1) // 2)
            self.shapes.append((prediction, [(packed[i // 2] >> 4 * (i % 2) & 15) - 8 for i in range(columns)]))


def weights(reader):
    even = reader.u8()
    found = [reader.varint() for _ in range(9 if even else 16)]
    if even:
        found += [found[16 - code] for code in range(9, 16)]
    need(1 <= sum(found) <= 1 << 16, "weights of level codes out of range")
    return tuple(found)


@lru_cache(maxsize=None)
def pairs_of_slots(w):
    """(pair, frequency, start) for each of 4096 slots."""
    total = sum(w)
    frequency = [(w[s & 15] * w[s >> 4] * 4096 + total * total // 2) // (total * total) for s in range(256)]
    frequency[0] = 1
    while (excess := sum(frequency) - 4096) != 0:
        largest = max(frequency[1:])
        at = frequency.index(largest, 1)
        frequency[at] -= excess if excess < 0 else min(excess, max(1, largest // 64))
    slots = []
    for pair, count in enumerate(frequency):
        slots += [(pair, count, len(slots))] * count
    return slots


class Symbols:
    """Pairs coded by rANS."""

    def __init__(self, data, count):
        states = 32 if count >= 8192 else 4 if count >= 64 else 1
        reader = Reader(data)
        self.states = [reader.fixed("I") for _ in range(states)]
        self.words = reader
        self.done = 0

    def next(self, slots):
        which = self.done % len(self.states)
        self.done += 1
        x = self.states[which]
        pair, frequency, start = slots[x & 4095]
        x = frequency * (x >> 12) + (x & 4095) - start
        if x < 1 << 16:
            x = x << 16 | self.words.fixed("H")
        self.states[which] = x
        return pair

    def end(self):
        self.words.end("the symbols")
        need(all(x == 1 << 16 for x in self.states), "the symbols end in another state than they began")


def blocks(part, first):
    """(begin, end, column of each element or None) for a part of a payload that begins at the payload's
    element `first`."""
    count, shape = part
    columns = len(shape)
    at = 0
    while at < count:
        place = first + at
        if columns == 0:
            until = (place // BLOCK + 1) * BLOCK - first
        elif columns > BLOCK:
            pieces = -(-columns // BLOCK)
            size = -(-columns // pieces)
            row, column = divmod(place, columns)
            until = row * columns + min((column // size + 1) * size, columns) - first
        else:
            rows = BLOCK // columns
            until = (place // columns // rows + 1) * rows * columns - first
        yield at, until
        at = until


def decode(data, base, kind, model, parts):
    """parts: for each payload in the chunk (its number in the stream, the first element of the part, the
    part's elements, the payload's elements)."""
    reader = Reader(data)
    size = unsigned(kind).itemsize
    escapes = reader.escapes(size)
    count = sum(part[2] for part in parts)
    levels = numpy.zeros(count, "<i8")
    if model.contexts:
        read_levels(reader, model, parts, levels)
    else:
        reader.end("a chunk without levels")

    bits = numpy.empty(count, unsigned(kind))
    at = 0
    for number, _, length, _ in parts:
        own = slice(at, at + length)
        base_bits = base[at * size:(at + length) * size]
        bits[own] = place(base_bits, levels[own], kind, model, model.shapes[number][0])
        at += length
    restored = bytearray(bits.tobytes())
    for at, value in escapes:
        restored[at * size:(at + 1) * size] = value
    return bytes(restored)


def read_levels(reader, model, parts, levels):
    raw = Reader(reader.text())
    low = reader.text()
    class_symbols = reader.text()
    ranges, at = [], 0
    for number, first, length, whole in parts:
        classes = model.shapes[number][1]
        for begin, until in blocks((length, classes), first):
            end = min(until, length)
            # A block has columns only if it begins at a block boundary and the chunk did not cut it.
            cut = not classes or begins_inside(first + begin, len(classes)) or until > length
            own = None if cut else [classes[(first + i) % len(classes)] for i in range(begin, end)]
            ranges.append((at + begin, at + end, own))
        at += length

    found = read_classes(class_symbols, len(ranges), raw, model.contexts[0])
    pairs = sum((end - begin + 1) // 2 for (begin, end, _), c in zip(ranges, found) if c)
    symbols = Symbols(reader.rest(), pairs)
    low_bit = 0
    for (begin, end, own), c in zip(ranges, found):
        if c == 0:
            continue
        n = -(-(c - 17) // 2) if c > 17 else 0
        order = list(range(begin, end))
        if own is not None:
            order.sort(key=lambda i: own[i - begin])
        for k in range(0, len(order), 2):
            two = order[k:k + 2]
            shift = 0
            if own is not None:
                shift = (own[two[0] - begin] + own[two[-1] - begin]) // 2
            pair = symbols.next(model.contexts[min(max(c - 2 * n + shift, 1), 17)])
            if pair == 0:
                pair = raw.u8()
            codes = [pair & 15, pair >> 4]
            need(len(two) == 2 or codes[1] == 8, "a lone last element is paired with another level than 0")
            for i, code in zip(two, codes):
                levels[i] = code - 8 if code else unzigzag(raw.varint())
        if n:
            for i in range(begin, end):
                rest = 0
                for bit in range(n):
                    rest |= (low[low_bit // 8] >> low_bit % 8 & 1) << bit
                    low_bit += 1
                levels[i] = (int(levels[i]) << n | rest) - (1 << (n - 1))
    symbols.end()
    raw.end("the raw bytes")
    need(len(low) == (low_bit + 7) // 8, "there are more low bits than elements take")


def begins_inside(place, columns):
    if columns > BLOCK:
        size = -(-columns // -(-columns // BLOCK))
        return place % columns % size != 0
    return place % (BLOCK // columns * columns) != 0


def read_classes(data, count, raw, slots):
    symbols = Symbols(data, (count + 1) // 2)
    found, before = [], 12
    while len(found) < count:
        pair = symbols.next(slots)
        if pair == 0:
            pair = raw.u8()
        codes = [pair & 15, pair >> 4][:count - len(found)]
        for code in codes:
            before = before + code - 8 if code else raw.u8()
            need(0 <= before <= 63, "a block's class out of range")
            found.append(before)
    symbols.end()
    return found


def place(base, levels, kind, model, prediction_of):
    bits = numpy.frombuffer(base, unsigned(kind))
    if model.logarithmic and kind in VALUES:
        floats = place(widen(base, kind).tobytes(), levels, F32, model, prediction_of).astype("<u4").view("<f4")
        codes = narrow(floats, kind)
        return numpy.where(floats == 0, codes, numpy.maximum(codes, 1)).astype("u1")
    if model.logarithmic:
        mantissa = MANTISSA[kind]
        h = max(0, mantissa + model.log_step)
        d = prediction_of * 2**mantissa // 256
        width = 8 * unsigned(kind).itemsize
        infinity = (1 << width - 1) - (1 << mantissa)
        one = (infinity >> mantissa + 1) << mantissa

        def placed(b, l):
            if b == 0 and l == 0:
                return 0
            p = b if b >= infinity else min(max((b or one) + d, 1), infinity - 1)
            return (p + (l - 1 if b == 0 and l > 0 else l) * (1 << h)) % (1 << width)

        return numpy.array([placed(int(b), int(l)) for b, l in zip(bits, levels)], unsigned(kind))
    scale, gain = prediction_of
    real = computing(kind).type
    with numpy.errstate(all="ignore"):
        prediction = widen(base, kind)
        if scale != 128:
            prediction = prediction * (real(scale) / real(128))
        m = numpy.abs(levels)
        inward = numpy.asarray(model.inward, real)[numpy.clip(m, 1, 3) - 1]
        away = (m.astype(real) * real(model.step) - inward) * (real(1) + real(gain) / real(128))
        moved = numpy.where(levels > 0, prediction + away, prediction - away)
        moved = numpy.where(levels == 0, prediction, moved).astype(real)
        rounded = narrow(moved, kind)
    return numpy.where(levels == 0, bits, rounded) if scale == 128 else rounded
