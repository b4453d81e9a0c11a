#pragma once

#include <vector>

#include <QMenu>

#include "ui/models/run_entry.h"

namespace stepvault::ui {

/// The context menu of one or several runs, in list and table. Deletes itself when it closes.
class RunMenu : public QMenu {
    Q_OBJECT

 public:
    /// `runs`: not empty. `watched`: the watched folder that holds the run; empty for none, or for several
    /// runs.
    RunMenu(const std::vector<RunEntry>& runs, const std::filesystem::path& watched, QWidget* parent);

 signals:
    void openChosen(const QString& id);
    void compareChosen(const QStringList& ids);
    void showFolderChosen(const std::filesystem::path& folder);
    void stopWatchingChosen(const std::filesystem::path& folder);
    void removeChosen(const QString& id);

 private:
    void addOne(const RunEntry& run, const std::filesystem::path& watched);
    void addCopying(const std::vector<RunEntry>& runs);
};

}  // namespace stepvault::ui
