"""The share of the fp32 bytes that each stage of LC-Checkpoint removes, over the whole model as one vector:
E, E+P, E+P+H in numpy, the real size of stepvault's step files, and adaptive's size at the same relative
error. measure() does one model on one dataset."""
import heapq, os, shutil
import numpy as np
import torch
import vault as tool
from baseline import checkpoint, folder_of, run_of

# number of delta steps that numpy analyses
SAMPLES = 8


def flat(path):
    """A checkpoint's float tensors as one float32 vector."""
    return np.concatenate([t.numpy().ravel() for t in torch.load(path).values() if t.is_floating_point()])


def exponent_buckets(delta):
    """[(sign, exponent, representative, where)] of the non-zero entries, largest representative first; the
    representative is the midrange."""
    exponent = np.frexp(delta)[1].astype(np.int32) - 1
    key = np.where(delta == 0, np.int32(1 << 20), 2 * exponent + (delta < 0))
    order = np.argsort(key, kind="stable")
    keys, starts = np.unique(key[order], return_index=True)
    out = []
    for k, where in zip(keys, np.split(order, starts[1:])):
        if k != 1 << 20:
            members = delta[where]
            out.append((int(k) & 1, int(k) >> 1, (float(members.min()) + float(members.max())) / 2, where))
    return sorted(out, key=lambda b: (-abs(b[2]), b[0]))


def entropy_bits(counts):
    p = np.array([c for c in counts if c], float)
    p /= p.sum()
    return float(-(p * np.log2(p)).sum())


def huffman_bits(counts):
    """Bits of the coded stream; a single symbol takes one bit per entry."""
    heap = [c for c in counts if c]
    if len(heap) == 1:
        return heap[0]
    heapq.heapify(heap)
    total = 0
    while len(heap) > 1:
        both = heapq.heappop(heap) + heapq.heappop(heap)
        total += both
        heapq.heappush(heap, both)
    return total


def stages(delta, x):
    """Bits per weight after each stage. E: the code of a bucket's number, log2 of the number of buckets (the
    bucket of zeros counts), and a float32 per bucket; P: x bits, and a float32 per kept bucket; H: the
    Huffman code of P's symbols, the same table and a length byte per symbol; h_payload: the bits of that code
    alone."""
    buckets, n = exponent_buckets(delta), delta.size
    counts = [len(b[3]) for b in buckets]
    zeros = n - sum(counts)
    kept = counts[:2 ** x - 1]
    number, table = len(counts) + (zeros > 0), 32 * len(kept)
    symbols = kept + [n - sum(kept)]
    payload = huffman_bits(symbols)
    return {"buckets": number, "e": float(np.log2(number)) + 32 * len(counts) / n, "e_entropy": entropy_bits(counts + [zeros]),
            "p": x + table / n, "h": (payload + table + 8 * len(symbols)) / n, "h_payload": payload / n,
            "unchanged_percent": 100 * symbols[-1] / n}


def trail(u, before, restored):
    """The distance of the restored state behind u, along the path from the checkpoint before to u, as a
    fraction of that path."""
    way = (u - before).astype(float)
    return float(np.dot(u - restored, way) / np.dot(way, way))


def measure(exe, data, work, model, dataset):
    out, folder, place = {}, run_of(work, model, dataset), os.path.join(folder_of(work, model, dataset), "vault")
    original = lambda row: flat(checkpoint(work, model, dataset, row["step"]))
    size = flat(checkpoint(work, model, dataset, 0)).size
    for x in (2, 3):
        name, rows, figures = tool.file(exe, folder, place, ["--scheme", "lc", "--bits", str(x)])
        chosen = sorted({int(round(j)) for j in np.linspace(1, len(rows) - 1, SAMPLES)})
        back = lambda j: tool.restored(exe, place, name, rows[j]["step"], flat)
        trails = lambda: float(np.mean([trail(original(rows[j]), original(rows[j - 1]), back(j)) for j in chosen]))
        parts = [stages(original(rows[j]) - back(j - 1), x) for j in chosen]
        row = {**{k: float(np.mean([p[k] for p in parts])) for k in parts[0]}, "lc": {**figures, "trail": trails()}}
        name, _, same = tool.match(exe, folder, place, "relative_error", figures["relative_error"])
        row.update(adaptive={**same, "trail": trails()}, float_bytes=4 * size)
        row["removed"] = {k: 100 * (1 - row[k] / 32) for k in ("e", "e_entropy", "p", "h", "h_payload")}
        row["removed"].update({s: 100 * (1 - row[s]["stored_bytes"] / (4 * size)) for s in ("lc", "adaptive")})
        out[str(x)] = row
    shutil.rmtree(place)
    return out
