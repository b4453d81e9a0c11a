#pragma once

#include <QObject>
#include <QStringList>

#include "ui/session/label_writer.h"
#include "ui/window/window_pages.h"

namespace stepvault::ui {

class BackgroundWatching;
class Navigator;
class NoticeBar;
class VaultDoor;

/// Carries out the commands on runs from the list, the table, the page of folders and the run's page. Changes
/// of labels are written on the runner's lanes.
class RunCommands : public QObject {
    Q_OBJECT

 public:
    /// The references outlive the object.
    RunCommands(const WindowPages& pages, JobRunner& runner, VaultDoor& door, BackgroundWatching& background,
                Navigator& navigator, NoticeBar& notice, QObject* parent = nullptr);

 signals:
    void addFolderChosen();

 private:
    void connectLabels();
    /// Archiving can be undone.
    void changeLabels(const QStringList& runs, const LabelChange& change);

    WindowPages pages_;
    VaultDoor& door_;
    Navigator& navigator_;
    NoticeBar& notice_;
    LabelWriter labels_;
};

}  // namespace stepvault::ui
