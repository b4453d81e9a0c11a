"""States as safetensors files, and back."""

import array
import collections
import functools
import hashlib
import itertools
import json
import math
import mmap
import struct
import sys

from ._errors import StepvaultError

PAGE = 4096
TORCH_DTYPES = {"float64": "F64", "float32": "F32", "float16": "F16", "bfloat16": "BF16", "int64": "I64",
                "int32": "I32", "int16": "I16", "int8": "I8", "uint8": "U8", "bool": "BOOL", "uint16": "U16",
                "uint32": "U32", "uint64": "U64", "float8_e4m3fn": "F8_E4M3", "float8_e5m2": "F8_E5M2",
                "complex64": "F32", "complex128": "F64"}  # complex tensors get a last dimension of two
MAPS = {dict: "d", collections.OrderedDict: "o", collections.Counter: "n"}
ROWS = {list: "l", tuple: "t"}


class Leaf:
    """A tensor of the file. `bytes()`: all its bytes, flat, as uint8 of PyTorch or memoryview; or their place
    in memory."""

    __slots__ = "name", "dtype", "shape", "itemsize", "size", "bytes", "begin"


class StatePlan:
    """The safetensors file of a state: its header, and the place of each tensor's bytes.

    Its __metadata__ holds the state's structure: plain values as they are; ["T", name, kind, detail] a
    tensor; ["l", ...] a list, ["t", ...] a tuple, ["d", [key, value], ...] a dict ("o" an OrderedDict, "n" a
    Counter), ["m", metadata, dict] a dict with PyTorch's _metadata; ["f", text] a float that JSON lacks,
    ["c", real, imaginary] a complex."""

    def __init__(self, state, step):
        self._leaves, self._names, self._tied, self._open = [], {"__metadata__"}, {}, set()
        structure = self._encode(state, (), "state")
        # so that each begins at a multiple of its element size
        self._leaves.sort(key=lambda leaf: -leaf.itemsize)
        entries, at = {}, 0
        for leaf in self._leaves:
            entries[leaf.name] = {"dtype": leaf.dtype, "shape": leaf.shape, "data_offsets": [at, at + leaf.size]}
            leaf.begin, at = at, at + leaf.size
        structure = json.dumps(structure, separators=(",", ":"))
        header = {"__metadata__": {"format": "pt", "step": str(step), "stepvault": structure}, **entries}
        header = json.dumps(header, separators=(",", ":")).encode()
        header += b" " * (-(8 + len(header)) % PAGE)  # so that its length stays while its numbers change
        self.header = struct.pack("<Q", len(header)) + header
        if len(header) > 100_000_000:
            raise TypeError("state: too many tensors or plain values, their description would take over 100 MB")
        self.digest, self.size = hashlib.sha256(self.header).hexdigest(), len(self.header) + at

    def parts(self, begin, end):
        """(offset, bytes, or their address and number) for everything in this range of the file."""
        if begin < len(self.header):
            yield begin, memoryview(self.header)[begin:end]
        for leaf in self._leaves:
            first = len(self.header) + leaf.begin
            if leaf.size and first < end and first + leaf.size > begin:
                low, high, content = max(begin, first), min(end, first + leaf.size), leaf.bytes()
                if type(content) is int:
                    yield low, (content + low - first, high - low)
                else:
                    yield low, content[low - first:high - first]

    def _encode(self, value, path, place):
        kind = type(value)
        if value is None or kind in (bool, int, str):
            return value
        if kind is float:
            return value if math.isfinite(value) else ["f", repr(value)]
        if kind is complex:
            return ["c", *(self._encode(part, path, place) for part in (value.real, value.imag))]
        if kind in MAPS or kind in ROWS:
            if id(value) in self._open:
                raise TypeError("%s: contains itself" % place)
            self._open.add(id(value))
            try:
                return self._encode_many(value, kind, path, place)
            finally:
                self._open.discard(id(value))
        torch = sys.modules.get("torch")
        if torch and isinstance(value, torch.Tensor):
            return self._encode_tensor(torch, value, path, place)
        try:
            view = memoryview(value)
        except TypeError:
            raise TypeError("%s: a %s cannot be stored; only tensors, plain values, dicts, lists and tuples of them can"
                            % (place, type_name(value))) from None
        return self._encode_buffer(value, view, path, place)

    def _encode_many(self, value, kind, path, place):
        if kind in ROWS:
            return [ROWS[kind], *(self._encode(one, (*path, str(at)), "%s[%d]" % (place, at))
                                  for at, one in enumerate(value))]
        pairs = []
        for key, one in value.items():
            if key is not None and type(key) not in (bool, int, str, float) or key != key:
                raise TypeError("%s: a key of type %s cannot be stored" % (place, type_name(key)))
            coded = self._encode(one, (*path, str(key)), "%s[%r]" % (place, key))
            pairs.append([self._encode(key, path, place), coded])
        coded = [MAPS[kind], *pairs]
        metadata = getattr(value, "_metadata", None)
        if metadata is not None:
            coded = ["m", self._encode(metadata, (*path, "_metadata"), place + "._metadata"), coded]
        return coded

    def _encode_tensor(self, torch, tensor, path, place):
        own, dtype = _dtype_names(tensor.dtype)
        plain = type(tensor) in (torch.Tensor, torch.nn.Parameter)
        if not (plain and dtype and tensor.layout == torch.strided and tensor.device.type != "meta"):
            raise TypeError("%s: a %s of dtype %s, layout %s, on %s cannot be stored; only dense tensors can"
                            % (place, type_name(tensor), tensor.dtype, tensor.layout, tensor.device))
        kind = "parameter" if type(tensor) is torch.nn.Parameter else "torch"
        detail, tensor = [own, tensor.requires_grad], tensor.detach()
        shape, itemsize, size = list(tensor.shape), tensor.element_size(), tensor.numel() * tensor.element_size()
        key = (tensor.data_ptr(), tensor.dtype, tensor.shape, tensor.stride(), tensor.device, tensor.is_conj(),
               tensor.is_neg()) if size else None
        if tensor.is_complex():
            shape, itemsize = shape + [2], itemsize // 2
        name = self._leaf(key, path, dtype, shape, itemsize, size, lambda: _bytes_of(torch, tensor))
        return ["T", name, kind, detail]

    def _encode_buffer(self, value, view, path, place):
        form = view.format.lstrip("@=<")
        letter = {"f": "F", "d": "F", "e": "F", "?": "BOOL", "c": "U"}.get(form) or ("I" if form in "bhilqn" else "U")
        if len(form) != 1 or form not in "fde?cbhilqnBHILQN":
            raise TypeError("%s: a %s of format %r cannot be stored" % (place, type_name(value), view.format))
        dtype = letter if letter == "BOOL" else letter + str(8 * view.itemsize)
        kind = type_name(value) if type(value) in (array.array, bytes, bytearray) else "memoryview"
        if type(value).__module__ == "numpy":
            kind = "numpy" if type_name(value) == "ndarray" else "scalar"
        name = self._leaf(id(value), path, dtype, list(view.shape), view.itemsize, view.nbytes,
                          lambda: view.cast("B") if view.c_contiguous else memoryview(view.tobytes()))
        return ["T", name, kind, form]

    def _leaf(self, key, path, dtype, shape, itemsize, size, read):
        if key is not None and key in self._tied:
            return self._tied[key].name
        leaf = Leaf()
        leaf.name = name = ".".join(path).encode("utf-8", "replace").decode() or "tensor"
        for number in itertools.count(2):
            if leaf.name not in self._names:
                break
            leaf.name = "%s#%d" % (name, number)
        leaf.dtype, leaf.shape, leaf.itemsize, leaf.size, leaf.bytes = dtype, shape, itemsize, size, read
        self._names.add(leaf.name)
        self._leaves.append(leaf)
        if key is not None:
            self._tied[key] = leaf
        return leaf.name


def type_name(value):
    return type(value).__name__


@functools.lru_cache(maxsize=None)
def _dtype_names(dtype):
    """The names in PyTorch and in safetensors."""
    name = str(dtype).split(".")[-1]
    return name, TORCH_DTYPES.get(name)


def _bytes_of(torch, tensor):
    if tensor.device.type == "cpu" and tensor.is_contiguous() and not (tensor.is_conj() or tensor.is_neg()):
        return tensor.data_ptr()
    tensor = tensor.resolve_conj().resolve_neg()
    if tensor.is_complex():
        tensor = torch.view_as_real(tensor)
    return tensor.contiguous().reshape(-1).view(torch.uint8)


def read_state(file):
    """The state in a safetensors file that a StatePlan made."""
    try:
        data = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_COPY)
        length, = struct.unpack_from("<Q", data)
        header = json.loads(data[8:8 + length])
        structure = json.loads(header["__metadata__"]["stepvault"])
    except (ValueError, LookupError, TypeError, OverflowError, struct.error):
        raise StepvaultError("this checkpoint was not saved by this module; `stepvault restore` brings it back as a "
                             "file") from None
    known = {}

    def decode(coded):
        if not isinstance(coded, list):
            return coded
        tag, *rest = coded
        if tag == "T":
            name, kind, detail = rest
            if name not in known:
                known[name] = _read_leaf(data, 8 + length, header[name], kind, detail)
            if kind == "parameter" and (name, kind) not in known:
                known[name, kind] = sys.modules["torch"].nn.Parameter(known[name], requires_grad=detail[1])
            return known[(name, kind) if kind == "parameter" else name]
        if tag == "f":
            return float(rest[0])
        if tag == "c":
            return complex(*map(decode, rest))
        if tag == "m":
            value = decode(rest[1])
            value._metadata = decode(rest[0])
            return value
        for kind, its in ROWS.items():
            if tag == its:
                return kind(map(decode, rest))
        value = next(kind for kind, its in MAPS.items() if tag == its)()
        for key, one in rest:
            value[decode(key)] = decode(one)
        return value

    return decode(structure)


def _read_leaf(data, at, entry, kind, detail):
    (begin, end), shape = entry["data_offsets"], entry["shape"]
    at, size = at + begin, end - begin
    if kind in ("torch", "parameter"):
        import torch
        dtype = getattr(torch, detail[0])
        part = {torch.complex64: torch.float32, torch.complex128: torch.float64}.get(dtype, dtype)
        tensor = torch.empty(shape, dtype=part)
        if size:
            tensor = torch.frombuffer(data, dtype=part, count=tensor.numel(), offset=at).clone().reshape(shape)
        return tensor if part == dtype else torch.view_as_complex(tensor)
    content = data[at:at + size]
    if kind in ("bytes", "bytearray"):
        return content if kind == "bytes" else bytearray(content)
    if kind == "array":
        return array.array(detail, content)
    if kind in ("numpy", "scalar"):
        import numpy
        value = numpy.frombuffer(bytearray(content), dtype=detail).reshape(shape)
        return value if kind == "numpy" else value[()]
    return memoryview(content).cast(detail, shape) if size and shape else memoryview(content)
