#pragma once

#include <vector>

#include <QWidget>

#include "ui/folders/watched_folder.h"

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

    void setFolders(std::vector<WatchedFolder> folders);
    [[nodiscard]] const std::vector<WatchedFolder>& folders() const { return folders_; }

 signals:
    void addClicked();
    void retryClicked();
    void stopClicked(const std::filesystem::path& folder);

 private:
    void showRows();
    QWidget* makeRow(const WatchedFolder& folder);

    const Theme& theme_;
    std::vector<WatchedFolder> folders_;
    QVBoxLayout* rows_;
    EmptyState* empty_;
    QStackedLayout* stack_;
};

}  // namespace stepvault::ui
