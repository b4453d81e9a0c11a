#include "ui/window/vault_door.h"

#include <algorithm>
#include <system_error>
#include <utility>

#include <QStandardPaths>

#include "demo/demo_training.h"
#include "remote/client/installing.h"
#include "ui/session/app_settings.h"
#include "ui/session/vault_place.h"
#include "ui/text/format.h"
#include "ui/window/notice_bar.h"
#include "vault/repair/vault_moving.h"

namespace stepvault::ui {

namespace {

std::filesystem::path dataFolder() {
    return toPath(QStandardPaths::writableLocation(QStandardPaths::GenericDataLocation));
}

}  // namespace

VaultDoor::VaultDoor(JobRunner& runner, AppSettings& settings, NoticeBar& notice, Backends backends,
                     QObject* parent)
    : QObject(parent),
      runner_(runner),
      settings_(settings),
      notice_(notice),
      backends_(std::move(backends)),
      beside_(runner, settings, notice, backends_) {}

VaultDoor::~VaultDoor() = default;

std::filesystem::path VaultDoor::defaultVault() {
    return dataFolder() / "stepvault";
}

std::filesystem::path VaultDoor::demoFolder() {
    return dataFolder() / "stepvault-demo";
}

void VaultDoor::open(const std::filesystem::path& vault, LocalVault::Mode mode) {
    if (session_ && placeOf(*session_->library()) == vault) return session_->refresh();
    if (tellsOfMove()) return;
    runner_.abandon(openJob_);
    openJob_ = runner_.start(
        Lane::work, this,
        [vault, mode, backends = backends_](const JobContext& job) {
            return LocalVault::open_caught_up(vault, mode, backends, job);
        },
        [this, vault](Result<std::unique_ptr<LocalVault>> library) { take(vault, std::move(library)); });
}

void VaultDoor::take(const std::filesystem::path& vault, Result<std::unique_ptr<LocalVault>> library) {
    openJob_ = 0;
    if (!library.ok()) return tellOpenFailure(vault, library.error());
    if (rememberVault_) settings_.addRecentVault(vault);
    rememberVault_ = true;
    begin(std::move(*library), nullptr);
}

void VaultDoor::begin(std::shared_ptr<VaultHandle> library, Link* link) {
    close();
    session_ = std::make_unique<VaultSession>(std::move(library), link, runner_);
    emit opened();
    session_->watch().setFolders(settings_.watchedFolders(placeOf(*session_->library())));
    if (!pendingFolders_.empty()) addFolders(std::exchange(pendingFolders_, {}));
    emit foldersChanged();
    beside_.begin(*session_);
}

void VaultDoor::openRemote(const QString& place, const SshOptions& options) {
    const auto parsed = parse_remote_place(place.toStdString());
    if (!parsed.ok()) {
        notice_.tell(WatchNotes::Kind::bad, QString::fromStdString(parsed.error().message));
        return;
    }
    if (tellsOfMove()) return;
    runner_.abandon(openJob_);
    openJob_ = runner_.start(
        Lane::work, this,
        [target = *parsed, options](const JobContext& job) {
            return RemoteVault::open(target, connect_by_ssh(target, options), job.stop);
        },
        [this, place, options](Result<std::unique_ptr<RemoteVault>> library) {
            takeRemote(place, options, std::move(library));
        });
}

void VaultDoor::takeRemote(const QString& place, const SshOptions& options,
                           Result<std::unique_ptr<RemoteVault>> library) {
    openJob_ = 0;
    if (library.ok()) {
        settings_.addRecentMachine(place);
        notice_.dismiss();
        Link* link = &(*library)->link();
        begin(std::move(*library), link);
        return;
    }
    pendingFolders_.clear();
    const QString reason = QString::fromStdString(library.error().message);
    if (library.error().code == ErrorCode::unsupported) {
        notice_.dismiss();
        emit installNeeded(place, reason);
    } else if (library.error().code == ErrorCode::not_found && options.served != Served::created_vault) {
        SshOptions creating = options;
        creating.served = Served::created_vault;
        notice_.tell(WatchNotes::Kind::info, tr("%1 holds no vault yet.").arg(place),
                     tr("Make a vault there"), [this, place, creating] { openRemote(place, creating); });
    } else if (library.error().code != ErrorCode::cancelled) {
        notice_.tell(WatchNotes::Kind::bad, tr("The vault could not be opened: %1.").arg(reason),
                     tr("Try again"), [this, place, options] { openRemote(place, options); });
    }
}

void VaultDoor::installAndOpen(const QString& place, const SshOptions& options) {
    const auto parsed = parse_remote_place(place.toStdString());
    if (!parsed.ok() || tellsOfMove()) return;
    runner_.abandon(openJob_);
    openJob_ = runner_.start(
        Lane::work, this,
        [target = *parsed, variables = options.variables](const JobContext& job) {
            return install_there(target, program_to_install(), variables, job);
        },
        [this, place, options](const Status& installed) {
            openJob_ = 0;
            if (installed.ok()) return openRemote(place, options);
            if (installed.error().code == ErrorCode::cancelled) return;
            notice_.tell(WatchNotes::Kind::bad, tr("Stepvault was not installed: %1.")
                                                    .arg(QString::fromStdString(installed.error().message)));
        });
}

void VaultDoor::close() {
    emit closing();
    // A demo's training, in another lane, goes on.
    runner_.cancelAll(Lane::checking);
    runner_.cancelAll(Lane::work);
    endWatching();
    beside_.end();
    session_.reset();
    emit closed();
}

/// The event loop must not wait for a chunk that is being stored. The job runs before the next vault is
/// opened, because that may be the same vault, whose runs the watch holds until then.
void VaultDoor::endWatching() {
    if (!session_) return;
    runner_.start(
        Lane::work, this,
        [watching = session_->watch().release()](const JobContext&) mutable {
            watching.reset();
            return 0;
        },
        [](int) {});
}

void VaultDoor::move(const std::filesystem::path& to) {
    if (!session_ || openJob_ != 0) return;
    const std::filesystem::path from = session_->library()->folder();
    close();
    // Runs after the job that ends the watch, in the same lane.
    moveJob_ = runner_.start(
        Lane::work, this, [from, to](const JobContext& job) { return move_vault(from, to, job); },
        [this, from, to](const Status& moved) { takeMoved(from, to, moved); });
}

bool VaultDoor::tellsOfMove() {
    if (moveJob_ == 0) return false;
    notice_.tell(WatchNotes::Kind::info,
                 tr("A vault is being moved. Another can be opened when that has ended."));
    return true;
}

void VaultDoor::takeMoved(const std::filesystem::path& from, const std::filesystem::path& to,
                          const Status& moved) {
    moveJob_ = 0;
    if (moved.ok()) settings_.moveVault(from, to);
    const auto tell = [this, moved, to] {
        if (moved.ok()) {
            notice_.tell(WatchNotes::Kind::info, tr("The vault is in %1 now.").arg(formatPath(to)));
        } else if (moved.error().code != ErrorCode::cancelled) {
            notice_.tell(
                WatchNotes::Kind::bad,
                tr("The vault was not moved: %1.").arg(QString::fromStdString(moved.error().message)));
        }
    };
    connect(this, &VaultDoor::opened, this, tell, Qt::SingleShotConnection);
    open(moved.ok() ? to : from, LocalVault::Mode::existing);
}

void VaultDoor::tellOpenFailure(const std::filesystem::path& vault, const Error& error) {
    pendingFolders_.clear();
    rememberVault_ = true;
    if (error.code == ErrorCode::not_found) {
        notice_.tell(WatchNotes::Kind::info, tr("%1 holds no vault yet.").arg(formatPath(vault)),
                     tr("Make a vault there"), [this, vault] { open(vault, LocalVault::Mode::create); });
    } else {
        notice_.tell(WatchNotes::Kind::bad,
                     tr("The vault could not be opened: %1.").arg(QString::fromStdString(error.message)));
    }
}

void VaultDoor::addFolders(const std::vector<std::filesystem::path>& folders) {
    if (folders.empty()) return;
    if (!session_ || openJob_ != 0) {
        pendingFolders_.insert(pendingFolders_.end(), folders.begin(), folders.end());
        if (!isMoving()) open(defaultVault(), LocalVault::Mode::create);
        return;
    }
    std::vector<std::filesystem::path> watched = session_->watch().folders();
    const bool isHere = session_->library()->host().empty();
    for (const std::filesystem::path& folder : folders) {
        std::error_code error;
        std::filesystem::path whole =
            (isHere ? std::filesystem::absolute(folder, error) : folder).lexically_normal();
        if (!whole.has_filename()) whole = whole.parent_path();
        if (std::ranges::find(watched, whole) == watched.end()) watched.push_back(whole);
    }
    setFolders(std::move(watched));
}

void VaultDoor::stopWatching(const std::filesystem::path& folder) {
    if (!session_) return;
    std::vector<std::filesystem::path> watched = session_->watch().folders();
    std::erase(watched, folder);
    setFolders(std::move(watched));
}

void VaultDoor::setFolders(std::vector<std::filesystem::path> folders) {
    settings_.setWatchedFolders(placeOf(*session_->library()), folders);
    session_->watch().setFolders(std::move(folders));
    emit foldersChanged();
}

void VaultDoor::startDemo(const std::filesystem::path& parent) {
    if (tellsOfMove()) return;
    std::error_code error;
    std::filesystem::path base;
    for (int n = 1; base.empty() || std::filesystem::exists(base, error); ++n)
        base = parent / std::to_string(n);
    const std::filesystem::path run = base / "demo";
    std::filesystem::create_directories(run, error);
    if (error) {
        notice_.tell(WatchNotes::Kind::bad,
                     tr("The demo needs a folder, and %1 could not be made: %2.")
                         .arg(formatPath(run), QString::fromStdString(error.message())));
        return;
    }
    runner_.abandon(demoJob_);
    rememberVault_ = false;
    pendingFolders_ = {run};
    open(base / "demo-vault", LocalVault::Mode::create);
    demoJob_ = runner_.start(
        Lane::training, this, [run](const JobContext& job) { return run_demo_training(run, {}, job); },
        [this](const Status& status) {
            if (!status.ok() && status.error().code != ErrorCode::cancelled)
                notice_.tell(
                    WatchNotes::Kind::bad,
                    tr("The demo training ended: %1.").arg(QString::fromStdString(status.error().message)));
        });
}

}  // namespace stepvault::ui
