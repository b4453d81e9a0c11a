#include "ui/bits/error_loader.h"

#include <utility>

#include "ui/text/format.h"

namespace stepvault::ui {

namespace {

/// Recoding leaves ids as they are.
std::string keyOf(const CheckpointRow& row) {
    return row.id + ' ' + name_of(row.scheme) + ' ' + std::to_string(row.stored_bytes);
}

std::vector<std::string> keysOf(const std::vector<CheckpointRow>& rows) {
    std::vector<std::string> keys;
    keys.reserve(rows.size());
    for (const CheckpointRow& row : rows)
        keys.push_back(keyOf(row));
    return keys;
}

/// Evenly, with the last.
std::vector<CheckpointRow> thinned(std::vector<CheckpointRow> rows) {
    if (rows.size() <= ErrorLoader::mostSteps) return rows;
    std::vector<CheckpointRow> some;
    for (std::size_t i = 1; i <= ErrorLoader::mostSteps; ++i)
        some.push_back(rows[i * rows.size() / ErrorLoader::mostSteps - 1]);
    return some;
}

}  // namespace

ErrorLoader::ErrorLoader(JobRunner& runner, QObject* parent) : QObject(parent), runner_(runner) {}

void ErrorLoader::read(const std::shared_ptr<VaultHandle>& library, const RunSnapshot& run) {
    if (run.info.row.id != run_) {
        forget();
        kept_.clear();
    }
    run_ = run.info.row.id;
    std::vector<CheckpointRow> lossy;
    for (const CheckpointRow& row : run.checkpoints) {
        if (row.scheme != Scheme::exact) lossy.push_back(row);
    }
    const std::size_t all = lossy.size();
    lossy = thinned(std::move(lossy));
    const std::size_t left = all - lossy.size();
    next_.reset();
    if (isAsked_ && keysOf(lossy) == keys_) return;
    Request request{library, std::move(lossy), left};
    if (job_ == 0) return start(request);
    next_ = std::move(request);
}

void ErrorLoader::start(const Request& request) {
    keys_ = keysOf(request.rows);
    isAsked_ = true;
    job_ = runner_.start(
        Lane::planning, this,
        [request, kept = kept_](const JobContext& job) { return work(request, kept, job); },
        [this](Result<Answer> answer) { take(std::move(answer)); });
}

Result<ErrorLoader::Answer> ErrorLoader::work(const Request& request, const KeptErrors& kept,
                                              const JobContext& job) {
    Answer answer;
    std::vector<StepErrors> steps;
    for (const CheckpointRow& row : request.rows) {
        STEPVAULT_TRY(job.check());
        Errors& errors = answer.kept[keyOf(row)];
        if (const auto known = kept.find(keyOf(row)); known != kept.end()) {
            errors = known->second;
        } else {
            STEPVAULT_ASSIGN(read, request.library->queries().tensor_errors(row.run_id, row.id));
            errors = std::make_shared<const std::vector<TensorError>>(std::move(read));
        }
        steps.push_back({row.step, errors});
    }
    answer.grids.byRole = std::make_shared<const ErrorGrid>(steps, false);
    answer.grids.byTensor = std::make_shared<const ErrorGrid>(steps, true);
    answer.grids.left = request.left;
    return answer;
}

void ErrorLoader::take(Result<Answer> answer) {
    job_ = 0;
    isAsked_ = answer.ok();
    if (answer.ok()) kept_ = std::move(answer->kept);
    const bool goesOn = next_.has_value();
    if (const auto next = std::exchange(next_, {})) start(*next);
    if (answer.ok()) return emit errorsRead(answer->grids);
    // The newer request may succeed, since a step may have been removed.
    if (!goesOn) emit failed(toQString(answer.error().message));
}

void ErrorLoader::forget() {
    runner_.abandon(std::exchange(job_, 0));
    next_.reset();
    isAsked_ = false;
}

}  // namespace stepvault::ui
