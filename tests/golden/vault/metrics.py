"""The points of metrics.svlog, by source and tag, in the order of writing."""
import struct

from reading import Reader, need, unzigzag, xxh3

HEADER = b"\x89SVMET1\n"
MARK, FIRST_MARK = 0x324D5653, 0x464D5653


def read_log(data):
    """{(source, tag): [(step, time, value)]}; an incomplete last frame does not count."""
    need(data[:8] == HEADER, "it is not a log of metrics")
    found, at = {}, 8
    while at < len(data):
        frame = read_frame(data, at)
        if frame is None:
            need(all(read_frame(data, later) is None for later in range(at + 1, len(data))), "a frame is damaged")
            break
        points, at = frame
        for source, tag, point in points:
            found.setdefault((source, tag), []).append(point)
    return found


def read_frame(data, at):
    """The frame's points and its end; None if no complete frame begins here."""
    if len(data) - at < 24:
        return None
    mark, own_check, length, hash_of_payload = struct.unpack_from("<IIQQ", data, at)
    payload = data[at + 24:at + 24 + length]
    if (mark not in (MARK, FIRST_MARK) or own_check != xxh3(data[at + 8:at + 24]) & 0xFFFFFFFF
            or len(payload) < length or xxh3(payload) != hash_of_payload):
        return None
    body = Reader(payload)
    points = list(points_of(body) if mark == MARK else points_of_first_version(body))
    body.end("a frame of metrics")
    return points, at + 24 + length


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
