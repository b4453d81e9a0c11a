#include "ui/bits/error_reader.h"

#include <utility>

#include "ui/text/format.h"

namespace stepvault::ui {

namespace {

/// Recoding leaves ids as they are.
std::string keyOf(const CheckpointRow& row) {
    return row.id + ' ' + row.scheme + ' ' + std::to_string(row.stored_bytes);
}

/// Evenly, with the last.
std::vector<CheckpointRow> thinned(std::vector<CheckpointRow> rows) {
    if (rows.size() <= ErrorReader::mostSteps) return rows;
    std::vector<CheckpointRow> some;
    for (std::size_t i = 1; i <= ErrorReader::mostSteps; ++i)
        some.push_back(rows[i * rows.size() / ErrorReader::mostSteps - 1]);
    return some;
}

}  // namespace

ErrorReader::ErrorReader(JobRunner& runner, QObject* parent) : QObject(parent), runner_(runner) {}

void ErrorReader::read(const std::shared_ptr<Library>& library, const RunSnapshot& run) {
    if (run.info.row.id != run_) kept_.clear();
    run_ = run.info.row.id;
    std::vector<CheckpointRow> lossy;
    for (const CheckpointRow& row : run.checkpoints) {
        if (row.scheme != "exact") lossy.push_back(row);
    }
    const std::size_t all = lossy.size();
    lossy = thinned(std::move(lossy));
    using Read = std::map<std::string, Errors>;
    runner_.abandon(std::exchange(job_, 0));
    job_ = runner_.start(
        Lane::planning, this,
        [library, lossy, kept = kept_](const JobContext& job) -> Result<Read> {
            Read read;
            for (const CheckpointRow& row : lossy) {
                STEPVAULT_TRY(job.check());
                const std::string key = keyOf(row);
                if (const auto known = kept.find(key); known != kept.end()) {
                    read.insert(*known);
                    continue;
                }
                STEPVAULT_ASSIGN(errors, library->tensor_errors(row.run_id, row.id));
                read[key] = std::make_shared<const std::vector<TensorError>>(std::move(errors));
            }
            return read;
        },
        [this, lossy, all](Result<Read> read) {
            job_ = 0;
            if (!read.ok()) return emit failed(toQString(read.error().message));
            kept_ = std::move(*read);
            std::vector<StepErrors> steps;
            for (const CheckpointRow& row : lossy)
                steps.push_back({row.step, kept_.at(keyOf(row))});
            emit errorsRead(steps, all - lossy.size());
        });
}

void ErrorReader::forget() {
    runner_.abandon(std::exchange(job_, 0));
}

}  // namespace stepvault::ui
