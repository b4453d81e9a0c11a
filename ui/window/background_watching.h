#pragma once

#include <filesystem>
#include <memory>
#include <vector>

#include <QObject>
#include <QTimer>

#include "library/services/vault_handle.h"
#include "ui/jobs/job_runner.h"

namespace stepvault::ui {

class NoticeBar;
class VaultDoor;

/// Hands folders over from the window's own watching to a `stepvault watch` that goes on without the window,
/// on the machine that has the vault, and takes them back. GUI thread; works on the runner's lanes and
/// reports failures in the notice bar.
class BackgroundWatching : public QObject {
    Q_OBJECT

 public:
    /// The references outlive the object.
    BackgroundWatching(JobRunner& runner, VaultDoor& door, NoticeBar& notice, QObject* parent = nullptr);

    /// The watches that ran when they were last read.
    [[nodiscard]] const std::vector<BackgroundWatch>& watches() const { return watches_; }
    /// The folder that is being handed over or taken back; empty for none.
    [[nodiscard]] const std::filesystem::path& changing() const { return changing_; }
    void refresh();
    /// The folder is watched in the background from now on.
    void keep(const std::filesystem::path& folder);
    /// The window watches it from now on, and the other folders of the same watch.
    void takeBack(const std::filesystem::path& folder);
    /// Nothing watches it from now on, nor the other folders of the same watch in the background.
    void stop(const std::filesystem::path& folder);

 signals:
    void changed();

 private:
    void end(const std::filesystem::path& folder, bool isTakenBack);
    void takeStarted(const std::filesystem::path& folder, const Result<BackgroundWatch>& started);
    [[nodiscard]] bool isOpen(const VaultHandle* vault) const;
    void clear();
    void setChanging(const std::filesystem::path& folder);

    JobRunner& runner_;
    VaultDoor& door_;
    NoticeBar& notice_;
    QTimer timer_;
    JobId reading_ = 0;
    std::vector<BackgroundWatch> watches_;
    std::filesystem::path changing_;
};

}  // namespace stepvault::ui
