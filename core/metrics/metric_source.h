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
#include "metrics/hyperparameter.h"

namespace stepvault {

struct MetricPoint {
    std::string tag;  ///< "loss", "val_loss", ...
    std::int64_t step = 0;
    double time = 0;   ///< seconds since the epoch; 0 where the source has no time
    double value = 0;  ///< NaN and infinities included
};

/// A call of poll() may stop after at least this many points and leave the rest for the next call.
inline constexpr std::size_t metric_batch = std::size_t{1} << 16;

/// One file that grows (or is rewritten). Not thread-safe; one owner.
class MetricSource {
 public:
    virtual ~MetricSource() = default;
    /// Returns the points since the last call; the first call begins at the start of the file. Reads a file
    /// that shrank or was replaced again from its start. An unfinished last record waits. Skips unreadable
    /// records. Points come in the order of the file, where steps may go back after a resume; none of them
    /// are dropped. Fewer than metric_batch points mean that the file has no more for now.
    virtual Result<std::vector<MetricPoint>> poll() = 0;
    /// True if the result of the last poll() begins at the start of the file, as the first result does.
    [[nodiscard]] virtual bool restarted() const { return false; }
    /// Returns another value than before when there may be more to read.
    [[nodiscard]] virtual Result<FileIdentity> version() const { return file_identity(path()); }
    [[nodiscard]] virtual const std::filesystem::path& path() const = 0;
    /// Those that lie beside the metrics in a database, sorted by key, each without a source; none elsewhere.
    [[nodiscard]] virtual Result<std::vector<Hyperparameter>> hyperparameters() const {
        return std::vector<Hyperparameter>();
    }
};

/// Chooses a source by the file's name and first bytes: .jsonl, metrics.json, scalars.json and MMEngine's
/// <time>.json (also lines of JSON), .csv (monitor.csv has its own source), trainer_state.json, TensorBoard's
/// events.out.tfevents.*, Stable-Baselines3's evaluations.npz, W&B's .wandb, and files below an MLflow run's
/// metrics/; nullptr for all other files. Among several files of a run, RunFolder::metrics lists the oldest
/// first.
std::unique_ptr<MetricSource> open_metric_source(const std::filesystem::path& path);

/// Judges by the name alone; false for MLflow's files, which are named after their metrics.
bool is_metrics_name(std::string_view name);
/// Judges tables and lines of JSON, which may hold any data, by their first 64 KiB: true where there is a
/// step, or a table with a loss. Judges all other files by name.
bool holds_metrics(const std::filesystem::path& path);

/// The tag that stands for the loss of a run. First come training losses (loss, train_loss, train/loss,
/// training_loss, loss/train, train_loss_step, train/loss_step, train_loss_epoch, total_loss), then
/// validation losses (val_loss, eval_loss, val/loss, eval/loss, validation_loss, loss/val, test_loss), each
/// in this order and in any case; then the first tag that contains "loss", then the first tag; nullopt
/// without tags.
std::optional<std::string> primary_loss_tag(const std::vector<std::string>& tags);
/// The tag of the loss on data that is not trained on: one of the validation losses above, else the first tag
/// that contains "loss" and the word val, valid, validation, eval, test or dev; nullopt if there is none.
std::optional<std::string> validation_loss_tag(const std::vector<std::string>& tags);

}  // namespace stepvault
