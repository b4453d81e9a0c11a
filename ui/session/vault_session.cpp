#include "ui/session/vault_session.h"

#include <chrono>
#include <utility>

namespace stepvault::ui {

namespace {
constexpr std::chrono::seconds lookEvery(1);
constexpr int refreshEveryTicks = 15;
}  // namespace

VaultSession::VaultSession(std::shared_ptr<VaultHandle> library, JobRunner& runner, QObject* parent)
    : QObject(parent),
      library_(std::move(library)),
      runner_(runner),
      reader_(std::make_shared<SnapshotReader>(library_)),
      watch_(library_) {
    timer_.setInterval(lookEvery);
    connect(&timer_, &QTimer::timeout, this, &VaultSession::look);
    timer_.start();
    refresh();
}

VaultSession::~VaultSession() {
    runner_.abandon(job_);
}

void VaultSession::selectRun(const QString& run) {
    run_ = run.toStdString();
    tag_.clear();
    refresh();
}

void VaultSession::selectTag(const QString& tag) {
    tag_ = tag.toStdString();
    refresh();
}

void VaultSession::refresh() {
    runner_.abandon(job_);
    read(true);
}

void VaultSession::look() {
    ++ticks_;
    if (!runner_.isRunning(job_)) read(ticks_ % refreshEveryTicks == 0);
}

void VaultSession::read(bool always) {
    SnapshotRequest request{run_, tag_, always ? std::nullopt : version_};
    job_ = runner_.start(
        Lane::query, this,
        [reader = reader_, request = std::move(request)](const JobContext& job) {
            return reader->read(request, job);
        },
        [this](Result<std::optional<VaultSnapshot>> result) { take(std::move(result)); });
}

void VaultSession::take(Result<std::optional<VaultSnapshot>> result) {
    if (!result.ok()) {
        emit readFailed(QString::fromStdString(result.error().message));
        return;
    }
    if (!*result) return;
    version_ = (*result)->version;
    emit snapshotRead(**result);
}

}  // namespace stepvault::ui
