// Writes small safetensors files, by the layout that the format's reference implementation documents.
#pragma once

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "base/bytes.h"
#include "support/read_text.h"

namespace stepvault::test {

struct Tensor {
    std::string name;
    std::string dtype;  ///< "F32", "BF16", "I64", ...
    std::vector<std::uint64_t> shape;
    Bytes bytes;
};

inline std::string safetensors_bytes(const std::vector<Tensor>& tensors) {
    std::string header = "{\"__metadata__\":{\"format\":\"pt\"}";
    std::string data;
    for (const auto& t : tensors) {
        std::string shape;
        for (const auto n : t.shape)
            shape += (shape.empty() ? "" : ",") + std::to_string(n);
        header += ",\"" + t.name + "\":{\"dtype\":\"" + t.dtype + "\",\"shape\":[" + shape +
                  "],\"data_offsets\":[" + std::to_string(data.size()) + "," +
                  std::to_string(data.size() + t.bytes.size()) + "]}";
        data += as_text(t.bytes);
    }
    header += "}";
    header.append((8 - header.size() % 8) % 8, ' ');
    ByteWriter length;
    length.put(static_cast<std::uint64_t>(header.size()));
    return std::string(as_text(length.view())) + header + data;
}

inline void write_text(const std::filesystem::path& path, std::string_view text) {
    std::filesystem::create_directories(path.parent_path());
    std::ofstream(path, std::ios::binary | std::ios::trunc) << text;
}

}  // namespace stepvault::test
