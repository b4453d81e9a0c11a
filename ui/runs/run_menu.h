#pragma once

#include <functional>
#include <set>
#include <string>
#include <vector>

#include <QMenu>

#include "ui/models/run_entry.h"
#include "vault/records/run_labels.h"

namespace stepvault::ui {

/// The context menu of one or several runs, in list and table. Deletes itself when it closes.
class RunMenu : public QMenu {
    Q_OBJECT

 public:
    /// `runs`: not empty. `watched`: the watched folder that holds the run; empty for none, or for several
    /// runs. `tags`: of all runs in the vault.
    RunMenu(const std::vector<RunEntry>& runs, const std::filesystem::path& watched,
            const std::set<std::string>& tags, QWidget* parent);

 signals:
    void openChosen(const QString& id);
    void compareChosen(const QStringList& ids);
    void showFolderChosen(const std::filesystem::path& folder);
    void stopWatchingChosen(const std::filesystem::path& folder);
    void removeChosen(const QString& id);
    void renameChosen(const QString& id);
    void noteChosen(const QString& id);
    void labelsChosen(const QStringList& ids, const stepvault::LabelChange& change);
    void newTagChosen(const QStringList& ids);

 private:
    void addWriting(const QString& id);
    void addLabels(const std::vector<RunEntry>& runs, const std::set<std::string>& tags);
    /// Checked where all runs have it; a click gives it to all, or takes it from all.
    void addLabel(QMenu& menu, const QString& text, bool isOfAll,
                  const std::function<LabelChange(bool isGiven)>& change);
    void addFolder(const std::filesystem::path& folder);
    void addCopying(const std::vector<RunEntry>& runs);
    void addEnding(const RunEntry& run, const std::filesystem::path& watched);

    QStringList ids_;
};

}  // namespace stepvault::ui
