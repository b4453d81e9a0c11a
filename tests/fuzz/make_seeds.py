#!/usr/bin/env python3
"""Makes the hand-written hostile files of the corpus; their names say what is wrong with them."""
import io
import json
import pathlib
import pickle
import sqlite3
import struct
import subprocess
import sys
import tempfile
import zipfile

CORPUS = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else pathlib.Path(__file__).parent / "corpus")
U64 = 2**64 - 1


def put(target, name, content):
    folder = CORPUS / target
    folder.mkdir(parents=True, exist_ok=True)
    (folder / name).write_bytes(content.encode() if isinstance(content, str) else content)


def zipped(members, compression=zipfile.ZIP_STORED):
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", compression) as z:
        for name, content in members:
            z.writestr(zipfile.ZipInfo(name), content, compression)
    return out.getvalue()


def tensor_pickle(count, offset=0, size=(4,), stride=(1,), key="0"):
    """The pickle that torch.save writes for {"w": tensor}, by hand."""
    def number(n):
        if 0 <= n < 2**31:
            return b"J" + struct.pack("<i", n)
        raw = n.to_bytes(9, "little", signed=True)
        return b"\x8a" + bytes([len(raw)]) + raw

    def text(s):
        return b"X" + struct.pack("<I", len(s)) + s.encode()

    def numbers(values):
        return b"(" + b"".join(map(number, values)) + b"t"

    storage = (b"(" + text("storage") + b"ctorch\nFloatStorage\n" + text(key) + text("cpu") + number(count) + b"tQ")
    tensor = (b"ctorch._utils\n_rebuild_tensor_v2\n(" + storage + number(offset) + numbers(size) + numbers(stride) +
              b"\x89ccollections\nOrderedDict\n)RtR")
    return b"\x80\x02}(" + text("w") + tensor + b"u."


def torch_zip(pickled, data=b"\0" * 16, root="archive", extra=()):
    return zipped([(root + "/data.pkl", pickled), (root + "/byteorder", "little"), (root + "/data/0", data),
                   (root + "/version", "3\n"), *extra])


def pickles():
    put("pickle", "ends_within_a_length", b"\x80\x04\x8c")
    put("pickle", "text_of_2_63_bytes", b"\x80\x04\x8d" + struct.pack("<Q", 2**63) + b"a.")
    put("pickle", "bytes_of_2_64_bytes", b"\x80\x04\x8e" + struct.pack("<Q", U64) + b".")
    put("pickle", "frame_of_2_63_bytes", b"\x80\x04\x95" + struct.pack("<Q", 2**63) + b"N.")
    put("pickle", "memo_at_2_32", b"\x80\x02Nr\xff\xff\xff\xff.")
    put("pickle", "memo_not_there", b"\x80\x02h\x05.")
    put("pickle", "long_of_2_31_bytes", b"\x80\x02\x8b\xff\xff\xff\x7f.")
    put("pickle", "long_of_less_than_no_bytes", b"\x80\x02\x8b\xff\xff\xff\xff.")
    put("pickle", "list_in_itself", b"\x80\x02]q\x00h\x00a.")
    put("pickle", "dict_in_itself", b"\x80\x02}q\x00h\x00h\x00s.")
    put("pickle", "object_in_its_state", b"\x80\x02cos\nsystem\n)Rq\x00h\x00b.")
    put("pickle", "calls_system", b"cos\nsystem\n(S'true'\ntR.")
    put("pickle", "stack_from_a_global", b"\x80\x04\x93.")
    put("pickle", "tuple_of_nothing", b"\x80\x02\x87.")
    put("pickle", "memo_bomb", b"\x80\x02]q\x00" + b"".join(
        b"](" + b"h" + bytes([i]) + b"h" + bytes([i]) + b"eq" + bytes([i + 1]) for i in range(60)) + b".")
    put("pickle", "extension_registry", b"\x80\x02\x84\xff\xff\xff\x7f.")
    put("pickle", "out_of_band_buffer", b"\x80\x05\x97.")
    put("pickle", "newer_protocol", b"\x80\xffN.")
    put("pickle", "deep", b"\x80\x02" + b"]" * 3000 + b"a" * 2999 + b".")


def torch_files():
    good = tensor_pickle(4)
    put("torch_zip", "good", torch_zip(good))
    put("torch_zip", "in_a_zip", zipped([("data", '{"num_timesteps": 7}'), ("policy.pth", torch_zip(good))]))
    put("torch_zip", "in_a_zip_in_a_zip", zipped([("a.zip", zipped([("policy.pth", torch_zip(good))]))]))
    put("torch_zip", "cut_in_a_zip", zipped([("data", "7"), ("policy.pth", torch_zip(good)[:-9])]))
    put("torch_zip", "count_of_2_62", torch_zip(tensor_pickle(2**62)))
    put("torch_zip", "count_below_zero", torch_zip(tensor_pickle(-1)))
    put("torch_zip", "offset_of_2_62", torch_zip(tensor_pickle(4, offset=2**62)))
    put("torch_zip", "size_wraps_round", torch_zip(tensor_pickle(4, size=(2**62, 4), stride=(4, 1))))
    put("torch_zip", "stride_below_zero", torch_zip(tensor_pickle(4, stride=(-1,))))
    put("torch_zip", "stride_of_2_62", torch_zip(tensor_pickle(4, size=(4, 2), stride=(1, 2**62))))
    put("torch_zip", "many_dimensions", torch_zip(tensor_pickle(4, size=(1,) * 500, stride=(1,) * 500)))
    put("torch_zip", "key_leads_out", torch_zip(tensor_pickle(4, key="../../x")))
    put("torch_zip", "root_leads_out", torch_zip(good, root="../.."))
    put("torch_zip", "member_is_absolute", torch_zip(good, extra=[("/etc/x", "1")]))
    put("torch_zip", "member_twice", torch_zip(good, extra=[("archive/data/0", b"\1" * 16)]))
    put("torch_zip", "member_compressed",
        zipped([("archive/data.pkl", good), ("archive/data/0", b"\0" * 100_000)], zipfile.ZIP_DEFLATED))
    sound = bytearray(torch_zip(good))
    end = sound.rfind(b"PK\5\6")
    directory = struct.unpack_from("<I", sound, end + 16)[0]
    entry = sound.find(b"archive/data/0", directory) - 46

    def changed(name, at, form, value):
        bad = bytearray(sound)
        struct.pack_into(form, bad, at, value)
        put("torch_zip", name, bytes(bad))

    changed("stored_size_of_4_gib", entry + 20, "<I", 0xFFFFFFFE)
    changed("size_of_4_gib", entry + 24, "<I", 0xFFFFFFFE)
    changed("size_in_an_extra_that_is_not_there", entry + 24, "<I", 0xFFFFFFFF)
    changed("member_behind_the_end", entry + 42, "<I", 0xFFFFFF00)
    changed("members_overlap", entry + 42, "<I", 0)
    changed("directory_behind_the_end", end + 16, "<I", 0xFFFFFF00)
    changed("directory_of_4_gib", end + 12, "<I", 0xFFFFFFF0)
    changed("as_many_members_as_can_be", end + 8, "<I", 0xFFFEFFFE)
    changed("a_name_of_64_kib", entry + 28, "<H", 0xFFFF)
    changed("a_comment_of_64_kib", end + 20, "<H", 0xFFFF)
    zip64 = struct.pack("<IQHHIIQQQQ", 0x06064B50, U64 - 11, 45, 45, 0, 0, U64, U64, U64, U64)
    locator = struct.pack("<IIQI", 0x07064B50, 0, end, 1)
    tail = struct.pack("<IHHHHIIH", 0x06054B50, 0xFFFF, 0xFFFF, 0xFFFF, 0xFFFF, 0xFFFFFFFF, 0xFFFFFFFF, 0)
    put("torch_zip", "zip64_of_2_64_everything", bytes(sound[:end]) + zip64 + locator + tail)

    magic = pickle.dumps(0x1950A86A20F9469CFC6C, 2)
    legacy = magic + pickle.dumps(1001, 2) + pickle.dumps({"little_endian": True}, 2)
    keys = pickle.dumps(["0"], 2)

    def old(pickled):
        return pickled.replace(b"J\x04\x00\x00\x00tQ", b"J\x04\x00\x00\x00NtQ")

    for name, count in (("good", 4), ("count_differs", 5), ("count_of_2_63", 2**63), ("count_below_zero", U64)):
        put("torch_legacy", name, legacy + old(good) + keys + struct.pack("<Q", count) + b"\0" * 16)
    put("torch_legacy", "keys_twice",
        legacy + old(good) + pickle.dumps(["0", "0"], 2) + (struct.pack("<Q", 4) + b"\0" * 16) * 2)
    put("torch_legacy", "no_keys", legacy + old(good) + pickle.dumps([], 2))
    put("torch_legacy", "a_thousand_keys", legacy + old(good) + pickle.dumps(["0"] * 1000, 4))


def safetensors():
    def file(header, data=b"\0" * 16, length=None):
        raw = header if isinstance(header, bytes) else json.dumps(header).encode()
        return struct.pack("<Q", len(raw) if length is None else length) + raw + data

    def tensor(begin, end, shape=(4,), dtype="F32"):
        return {"dtype": dtype, "shape": list(shape), "data_offsets": [begin, end]}

    put("safetensors", "header_of_2_63", file({}, length=2**63))
    put("safetensors", "header_of_all", file({}, length=U64))
    put("safetensors", "end_before_begin", file({"w": tensor(16, 0)}))
    put("safetensors", "overlapping", file({"a": tensor(0, 16), "b": tensor(8, 24)}, b"\0" * 24))
    put("safetensors", "same_twice", file({"a": tensor(0, 16), "b": tensor(0, 16)}))
    put("safetensors", "behind_the_end", file({"a": tensor(2**62, 2**62 + 16)}))
    put("safetensors", "offsets_of_2_64", file({"a": tensor(U64 - 15, U64)}))
    put("safetensors", "offsets_below_zero", file({"a": tensor(-16, 0)}))
    put("safetensors", "shape_wraps_round", file({"a": tensor(0, 16, (2**62, 4, 4))}))
    put("safetensors", "shape_of_nothing", file({"a": tensor(0, 0, (0, U64))}))
    put("safetensors", "many_dimensions", file({"a": tensor(0, 16, (1,) * 2000 + (4,))}))
    put("safetensors", "names", file({"../x": tensor(0, 16), "/etc/x": tensor(16, 32), "a\0b": tensor(32, 48)}, b"\0" * 48))
    put("safetensors", "name_twice", file(b'{"a":{"dtype":"F32","shape":[4],"data_offsets":[0,16]},'
                                          b'"a":{"dtype":"F32","shape":[4],"data_offsets":[0,16]}}'))
    put("safetensors", "metadata_is_no_text", file({"__metadata__": {"a": [1]}, "w": tensor(0, 16)}))
    put("safetensors", "numbers_with_points", file(b'{"a":{"dtype":"F32","shape":[4.0],"data_offsets":[0,1.6e1]}}'))


def numpy_files():
    def npy(header, data=b"\0" * 32, version=1, length=None):
        raw = header.encode()
        size = len(raw) if length is None else length
        return b"\x93NUMPY" + bytes([version, 0]) + struct.pack("<H" if version == 1 else "<I", size) + raw + data

    def header(shape, descr="'<f8'"):
        return "{'descr': %s, 'fortran_order': False, 'shape': %s, }\n" % (descr, shape)

    put("numpy", "shape_wraps_round.npy", npy(header("(4294967296, 4294967296, 2)")))
    put("numpy", "shape_of_2_63.npy", npy(header("(9223372036854775808,)")))
    put("numpy", "shape_below_zero.npy", npy(header("(-4,)")))
    put("numpy", "shape_of_digits.npy", npy(header("(" + "9" * 500 + ",)")))
    put("numpy", "header_of_4_gib.npy", npy(header("(4,)"), version=2, length=0xFFFFFFFF))
    put("numpy", "header_nests.npy", npy("(" * 5000))
    put("numpy", "record_in_record.npy", npy(header("(1,)", "[('a', " * 300 + "'<f4'" + ")]" * 300)))
    put("numpy", "item_of_2_31.npy", npy(header("(1,)", "'<f2147483648'")))
    put("numpy", "objects.npy", npy(header("(1,)", "'|O'")))
    put("numpy", "names.npz", zipped([(n, npy(header("(4,)"))) for n in ("../x.npy", "/etc/x.npy", "a.npy", "a.npy")]))
    put("numpy", "bomb.npz", zipped([("a.npy", npy(header("(100000000,)"), b"\0" * 1_000_000))], zipfile.ZIP_DEFLATED))


def other_checkpoints():
    text = lambda s: struct.pack("<Q", len(s)) + s
    head = lambda tensors, values: b"GGUF" + struct.pack("<IQQ", 3, tensors, values)
    info = lambda name, dims, kind, offset: (text(name) + struct.pack("<I", len(dims)) +
                                             b"".join(struct.pack("<Q", d) for d in dims) + struct.pack("<IQ", kind, offset))
    pad = b"\0" * 256
    put("gguf", "tensors_of_2_64", head(U64, 0) + pad)
    put("gguf", "values_of_2_64", head(0, U64) + pad)
    put("gguf", "array_of_2_63", head(0, 1) + text(b"a") + struct.pack("<IIQ", 9, 4, 2**63) + pad)
    put("gguf", "array_in_array", head(0, 1) + text(b"a") + struct.pack("<I", 9) + struct.pack("<IQ", 9, 1) * 400 + pad)
    put("gguf", "text_of_2_63", head(0, 1) + struct.pack("<Q", 2**63) + pad)
    put("gguf", "alignment_of_nothing",
        head(1, 1) + text(b"general.alignment") + struct.pack("<II", 4, 0) + info(b"w", [4], 0, 0) + pad)
    put("gguf", "dimensions_wrap_round", head(1, 0) + info(b"w", [2**32, 2**32], 0, 0) + pad)
    put("gguf", "offset_of_2_63", head(1, 0) + info(b"w", [4], 0, 2**63) + pad)
    put("gguf", "overlapping", head(2, 0) + info(b"a", [4], 0, 0) + info(b"b", [4], 0, 0) + pad)
    put("gguf", "dimensions_of_2_32", head(1, 0) + text(b"w") + struct.pack("<I", 0xFFFFFFFF) + pad)
    put("tensorflow_index", "zeros", b"\0" * 48 + struct.pack("<Q", 0xDB4775248B80FB57))
    put("tensorflow_index", "handles_of_2_64", b"\0\0\0" + b"\xff" * 9 + b"\x01" + b"\xff" * 9 + b"\x01" + b"\0" * 25 +
        struct.pack("<Q", 0xDB4775248B80FB57))
    put("hdf5", "magic_alone", b"\x89HDF\r\n\x1a\n")
    put("hdf5", "end_at_2_64", b"\x89HDF\r\n\x1a\n\x02\x08\x08\0" + b"\xff" * 36)
    put("keras", "weights_that_are_none", zipped([("metadata.json", "{}"), ("config.json", "{}"), ("model.weights.h5", b"\0" * 99)]))
    put("keras", "weights_lead_out", zipped([("metadata.json", "{}"), ("../model.weights.h5", b"\x89HDF\r\n\x1a\n")]))
    zarray = {"zarr_format": 2, "dtype": "<f4", "shape": [3, 8], "chunks": [2, 4], "compressor": None, "filters": None, "order": "C"}
    for name, change in {"good": {}, "scalar": {"shape": [], "chunks": []}, "slashes": {"dimension_separator": "/"},
                         "compressed": {"compressor": {"id": "zstd"}}, "shape_of_2_64": {"shape": [U64, 1], "chunks": [1, 1]},
                         "chunks_of_2_64": {"chunks": [U64, U64]}, "nothing": {"chunks": [0, 4]}, "negative": {"shape": [-1, 8]},
                         "fractions": {"chunks": [0.5, 4]}, "dtypes": {"dtype": [["a", "<f4"]]}, "other_ranks": {"shape": [3]}}.items():
        put("zarr_array", name, json.dumps({**zarray, **change}))
    put("zarr_array", "deep", '{"shape":' + "[" * 500 + "]" * 500 + "}")
    put("distributed_metadata", "no_pickle", b"\x80\x04N.")
    put("distributed_metadata", "in_itself", b"\x80\x04}\x94h\x00h\x00s.")


def record(data):
    def masked(b):
        return b"\0\0\0\0"  # the fuzzer's own code computes the right value
    length = struct.pack("<Q", len(data))
    return length + masked(length) + data + masked(data)


def metrics():
    put("event_file", "length_of_2_63", struct.pack("<Q", 2**63) + b"\0" * 8)
    put("event_file", "length_of_2_64", struct.pack("<Q", U64) + b"\0" * 8)
    put("event_file", "field_of_2_63", record(b"\x2a" + b"\xff" * 8 + b"\x7f"))
    put("event_file", "fields_nest", record(b"\x2a\x7e" * 60))
    put("event_file", "tensor_of_2_62", record(b"\x2a\x20\x0a\x1e\x0a\x04loss\x42\x16\x08\x01\x12\x12\x12\x10\x08" + b"\xff" * 8 + b"\x3f"))
    put("wandb", "header_alone", b":W&B\xe1\xbe\0")
    put("wandb", "middle_first", b":W&B\xe1\xbe\0" + b"\0\0\0\0\x02\0\x03ab" + b"\0\0\0\0\xff\xff\x02")
    put("wandb", "whole", b":W&B\xe1\xbe\0" + b"\0\0\0\0\x0c\0\x01\x12\x0a\x0a\x08\x0a\x04loss\x12\x00")
    for name, text in {"numbers": '{"step":1e400,"loss":-0.0}\n{"step":9223372036854775808,"loss":1e-400}\n{"step":-1,"loss":NaN}',
                       "no_utf8": b'{"step":1,"lo\xffss":1}\n', "zeros": '{"step":1,"loss":0e300,"a":0.000e-100,"b":-0e308,"c":1.797693134862315808e308}\n', "nul": b'{"step":1,"a\\u0000b":1}\n\0\n',
                       "half_surrogate": '{"step":1,"\\ud800":1}\n', "deep": '{"a":' * 300 + "1" + "}" * 300}.items():
        put("jsonl", name, text)
    put("csv", "quotes", 'step,"lo""ss"\n1,"2\n3"\n"4,5\n')
    put("csv", "columns_many", "step," + "a," * 1000 + "loss\n" + "1," * 1001 + "2\n")
    put("csv", "no_end", "step,loss\r1,2\r3,4")
    put("csv", "numbers", "step;loss\n1e308;1e999\n-9223372036854775809;nan\n0x10;inf\n1_0;--1\n")
    put("trainer_state", "steps", '{"global_step":1e300,"max_steps":-1,"log_history":[{"step":1,"loss":"NaN"},[],{},[{"step":2,"loss":1}]]}')
    put("trainer_state", "zeros", '{"global_step":0e300,"log_history":[{"step":1,"loss":0e300}]}')
    put("trainer_state", "history_in_history", '{"log_history":' * 200 + "[]" + "}" * 200)
    aliases = "a0: &a0 [x,x,x,x,x,x,x,x,x,x]\n" + "".join(
        "a%d: &a%d [%s]\n" % (n, n, ",".join(["*a%d" % (n - 1)] * 10)) for n in range(1, 12))
    for name, text in {"alias_bomb": aliases, "alias_of_itself": "a: &a [*a]\n", "flow_deep": "[" * 1000, "block_deep": "- " * 1000,
                       "map_as_key": "? {a: 1}\n: 2\n", "merge": "a: &a {x: 1}\nb: {<<: [*a, *a], y: 2}\n", "no_utf8": b"a: \xff\xfe\n",
                       "tags": "!!python/object/apply:os.system ['true']\n", "tab": "a:\n\t- b\n", "utf16": "a: 1\n".encode("utf-16"),
                       "directives": "%YAML 9.9\n%TAG ! x\n--- !y\na: 1\n", "numbers": "a: 1e999\nb: 99999999999999999999\nc: .inf\nd: 0x10\n"}.items():
        put("yaml_settings", name, text)
    put("mlflow_file", "numbers", "1e400 nan 9223372036854775808\n-1 1 -1 x\n1 2\n  3\n")


def vault():
    run = {"format": 1, "id": "../../x", "name": "%2E%2E", "folder": "/", "scheme": "lc", "bits": 3, "created": 1e999,
           "rules": ["*=exact"], "pins": ["../x"], "error": 1e308, "series": "%"}
    put("vault_records", "run_leads_out", json.dumps(run))
    for key, value in (("bits", U64), ("bits", -1), ("rules", [["a"]]), ("pins", {}), ("name", "%zz"), ("format", 2**70), ("error", "x"),
                       ("note", "\ud800"), ("tags", ["a,b", "", "a", "a"]), ("archived", {})):
        put("vault_records", "run_%s_%s" % (key, type(value).__name__), json.dumps({**run, "id": "a", "pins": [], "series": "", key: value}))
    removed = {"id": "000000000001-1", "source": "../x", "bytes": U64, "modified_ns": -(2**63), "sequence": 0}
    put("vault_records", "removed", json.dumps({"format": 1, "removed": [removed, {**removed, "id": "../x"}]}))
    put("vault_records", "vault", json.dumps({"format": 1, "uuid": "x", "retention": {"a": [[[[[]]]]]}}))
    put("vault_records", "vault_deep", '{"format":1,"retention":' + "[" * 500 + "]" * 500 + "}")
    plan = {"stepvault_plan": 1, "made": 1, "schedule": "coci", "from": 3, "steps": [5, 9], "then_every": 4}
    put("plan_file", "good", json.dumps(plan))
    for name, change in {"steps_at_the_end": {"steps": [2**63 - 2, 2**63 - 1]}, "steps_of_2_64": {"steps": [1, U64]},
                         "every_of_2_63": {"then_every": 2**63 - 1}, "from_2_64": {"from": U64}, "descending": {"steps": [2, 1]},
                         "newer": {"stepvault_plan": 2**64}, "times": {"made": 1e308, "stall_seconds": -1}}.items():
        put("plan_file", name, json.dumps({**plan, **change}))


def database(name, target, script):
    path = CORPUS / target / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.unlink(missing_ok=True)
    con = sqlite3.connect(path, isolation_level=None)
    con.execute("PRAGMA page_size = 512")
    con.executescript(script)
    con.execute("VACUUM")
    con.close()


ENDLESS = "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n)"


def databases():
    runs = ("CREATE TABLE runs(run_uuid TEXT, artifact_uri TEXT, source_name TEXT, entry_point_name TEXT, lifecycle_stage TEXT,"
            " start_time INTEGER); INSERT INTO runs VALUES ('a', './run', 'x', 'y', 'active', 1);"
            "CREATE TABLE params(key TEXT, value TEXT, run_uuid TEXT);")
    table = "CREATE TABLE metrics(key TEXT, value REAL, timestamp INTEGER, run_uuid TEXT, step INTEGER, is_nan INTEGER);"
    put_row = "INSERT INTO metrics VALUES ('loss', 1.5, 1700000000000, 'a', 1, 0), ('loss', 1e999, -1, 'a', -9223372036854775808, 7);"
    database("good", "mlflow_database", runs + table + put_row)
    database("metrics_are_an_endless_view", "mlflow_database",
             runs + "CREATE VIEW metrics AS " + ENDLESS + " SELECT 'loss' AS key, x AS value, x AS timestamp, 'a' AS run_uuid,"
             " x AS step, 0 AS is_nan FROM n;")
    database("runs_are_an_endless_view", "mlflow_database",
             table + "CREATE VIEW runs AS " + ENDLESS + " SELECT x AS run_uuid, './run' AS artifact_uri, '' AS source_name,"
             " '' AS entry_point_name, 'active' AS lifecycle_stage, x AS start_time FROM n;")
    database("key_is_made_up", "mlflow_database",
             runs + "CREATE TABLE metrics(key TEXT AS (hex(zeroblob(1000000))), value REAL, timestamp INTEGER, run_uuid TEXT,"
             " step INTEGER, is_nan INTEGER); INSERT INTO metrics VALUES (1, 1, 'a', 1, 0);")
    rows = "CREATE TABLE metrics(run_id TEXT, timestamp TEXT, run_name TEXT, step INTEGER, metrics TEXT);"
    configs = "CREATE TABLE configs(run_id TEXT, config TEXT);"
    database("good", "trackio_database", rows + configs +
             "INSERT INTO metrics VALUES ('a', '2026-11-28T20:00:00.5+00:00', 'run', 1, CAST('{\"loss\": 1.5, \"x\": {\"y\": \"NaN\"}}' AS BLOB)),"
             " ('a', 'never', 'run', -9223372036854775808, '{\"loss\": 1e999}'), ('a', x'ff', 'run', 2, x'7bff7d');"
             "INSERT INTO configs VALUES ('a', CAST('{\"lr\": 1, \"output_dir\": \"./run\", \"_Group\": 1}' AS BLOB));")
    database("metrics_are_an_endless_view", "trackio_database",
             configs + "CREATE VIEW metrics AS " + ENDLESS + " SELECT x AS run_id, 'run' AS run_name, '' AS timestamp, x AS step,"
             " '{}' AS metrics FROM n;")
    catalogs()


def catalogs():
    """Variants of the catalog of a small demo vault, made by the program of the release build, with small pages."""
    stepvault = pathlib.Path(__file__).resolve().parents[2] / "build" / "release" / "bin" / "stepvault"
    with tempfile.TemporaryDirectory() as folder:
        vault = pathlib.Path(folder) / "vault"
        for command in (["demo", f"{folder}/demo", "--seconds", "0"], ["watch", "--once", f"{folder}/demo"]):
            subprocess.run([stepvault, "--vault", vault, *command], check=True, env={"HOME": folder}, stdout=subprocess.DEVNULL)
        con = sqlite3.connect(vault / "catalog.sqlite", isolation_level=None)
        con.executescript("PRAGMA journal_mode = DELETE; PRAGMA foreign_keys = ON; DELETE FROM checkpoints WHERE rowid > 3;"
                          "PRAGMA page_size = 512; VACUUM;")
        con.close()
        good = (vault / "catalog.sqlite").read_bytes()
    put("catalog", "good", good)
    for name, script in {
            "triggers": "CREATE TRIGGER t AFTER INSERT ON runs BEGIN INSERT INTO runs SELECT NULL, hex(randomblob(8)), name, folder,"
                        " scheme, bits, created, note, tags, favourite, archived, 0, 0, 0 FROM runs; END; CREATE TRIGGER d BEFORE DELETE ON runs BEGIN"
                        " SELECT count(*) FROM (" + ENDLESS + " SELECT x FROM n); END;",
            "numbers": "UPDATE checkpoints SET step = -9223372036854775808, original_bytes = -1, files = -1, generation = 1 << 40;"
                       "UPDATE series SET points = 1 << 62, last_step = -1; UPDATE blocks SET points = 1 << 62;",
            "lists": "UPDATE tensor_lists SET list = x'ffffffffffffffffff01'; UPDATE tensors SET errors = zeroblob(1);",
            "labels": "UPDATE runs SET note = zeroblob(9), tags = x'2c2cff002c', favourite = 7, archived = -1;",
            "curves": "UPDATE blocks SET summary = x'01'; UPDATE block_points SET points = x'ffff';",
            "no_series": "DROP TABLE series", "newer": "PRAGMA user_version = 99", "other_program": "PRAGMA application_id = 7"}.items():
        put("catalog", name, good)
        con = sqlite3.connect(CORPUS / "catalog" / name, isolation_level=None)
        con.executescript("PRAGMA recursive_triggers = ON;" + script)
        con.close()


def messages():
    """Messages between two Stepvaults: CBOR in frames."""
    def head(major, n):
        if n < 24:
            return bytes([major << 5 | n])
        for kind, size in ((24, 1), (25, 2), (26, 4), (27, 8)):
            if n < 1 << 8 * size:
                return bytes([major << 5 | kind]) + n.to_bytes(size, "big")

    def cbor(value):
        if value is None or value is True or value is False:
            return {None: b"\xf6", True: b"\xf5", False: b"\xf4"}[value]
        if isinstance(value, int):
            return head(0, value) if value >= 0 else head(1, -1 - value)
        if isinstance(value, float):
            return b"\xfb" + struct.pack(">d", value)
        if isinstance(value, bytes):
            return head(2, len(value)) + value
        if isinstance(value, str):
            return head(3, len(value.encode())) + value.encode()
        return head(4, len(value)) + b"".join(cbor(each) for each in value)

    def frame(payload, kind=2, packed=0, request=1, size=None, unpacked=None):
        size = len(payload) if size is None else size
        return struct.pack("<IBBHQQ", size, kind, packed, 0, request, size if unpacked is None else unpacked) + payload

    no_rules = [None, None, None, False, None, None]
    arguments = {
        "overview": [[None, no_rules, [["id", 1]], 24]], "contents": [["id", "../.."]], "run": ["run"], "none": [],
        "ids": ["id", "000000000200-1a2b3c4d-1"], "empty_ids": ["", ""], "points": ["id", "loss", 5],
        "chart": ["id", "loss", [0, 0.0, 1e9], 1 << 62], "number": ["id", -1],
        "choice": ["id", "id", [0, 3, 0, 0, 0.6, 5.0, False, [["a*", None], ["b", 0.5]]]],
        "plan": ["id", [1, 9, 1.0, 2.0, None, None, None, 3.0, [[0, 8.0]], None, [1.0, 2.0], None, [0.5, 1.0]]],
        "places": [["", "", "/dev/null"], ["id", "id", ""]], "restore": [["run", 5, "", "/x", False, False, 1]],
        "watch": [[["/runs"], None, None, True, 5000, None]],
    }
    for name, given in arguments.items():
        calls = [frame(cbor([method, given]), request=method) for method in range(64)]
        put("wire_request", name, b"".join(calls))
    put("wire_request", "pings", frame(b"", kind=4) * 3 + frame(b"", kind=3))
    put("wire_request", "huge", frame(b"", size=2**32 - 1))
    put("wire_request", "unpacks_to_much", frame(b"abcd", packed=1, unpacked=2**40))
    put("wire_request", "nested", frame(b"\x81" * 5000))
    put("wire_request", "cut_off", frame(cbor([0, []]))[:-1])

    content = ["389197a55db2b2e4da35a6714d34f8a2", 6]  # XXH3-128 of "abcdef"
    key = f"objects/{content[0]}-6"
    copy_calls = {
        "small": [[3, ["runs/id.json", b"{}"]], [0, ["runs/"]], [1, ["runs/id.json", 2]], [2, ["runs/id.json", 0, 9]], [8, ["runs/id.json"]]],
        "upload": [[4, [key, content]], [5, [1, 3, b"def"]], [5, [1, 0, b"abc"]], [6, [1]], [1, [key, 6]]],
        "again": [[4, [key, content]], [5, [1, 0, b"abc"]], [7, [1]], [4, [key, content]], [5, [2, 3, b"xyz"]], [6, [2]]],
        "outside": [[method, ["../x"] + more] for method, more in ((1, [1]), (2, [0, 1]), (3, [b"x"]), (4, [content]), (8, []))],
        "hash": [[4, ["objects/a", ["../../" + "x" * 26, 6]]]], "large": [[4, ["objects/a", ["0" * 32, 1 << 63]]]],
    }
    for name, calls in copy_calls.items():
        put("wire_copy_request", name, b"".join(frame(cbor(call), request=i) for i, call in enumerate(calls)))

    def points(*columns):
        return b"".join(struct.pack("<q" if i == 0 else "<d", each) for i, column in enumerate(columns) for each in column)

    losses = [[i, float(i), 1 / (i + 1)] for i in range(30)]
    answers = {
        "error": [2, "busy"], "done": [], "version": [7], "null": [None], "state": [3], "bad_state": [99],
        "points": [[[["loss", 2]], points([1, 2], [0.0, 0.0], [3.0, float("nan")])]],
        "too_many_points": [[[["loss", 2**60]], points([1], [0.0], [3.0])]], "columns": [b"1234567"],
        "layout": [b"\x01" * 40],
        "plan": [[[losses, 1.0, 20, None, 2.0, 3, None, 0, None, None, 100, 1, 29, 0.0, 20, 10, 1 << 30, False], 1e9]],
        "files": [[["runs/../../etc/passwd", ["0" * 32, 2**62]]]],
    }
    for name, value in answers.items():
        for method in (0, 4, 13, 19, 21, 22, 23, 24, 25, 26):
            put("wire_answer", f"{name}_{method}", bytes([method]) + cbor(value))
    put("wire_answer", "nested", b"\x00" + b"\x81" * 5000)
    put("wire_answer", "long_text", b"\x00\x7b" + b"\x7f" * 8)


if __name__ == "__main__":
    for make in (messages, pickles, torch_files, safetensors, numpy_files, other_checkpoints, metrics, vault, databases):
        make()
