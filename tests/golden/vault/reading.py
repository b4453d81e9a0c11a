"""The elements of FORMAT.md's tables: fixed-width numbers, varints, texts, checksums, zstd frames."""
import struct

import xxhash
import zstandard


class Damaged(Exception):
    """The vault does not follow FORMAT.md."""


def need(condition, what):
    if not condition:
        raise Damaged(what)


def xxh3(data):
    return xxhash.xxh3_64_intdigest(bytes(data), 0)


def check(data, expected, what):
    need(xxh3(data) == expected, f"{what}: the XXH3 is {xxh3(data):016x}, not {expected:016x}")


def unzstd(frame, length, prefix=b""):
    """Unpacks one frame of exactly `length` bytes; matches may refer to `prefix`."""
    content = None
    if prefix:
        content = zstandard.ZstdCompressionDict(prefix, dict_type=zstandard.DICT_TYPE_RAWCONTENT)
    unpacked = zstandard.ZstdDecompressor(dict_data=content).decompress(bytes(frame), max_output_size=max(length, 1))
    need(len(unpacked) == length, f"a zstd frame unpacks to {len(unpacked)} bytes, not {length}")
    return unpacked


class Reader:
    """Reads FORMAT.md's elements from bytes, in order."""

    def __init__(self, data):
        self.data = data
        self.at = 0

    def take(self, length):
        need(self.at + length <= len(self.data), "it ends too early")
        self.at += length
        return bytes(self.data[self.at - length:self.at])

    def rest(self):
        return self.take(len(self.data) - self.at)

    def fixed(self, code):
        return struct.unpack("<" + code, self.take(struct.calcsize("<" + code)))[0]

    def u8(self):
        return self.fixed("B")

    def u64(self):
        return self.fixed("Q")

    def escapes(self, size):
        """Elements stored as they are: position and bytes of each."""
        found, at = [], 0
        for _ in range(self.varint()):
            at += self.varint()
            found.append((at, self.take(size)))
            at += 1
        return found

    def varint(self):
        value = 0
        for place in range(10):
            byte = self.u8()
            value |= (byte & 127) << (7 * place)
            if byte < 128:
                need(value < 1 << 64, "a varint is beyond 64 bits")
                return value
        raise Damaged("a varint has more than ten bytes")

    def text(self):
        return self.take(self.varint())

    def end(self, what):
        need(self.at == len(self.data), f"{len(self.data) - self.at} bytes are left after {what}")


def varint(value):
    coded = bytearray()
    while value >= 128:
        coded.append(value & 127 | 128)
        value >>= 7
    return bytes(coded + bytes([value]))


def text(value):
    return varint(len(value)) + value


def unzigzag(value):
    return value >> 1 if value % 2 == 0 else -(value >> 1) - 1
