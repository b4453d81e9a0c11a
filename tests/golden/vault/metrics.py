"""The points of metrics.svlog, by source and tag, in the order in which they were given."""
import struct

from reading import Reader, check, need, unzigzag, xxh3

HEADER = b"\x89SVMET1\n"
MARK, FIRST_MARK = 0x324D5653, 0x464D5653


def read_log(data):
    """{(source, tag): [(step, time, value)]}; what a process that died was writing does not count."""
    reader, found = Reader(data), {}
    need(reader.take(8) == HEADER, "it is not a log of metrics")
    while reader.at < len(data):
        frame = read_frame(reader)
        if frame is None:
            break
        for source, tag, point in frame:
            found.setdefault((source, tag), []).append(point)
    return found


def read_frame(reader):
    """Its points, or None for a last frame that is cut off."""
    left = reader.data[reader.at:]
    if len(left) < 24:
        return None
    mark, own_check, length, hash_of_payload = struct.unpack("<IIQQ", left[:24])
    need(mark in (MARK, FIRST_MARK) and own_check == xxh3(left[8:24]) & 0xFFFFFFFF, "a frame is damaged")
    reader.take(24)
    if len(left) < 24 + length:
        return None
    payload = reader.take(length)
    check(payload, hash_of_payload, "a frame of metrics")
    body = Reader(payload)
    points = list(points_of(body) if mark == MARK else points_of_first_version(body))
    body.end("a frame of metrics")
    return points


def points_of(body):
    source = body.text()
    if body.u8() & 1:
        body.take(5 * 8)
    tags = [(body.text(), body.varint())[0] for _ in range(body.varint())]
    step, time = 0, 0.0
    for _ in range(body.varint()):
        tag, timed = divmod(body.varint(), 2)
        step += unzigzag(body.varint())
        if timed:
            time = body.fixed("d")
        yield source, tags[tag], (step, time, body.fixed("d"))


def points_of_first_version(body):
    tags = [body.text() for _ in range(body.varint())]
    for _ in range(body.varint()):
        yield b"", tags[body.varint()], (body.fixed("q"), body.fixed("d"), body.fixed("d"))
