#pragma once

#include <QObject>

#include "ui/session/watch_notes.h"
#include "ui/window/window_pages.h"

namespace stepvault::ui {

class ActivityStrip;
class BackgroundWatching;
class NoticeBar;
class VaultDoor;
class VaultSession;

/// Shows how watching goes: the note of each run, the state of each watched folder, the progress of storing.
class WatchReporter : public QObject {
    Q_OBJECT

 public:
    /// The references outlive the object.
    WatchReporter(const WindowPages& pages, VaultDoor& door, BackgroundWatching& background,
                  ActivityStrip& activity, NoticeBar& notice, QObject* parent = nullptr);

    void follow(VaultSession& session);
    void clear();
    /// Shows the note of the run that the run's page shows.
    void updateNote();
    void updateFolders();

 private:
    WindowPages pages_;
    VaultDoor& door_;
    BackgroundWatching& background_;
    ActivityStrip& activity_;
    NoticeBar& notice_;
    WatchNotes notes_;
};

}  // namespace stepvault::ui
