#pragma once

#include <optional>
#include <vector>

#include "base/file.h"
#include "metrics/metric_source.h"

namespace stepvault {

/// Stable-Baselines3's evaluations.npz: for each evaluation a step, and the rewards and lengths of its
/// episodes. Gives their means under the tags that its own logger uses (eval/mean_reward,
/// eval/mean_ep_length, eval/success_rate). The trainer writes the file anew after each evaluation; while it
/// cannot be read there are no points, and the next call tries again.
class EvaluationsSource final : public MetricSource {
 public:
    explicit EvaluationsSource(std::filesystem::path path) : path_(std::move(path)) {}
    Result<std::vector<MetricPoint>> poll() override;
    [[nodiscard]] bool restarted() const override { return restarted_; }
    [[nodiscard]] const std::filesystem::path& path() const override { return path_; }

 private:
    std::filesystem::path path_;
    std::optional<FileIdentity> read_;  ///< the version of the file that gave points_
    std::vector<MetricPoint> points_;
    bool restarted_ = false;
};

}  // namespace stepvault
