#include "metrics/monitor_source.h"

#include <algorithm>

#include "metrics/csv_columns.h"
#include "metrics/flat_object.h"
#include "metrics/metric_fields.h"

namespace stepvault {

namespace {

constexpr std::size_t longest_episode = std::size_t{1} << 20;  // bytes of a row

}  // namespace

MonitorSource::MonitorSource(const std::filesystem::path& path)
    : RecordSource(path, RecordTail::Quotes::rfc4180, longest_episode) {}

void MonitorSource::on_restart() {
    RecordSource::on_restart();
    start_ = 0;
    step_ = 0;
    names_.clear();
}

bool MonitorSource::on_record(std::string_view record, bool ended) {
    if (!ended || record.empty()) return false;
    if (record.starts_with('#')) {
        const auto fields = parse_flat_object(record.substr(1));
        if (!fields) return true;
        const auto found = std::ranges::find(*fields, "t_start", &NumberField::name);
        if (found != fields->end()) start_ = to_epoch_seconds(found->value);
        return true;
    }
    if (names_.empty()) {
        split_csv_record(record, ',', names_);
        for (auto& name : names_)
            name = clean_tag(name);
        return true;
    }
    split_csv_record(record, ',', cells_);
    read_row();
    return true;
}

void MonitorSource::read_row() {
    const auto cell = [&](std::string_view name) -> std::optional<double> {
        const auto column = static_cast<std::size_t>(std::ranges::find(names_, name) - names_.begin());
        return column < std::min(names_.size(), cells_.size()) ? to_number(cells_[column]) : std::nullopt;
    };
    const auto length = to_step(cell("l").value_or(-1));
    if (!length || *length < 0 || __builtin_add_overflow(step_, *length, &step_)) return;
    const double time = start_ > 0 ? start_ + cell("t").value_or(0) : 0;
    for (std::size_t i = 0; i < std::min(names_.size(), cells_.size()); ++i) {
        const auto value = to_number(cells_[i]);
        if (value && !names_[i].empty() && names_[i] != "t")
            points_.push_back({.tag = names_[i], .step = step_, .time = time, .value = *value});
    }
}

bool is_monitor_name(std::string_view name) {
    return name == "monitor.csv" || name.ends_with(".monitor.csv");
}

}  // namespace stepvault
