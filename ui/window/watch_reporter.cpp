#include "ui/window/watch_reporter.h"

#include "ui/folders/folders_page.h"
#include "ui/run/run_page.h"
#include "ui/session/vault_session.h"
#include "ui/widgets/activity_strip.h"
#include "ui/window/background_watching.h"
#include "ui/window/notice_bar.h"
#include "ui/window/run_desk.h"
#include "ui/window/vault_door.h"

namespace stepvault::ui {

WatchReporter::WatchReporter(const WindowPages& pages, VaultDoor& door, BackgroundWatching& background,
                             ActivityStrip& activity, NoticeBar& notice, QObject* parent)
    : QObject(parent),
      pages_(pages),
      door_(door),
      background_(background),
      activity_(activity),
      notice_(notice) {}

void WatchReporter::follow(VaultSession& session) {
    WatchService& watch = session.watch();
    connect(&watch, &WatchService::eventSeen, this, [this](const WatchEvent& event) {
        notes_.take(event);
        updateNote();
        updateFolders();
    });
    connect(&watch, &WatchService::begun, this, [this] {
        notes_.forgetFolders();
        updateFolders();
    });
    connect(&watch, &WatchService::progressed, this, [this](const JobProgress& progress) {
        activity_.report(0, tr("Filing %1").arg(progress.item), progress);
    });
    connect(&watch, &WatchService::failed, this, [this](const QString& message) {
        notice_.tell(WatchNotes::Kind::bad,
                     tr("Watching stopped: %1. It begins again by itself.").arg(message));
    });
}

void WatchReporter::clear() {
    notes_.clear();
    updateFolders();
}

void WatchReporter::updateNote() {
    pages_.run->setNote(notes_.noteFor(pages_.run->run().row.id));
}

void WatchReporter::updateFolders() {
    VaultSession* session = door_.session();
    pages_.desk->folders().setRemote(session != nullptr && !session->primary()->host().empty());
    pages_.desk->setWatched(
        session != nullptr ? session->watch().folders() : std::vector<std::filesystem::path>(),
        background_.watches(), background_.changing(), notes_);
}

}  // namespace stepvault::ui
