#include "ui/session/vault_session.h"

#include <algorithm>
#include <chrono>
#include <utility>

#include "base/wall_clock.h"
#include "library/services/joined_vault.h"
#include "ui/session/snapshot_update.h"
#include "ui/text/format.h"

namespace stepvault::ui {

namespace {
constexpr std::chrono::seconds lookEvery(1);
constexpr int refreshEveryTicks = 15;
}  // namespace

VaultSession::VaultSession(std::shared_ptr<VaultHandle> library, Link* link, JobRunner& runner,
                           QObject* parent)
    : QObject(parent),
      vaults_({{.library = library, .link = link}}),
      library_(std::move(library)),
      runner_(runner),
      reader_(std::make_shared<SnapshotReader>(library_)),
      watch_(library_) {
    timer_.setInterval(lookEvery);
    connect(&timer_, &QTimer::timeout, this, &VaultSession::look);
    connect(&watch_, &WatchService::eventSeen, this, &VaultSession::takeEvent);
    listen(link);
    timer_.start();
    refresh();
}

VaultSession::~VaultSession() {
    for (const Vault& vault : vaults_) {
        if (vault.link != nullptr) vault.link->set_listener({});
    }
    runner_.abandon(job_);
}

void VaultSession::listen(Link* link) {
    if (link == nullptr) return;
    link->set_listener([this, link](const LinkState& state) {
        QMetaObject::invokeMethod(
            this, [this, link, state] { takeLink(link, state); }, Qt::QueuedConnection);
    });
}

void VaultSession::showBeside(const std::vector<OpenedVault>& vaults) {
    std::vector<Vault> shown{vaults_.front()};
    std::vector<std::shared_ptr<VaultHandle>> libraries{primary()};
    for (const OpenedVault& vault : vaults) {
        const auto before = std::ranges::find(vaults_, vault.library, &Vault::library);
        const bool isNew = before == vaults_.end();
        shown.push_back(isNew ? Vault{.library = vault.library, .link = vault.link} : *before);
        libraries.push_back(vault.library);
        if (isNew) listen(vault.link);
    }
    for (const Vault& vault : vaults_) {
        const bool isGone = std::ranges::find(shown, vault.library, &Vault::library) == shown.end();
        if (isGone && vault.link != nullptr) vault.link->set_listener({});
    }
    vaults_ = std::move(shown);
    library_ = vaults.empty() ? primary() : std::make_shared<JoinedVault>(std::move(libraries));
    reader_ = std::make_shared<SnapshotReader>(library_);
    version_.reset();
    refresh();
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

void VaultSession::reconnect(const QString& host) {
    for (const Vault& vault : vaults_) {
        const bool isThere = vault.link != nullptr && toQString(vault.library->host()) == host;
        if (isThere && !vault.link->state().is_connected) vault.link->reconnect();
    }
}

void VaultSession::takeLink(const Link* link, const LinkState& state) {
    const auto vault = std::ranges::find(vaults_, link, &Vault::link);
    if (vault == vaults_.end()) return;
    const bool isPrimary = vault == vaults_.begin();
    const bool wasLost = std::exchange(vault->isLost, !state.is_connected);
    const bool isBack = wasLost && !vault->isLost;
    emit linkChanged({.state = state,
                      .host = toQString(vault->library->host()),
                      .isPrimary = isPrimary,
                      .readAt = vault->readAt});
    if (isBack && isPrimary) watch_.retry();
    if (isBack) refresh();
}

bool VaultSession::isLost() const {
    return std::ranges::all_of(vaults_, &Vault::isLost);
}

bool VaultSession::isAnyLost() const {
    return std::ranges::any_of(vaults_, [](const Vault& vault) {
        return vault.isLost || (vault.link != nullptr && !vault.link->state().is_connected);
    });
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
    // Several vaults are read all the same, and tell which runs are old.
    if (vaults_.size() == 1 && isLost()) return;
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
        // The link tells of it, and the last snapshot stays.
        if (isAnyLost()) return;
        emit readFailed(QString::fromStdString(result.error().message));
        return;
    }
    for (Vault& vault : vaults_) {
        const bool isRead = vault.link == nullptr || vault.link->state().is_connected;
        if (isRead) vault.readAt = QDateTime::currentDateTime();
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
