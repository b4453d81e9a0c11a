// Loss curves and other metrics that a training run writes as text.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"

namespace stepvault {

struct MetricPoint {
    std::string tag;  ///< "loss", "val_loss", ...
    std::int64_t step = 0;
    double time = 0;   ///< seconds since the epoch; 0 where the source has none
    double value = 0;  ///< NaN and infinities included
};

/// One file that grows (or is rewritten). Not thread-safe; one owner.
class MetricSource {
 public:
    virtual ~MetricSource() = default;
    /// The points that came since the last call; the first call reads all. A file that shrank or was replaced
    /// is read anew from its start. An unfinished last line waits. Lines that cannot be read are passed over.
    virtual Result<std::vector<MetricPoint>> poll() = 0;
    [[nodiscard]] virtual const std::filesystem::path& path() const = 0;
};

/// By name and first bytes: .jsonl, metrics.json and scalars.json (lines of JSON too), .csv,
/// trainer_state.json; nullptr for all else.
std::unique_ptr<MetricSource> open_metric_source(const std::filesystem::path& path);

/// The tag that stands for "the loss" of a run: what is minimized (loss, train_loss, train/loss,
/// training_loss, loss/train, train_loss_step, train/loss_step, train_loss_epoch, total_loss), then what is
/// watched (val_loss, eval_loss, val/loss, eval/loss, validation_loss, loss/val, test_loss), each in this
/// order and in any case; then the first that contains "loss", then the first of all; nullopt for none.
std::optional<std::string> primary_loss_tag(const std::vector<std::string>& tags);

}  // namespace stepvault
