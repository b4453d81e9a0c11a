// Loss curves and other metrics that a training run writes.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/file.h"

namespace stepvault {

struct MetricPoint {
    std::string tag;  ///< "loss", "val_loss", ...
    std::int64_t step = 0;
    double time = 0;   ///< seconds since the epoch; 0 where the source has none
    double value = 0;  ///< NaN and infinities included
};

/// From as many points on a call of poll() may leave some for the next one.
inline constexpr std::size_t metric_batch = std::size_t{1} << 16;

/// One file that grows (or is rewritten). Not thread-safe; one owner.
class MetricSource {
 public:
    virtual ~MetricSource() = default;
    /// The points that came since the last call; the first call begins at the start. A file that shrank or
    /// was replaced is read anew from its start. An unfinished last record waits. Records that cannot be read
    /// are passed over. Points come in the order of the file, in which steps may go back where a training was
    /// resumed: nothing is cut. Fewer than metric_batch points are all there are for now.
    virtual Result<std::vector<MetricPoint>> poll() = 0;
    /// Whether what the last poll() returned begins at the file's start, as that of the first one does.
    [[nodiscard]] virtual bool restarted() const { return false; }
    /// Differs from an earlier answer when there may be more to read.
    [[nodiscard]] virtual Result<FileIdentity> version() const { return file_identity(path()); }
    [[nodiscard]] virtual const std::filesystem::path& path() const = 0;
};

/// By name and first bytes: .jsonl, metrics.json, scalars.json and MMEngine's <time>.json (lines of JSON
/// too), .csv (monitor.csv in a way of its own), trainer_state.json, TensorBoard's events.out.tfevents.*,
/// W&B's .wandb, and files below an MLflow run's metrics/; nullptr for all else. Of several files of a run,
/// RunFolder::metrics has the oldest first.
std::unique_ptr<MetricSource> open_metric_source(const std::filesystem::path& path);

/// By name alone; says no to MLflow's files, whose names are those of the metrics.
bool is_metrics_name(std::string_view name);
/// For tables and lines of JSON, which may be anything, by the first 64 KiB: there is a step, or a table with
/// a loss. By name for all else.
bool holds_metrics(const std::filesystem::path& path);

/// The tag that stands for "the loss" of a run: what is minimized (loss, train_loss, train/loss,
/// training_loss, loss/train, train_loss_step, train/loss_step, train_loss_epoch, total_loss), then what is
/// watched (val_loss, eval_loss, val/loss, eval/loss, validation_loss, loss/val, test_loss), each in this
/// order and in any case; then the first that contains "loss", then the first of all; nullopt for none.
std::optional<std::string> primary_loss_tag(const std::vector<std::string>& tags);

}  // namespace stepvault
