// Checks the promises that every Layout keeps, for any file format.
#pragma once

#include <set>
#include <string>

#include "container/layout.h"

namespace stepvault {

/// Returns the first broken promise, or an empty string.
inline std::string check_layout(const Layout& layout, std::uint64_t file_size) {
    if (layout.file_size != file_size) return "file_size is not the file's size";
    static const std::set<std::string> formats = {
        "torch-zip", "torch-legacy", "torch-distributed", "safetensors", "gguf", "npy", "npz",
        "hdf5",      "keras",        "tensorflow-index",  "zarr",        "zip",  "raw"};
    if (!formats.contains(layout.format)) return "unknown format";
    if (layout.format == "raw" && (!layout.payloads.empty() || !layout.derived.empty()))
        return "raw with payloads";
    std::set<std::string> names;
    std::uint64_t end = 0;
    for (const auto& p : layout.payloads) {
        if (p.offset < end) return p.name + " overlaps the payload before it, or is out of order";
        if (p.length == 0) return p.name + " is empty";
        if (p.offset > file_size || p.length > file_size - p.offset) return p.name + " leaves the file";
        if (p.length % item_size(p.dtype) != 0) return p.name + " ends within an element";
        if (!names.insert(p.name).second) return p.name + " is there twice";
        end = p.offset + p.length;
    }
    for (std::size_t i = 0; i < layout.derived.size(); ++i) {
        const auto& d = layout.derived[i];
        if (d.offset > file_size || file_size - d.offset < 4) return "a checksum outside of the file";
        if (d.begin > file_size || d.length > file_size - d.begin) return "a checksum over what is not there";
        for (const auto& p : layout.payloads) {
            if (d.offset < p.offset + p.length && p.offset < d.offset + 4)
                return "a checksum within " + p.name;
            const bool touches = p.offset < d.begin + d.length && d.begin < p.offset + p.length;
            const bool inside = p.offset >= d.begin && p.offset + p.length <= d.begin + d.length;
            if (touches && !inside) return "a checksum over a part of " + p.name;
        }
        for (std::size_t k = 0; k < layout.derived.size(); ++k) {
            const auto& other = layout.derived[k];
            if (d.offset >= other.begin + other.length || other.begin >= d.offset + 4) continue;
            if (k <= i) return "a checksum over a checksum that comes later";
            if (d.offset < other.begin || d.offset + 4 > other.begin + other.length)
                return "a checksum over a part of a checksum";
        }
    }
    for (const auto& t : layout.tensors) {
        if (t.payload >= layout.payloads.size()) return t.name + " lies in no payload";
        if (t.shape.size() != t.stride.size())
            return t.name + " has a stride of other dimensions than its shape";
        std::uint64_t last = t.offset;
        bool empty = false;
        for (std::size_t i = 0; i < t.shape.size(); ++i) {
            if (t.shape[i] == 0) empty = true;
            if (t.stride[i] < 0) return t.name + " has a negative stride";
            if (t.shape[i] > 0) last += (t.shape[i] - 1) * static_cast<std::uint64_t>(t.stride[i]);
        }
        const auto room = layout.payloads[t.payload].length / item_size(t.dtype);
        if (!empty && last >= room) return t.name + " leaves its payload";
    }
    return {};
}

}  // namespace stepvault
