#include "ui/bits/row_loader.h"

#include <utility>

#include "ui/text/format.h"

namespace stepvault::ui {

namespace {

/// Recoding leaves ids as they are.
std::string rowsKeyOf(const CheckpointRow& row) {
    return row.run_id + ' ' + row.id + ' ' + name_of(row.scheme) + ' ' + std::to_string(row.stored_bytes);
}

}  // namespace

RowLoader::RowLoader(JobRunner& runner, QObject* parent) : QObject(parent), runner_(runner) {
    connect(&runner_, &JobRunner::progressed, this, [this](JobId id, const JobProgress& progress) {
        if (id != job_ || progress.total == 0) return;
        percent_ = static_cast<int>(100 * progress.done / progress.total);
        emit changed();
    });
}

void RowLoader::read(const std::shared_ptr<VaultHandle>& library, const CheckpointRow& step) {
    const bool isAsked = state_ != State::none && rowsKeyOf(step) == rowsKeyOf(wanted_);
    const bool isUnwanted = state_ == State::stopped && step.run_id == wanted_.run_id;
    library_ = library;
    wanted_ = step;
    if (isAsked || isUnwanted) return;
    runner_.abandon(std::exchange(job_, 0));
    if (!rowsOf(step)) return start();
    state_ = State::read;
}

void RowLoader::readAgain() {
    if (job_ == 0 && library_) start();
}

void RowLoader::start() {
    state_ = State::reading;
    percent_ = 0;
    job_ = runner_.start(
        Lane::decoding, this,
        [library = library_, step = wanted_](const JobContext& job) {
            return library->queries().row_changes(step.run_id, step.id, job);
        },
        [this](Result<RowChanges> rows) { take(std::move(rows)); });
    emit changed();
}

void RowLoader::take(Result<RowChanges> rows) {
    job_ = 0;
    if (rows.ok()) {
        rows_ = std::make_shared<const RowChanges>(std::move(*rows));
        known_ = rowsKeyOf(wanted_);
    }
    state_ = rows.ok() ? State::read : State::failed;
    problem_ = rows.ok() ? QString() : toQString(rows.error().message);
    emit changed();
}

void RowLoader::stop() {
    if (job_ == 0) return;
    runner_.abandon(std::exchange(job_, 0));
    state_ = State::stopped;
    emit changed();
}

void RowLoader::forget() {
    runner_.abandon(std::exchange(job_, 0));
    state_ = State::none;
    library_.reset();
}

RowLoader::Rows RowLoader::rowsOf(const CheckpointRow& step) const {
    return rowsKeyOf(step) == known_ ? rows_ : nullptr;
}

}  // namespace stepvault::ui
