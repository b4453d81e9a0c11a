#!/usr/bin/env python3
"""decode.py VAULT OUTPUT: restores every checkpoint of a vault to OUTPUT/<run id>/<checkpoint id>.

Written from core/vault/FORMAT.md alone, and slow on purpose: it checks that the format's page, the vaults
beside it and the program agree. Needs python3-numpy, python3-zstandard and python3-xxhash.
"""
import json
import re
import struct
import sys
import zlib
from pathlib import Path

import chunks
import elements
from reading import Damaged, check, need, text, xxh3
from stepfile import StepFile, parts_of


class State:
    """A restored step: each payload's bytes, and the skeleton's chunks."""

    def __init__(self, step, payloads, skeleton, digest):
        self.step, self.payloads, self.skeleton, self.digest = step, payloads, skeleton, digest
        self.by_file, self.unwrapped = {}, {}
        for number, payload in enumerate(step.payloads):
            key = step.files[payload.file].path, payload.name, payload.kind, payload.length
            if payload.rounds is None:
                self.by_file.setdefault(key, number)
                self.unwrapped.setdefault((key[0], without_wrappers(key[1]), *key[2:]), number)


def without_wrappers(name):
    wrappers = {b"_orig_mod", b"module", b"_fsdp_wrapped_module", b"_checkpoint_wrapped_module", b"_forward_module",
                b"base_model", b"base_layer", b"model"}
    return tuple(part for part in name.split(b".") if part not in wrappers)


def digits_aside(path):
    return re.sub(rb"[0-9]+", b"#", path)


def files_before(step, parent):
    """For each file of a step the path of the parent's file that it is a delta of, if any."""
    before = {file.path for file in parent.step.files}
    own = {file.path for file in step.files}
    left = {}
    for file in parent.step.files:
        if file.path not in own:
            left.setdefault(digits_aside(file.path), []).append(file.path)
    found = {}
    for file in step.files:
        if file.path in before:
            found[file.path] = file.path
        elif left.get(digits_aside(file.path)):
            found[file.path] = left[digits_aside(file.path)].pop(0)
    return found


def base_of(step, payload, parent, before):
    if parent is not None:
        path = before.get(step.files[payload.file].path)
        number = parent.by_file.get((path, payload.name, payload.kind, payload.length))
        if number is None:
            name = without_wrappers(payload.name)
            number = parent.unwrapped.get((path, name, payload.kind, payload.length))
        if number is not None:
            return parent.payloads[number]
    return bytes(payload.length)


def decode_stream(step, stream, base, skeleton):
    """A stream's chunks; for the skeleton `skeleton` has the parent's chunks, otherwise None."""
    found = []
    for number, chunk in enumerate(stream.chunks):
        begin = number * stream.chunk_elements
        count = min(stream.chunk_elements, stream.elements - begin)
        size = stream.element_size
        own = base[begin * size:(begin + count) * size]
        if skeleton is not None:
            own = skeleton[number] if number < len(skeleton) else b""
        values = chunks.decode(chunk.mode, step.coded(chunk), own, stream, parts_of(stream, begin, count))
        need(len(values) == count * size, f"a chunk decodes to {len(values)} bytes, not {count * size}")
        check(values, chunk.decoded, f"chunk {number} of stream {stream.group!r} by mode {chunk.mode}")
        found.append(values)
    return found


def decode_step(step, parent):
    """The state of a step, decoded from its parent's state."""
    if parent is not None:
        need(step.parent_digest == parent.digest, "the parent is not the one it was coded against")
    for link in step.links:
        parent = decode_step(link, parent)
    need(not step.links or parent.digest == step.links_digest, "the last link is not the one it was coded against")
    before = files_before(step, parent) if parent is not None else {}
    skeleton = decode_stream(step, step.streams[0], b"", parent.skeleton if parent is not None else [])
    contents = {}
    for stream in step.streams[1:]:
        base = b"".join(base_of(step, payload, parent, before) for payload in stream.payloads)
        values, at = b"".join(decode_stream(step, stream, base, None)), 0
        for payload in stream.payloads:
            contents[id(payload)] = values[at:at + payload.length]
            at += payload.length
    payloads = []
    for payload in step.payloads:
        if payload.rounds is not None:
            payloads.append(rounding(payload, step.payloads, contents))
        else:
            payloads.append(payloads[payload.copy_of] if payload.copy_of is not None else contents[id(payload)])
    return State(step, payloads, skeleton, state_digest(step))


def rounding(payload, payloads, contents):
    """The bytes of a payload that holds the rounded elements of another one."""
    number, first = payload.rounds
    floats = elements.widen(contents[id(payloads[number])], elements.F32)
    count = payload.length // elements.SIZES[payload.kind]
    need(payloads[number].kind == elements.F32 and first + count <= len(floats), "it rounds more than there is")
    return elements.narrow(floats[first:first + count], payload.kind).tobytes()


def state_digest(step):
    data = bytearray()
    for payload in step.payloads:
        data += text(step.files[payload.file].path) + text(payload.name)
        data += struct.pack("<BQ", payload.kind, payload.length)
    for stream in step.streams:
        data += struct.pack("<Q", stream.elements)
        for chunk in stream.chunks:
            data += struct.pack("<Q", chunk.decoded)
    return xxh3(data)


def files_of(state):
    """(path, bytes) for each file from which nothing was dropped."""
    skeleton, taken = b"".join(state.skeleton), 0
    for number, file in enumerate(state.step.files):
        content = bytearray()
        for payload, values in zip(state.step.payloads, state.payloads):
            if payload.file == number:
                raw = payload.offset - len(content)
                content += skeleton[taken:taken + raw] + values
                taken += raw
        raw = file.size - len(content)
        content += skeleton[taken:taken + raw]
        taken += raw
        need(len(content) == file.size, "the skeleton is too short")
        if not all(state.step.is_kept(payload) for payload in state.step.payloads if payload.file == number):
            continue
        for of_file, offset, holds, (begin, length) in state.step.checksums:
            if of_file == number and holds:
                need(content[offset:offset + 4] == bytes(4), "a checksum field is not zero in the skeleton")
                content[offset:offset + 4] = struct.pack("<I", zlib.crc32(content[begin:begin + length]))
        yield file.path, bytes(content)
    need(taken == len(skeleton), "the skeleton is too long")


def in_order(steps):
    """Sorts parents before children."""
    done = {b""}
    while len(done) <= len(steps):
        ready = [step for step in steps.values() if step.id not in done and step.parent in done]
        need(ready, "a step's parent is missing")
        yield from ready
        done.update(step.id for step in ready)


def read_step(path, run):
    step = StepFile(path.read_bytes())
    need(step.run.decode() == run, "it is of another run")
    need(step.id.decode() == path.stem, "its name is not its id")
    need(step.id.decode() == f"{step.step:012d}-{xxh3(step.source) & 0xFFFFFFFF:08x}-{step.generation}", "a wrong id")
    need(step.parent == b"" or step.parent_digest != 0, "it has a parent without a digest")
    return step


def shared_base(vault, digest):
    """The state of the shared base that a run's base is coded against; None for one that stands alone."""
    if digest == 0:
        return None
    path = vault / "bases" / f"{digest:016x}.svstep"
    step = StepFile(path.read_bytes())
    need(step.parent == b"" and step.parent_digest == 0, f"{path} does not stand alone")
    return decode_step(step, None)


def read_json(path):
    text = path.read_bytes()
    members = json.loads(text)
    need(members["format"] == 1, f"{path} is of an unknown format")
    if "xxh3" in members:
        at = text.rfind(b'"xxh3": "') + 9
        need(xxh3(text[:at] + b"0" * 16 + text[at + 16:]) == int(members["xxh3"], 16), f"{path} is not as it was written")
    return members


def read_labels(run):
    """The note, tags and flags of run.json, by their names there."""
    for flag in ("named", "favourite", "archived"):
        need(run.get(flag, True) is True, f"{flag} is neither true nor left out")
    note, tags = run.get("note", ""), run.get("tags", [])
    need(isinstance(note, str) and len(note.encode()) <= 1 << 16, "the note is no text of at most 64 KiB")
    need(not re.search("[\0-\x08\x0b\x0c\x0e-\x1f\x7f]", note), "the note holds control characters")
    need(isinstance(tags, list) and len(tags) <= 100, "the tags are no list of at most 100")
    for tag in tags:
        need(isinstance(tag, str) and 1 <= len(tag.encode()) <= 64, "a tag is no word of 1 to 64 bytes")
        need(not re.search("[\\s,\0-\x1f\x7f-\x9f]|^-", tag), f"the tag {tag!r} is no word")
    need(tags == sorted(set(tags), key=str.encode), "the tags do not ascend")
    need(run.get("note") != "" and run.get("tags") != [], "an empty note or list of tags is not left out")
    return {"note": note, "tags": tags, "favourite": "favourite" in run, "archived": "archived" in run}


def decode_vault(vault, output):
    read_json(vault / "vault.json")
    count = 0
    for folder in sorted((vault / "runs").iterdir()):
        read_labels(read_json(folder / "run.json"))
        steps = {}
        for path in sorted((folder / "steps").glob("*.svstep")):
            if not path.name.startswith(".svtmp-"):
                try:
                    steps[path.stem] = read_step(path, folder.name)
                except Damaged as damage:
                    raise Damaged(f"{path}: {damage}") from damage
        states = {}
        for step in in_order(steps):
            try:
                parent = states[step.parent] if step.parent else shared_base(vault, step.parent_digest)
                states[step.id] = decode_step(step, parent)
                write(output / folder.name / step.id.decode(), files_of(states[step.id]))
            except Damaged as damage:
                raise Damaged(f"{step.id.decode()} of run {folder.name}: {damage}") from damage
            count += 1
    return count


def write(target, files):
    for path, content in files:
        to = target / path.decode(errors="surrogateescape") if path else target
        to.parent.mkdir(parents=True, exist_ok=True)
        to.write_bytes(content)


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    try:
        count = decode_vault(Path(sys.argv[1]), Path(sys.argv[2]))
    except Damaged as damage:
        sys.exit(f"decode.py: {damage}")
    print(f"{count} checkpoints")


if __name__ == "__main__":
    main()
