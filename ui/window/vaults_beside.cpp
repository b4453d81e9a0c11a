#include "ui/window/vaults_beside.h"

#include <algorithm>
#include <atomic>
#include <utility>

#include "library/services/local_vault.h"
#include "remote/client/remote_vault.h"
#include "ui/session/app_settings.h"
#include "ui/session/vault_place.h"
#include "ui/text/format.h"
#include "ui/window/notice_bar.h"

namespace stepvault::ui {

namespace {

bool isFolder(const QString& place) {
    return place.startsWith(u'/');
}

/// The first connection asks nothing. A later one may, if the user wants it.
Link::Connect quietAtFirst(Link::Connect connect) {
    return [connect = std::move(connect), isFirst = std::make_shared<std::atomic<bool>>(true)](
               bool mayAsk, const std::stop_token& stop) {
        return connect(mayAsk && !isFirst->exchange(false), stop);
    };
}

Result<std::unique_ptr<VaultHandle>> openThere(const RemotePlace& place, Link::Connect connect,
                                               const JobContext& job) {
    STEPVAULT_ASSIGN(vault, RemoteVault::open(place, std::move(connect), job.stop));
    return std::unique_ptr<VaultHandle>(std::move(vault));
}

Result<std::unique_ptr<VaultHandle>> openHere(const std::filesystem::path& folder, const Backends& backends,
                                              const JobContext& job) {
    STEPVAULT_ASSIGN(vault, LocalVault::open_caught_up(folder, LocalVault::Mode::existing, backends, job));
    return std::unique_ptr<VaultHandle>(std::move(vault));
}

}  // namespace

VaultsBeside::VaultsBeside(JobRunner& runner, AppSettings& settings, NoticeBar& notice, Backends backends,
                           QObject* parent)
    : QObject(parent),
      runner_(runner),
      settings_(settings),
      notice_(notice),
      backends_(std::move(backends)) {}

void VaultsBeside::begin(VaultSession& session) {
    end();
    session_ = &session;
    for (const QString& place : settings_.vaultsBeside(placeOf(*session.primary()))) {
        vaults_.push_back({.place = place});
        open(place, false);
    }
}

void VaultsBeside::end() {
    for (const Vault& vault : vaults_)
        runner_.abandon(vault.job);
    vaults_.clear();
    session_.clear();
}

void VaultsBeside::show(const QString& place) {
    if (!session_) return;
    if (find(place) == nullptr) {
        vaults_.push_back({.place = place});
        remember();
    }
    if (!isFolder(place) && !find(place)->opened.library)
        notice_.tell(WatchNotes::Kind::info, tr("Connecting to %1…").arg(place));
    open(place, true);
    emit changed();
}

void VaultsBeside::remove(const QString& place) {
    Vault* vault = find(place);
    if (vault == nullptr) return;
    runner_.abandon(vault->job);
    std::erase_if(vaults_, [&](const Vault& each) { return each.place == place; });
    remember();
    showOpened();
}

void VaultsBeside::open(const QString& place, bool mayAsk) {
    Vault& vault = *find(place);
    if (vault.opened.library) return;
    runner_.abandon(vault.job);
    const auto done = [this, place](Result<std::unique_ptr<VaultHandle>> opened) {
        take(place, std::move(opened));
    };
    if (isFolder(place)) {
        vault.job = runner_.start(
            Lane::joining, this,
            [folder = toPath(place), backends = backends_](const JobContext& job) {
                return openHere(folder, backends, job);
            },
            done);
        return;
    }
    const auto parsed = parse_remote_place(place.toStdString());
    if (!parsed.ok()) return tellFailure(place, parsed.error());
    Link::Connect connect = connect_by_ssh(*parsed, asking_ ? asking_() : SshOptions());
    if (!mayAsk) connect = quietAtFirst(std::move(connect));
    vault.job = runner_.start(
        Lane::joining, this,
        [target = *parsed, connect = std::move(connect)](const JobContext& job) {
            return openThere(target, connect, job);
        },
        done);
}

void VaultsBeside::take(const QString& place, Result<std::unique_ptr<VaultHandle>> opened) {
    Vault* vault = find(place);
    if (vault == nullptr || !session_) return;
    vault->job = 0;
    if (!opened.ok()) {
        if (opened.error().code != ErrorCode::cancelled) tellFailure(place, opened.error());
    } else if (isShown(**opened)) {
        notice_.tell(WatchNotes::Kind::info, tr("The vault %1 is shown already.").arg(place));
        return remove(place);
    } else {
        auto* remote = dynamic_cast<RemoteVault*>(opened->get());
        vault->opened.link = remote == nullptr ? nullptr : &remote->link();
        vault->opened.library = std::move(*opened);
        if (notice_.text() == tr("Connecting to %1…").arg(place)) notice_.dismiss();
    }
    showOpened();
}

void VaultsBeside::tellFailure(const QString& place, const Error& error) {
    notice_.tell(WatchNotes::Kind::bad, tr("%1 is not connected: %2.").arg(place, toQString(error.message)),
                 tr("Connect now"), [this, place] {
                     if (find(place) != nullptr) show(place);
                 });
}

void VaultsBeside::showOpened() {
    std::vector<OpenedVault> opened;
    for (const Vault& vault : vaults_) {
        if (vault.opened.library) opened.push_back(vault.opened);
    }
    if (session_) session_->showBeside(opened);
    emit changed();
}

void VaultsBeside::remember() {
    settings_.setVaultsBeside(placeOf(*session_->primary()), places());
}

bool VaultsBeside::isShown(const VaultHandle& vault) const {
    const std::filesystem::path place = placeOf(vault);
    return placeOf(*session_->primary()) == place || std::ranges::any_of(vaults_, [&](const Vault& each) {
               return each.opened.library && placeOf(*each.opened.library) == place;
           });
}

VaultsBeside::Vault* VaultsBeside::find(const QString& place) {
    const auto vault = std::ranges::find(vaults_, place, &Vault::place);
    return vault == vaults_.end() ? nullptr : &*vault;
}

QStringList VaultsBeside::places() const {
    QStringList places;
    for (const Vault& vault : vaults_)
        places << vault.place;
    return places;
}

QStringList VaultsBeside::openPlaces() const {
    QStringList places;
    for (const Vault& vault : vaults_) {
        if (vault.opened.library) places << vault.place;
    }
    return places;
}

bool VaultsBeside::isOpening() const {
    return std::ranges::any_of(vaults_, [](const Vault& vault) { return vault.job != 0; });
}

}  // namespace stepvault::ui
