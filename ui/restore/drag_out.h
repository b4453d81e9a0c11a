// Checkpoints that are dragged from the table to a file manager.
#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <vector>

#include <QObject>
#include <QPointer>

#include "library/services/vault_handle.h"
#include "ui/jobs/job_runner.h"
#include "ui/restore/dragged_files.h"

class QUrl;
class QWidget;

namespace stepvault::ui {

/// A drag carries files that are there, whole: who it is dropped on, or only passes over, may ask for them at
/// any moment and won't wait. So they are restored first, into a private folder. If the button is still held
/// by then, the drag begins; else it is told that they are ready, and the next drag of the same rows
/// begins at once. What was dragged stays until the window closes, or the file manager moved it. GUI thread.
class DragOut : public QObject {
    Q_OBJECT

 public:
    explicit DragOut(JobRunner& runner, QObject* parent = nullptr);

    /// The user pulls at these rows of `source`, holding the button.
    void pull(const std::shared_ptr<VaultHandle>& library, const RunRow& run,
              std::vector<CheckpointRow> checkpoints, QWidget* source);
    /// Let go of the button.
    void letGo();
    /// Gives up the restore that is running.
    void clear();

    [[nodiscard]] JobId job() const { return job_; }
    [[nodiscard]] const RunRow& run() const { return run_; }
    [[nodiscard]] const std::vector<CheckpointRow>& checkpoints() const { return checkpoints_; }

 signals:
    void begun(const QList<QUrl>& files);
    void ready();  ///< to be dragged again: the button was let go too early
    void failed(const QString& message);

 private:
    struct Restored {
        std::shared_ptr<DraggedFiles> files;
        RestoreSeveralReport report;
    };
    static Result<Restored> restore(VaultHandle& library, const RestoreSeveralRequest& request,
                                    const std::filesystem::path& root, const JobContext& job);
    void take(Result<Restored> restored);
    [[nodiscard]] QList<QUrl> restoredFiles() const;
    void begin();

    JobRunner& runner_;
    RunRow run_;
    std::vector<CheckpointRow> checkpoints_;
    QPointer<QWidget> source_;
    bool held_ = false;
    JobId job_ = 0;
    std::vector<std::shared_ptr<DraggedFiles>> folders_;
    std::map<std::string, std::filesystem::path> restored_;  ///< by the checkpoint's run and id
};

}  // namespace stepvault::ui
