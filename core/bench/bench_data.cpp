#include "bench/bench_data.h"

#include <cmath>
#include <cstring>
#include <map>
#include <random>
#include <span>

#include "container/tensor_role.h"
#include "run/completeness.h"

namespace stepvault {

namespace {

constexpr std::size_t row_floats = 1024;
constexpr std::size_t rows_of_task = 1024;
constexpr std::size_t table_size = 1U << 16U;

std::vector<float> normal_table() {
    std::mt19937_64 random(1);
    std::normal_distribution<float> normal;
    std::vector<float> table(table_size);
    for (auto& x : table)
        x = normal(random);
    return table;
}

using Weights = std::map<std::string, std::vector<float>>;

Result<Weights> read_weights(const std::filesystem::path& path) {
    STEPVAULT_ASSIGN(candidate, checkpoint_at(path));
    STEPVAULT_ASSIGN(checkpoint, open_checkpoint(candidate, 0));
    Weights weights;
    for (const auto& file : checkpoint.files) {
        for (const auto& t : file.layout.tensors) {
            const auto& payload = file.layout.payloads[t.payload];
            const auto kind = tensor_kind(file.relative, payload.name, t.shape.size(), payload.dtype);
            if (payload.dtype != DType::f32 || kind.optimizer ||
                (kind.role != Role::weight && kind.role != Role::embedding)) {
                continue;
            }
            auto& out = weights[file.relative + "/" + payload.name];
            out.resize(payload.length / sizeof(float));
            STEPVAULT_TRY(file.file.read_exact(payload.offset, std::as_writable_bytes(std::span(out))));
        }
    }
    return weights;
}

}  // namespace

BenchData made_up_model(std::size_t count, ThreadPool& pool) {
    const auto normal = normal_table();
    std::vector<float> scale(row_floats);
    for (std::size_t c = 0; c < row_floats; ++c)
        scale[c] = 1e-4F * std::exp(0.8F * normal[c]);
    BenchData data{std::vector<float>(count), std::vector<float>(count)};
    const auto task = row_floats * rows_of_task;
    (void)pool.for_each((count + task - 1) / task, [&](std::size_t i) -> Status {
        std::uint64_t state = i + 1;
        for (auto at = i * task; at < std::min(count, (i + 1) * task); ++at) {
            state = state * 6364136223846793005U + 1442695040888963407U;
            data.before[at] = 0.02F * normal[state >> 48U];
            data.now[at] = data.before[at] + scale[at % row_floats] * normal[(state >> 32U) % table_size];
        }
        return {};
    });
    return data;
}

Result<BenchData> weights_of(const std::filesystem::path& before, const std::filesystem::path& now,
                             std::size_t count) {
    STEPVAULT_ASSIGN(first, read_weights(before));
    STEPVAULT_ASSIGN(second, read_weights(now));
    BenchData data;
    for (const auto& [name, weights] : second) {
        const auto earlier = first.find(name);
        if (earlier == first.end() || earlier->second.size() != weights.size()) continue;
        data.before.insert(data.before.end(), earlier->second.begin(), earlier->second.end());
        data.now.insert(data.now.end(), weights.begin(), weights.end());
    }
    const auto once = data.now.size();
    if (once == 0)
        return Error{ErrorCode::not_found,
                     now.native() + " and " + before.native() +
                         " have no 32-bit weights in common; give two checkpoints of one run"};
    data.before.resize(count);
    data.now.resize(count);
    for (auto at = once; at < count; ++at) {
        data.before[at] = data.before[at - once];
        data.now[at] = data.now[at - once];
    }
    return data;
}

Status write_safetensors(const std::filesystem::path& file, const std::vector<float>& weights,
                         std::uint64_t tensors) {
    const auto rows = weights.size() / row_floats;
    std::string header = "{";
    for (std::uint64_t t = 0; t < tensors; ++t) {
        const auto begin = rows * t / tensors;
        const auto end = rows * (t + 1) / tensors;
        header += (t == 0 ? R"("model.)" : R"(,"model.)") + std::to_string(t) +
                  R"(.weight":{"dtype":"F32","shape":[)" + std::to_string(end - begin) + "," +
                  std::to_string(row_floats) + R"(],"data_offsets":[)" +
                  std::to_string(begin * row_floats * sizeof(float)) + "," +
                  std::to_string(end * row_floats * sizeof(float)) + "]}";
    }
    header += "}";
    header.append((8 - header.size() % 8) % 8, ' ');
    ByteWriter head;
    head.put(static_cast<std::uint64_t>(header.size()));
    head.put_bytes(as_view(header));
    STEPVAULT_ASSIGN(out, File::open_write(file));
    STEPVAULT_TRY(out.truncate(0));
    STEPVAULT_TRY(out.write_all(0, head.view()));
    STEPVAULT_TRY(out.write_all(head.size(), std::as_bytes(std::span(weights))));
    return out.sync();
}

}  // namespace stepvault
