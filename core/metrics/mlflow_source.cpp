#include "metrics/mlflow_source.h"

#include <algorithm>
#include <array>
#include <system_error>
#include <utility>

#include "metrics/metric_fields.h"

namespace stepvault {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t longest_value_line = 4096;
constexpr int deepest_name = 16;

}  // namespace

std::optional<std::string> mlflow_tag(const fs::path& path) {
    auto folder = path.parent_path();
    for (int depth = 0; depth < deepest_name && folder.has_relative_path(); ++depth) {
        std::error_code ec;
        if (folder.filename() == "metrics" && fs::exists(folder.parent_path() / "meta.yaml", ec)) {
            auto tag = clean_tag(path.lexically_relative(folder).native());
            if (tag.empty()) return {};
            return tag;
        }
        folder = folder.parent_path();
    }
    return {};
}

MlflowSource::MlflowSource(const fs::path& path, std::string tag)
    : RecordSource(path, RecordTail::Quotes::plain, longest_value_line), tag_(std::move(tag)) {}

bool MlflowSource::on_record(std::string_view record, bool ended) {
    if (!ended) return false;
    std::array<std::optional<double>, 3> numbers;  // milliseconds, value, step
    numbers[2] = 0;
    for (auto& number : numbers) {
        if (record.empty()) break;
        const auto space = std::min(record.find(' '), record.size());
        number = to_number(record.substr(0, space));
        record.remove_prefix(std::min(space + 1, record.size()));
    }
    if (!numbers[0] || !numbers[1] || !numbers[2]) return true;
    const auto step = to_step(*numbers[2]);
    if (step)
        points_.push_back(
            {.tag = tag_, .step = *step, .time = to_epoch_seconds(*numbers[0]), .value = *numbers[1]});
    return true;
}

}  // namespace stepvault
