#!/usr/bin/env python3
"""Makes by hand the metrics files in this folder that no framework at hand writes, and expected.json with their points,
bit by bit. make_real.py makes the others.

What is left here: event files and W&B files with everything that their layouts allow and today's writers do not use
(fields in another order, unknown fields, every encoding of a tensor, records in several chunks, W&B's earlier JSON),
lines that MLflow's readers refuse or only its early versions wrote, wandb-history.jsonl of W&B before 0.10, the
tables of YOLOv5 and the lines of Detectron2, which are not on PyPI, and a table with tabs.

The bytes follow the published layouts. TensorBoard: event.proto, summary.proto and tensor.proto in
tensorflow/tensorboard. W&B: wandb_internal.proto and datastore.py in wandb/wandb.

Usage: make_golden.py [FOLDER]
"""

import json
import os
import struct
import sys
import zlib

INF, NAN = float("inf"), float("nan")
DENORMAL = 5e-324
START = 1700000000.25  # seconds since the epoch

expected = {}
folder = sys.argv[1] if len(sys.argv) > 1 else os.path.dirname(os.path.abspath(__file__))


def bits(value):
    return struct.pack(">d", value).hex()


def write(name, content, points):
    """points: (tag, step, time, value)"""
    path = os.path.join(folder, name)
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "wb") as file:
        file.write(content if isinstance(content, bytes) else content.encode())
    expected[name] = [[tag, step, bits(time), bits(value)] for tag, step, time, value in points]


def single(value):
    """A number rounded to float."""
    return struct.unpack("<f", struct.pack("<f", value))[0]


# Protocol Buffers


def varint(number):
    number &= (1 << 64) - 1
    out = b""
    while number > 0x7F:
        out += bytes([number & 0x7F | 0x80])
        number >>= 7
    return out + bytes([number])


def field(number, kind, value):
    if kind == "varint":
        return varint(number << 3) + varint(value)
    if kind == "double":
        return varint(number << 3 | 1) + struct.pack("<d", value)
    if kind == "float":
        return varint(number << 3 | 5) + struct.pack("<f", value)
    data = value.encode() if isinstance(value, str) else value
    return varint(number << 3 | 2) + varint(len(data)) + data


# TensorBoard


def crc32c(data):
    crc = 0xFFFFFFFF
    for byte in data:
        crc ^= byte
        for _ in range(8):
            crc = crc >> 1 ^ (0x82F63B78 if crc & 1 else 0)
    return crc ^ 0xFFFFFFFF


def masked(data):
    crc = crc32c(data)
    return struct.pack("<I", ((crc >> 15 | crc << 17) + 0xA282EAD8) & 0xFFFFFFFF)


def record(data):
    length = struct.pack("<Q", len(data))
    return length + masked(length) + data + masked(data)


def event(time, step, *values):
    summary = b"".join(field(1, "bytes", value) for value in values)
    # proto3 omits steps of 0.
    steps = field(2, "varint", step) if step else b""
    return record(field(1, "double", time) + steps + field(5, "bytes", summary))


def version(time):
    return record(field(1, "double", time) + field(3, "bytes", "brain.Event:2"))


def simple(tag, value):
    return field(1, "bytes", tag) + field(2, "float", value)


def metadata(plugin):
    return field(9, "bytes", field(1, "bytes", field(1, "bytes", plugin)))


def tensor(tag, dtype, content, shape=b"", plugin=None):
    message = field(1, "varint", dtype) + field(2, "bytes", shape) + content
    return field(1, "bytes", tag) + field(8, "bytes", message) + (metadata(plugin) if plugin else b"")


def dimension(size):
    return field(2, "bytes", field(1, "varint", size))


def make_event_files():
    content = version(START)
    points = []
    values = [2.5, NAN, -INF]
    for i, value in enumerate(values):
        time = START + i / 8
        content += event(time, i, simple("train/loss", value), simple("lr", 1e-3 / (i + 1)))
        points += [("train/loss", i, time, value), ("lr", i, time, single(1e-3 / (i + 1)))]
    # Values of other kinds, and a number of theirs, in one event.
    histogram = field(1, "bytes", "weights") + field(5, "bytes", field(1, "double", 1.0))
    image = field(1, "bytes", "sample") + field(4, "bytes", field(1, "varint", 8) + field(4, "bytes", b"\x89PNG"))
    content += event(START + 2, 9, histogram, image, simple("accuracy", 0.5))
    points.append(("accuracy", 9, START + 2, 0.5))
    # Unknown fields, and a step after the summary.
    backwards = field(5, "bytes", field(1, "bytes", simple("train/loss", 1.25))) + field(2, "varint", 6)
    content += record(field(77, "bytes", "later") + backwards + field(1, "double", START + 4) + field(78, "float", 1))
    points.append(("train/loss", 6, START + 4, 1.25))
    content += record(field(1, "double", START + 5) + field(7, "bytes", field(1, "varint", 2)))  # SessionLog
    content += event(START + 6, 7, simple(" caf\u00e9 ", 1.0), simple("", 2.0))
    points.append(("caf\u00e9", 7, START + 6, 1.0))
    write("events.out.tfevents.1700000002.host.3.0", content, points)

    content = version(START)
    points = []
    (half_number,) = struct.unpack("<H", struct.pack("<e", 0.333251953125))
    packed_floats = field(5, "bytes", struct.pack("<f", 0.1))
    kinds = [
        ("packed", 1, packed_floats, single(0.1)),
        ("not_packed", 1, field(5, "float", 0.1), single(0.1)),
        ("float_nan", 1, field(4, "bytes", struct.pack("<f", NAN)), NAN),
        ("zero_left_out", 1, b"", 0.0),
        ("double_packed", 2, field(6, "bytes", struct.pack("<d", -0.0)), -0.0),
        ("double_not_packed", 2, field(6, "double", 1e300), 1e300),
        ("int32_packed", 3, field(7, "bytes", varint(-5)), -5.0),
        ("int32_not_packed", 3, field(7, "varint", 7), 7.0),
        ("int8", 6, field(7, "bytes", varint(-3)), -3.0),
        ("int64", 9, field(10, "bytes", varint(-(1 << 40))), -float(1 << 40)),
        ("bool", 10, field(11, "bytes", varint(1)), 1.0),
        ("bfloat16_number", 14, field(13, "bytes", varint(0x3FC0)), 1.5),
        ("half_number", 19, field(13, "bytes", varint(half_number)), 0.333251953125),
        ("half_denormal", 19, field(4, "bytes", b"\x01\x80"), -(2.0**-24)),
        ("half_infinite", 19, field(4, "bytes", b"\x00\xfc"), -INF),
        ("uint64", 23, field(17, "bytes", varint(1 << 63)), float(1 << 63)),
    ]
    for i, (tag, dtype, data, value) in enumerate(kinds):
        content += event(START, i, tensor(tag, dtype, data, plugin="scalars"))
        points.append((tag, i, START, value))
    one = field(4, "bytes", struct.pack("<f", 4.0))
    two = field(4, "bytes", struct.pack("<2f", 4.0, 5.0))
    for tag, shape, data in (("one", dimension(1) + dimension(1), one), ("no_rank", field(3, "varint", 1), one),
                             ("two", dimension(2), two), ("two_without_shape", b"", two),
                             ("none", dimension(0), b""), ("twice", b"", one + packed_floats)):
        content += event(START + 1, 1, tensor(tag, 1, data, shape))
    points.append(("one", 1, START + 1, 4.0))
    # Only the first value of a tag names the tag's plugin.
    text = field(8, "bytes", "hello")
    content += event(START + 2, 1, tensor("notes/text_summary", 7, text, dimension(1), "text"),
                     tensor("curve", 1, one, plugin="pr_curves"), tensor("epoch_loss", 1, one, plugin="scalars"))
    content += event(START + 3, 2, tensor("notes/text_summary", 7, text, dimension(1)), tensor("curve", 1, one),
                     tensor("epoch_loss", 1, packed_floats), tensor("unknown_type", 99, one))
    points += [("epoch_loss", 1, START + 2, 4.0), ("epoch_loss", 2, START + 3, single(0.1))]
    write("events.out.tfevents.1700000003.host.4.0.v2", content, points)


# W&B


def chunk(kind, data):
    return struct.pack("<IHB", zlib.crc32(bytes([kind]) + data), len(data), kind) + data


def item(key, value_json, nested=()):
    keys = b"".join(field(2, "bytes", part) for part in nested) if nested else field(1, "bytes", key)
    return field(1, "bytes", keys + field(16, "bytes", value_json))


def make_wandb():
    content = b":W&B" + struct.pack("<HB", 0xBEE1, 0)
    points = []
    number = 0

    def put(body, parts=1):
        nonlocal content, number
        number += 1
        data = field(1, "varint", number) + body
        if parts == 1:
            content += chunk(1, data)
            return
        cuts = [len(data) * i // parts for i in range(parts + 1)]
        for i in range(parts):
            content += chunk(2 if i == 0 else 4 if i == parts - 1 else 3, data[cuts[i]:cuts[i + 1]])

    def own(step, time):
        return item("_step", str(step)) + item("_timestamp", repr(time)) + item("_runtime", "1.5")

    put(field(17, "bytes", field(1, "bytes", "golden")))  # RunRecord
    values = [2.5, -0.0, DENORMAL, 1.7976931348623157e308, 0.1]
    for i, value in enumerate(values):
        time = START + i
        put(field(2, "bytes", item("loss", repr(value)) + own(i, time)), parts=1 + i % 3)
        points.append(("loss", i, time, value))
    # NaN in the forms of Python's json and of W&B's own encoder.
    for i, (text, value) in enumerate((("NaN", NAN), ('"NaN"', NAN), ("Infinity", INF), ('"-Infinity"', -INF)), 5):
        put(field(2, "bytes", item("loss", text) + own(i, START + i)))
        points.append(("loss", i, START + i, value))
    nested = item("", "3", ("val", "top", "k")) + item("eval", '{"a": 1, "b": {"c": 2.5}}')
    media = item("image", '{"_type": "image-file", "width": 8}') + item("text", '"hello"') + item("flag", "true")
    put(field(2, "bytes", nested + media + own(20, START + 20)))
    points += [("val/top/k", 20, START + 20, 3.0), ("eval/a", 20, START + 20, 1.0), ("eval/b/c", 20, START + 20, 2.5)]
    # An item without its own step gets the record's step.
    put(field(2, "bytes", item("loss", "1") + field(2, "bytes", field(1, "varint", 21))))
    put(field(2, "bytes", item("lr", "0.001") + field(2, "bytes", b"")))
    points += [("loss", 21, 0.0, 1.0), ("lr", 0, 0.0, 0.001)]
    # The Trainer and Lightning count steps in their own metrics; _step counts calls.
    put(field(2, "bytes", item("train/loss", "0.5") + item("train/global_step", "500") + own(22, START + 22)))
    points.append(("train/loss", 500, START + 22, 0.5))
    put(field(3, "bytes", item("loss", "9")))  # SummaryRecord
    put(field(18, "bytes", field(1, "varint", 0)))  # RunExitRecord
    write("run-odd.wandb", content, points)

    lines, points = [], []
    for i, value in enumerate((2.5, NAN, 0.1)):
        time = START + i
        lines.append(json.dumps({"loss": value, "_step": i, "_runtime": i + 0.5, "_timestamp": time}))
        points.append(("loss", i, time, value))
    lines.append(json.dumps({"gradients/w": {"_type": "histogram", "values": [1, 2]}, "_step": 3}))
    write("wandb-history.jsonl", "\n".join(lines) + "\n", points)


def make_mlflow():
    lines, points = ["1700000000123 2.5 0"], [("val/loss", 0, 1700000000123 / 1000, 2.5)]
    lines += ["1700000003000 5.5 1.5", "broken", "1700000003000 x 3", ""]
    lines.append("1700000004000 6.5")
    points.append(("val/loss", 0, 1700000004.0, 6.5))
    write("mlruns/0/odd/meta.yaml", "run_id: odd\nstart_time: 1700000000000\n", [])
    del expected["mlruns/0/odd/meta.yaml"]
    write("mlruns/0/odd/metrics/val/loss", "\n".join(lines) + "\n", points)


# Texts: the separators, and the columns that carry points


def table(name, header, rows, separator=",", step=0, padding=0):
    """rows: numbers, or None for empty cells"""
    lines = [separator.join(column.rjust(padding) for column in header)]
    points = []
    for row in rows:
        lines.append(separator.join(("" if v is None else repr(v)).rjust(padding) for v in row))
        for i, value in enumerate(row):
            if value is not None and i != step and header[i] != "":
                points.append((header[i], row[step], 0.0, float(value)))
    write(name, "\n".join(lines) + "\n", points)


def make_tables():
    names = ["train/box_loss", "metrics/precision(B)", "metrics/mAP50(B)", "metrics/mAP50-95(B)", "lr/pg0"]
    table("yolov5/results.csv", ["epoch"] + names, [[0, 0.1, 0.5, 0.25, 0.125, 0.01], [1, 0.05, 0.5, 0.5, 0.25, 0.01]],
          padding=20)
    table("tabs.csv", ["step", "loss"], [[10, 0.1], [20, 1e-310]], separator="\t")


def make_lines():
    lines, points = [], []
    for iteration, loss in ((19, 2.5), (39, NAN), (59, INF)):
        lines.append(json.dumps({"data_time": 0.005, "eta_seconds": 100.5, "iteration": iteration, "lr": 0.00025,
                                 "total_loss": loss}))
        points += [("data_time", iteration, 0.0, 0.005), ("eta_seconds", iteration, 0.0, 100.5),
                   ("lr", iteration, 0.0, 0.00025), ("total_loss", iteration, 0.0, loss)]
    write("detectron2/metrics.json", "\n".join(lines) + "\n", points)


make_event_files()
make_wandb()
make_mlflow()
make_tables()
make_lines()
with open(os.path.join(folder, "expected.json"), "w") as file:
    rows = [json.dumps(name) + ": " + json.dumps(points) for name, points in expected.items()]
    file.write("{\n" + ",\n".join(rows) + "\n}\n")
