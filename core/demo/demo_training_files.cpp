#include "demo/demo_training_files.h"

#include <array>
#include <charconv>
#include <map>
#include <string>

#include "base/atomic_file.h"
#include "base/wall_clock.h"

namespace stepvault {

namespace {

template <class... Format>
std::string number_text(double value, Format... format) {
    std::array<char, 400> text{};
    const auto end = std::to_chars(text.data(), text.data() + text.size(), value, format...).ptr;
    return {text.data(), end};
}

struct Tensor {
    const std::vector<std::size_t>* shape = nullptr;
    std::span<const float> values;
};

/// Ordered by name, as the format's own writer orders tensors of one type.
std::map<std::string, Tensor> tensors_of(const DemoModel& model) {
    std::map<std::string, Tensor> tensors;
    for (std::size_t i = 0; i < model.parameters().size(); ++i) {
        const auto& p = model.parameters()[i];
        const auto state = "optimizer.state." + std::to_string(i);
        tensors["model." + p.name] = {&p.shape, model.weights().subspan(p.offset, p.size)};
        tensors[state + ".exp_avg"] = {&p.shape, model.first_moment().subspan(p.offset, p.size)};
        tensors[state + ".exp_avg_sq"] = {&p.shape, model.second_moment().subspan(p.offset, p.size)};
    }
    return tensors;
}

std::string header_of(const std::map<std::string, Tensor>& tensors, std::int64_t step) {
    std::string header = R"({"__metadata__":{"format":"pt","step":")" + std::to_string(step) + "\"}";
    std::size_t offset = 0;
    for (const auto& [name, tensor] : tensors) {
        header += ",\"" + name + R"(":{"dtype":"F32","shape":[)";
        for (std::size_t i = 0; i < tensor.shape->size(); ++i) {
            if (i > 0) header += ',';
            header += std::to_string((*tensor.shape)[i]);
        }
        header += "],\"data_offsets\":[" + std::to_string(offset);
        offset += tensor.values.size_bytes();
        header += ',' + std::to_string(offset) + "]}";
    }
    header += '}';
    constexpr std::size_t alignment = 8;
    header.resize((header.size() + alignment - 1) / alignment * alignment, ' ');
    return header;
}

std::string file_name(std::int64_t step) {
    constexpr std::size_t digits = 6;
    auto number = std::to_string(step);
    if (number.size() < digits) number.insert(0, digits - number.size(), '0');
    return "step_" + number + ".safetensors";
}

}  // namespace

Result<DemoMetrics> DemoMetrics::create(const std::filesystem::path& folder, std::int64_t planned_steps) {
    STEPVAULT_ASSIGN(file, File::create(folder / "metrics.jsonl"));
    return DemoMetrics(std::move(file), planned_steps);
}

Status DemoMetrics::add(std::int64_t step, double loss, std::optional<double> validation_loss) {
    std::string line = "{\"step\": " + std::to_string(step) + ", \"loss\": " + number_text(loss);
    if (size_ == 0) line += ", \"max_steps\": " + std::to_string(planned_steps_);
    if (validation_loss) line += ", \"val_loss\": " + number_text(*validation_loss);
    line += ", \"time\": " + number_text(unix_seconds(), std::chars_format::fixed, 3) + "}\n";
    STEPVAULT_TRY(file_.write_all(size_, as_view(line)));
    size_ += line.size();
    return {};
}

Result<std::uint64_t> write_demo_checkpoint(const std::filesystem::path& folder, const DemoModel& model,
                                            std::int64_t step) {
    const auto tensors = tensors_of(model);
    const auto header = header_of(tensors, step);
    ByteWriter bytes;
    bytes.put(std::uint64_t{header.size()});
    bytes.put_bytes(as_view(header));
    for (const auto& [name, tensor] : tensors)
        bytes.put_bytes(std::as_bytes(tensor.values));

    STEPVAULT_ASSIGN(file, AtomicFile::create(folder / file_name(step)));
    STEPVAULT_TRY(file.file().write_all(0, bytes.view()));
    STEPVAULT_TRY(file.publish(AtomicFile::Existing::keep));
    return std::uint64_t{bytes.size()};
}

}  // namespace stepvault
