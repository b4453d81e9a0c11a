#include "ui/session/vault_session.h"

#include <chrono>
#include <utility>

#include "base/wall_clock.h"
#include "ui/session/snapshot_update.h"

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
    connect(&watch_, &WatchService::eventSeen, this, &VaultSession::takeEvent);
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

void VaultSession::setBeside(const QStringList& tags) {
    beside_.clear();
    for (const QString& tag : tags)
        beside_.push_back(tag.toStdString());
    refresh();
}

void VaultSession::refresh() {
    runner_.abandon(job_);
    read(true);
}

void VaultSession::takeEvent(const WatchEvent& event) {
    if (!event.checkpoint && event.changes.empty()) return;
    if (runner_.isRunning(job_)) events_.push_back(event);
    if (snapshot_ && applyEvent(*snapshot_, event, unix_seconds())) emit snapshotRead(*snapshot_);
}

void VaultSession::look() {
    ++ticks_;
    if (!runner_.isRunning(job_)) read(ticks_ % refreshEveryTicks == 0);
}

void VaultSession::read(bool always) {
    events_.clear();
    SnapshotRequest request{run_, tag_, beside_, always ? std::nullopt : version_};
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
    snapshot_ = std::move(**result);
    // The catalog may have been read just before these were written to it.
    for (const WatchEvent& event : events_)
        (void)applyEvent(*snapshot_, event, unix_seconds());
    emit snapshotRead(*snapshot_);
}

}  // namespace stepvault::ui
