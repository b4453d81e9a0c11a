// The JSON of the reports. Programs rely on its fields: add fields, but never rename any.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>

#include "library/study/checkpoint_report.h"
#include "library/summary/run_info.h"

namespace stepvault::cli {

nlohmann::ordered_json checkpoint_json(const CheckpointRow& row);
nlohmann::ordered_json run_json(const RunInfo& info, const std::vector<CheckpointRow>& checkpoints);
/// The report of `show`.
nlohmann::ordered_json report_json(const CheckpointRow& row, const CheckpointReport& report);

/// null for none.
template <class T>
nlohmann::ordered_json optional_json(const std::optional<T>& value) {
    return value ? nlohmann::ordered_json(*value) : nlohmann::ordered_json();
}

/// The array of what `make` turns the items into.
template <class Items, class Make>
nlohmann::ordered_json json_list(const Items& items, Make make) {
    auto list = nlohmann::ordered_json::array();
    for (const auto& item : items)
        list.push_back(make(item));
    return list;
}

/// Writes to standard output. Bytes that are not UTF-8 are replaced.
void print_json(const nlohmann::ordered_json& json, int indent = 2);

}  // namespace stepvault::cli
