#include "metrics/metric_source.h"

#include <array>

#include "base/file.h"
#include "metrics/csv_source.h"
#include "metrics/jsonl_source.h"
#include "metrics/trainer_state_source.h"

namespace stepvault {

namespace {

/// A file that cannot be read yet, or is still empty, may become text.
bool looks_binary(const std::filesystem::path& path) {
    const auto file = File::open_read(path);
    if (!file.ok()) return false;
    std::array<std::byte, 512> first{};
    const auto n = (*file).read_some(0, first);
    if (!n.ok()) return false;
    return as_text(ByteView(first).first(*n)).find('\0') != std::string_view::npos;
}

}  // namespace

std::unique_ptr<MetricSource> open_metric_source(const std::filesystem::path& path) {
    const auto name = path.filename().native();
    const bool lines = name.ends_with(".jsonl") || name == "metrics.json" || name == "scalars.json";
    const bool table = name.ends_with(".csv");
    const bool trainer = name == "trainer_state.json";
    if (!(lines || table || trainer) || looks_binary(path)) return nullptr;
    if (lines) return std::make_unique<JsonlSource>(path);
    if (table) return std::make_unique<CsvSource>(path);
    return std::make_unique<TrainerStateSource>(path);
}

}  // namespace stepvault
