// Readings for the tests of a run's metrics, and the log of the first version.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "base/bytes.h"
#include "base/checksum.h"
#include "metrics/metric_source.h"

namespace stepvault::test {

/// A log as the first version wrote it: one frame, without a source.
inline std::string first_log(const std::vector<MetricPoint>& points) {
    ByteWriter payload;
    payload.put_varint(1);
    payload.put_text("loss");
    payload.put_varint(points.size());
    for (const auto& p : points) {
        payload.put_varint(0);
        payload.put(p.step);
        payload.put(p.time);
        payload.put(p.value);
    }
    ByteWriter sizes;
    sizes.put(static_cast<std::uint64_t>(payload.size()));
    sizes.put(xxh3(payload.view()));
    ByteWriter log;
    log.put_bytes(as_view(std::string_view("\x89SVMET1\n", 8)));
    log.put_bytes(as_view("SVMF"));
    log.put(static_cast<std::uint32_t>(xxh3(sizes.view())));
    log.put_bytes(sizes.view());
    log.put_bytes(payload.view());
    return std::string(as_text(log.view()));
}

/// "loss" at each step from `first` to `last`.
inline std::vector<MetricPoint> losses(std::int64_t first, std::int64_t last, double value, double time = 0) {
    std::vector<MetricPoint> points;
    for (auto step = first; step <= last; ++step)
        points.push_back({.tag = "loss", .step = step, .time = time, .value = value});
    return points;
}

}  // namespace stepvault::test
