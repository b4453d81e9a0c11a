// The index that the command line and the desktop application read. It is a cache: everything in it can be
// rebuilt from the vault (Maintenance::reindex).
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "metrics/chart_columns.h"
#include "metrics/metric_source.h"
#include "metrics/series_merger.h"
#include "vault/format/scheme.h"
#include "vault/records/run_labels.h"

namespace stepvault {

struct RunRow {
    std::string id;                    ///< UUID
    std::string name;                  ///< unique in the vault
    std::string folder;                ///< absolute path, bytes as the file system has them
    Scheme scheme = Scheme::adaptive;  ///< for checkpoints stored from now on
    std::uint32_t bits = 0;
    double created = 0;       ///< seconds since the epoch
    bool is_private = false;  ///< RunRecord::is_private; only written, always false when read
    RunLabels labels = {};

    bool operator==(const RunRow&) const = default;
};

/// Tells whether a run changed: differs from an earlier one if any process has changed the run's row, its
/// checkpoints or its curves since.
struct RunRevision {
    std::string run_id;
    std::int64_t revision = 0;
};

/// A stored checkpoint, according to its step file's description.
struct CheckpointRow {
    std::string id;  ///< unique in its run
    std::string run_id;
    std::int64_t step = 0;
    std::string source;
    std::uint32_t generation = 1;
    Scheme scheme = Scheme::exact;
    std::uint32_t bits = 0;  ///< 0 where the scheme has none
    bool key = false;        ///< the base or a key step
    std::string parent;      ///< id of the checkpoint it builds on, empty for the base
    std::uint64_t original_bytes = 0;
    std::uint64_t stored_bytes = 0;
    double relative_error = 0;
    double max_abs_error = 0;
    double lag = 0;              ///< part of the change that is missing along its own direction
    std::optional<double> loss;  ///< of the primary series at its step
    double saved = 0;            ///< modification time of the original, seconds since the epoch
    double filed = 0;            ///< time of storing, seconds since the epoch
    std::string format;
    std::uint32_t files = 1;
    bool weights_only = false;  ///< only its weights can be restored: the rest was dropped
    bool pinned = false;  ///< no rule removes it; Queries::checkpoints() fills it in from the run's record

    bool operator==(const CheckpointRow&) const = default;
};

/// A step file, according to the catalog.
struct StepSize {
    std::string id;
    std::uint64_t stored_bytes = 0;
    double filed = 0;  ///< see CheckpointRow
};

/// Totals over all checkpoints of a run.
struct CheckpointTotals {
    std::uint64_t checkpoints = 0;
    std::uint64_t original_bytes = 0;
    std::uint64_t stored_bytes = 0;
    std::optional<std::int64_t> last_step;
    double last_saved = 0;  ///< seconds since the epoch, 0: not known
};

/// A tensor of a stored checkpoint.
struct TensorRow {
    std::string file;  ///< path inside the checkpoint, empty for a single file
    std::string name;
    std::string dtype;
    std::string role;
    std::vector<std::uint64_t> shape;
    std::uint64_t elements = 0;
    double relative_error = 0;  ///< of the payload that contains it
    double max_abs_error = 0;
    double lag = 0;
};

/// A curve of a run, with its newest point.
struct SeriesRow {
    std::string tag;
    std::uint64_t points = 0;
    std::int64_t last_step = 0;
    double last_value = 0;
};

/// Thread-safe. The writes of one call become durable together or not at all.
class Catalog {
 public:
    virtual ~Catalog() = default;

    /// True for a catalog that exists only as long as this object and that no other process sees.
    [[nodiscard]] virtual bool is_temporary() const { return false; }
    /// Inserts or updates. A private run closes the catalog to all but its owner.
    virtual Status put_run(const RunRow& run) = 0;
    virtual Status put_checkpoint(const CheckpointRow& checkpoint, const std::vector<TensorRow>& tensors) = 0;
    virtual Status remove_checkpoint(const std::string& run_id, const std::string& id) = 0;
    /// Changes the run's curves, which are those of its log up to the offset `before`, into those up to `end`
    /// (RunMetrics::end). ErrorCode::changed if the curves reach another offset, because another process has
    /// changed them.
    virtual Status put_metrics(const std::string& run_id, const std::vector<SeriesChange>& changes,
                               std::uint64_t before, std::uint64_t end) = 0;
    /// Records that the checkpoints of these runs (by id) are those of their step folders as of these
    /// modification times, in nanoseconds since the epoch. Skips runs that the catalog does not have.
    virtual Status put_steps_seen(const std::map<std::string, std::int64_t>& modified_ns) = 0;
    virtual Status clear() = 0;

    virtual Result<std::vector<RunRow>> runs() = 0;            ///< ordered by name
    virtual Result<std::vector<RunRevision>> revisions() = 0;  ///< ordered by the runs' names
    virtual Result<std::vector<CheckpointRow>> checkpoints(
        const std::string& run_id) = 0;  ///< by step, source, generation
    virtual Result<std::vector<StepSize>> step_sizes(const std::string& run_id) = 0;  ///< in no order
    virtual Result<CheckpointTotals> checkpoint_totals(const std::string& run_id) = 0;
    /// The times when its checkpoints were saved, seconds since the epoch: the newest `count` known times.
    virtual Result<std::vector<double>> newest_saves(const std::string& run_id, std::size_t count) = 0;
    virtual Result<std::vector<TensorRow>> tensors(const std::string& run_id,
                                                   const std::string& checkpoint_id) = 0;
    virtual Result<std::vector<SeriesRow>> series(const std::string& run_id) = 0;  ///< ordered by tag
    /// Ordered by step. `after_step`: only points after this step; `until_step`: no points after this step.
    virtual Result<std::vector<MetricPoint>> points(const std::string& run_id, const std::string& tag,
                                                    std::optional<std::int64_t> after_step = {},
                                                    std::optional<std::int64_t> until_step = {}) = 0;
    /// Summaries of the curve in blocks of some hundred points, by step.
    virtual Result<std::vector<PointSummary>> blocks(const std::string& run_id, const std::string& tag) = 0;
    /// Summaries of the curve within `range`, cut into columns of equal width; columns without points are
    /// left out. `columns`: 1 to ChartColumns::most_columns.
    virtual Result<std::vector<PointSummary>> chart(const std::string& run_id, const std::string& tag,
                                                    const ChartRange& range, std::size_t columns) = 0;
    /// The modification times that put_steps_seen() recorded for all runs, 0 if none.
    virtual Result<std::map<std::string, std::int64_t>> steps_seen() = 0;
    /// Offset in the run's log up to which the catalog has its curves.
    virtual Result<std::uint64_t> metrics_end(const std::string& run_id) = 0;
    /// Differs from an earlier result if any process has changed the catalog since.
    virtual Result<std::uint64_t> version() = 0;
};

}  // namespace stepvault
