#include "ui/window/background_watching.h"

#include <algorithm>
#include <utility>

#include "ui/folders/watched_folder.h"
#include "ui/text/format.h"
#include "ui/window/notice_bar.h"
#include "ui/window/vault_door.h"

namespace stepvault::ui {

namespace {
constexpr std::chrono::seconds lookEvery(10);
}  // namespace

BackgroundWatching::BackgroundWatching(JobRunner& runner, VaultDoor& door, NoticeBar& notice, QObject* parent)
    : QObject(parent), runner_(runner), door_(door), notice_(notice) {
    timer_.setInterval(lookEvery);
    connect(&timer_, &QTimer::timeout, this, &BackgroundWatching::refresh);
    connect(&door, &VaultDoor::opened, this, [this] {
        timer_.start();
        refresh();
    });
    connect(&door, &VaultDoor::closing, this, &BackgroundWatching::clear);
}

bool BackgroundWatching::isOpen(const VaultHandle* vault) const {
    return door_.session() != nullptr && door_.session()->primary().get() == vault;
}

void BackgroundWatching::clear() {
    timer_.stop();
    runner_.abandon(std::exchange(reading_, 0));
    watches_.clear();
    changing_.clear();
}

void BackgroundWatching::refresh() {
    if (door_.session() == nullptr || runner_.isRunning(reading_)) return;
    reading_ = runner_.start(
        Lane::query, this,
        [vault = door_.session()->primary()](const JobContext&) { return vault->watcher().background(); },
        [this](Result<std::vector<BackgroundWatch>> watches) {
            // While the machine cannot be reached, its watches are taken to run on.
            if (!watches.ok() || *watches == watches_) return;
            watches_ = std::move(*watches);
            emit changed();
        });
}

void BackgroundWatching::setChanging(const std::filesystem::path& folder) {
    changing_ = folder;
    emit changed();
}

void BackgroundWatching::keep(const std::filesystem::path& folder) {
    if (door_.session() == nullptr || !changing_.empty()) return;
    const std::shared_ptr<VaultHandle> vault = door_.session()->primary();
    setChanging(folder);
    WatchOptions options;
    options.roots = {folder};
    runner_.start(
        Lane::watching, this,
        [vault, options](const JobContext&) { return vault->watcher().start_background(options); },
        [this, folder, vault = vault.get()](const Result<BackgroundWatch>& started) {
            if (isOpen(vault)) takeStarted(folder, started);
        });
}

void BackgroundWatching::takeStarted(const std::filesystem::path& folder,
                                     const Result<BackgroundWatch>& started) {
    changing_.clear();
    if (started.ok()) {
        watches_.push_back(*started);
        door_.stopWatching(folder);
    } else {
        notice_.tell(WatchNotes::Kind::bad, tr("%1 is watched only while this window is open: %2.")
                                                .arg(formatPath(folder), toQString(started.error().message)));
    }
    emit changed();
}

void BackgroundWatching::takeBack(const std::filesystem::path& folder) {
    end(folder, true);
}

void BackgroundWatching::stop(const std::filesystem::path& folder) {
    door_.stopWatching(folder);
    end(folder, false);
}

void BackgroundWatching::end(const std::filesystem::path& folder, bool isTakenBack) {
    const BackgroundWatch* found = backgroundWatchOf(folder, watches_);
    if (door_.session() == nullptr || found == nullptr || !changing_.empty()) return;
    const std::shared_ptr<VaultHandle> vault = door_.session()->primary();
    setChanging(folder);
    runner_.start(
        Lane::watching, this,
        [vault, id = found->id](const JobContext&) { return vault->watcher().stop_background(id); },
        [this, watch = *found, isTakenBack, vault = vault.get()](const Status& ended) {
            if (!isOpen(vault)) return;
            changing_.clear();
            if (!ended.ok()) {
                notice_.tell(
                    WatchNotes::Kind::bad,
                    tr("The watch in the background did not end: %1.").arg(toQString(ended.error().message)));
            } else {
                std::erase(watches_, watch);
                if (isTakenBack) door_.addFolders(watch.folders);
            }
            emit changed();
        });
}

}  // namespace stepvault::ui
