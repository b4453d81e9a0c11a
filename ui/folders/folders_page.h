#pragma once

#include <vector>

#include <QWidget>

#include "ui/folders/watched_folder.h"

class QCheckBox;
class QPushButton;
class QStackedLayout;
class QVBoxLayout;

namespace stepvault::ui {

class EmptyState;
class Theme;

/// The watched folders, each with its state; one that cannot be read with the reason and a retry.
class FoldersPage : public QWidget {
    Q_OBJECT

 public:
    explicit FoldersPage(const Theme& theme, QWidget* parent = nullptr);

    /// Whether the vault is on another machine.
    void setRemote(bool isRemote);
    void setFolders(std::vector<WatchedFolder> folders);
    [[nodiscard]] const std::vector<WatchedFolder>& folders() const { return folders_; }

 signals:
    void addClicked();
    void retryClicked();
    void stopClicked(const std::filesystem::path& folder);
    /// Watching is to go on without this window, or no more.
    void keepChosen(const std::filesystem::path& folder, bool isKept);

 private:
    void showRows();
    QWidget* makeRow(const WatchedFolder& folder);
    QCheckBox* makeKeepBox(const WatchedFolder& folder, QWidget* row);

    const Theme& theme_;
    std::vector<WatchedFolder> folders_;
    bool isRemote_ = false;
    QVBoxLayout* rows_;
    EmptyState* empty_;
    QStackedLayout* stack_;
};

}  // namespace stepvault::ui
