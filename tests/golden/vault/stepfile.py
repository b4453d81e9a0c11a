"""A step file's sections: its description of the checkpoint, and the places of its chunks."""
import struct
from dataclasses import dataclass, field

import adaptive
import chunks
from elements import SIZES
from reading import Damaged, Reader, check, need, unzstd

META, LAYOUT, CHUNKS, FIGURES, STATISTICS, SAMPLES, LINKS, DROPPED = range(1, 9)
ADAPTIVE = 3
CODINGS = 5
KNOWN = range(1, 9)


@dataclass
class File:
    path: bytes
    size: int
    format: bytes
    note: bytes


@dataclass
class Payload:
    file: int
    offset: int
    length: int
    stream: int
    role: int
    table: int
    copy_of: int | None
    rounds: tuple | None
    name: bytes
    kind: int = 0


@dataclass
class Stream:
    coding: int
    kind: int
    group: bytes
    chunk_elements: int
    payloads: list = field(default_factory=list)
    elements: int = 0
    tables: list = field(default_factory=list)
    model: object = None
    chunks: list = field(default_factory=list)
    dropped: set = field(default_factory=set)

    @property
    def element_size(self):
        return SIZES[self.kind]


@dataclass
class Chunk:
    mode: int
    offset: int
    length: int
    coded: int | None
    decoded: int


class StepFile:
    def __init__(self, data):
        self.data = data
        need(data[:16] == b"\x89SVSTEP\n" + struct.pack("<II", 1, 0), "not a step file of version 1")
        need(len(data) >= 48 and data[-8:] == b"SVSTEP\x89\n", "the step file's end is missing")
        table_at, table_length, table_sum = struct.unpack("<QQQ", data[-32:-8])
        need(table_at + table_length == len(data) - 32, "the table does not end at the footer")
        table = data[table_at:table_at + table_length]
        check(table, table_sum, "the table")
        self.sections = self.read_sections(Reader(table))
        self.read_meta(Reader(self.sections[META]))
        self.read_layout(Reader(self.sections[LAYOUT]))
        self.read_chunks(Reader(self.sections[CHUNKS]))
        self.read_links()
        self.read_dropped()

    def read_sections(self, table):
        found = {}
        while table.at < len(table.data):
            kind, flags = table.fixed("H"), table.fixed("H")
            offset, length, raw = table.varint(), table.varint(), table.varint()
            stored = self.data[offset:offset + length]
            check(stored, table.u64(), f"section {kind}")
            need(kind in KNOWN or not flags & 1, f"a critical section of unknown kind {kind}")
            need(max(length, raw) <= 1 << 30, f"section {kind} is too large")
            found[kind] = unzstd(stored, raw) if flags & 2 else stored
            need(len(found[kind]) == raw, f"section {kind} has another length than it says")
        return found

    def read_meta(self, r):
        self.run, self.id, self.sequence, self.step, self.interval = r.text(), r.text(), r.varint(), r.fixed("q"), r.varint()
        self.source, self.generation, self.scheme = r.text(), r.varint(), r.text()
        self.bits, self.error, self.budget = r.varint(), r.fixed("d"), r.fixed("d")
        self.key, self.level, self.deltas = r.u8(), r.varint(), r.varint()
        self.parent, self.parent_digest = r.text(), r.u64()
        self.modified, self.filed = r.fixed("q"), r.fixed("q")
        self.original_bytes, self.exact_bytes = r.varint(), r.varint()
        self.relative_error, self.max_error, self.lag = r.fixed("d"), r.fixed("d"), r.fixed("d")
        self.prior_error = r.fixed("d")
        self.loss = r.fixed("d") if r.u8() else None
        r.end("meta")

    def read_layout(self, r):
        self.files = [File(r.text(), r.varint(), r.text(), r.text()) for _ in range(r.varint())]
        self.streams = [Stream(r.u8(), r.u8(), r.text(), r.varint()) for _ in range(r.varint())]
        need(all(s.coding < CODINGS and s.kind in SIZES for s in self.streams), "a stream of unknown coding or type")
        self.payloads = []
        file = end = 0
        for number in range(r.varint()):
            skipped = r.varint()
            if skipped:
                file, end = file + skipped, 0
            offset = end + r.varint()
            length, stream, role, table, copy = r.varint(), r.varint(), r.u8(), r.varint(), r.varint()
            rounds = (r.varint(), r.varint()) if copy == 1 else None
            payload = Payload(file, offset, length, stream, role & 127, table, number + 1 - copy if copy > 1 else None,
                              rounds, r.text(), self.streams[stream].kind)
            end = offset + length
            need(end <= self.files[file].size, "a payload reaches beyond its file")
            self.payloads.append(payload)
            if not copy:
                self.streams[stream].payloads.append(payload)
        self.tensors = [self.read_tensor(r) for _ in range(r.varint())]
        self.checksums = []
        for _ in range(r.varint()):
            file, offset, payload, flags = r.varint(), r.varint(), r.varint(), r.u8()
            covered = (r.varint(), r.varint()) if flags & 2 else None
            if covered is None:
                covered = (self.payloads[payload].offset, self.payloads[payload].length)
            self.checksums.append((file, offset, flags & 1, covered))
        r.end("layout")
        for stream in self.streams:
            stream.elements = sum(p.length for p in stream.payloads) // stream.element_size
        in_payloads = sum(p.length for p in self.payloads)
        self.streams[0].elements = sum(f.size for f in self.files) - in_payloads

    @staticmethod
    def read_tensor(r):
        payload, flags = r.varint(), r.u8()
        name = None if flags & 2 else r.text()
        kind = None if flags & 4 else r.u8()
        offset = r.varint()
        shape = [r.varint() for _ in range(r.varint())]
        strides = None if flags & 1 else [r.fixed("q") for _ in shape]
        return payload, name, kind, offset, shape, strides

    def read_chunks(self, r):
        for stream in self.streams:
            stream.tables = [chunks.BucketTable(r, stream.kind) for _ in range(r.varint())]
            if stream.coding == ADAPTIVE:
                stream.model = adaptive.LevelModel(r, len(stream.payloads))
            offset = r.varint()
            for _ in range(-(-stream.elements // stream.chunk_elements) if stream.elements else 0):
                mode, length = r.u8(), r.varint()
                coded = r.u64() if length else None
                stream.chunks.append(Chunk(mode, offset, length, coded, r.u64()))
                offset += length
        r.end("chunks")

    def read_links(self):
        self.links, self.links_digest = [], 0
        if LINKS in self.sections:
            r = Reader(self.sections[LINKS])
            self.links_digest = r.u64()
            for _ in range(r.varint()):
                offset, length = r.varint(), r.varint()
                self.links.append(StepFile(self.data[offset:offset + length]))
            r.end("links")
            need(self.links, "a section of links without links")

    def read_dropped(self):
        if DROPPED in self.sections:
            r = Reader(self.sections[DROPPED])
            for stream in self.streams:
                at = 0
                for _ in range(r.varint()):
                    at += r.varint()
                    length = r.varint()
                    stream.dropped |= set(range(at, at + length))
                    at += length
                need(max(stream.dropped, default=-1) < len(stream.chunks), "a chunk is dropped that is not there")
            r.end("dropped")
            need(any(s.dropped for s in self.streams) and not self.streams[0].dropped, "other chunks are dropped")

    def is_kept(self, payload):
        """Whether the payload can be restored."""
        original, inside = payload, 0
        if payload.copy_of is not None:
            original = self.payloads[payload.copy_of]
        if payload.rounds is not None:
            original, inside = self.payloads[payload.rounds[0]], payload.rounds[1]
        stream, at = self.streams[original.stream], inside
        for other in stream.payloads:
            if other is original:
                break
            at += other.length // stream.element_size
        count = payload.length // SIZES[payload.kind]
        first, last = (n // stream.chunk_elements for n in (at, at + count - 1))
        return payload.length == 0 or not stream.dropped & set(range(first, last + 1))

    def coded(self, chunk):
        data = self.data[chunk.offset:chunk.offset + chunk.length]
        if chunk.length:
            check(data, chunk.coded, "a chunk's coded bytes")
        return data


def parts_of(stream, begin, count):
    """The payloads that overlap a chunk of `count` elements from `begin` on, in the form of
    adaptive.decode()'s parts."""
    if not stream.payloads:
        return [(0, begin, count, stream.elements)]
    found, at = [], 0
    for number, payload in enumerate(stream.payloads):
        length = payload.length // stream.element_size
        first, last = max(begin, at), min(begin + count, at + length)
        if first < last:
            found.append((number, first - at, last - first, length))
        at += length
    if sum(part[2] for part in found) != count:
        raise Damaged("a chunk reaches beyond its stream")
    return found
