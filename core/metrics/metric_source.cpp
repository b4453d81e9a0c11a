#include "metrics/metric_source.h"

#include <algorithm>

#include "base/file.h"
#include "metrics/csv_source.h"
#include "metrics/evaluations_source.h"
#include "metrics/event_file_source.h"
#include "metrics/flat_object.h"
#include "metrics/jsonl_source.h"
#include "metrics/mlflow_source.h"
#include "metrics/monitor_source.h"
#include "metrics/trainer_state_source.h"
#include "metrics/wandb_source.h"

namespace stepvault {

namespace {

constexpr std::size_t first_bytes = std::size_t{64} << 10;

enum class Format { other, lines, table, monitor, trainer_state, events, wandb, evaluations };

/// 20240131_120000.json, the name of MMEngine's log.
bool is_time_json(std::string_view name) {
    constexpr std::string_view pattern = "00000000_000000.json";
    return std::ranges::equal(name, pattern,
                              [](char c, char p) { return p == '0' ? c >= '0' && c <= '9' : c == p; });
}

Format format_of(std::string_view name) {
    if (is_event_file_name(name)) return Format::events;
    if (name.size() > 6 && name.ends_with(".wandb")) return Format::wandb;
    if (name.size() > 6 && name.ends_with(".jsonl")) return Format::lines;
    if (name == "metrics.json" || name == "scalars.json" || is_time_json(name)) return Format::lines;
    if (name == "evaluations.npz") return Format::evaluations;
    if (is_monitor_name(name)) return Format::monitor;
    if (name.size() > 4 && name.ends_with(".csv")) return Format::table;
    return name == "trainer_state.json" ? Format::trainer_state : Format::other;
}

/// The first `most` bytes; empty for a file that cannot be read yet.
std::string head_of(const std::filesystem::path& path, std::size_t most) {
    const auto file = File::open_read(path);
    if (!file.ok()) return {};
    std::string head(most, '\0');
    const auto n = (*file).read_some(0, std::as_writable_bytes(std::span(head)));
    head.resize(n.ok() ? *n : 0);
    return head;
}

bool looks_binary(std::string_view head) {
    return head.substr(0, 512).find('\0') != std::string_view::npos;
}

bool holds_points(std::string_view lines) {
    std::vector<MetricPoint> points;
    while (!lines.empty() && points.empty()) {
        const auto end = std::min(lines.find('\n'), lines.size());
        if (const auto fields = parse_flat_object(lines.substr(0, end))) append_points(*fields, points);
        lines.remove_prefix(std::min(end + 1, lines.size()));
    }
    return !points.empty();
}

}  // namespace

std::unique_ptr<MetricSource> open_metric_source(const std::filesystem::path& path) {
    const auto format = format_of(path.filename().native());
    if (format == Format::events) return std::make_unique<EventFileSource>(path);
    if (format == Format::wandb) return std::make_unique<WandbSource>(path);
    if (format == Format::evaluations) return std::make_unique<EvaluationsSource>(path);
    // A file that is unreadable or empty for now may become text.
    const auto head = head_of(path, 512);
    if (looks_binary(head)) return nullptr;
    if (auto tag = mlflow_tag(path)) return std::make_unique<MlflowSource>(path, std::move(*tag));
    if (format == Format::lines) return std::make_unique<JsonlSource>(path);
    if (format == Format::monitor && (head.empty() || head.starts_with('#')))
        return std::make_unique<MonitorSource>(path);
    if (format == Format::table || format == Format::monitor) return std::make_unique<CsvSource>(path);
    if (format == Format::trainer_state) return std::make_unique<TrainerStateSource>(path);
    return nullptr;
}

bool is_metrics_name(std::string_view name) {
    return format_of(name) != Format::other;
}

bool holds_metrics(const std::filesystem::path& path) {
    const auto format = format_of(path.filename().native());
    const bool is_text = format == Format::lines || format == Format::table || format == Format::monitor;
    if (!is_text) return format != Format::other;
    const auto head = head_of(path, first_bytes);
    if (format == Format::monitor && head.starts_with("#{")) return true;
    if (looks_binary(head)) return false;
    if (format == Format::lines) return holds_points(head);
    const auto end = head.find('\n');
    return end != std::string::npos && read_csv_header(std::string_view(head).substr(0, end)).hold_metrics;
}

}  // namespace stepvault
