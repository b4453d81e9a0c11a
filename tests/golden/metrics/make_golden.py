#!/usr/bin/env python3
"""Makes the metrics files in this folder, and expected.json with their points, bit by bit.

Needs none of the frameworks: the script writes the bytes by hand to the frameworks' published layouts, with
its own CRCs and Protocol Buffers. TensorBoard: event.proto, summary.proto and tensor.proto in
tensorflow/tensorboard, filled the way torch.utils.tensorboard (simple_value) and TensorFlow 2 (tensor) do.
W&B: wandb_internal.proto and datastore.py in wandb/wandb. The texts have the form that the frameworks write.

Usage: make_golden.py [FOLDER]
"""

import io
import json
import os
import struct
import sys
import zipfile
import zlib

INF, NAN = float("inf"), float("nan")
DENORMAL = 5e-324
FLOAT_DENORMAL = struct.unpack("<f", struct.pack("<I", 1))[0]
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
    values = [2.5, 0.1, -0.0, 0.0, NAN, INF, -INF, FLOAT_DENORMAL, -FLOAT_DENORMAL, 3.4028234663852886e38]
    for i, value in enumerate(values):
        time = START + i / 8
        content += event(time, i, simple("train/loss", value), simple("lr", 1e-3 / (i + 1)))
        points += [("train/loss", i, time, single(value)), ("lr", i, time, single(1e-3 / (i + 1)))]
    histogram = field(1, "bytes", "weights") + field(5, "bytes", field(1, "double", 1.0))
    image = field(1, "bytes", "sample") + field(4, "bytes", field(1, "varint", 8) + field(4, "bytes", b"\x89PNG"))
    content += event(START + 2, 9, histogram, image, simple("accuracy", 0.5))
    points.append(("accuracy", 9, START + 2, 0.5))
    # A resume goes back; negative and huge steps are valid; unknown fields and a step after the summary are
    # allowed.
    for step in (5, -1, 1 << 40):
        content += event(START + 3, step, simple("train/loss", 1.5))
        points.append(("train/loss", step, START + 3, 1.5))
    backwards = field(5, "bytes", field(1, "bytes", simple("train/loss", 1.25))) + field(2, "varint", 6)
    content += record(field(77, "bytes", "later") + backwards + field(1, "double", START + 4) + field(78, "float", 1))
    points.append(("train/loss", 6, START + 4, 1.25))
    content += record(field(1, "double", START + 5) + field(7, "bytes", field(1, "varint", 2)))  # SessionLog
    content += event(START + 6, 7, simple(" caf\u00e9 ", 1.0), simple("", 2.0))
    points.append(("caf\u00e9", 7, START + 6, 1.0))
    write("events.out.tfevents.1700000000.host.1.0", content, points)

    content = version(START)
    points = []
    half = struct.pack("<e", 0.333251953125)
    half_number = struct.unpack("<H", half)[0]
    packed_floats = field(5, "bytes", struct.pack("<f", 0.1))
    kinds = [
        ("content", 1, field(4, "bytes", struct.pack("<f", 0.1)), single(0.1)),
        ("packed", 1, packed_floats, single(0.1)),
        ("not_packed", 1, field(5, "float", 0.1), single(0.1)),
        ("float_nan", 1, field(4, "bytes", struct.pack("<f", NAN)), NAN),
        ("zero_left_out", 1, b"", 0.0),
        ("double", 2, field(4, "bytes", struct.pack("<d", DENORMAL)), DENORMAL),
        ("double_packed", 2, field(6, "bytes", struct.pack("<d", -0.0)), -0.0),
        ("double_not_packed", 2, field(6, "double", 1e300), 1e300),
        ("int32", 3, field(4, "bytes", struct.pack("<i", -5)), -5.0),
        ("int32_packed", 3, field(7, "bytes", varint(-5)), -5.0),
        ("int32_not_packed", 3, field(7, "varint", 7), 7.0),
        ("uint8", 4, field(4, "bytes", b"\xff"), 255.0),
        ("int16", 5, field(4, "bytes", struct.pack("<h", -300)), -300.0),
        ("int8", 6, field(7, "bytes", varint(-3)), -3.0),
        ("int64", 9, field(10, "bytes", varint(-(1 << 40))), -float(1 << 40)),
        ("bool", 10, field(11, "bytes", varint(1)), 1.0),
        ("bfloat16", 14, field(4, "bytes", b"\xc0\x3f"), 1.5),
        ("bfloat16_number", 14, field(13, "bytes", varint(0x3FC0)), 1.5),
        ("uint16", 17, field(4, "bytes", b"\xff\xff"), 65535.0),
        ("half", 19, field(4, "bytes", half), 0.333251953125),
        ("half_number", 19, field(13, "bytes", varint(half_number)), 0.333251953125),
        ("half_denormal", 19, field(4, "bytes", b"\x01\x80"), -(2.0**-24)),
        ("half_infinite", 19, field(4, "bytes", b"\x00\xfc"), -INF),
        ("uint32", 22, field(4, "bytes", b"\xff\xff\xff\xff"), 4294967295.0),
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
    write("events.out.tfevents.1700000001.host.2.0.v2", content, points)


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
    write("run-golden.wandb", content, points)

    lines, points = [], []
    for i, value in enumerate((2.5, NAN, 0.1)):
        time = START + i
        lines.append(json.dumps({"loss": value, "_step": i, "_runtime": i + 0.5, "_timestamp": time}))
        points.append(("loss", i, time, value))
    lines.append(json.dumps({"gradients/w": {"_type": "histogram", "values": [1, 2]}, "_step": 3}))
    write("wandb-history.jsonl", "\n".join(lines) + "\n", points)


def make_mlflow():
    lines, points = [], []
    for step, value in enumerate((2.5, 0.1, NAN, INF, -INF, -0.0, DENORMAL)):
        milliseconds = 1700000000123 + step
        lines.append(f"{milliseconds} {value} {step}")
        points.append(("val/loss", step, milliseconds / 1000, value))
    lines.append("1700000001000 3.5 -2")
    lines.append("1700000002000 4.5 8 train 1a2b")
    points += [("val/loss", -2, 1700000001.0, 3.5), ("val/loss", 8, 1700000002.0, 4.5)]
    lines += ["1700000003000 5.5 1.5", "broken", "1700000003000 x 3", ""]
    lines.append("1700000004000 6.5")
    points.append(("val/loss", 0, 1700000004.0, 6.5))
    write("mlruns/0/run/meta.yaml", "run_id: run\nstart_time: 1700000000000\n", [])
    del expected["mlruns/0/run/meta.yaml"]
    write("mlruns/0/run/metrics/val/loss", "\n".join(lines) + "\n", points)


# Texts: the separators, and the columns that carry points


def table(name, header, rows, separator=",", step=0, padding=0):
    """rows: numbers, or None for empty cells; the columns in `skipped` carry no points."""
    lines = [separator.join(column.rjust(padding) for column in header)]
    points = []
    for row in rows:
        lines.append(separator.join(("" if v is None else repr(v)).rjust(padding) for v in row))
        for i, value in enumerate(row):
            if value is not None and i != step and header[i] != "":
                points.append((header[i], row[step], 0.0, float(value)))
    write(name, "\n".join(lines) + "\n", points)


def make_tables():
    table("lightning/metrics.csv", ["epoch", "lr-Adam", "step", "train_loss_epoch", "train_loss_step", "val_loss"],
          [[None, 0.001, 0, None, None, None], [0, None, 49, None, 2.5, None], [0, None, 63, None, None, 2.25],
           [0, None, 63, 2.375, None, None], [1, None, 99, None, NAN, None], [1, None, 127, None, None, INF]], step=2)
    names = ["train/box_loss", "metrics/precision(B)", "metrics/mAP50(B)", "metrics/mAP50-95(B)", "lr/pg0"]
    table("ultralytics/results.csv", ["epoch", "time"] + names,
          [[1, 12.5, 1.25, 0.5, 0.1, 0.05, 3e-05], [2, 25.75, 1.125, 0.625, 0.2, 0.1, 6e-05]])
    table("yolov5/results.csv", ["epoch"] + names, [[0, 0.1, 0.5, 0.25, 0.125, 0.01], [1, 0.05, 0.5, 0.5, 0.25, 0.01]],
          padding=20)
    table("timm/summary.csv", ["epoch", "train_loss", "eval_loss", "eval_top1", "eval_top5", "lr"],
          [[0, 6.5, 6.25, 1.5, 5.0, 1e-06], [1, 5.5, 5.25, 10.125, 30.0, 0.2]])
    table("keras/training.csv", ["epoch", "accuracy", "loss", "val_loss"],
          [[0, 0.5, 2.5, 2.25], [1, 0.75, NAN, -INF], [2, 0.1, -0.0, DENORMAL]], separator=";")
    table("tabs.csv", ["step", "loss"], [[10, 0.1], [20, 1e-310]], separator="\t")


def make_lines():
    train = {"lr": 0.02, "data_time": 0.25, "loss": 1.5, "loss_cls": 0.1, "time": 0.5, "epoch": 1, "iter": 50,
             "memory": 1024, "step": 50}
    validation = {"coco/bbox_mAP": 0.375, "data_time": 0.5, "time": 0.75, "step": 1}
    points = [(k, 50, 0.0, float(v)) for k, v in train.items() if k not in ("step",)]
    points += [(k, 1, 0.0, v) for k, v in validation.items() if k not in ("step",)]
    content = json.dumps(train) + "\n" + json.dumps(validation) + "\n"
    write("vis_data/scalars.json", content, points)
    write("20240131_120000/20240131_120000.json", content, points)
    lines, points = [], []
    for iteration, loss in ((19, 2.5), (39, NAN), (59, INF)):
        lines.append(json.dumps({"data_time": 0.005, "eta_seconds": 100.5, "iteration": iteration, "lr": 0.00025,
                                 "total_loss": loss}))
        points += [("data_time", iteration, 0.0, 0.005), ("eta_seconds", iteration, 0.0, 100.5),
                   ("lr", iteration, 0.0, 0.00025), ("total_loss", iteration, 0.0, loss)]
    write("detectron2/metrics.json", "\n".join(lines) + "\n", points)
    history = [{"epoch": 0.5, "grad_norm": NAN, "learning_rate": 5e-05, "loss": 2.5, "step": 10},
               {"epoch": 1.0, "eval_loss": 2.25, "eval_runtime": 1.5, "step": 20},
               {"epoch": 1.0, "step": 20, "total_flos": 1.5e15, "train_loss": 2.375}]
    state = {"best_metric": None, "epoch": 1.0, "global_step": 20, "is_world_process_zero": True,
             "log_history": history, "trial_params": None}
    points = [(k, entry["step"], 0.0, v) for entry in history for k, v in entry.items() if k != "step"]
    write("trainer/trainer_state.json", json.dumps(state, indent=2) + "\n", points)


make_event_files()
make_wandb()
make_mlflow()
make_tables()
make_lines()
def npy(kind, shape, numbers):
    header = "{'descr': '<%s', 'fortran_order': False, 'shape': %s, }" % (kind, shape)
    header += " " * (63 - (10 + len(header)) % 64) + "\n"
    code = {"i8": "q", "f8": "d"}[kind]
    return b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header.encode() + struct.pack(
        "<%d%s" % (len(numbers), code), *numbers)


def make_evaluations():
    """Stable-Baselines3's EvalCallback calls numpy.savez, which stores each array as a member of a zip."""
    rewards = [[1.5, 2.5], [NAN, 4.0], [200.0, 201.0]]
    lengths = [[10, 11], [12, 12], [500, 400]]
    steps = [1000, 2000, 3000]
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_STORED) as archive:
        for name, content in (("timesteps", npy("i8", "(3,)", steps)),
                              ("results", npy("f8", "(3, 2)", sum(rewards, []))),
                              ("ep_lengths", npy("i8", "(3, 2)", sum(lengths, [])))):
            with archive.open(zipfile.ZipInfo(name + ".npy"), "w", force_zip64=True) as member:
                member.write(content)
    points = []
    for step, reward, length in zip(steps, rewards, lengths):
        points.append(("eval/mean_reward", step, 0, sum(reward) / 2))
        points.append(("eval/mean_ep_length", step, 0, sum(length) / 2))
    write("sb3/evaluations.npz", out.getvalue(), points)


make_evaluations()
with open(os.path.join(folder, "expected.json"), "w") as file:
    rows = [json.dumps(name) + ": " + json.dumps(points) for name, points in expected.items()]
    file.write("{\n" + ",\n".join(rows) + "\n}\n")
