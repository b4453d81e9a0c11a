#pragma once

#include <optional>

#include "base/file.h"
#include "metrics/metric_source.h"

namespace stepvault {

/// The log_history of a trainer_state.json. Reads the file again whenever it changes; while the file does not
/// parse there are no points, and the next call tries again.
class TrainerStateSource final : public MetricSource {
 public:
    explicit TrainerStateSource(std::filesystem::path path) : path_(std::move(path)) {}
    Result<std::vector<MetricPoint>> poll() override;
    [[nodiscard]] bool restarted() const override { return restarted_; }
    [[nodiscard]] const std::filesystem::path& path() const override { return path_; }

 private:
    std::filesystem::path path_;
    std::optional<FileIdentity> read_;  ///< the version of the file that gave history_
    std::vector<MetricPoint> history_;
    std::optional<std::int64_t> max_steps_;
    bool restarted_ = false;
};

}  // namespace stepvault
