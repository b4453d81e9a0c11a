#pragma once

#include <QObject>

#include "ui/restore/drag_out.h"
#include "ui/session/watch_notes.h"
#include "ui/window/window_pages.h"

namespace stepvault::ui {

class Navigator;
class NoticeBar;
class VaultDoor;

/// Restores, opens, pins and drags the checkpoints that are chosen on the run's page, and enables the actions
/// for them.
class CheckpointCommands : public QObject {
    Q_OBJECT

 public:
    /// The references outlive the object.
    CheckpointCommands(const WindowPages& pages, JobRunner& runner, RestoreController& restore,
                       VaultDoor& door, Navigator& navigator, const WindowActions& actions, NoticeBar& notice,
                       QObject* parent = nullptr);

    /// Gives up the restore that is running.
    void clear();
    [[nodiscard]] DragOut& dragOut() { return dragOut_; }
    /// "gpt step 4,200", the checkpoints that are dragged.
    [[nodiscard]] QString draggedName() const;

 signals:
    void restoreTextChanged(const QString& text);
    /// The notice bar shows the text, unless the restore sheet does.
    void restored(stepvault::ui::WatchNotes::Kind kind, const QString& run, const QString& text);

 private:
    void updateChosen();
    void pinChosen(bool pinned);
    void connectDragging();
    void restoreEnded();
    [[nodiscard]] QString describeRestore() const;

    WindowPages pages_;
    JobRunner& runner_;
    RestoreController& restore_;
    VaultDoor& door_;
    Navigator& navigator_;
    const WindowActions& actions_;
    NoticeBar& notice_;
    DragOut dragOut_;
};

}  // namespace stepvault::ui
