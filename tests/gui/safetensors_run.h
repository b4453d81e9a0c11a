// Writes a small training run to disk, the way a framework does.
#pragma once

#include <cmath>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "support/read_text.h"

namespace stepvault::ui::tests {

/// One float32 tensor "model.weight" of `elements` values, which change a little at every step.
inline std::string safetensorsBytes(std::int64_t step, std::size_t elements) {
    std::vector<float> values(elements);
    for (std::size_t i = 0; i < elements; ++i) {
        const auto at = static_cast<double>(i);
        values[i] = static_cast<float>(0.1 * std::sin(at * 0.7) +
                                       0.001 * std::sin(at * 1.3 + static_cast<double>(step)));
    }
    std::string header = R"({"model.weight":{"dtype":"F32","shape":[)" + std::to_string(elements) +
                         R"(],"data_offsets":[0,)" + std::to_string(4 * elements) + "]}}";
    header.resize((header.size() + 7) / 8 * 8, ' ');
    std::string bytes(8, '\0');
    const std::uint64_t size = header.size();
    std::memcpy(bytes.data(), &size, sizeof(size));
    bytes += header;
    bytes.append(reinterpret_cast<const char*>(values.data()), 4 * elements);
    return bytes;
}

inline void writeFile(const std::filesystem::path& path, const std::string& bytes) {
    std::ofstream(path, std::ios::binary).write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
}

inline std::string readFile(const std::filesystem::path& path) {
    return stepvault::test::read_text(path);
}

inline std::string stepName(std::int64_t step) {
    return "step_" + std::to_string(step) + ".safetensors";
}

inline double lossAt(std::int64_t step) {
    return 0.5 + 3 * std::exp(-static_cast<double>(step) / 40.0);
}

/// Writes metrics.jsonl with a loss for each step up to `last`, and a checkpoint every 20 steps.
inline void writeRun(const std::filesystem::path& folder, std::int64_t last, std::size_t elements = 20000) {
    std::filesystem::create_directories(folder);
    std::ofstream metrics(folder / "metrics.jsonl");
    for (std::int64_t step = 1; step <= last; ++step) {
        metrics << R"({"step": )" << step << R"(, "loss": )" << lossAt(step) << R"(, "lr": 0.001})" << '\n';
        if (step % 20 == 0) writeFile(folder / stepName(step), safetensorsBytes(step, elements));
    }
}

}  // namespace stepvault::ui::tests
