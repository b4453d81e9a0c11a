// Rows for the catalog's tests, ordinary and extreme, and functions that compare rows.
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <filesystem>
#include <limits>
#include <string>
#include <vector>

#include <QTemporaryDir>

#include "library/catalog/catalog.h"

namespace stepvault::testing {

inline constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();
inline constexpr double infinity = std::numeric_limits<double>::infinity();

/// Bytes with Latin-1, truncated UTF-8, a NUL, a quote and a line break.
inline std::string odd_bytes() {
    return std::string("r\xE9sultat\xF0\x9F 'x'\n\0end", 20);
}

inline std::filesystem::path catalog_in(const QTemporaryDir& folder) {
    return std::filesystem::path(folder.path().toStdString()) / "catalog.sqlite";
}

inline RunRow plain_run(const std::string& id, const std::string& name = "gpt") {
    return {
        .id = id, .name = name, .folder = "/runs/" + name, .scheme = Scheme::lc, .bits = 3, .created = 1.7e9};
}

inline CheckpointRow plain_checkpoint(const std::string& run, const std::string& id, std::int64_t step = 0) {
    CheckpointRow row;
    row.id = id;
    row.run_id = run;
    row.step = step;
    row.source = "step.pt";
    row.scheme = Scheme::lc;
    row.format = "torch-zip";
    return row;
}

/// The points by step, as changes that begin each curve at its first point.
inline std::vector<SeriesChange> to_changes(const std::vector<MetricPoint>& points) {
    std::vector<SeriesChange> changes;
    for (const auto& p : points) {
        const auto known = std::ranges::find(changes, p.tag, &SeriesChange::tag);
        auto& change =
            known != changes.end() ? *known : changes.emplace_back(SeriesChange{p.tag, p.step, {}});
        change.points.push_back({.step = p.step, .time = p.time, .value = p.value});
    }
    return changes;
}

inline Status put_points(Catalog& catalog, const std::string& run, const std::vector<MetricPoint>& points) {
    STEPVAULT_ASSIGN(end, catalog.metrics_end(run));
    return catalog.put_metrics(run, to_changes(points), end, end + 1);
}

inline bool same(double a, double b) {
    return (std::isnan(a) && std::isnan(b)) || a == b;
}

inline bool same(const RunRow& a, const RunRow& b) {
    return a.id == b.id && a.name == b.name && a.folder == b.folder && a.scheme == b.scheme &&
           a.bits == b.bits && same(a.created, b.created) && a.labels == b.labels;
}

inline bool same(const CheckpointRow& a, const CheckpointRow& b) {
    const bool same_loss = a.loss.has_value() == b.loss.has_value() && (!a.loss || same(*a.loss, *b.loss));
    return a.id == b.id && a.run_id == b.run_id && a.step == b.step && a.source == b.source &&
           a.generation == b.generation && a.scheme == b.scheme && a.bits == b.bits && a.key == b.key &&
           a.parent == b.parent && a.original_bytes == b.original_bytes && a.stored_bytes == b.stored_bytes &&
           same(a.relative_error, b.relative_error) && same(a.max_abs_error, b.max_abs_error) && same_loss &&
           same(a.saved, b.saved) && same(a.filed, b.filed) && a.format == b.format && a.files == b.files &&
           a.weights_only == b.weights_only;
}

/// Compares errors by their bits, because the catalog stores the bits.
inline bool same(const TensorRow& a, const TensorRow& b) {
    const auto bits = [](double value) { return std::bit_cast<std::uint64_t>(value); };
    return a.file == b.file && a.name == b.name && a.dtype == b.dtype && a.role == b.role &&
           a.shape == b.shape && a.elements == b.elements &&
           bits(a.relative_error) == bits(b.relative_error) && bits(a.max_abs_error) == bits(b.max_abs_error);
}

inline bool same(const MetricPoint& a, const MetricPoint& b) {
    return a.tag == b.tag && a.step == b.step && same(a.time, b.time) && same(a.value, b.value);
}

template <class Row>
bool same(const std::vector<Row>& a, const std::vector<Row>& b) {
    if (a.size() != b.size()) return false;
    for (std::size_t i = 0; i < a.size(); ++i) {
        if (!same(a[i], b[i])) return false;
    }
    return true;
}

}  // namespace stepvault::testing
