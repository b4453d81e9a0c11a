#pragma once

#include <filesystem>
#include <vector>

#include <QWidget>

#include "ui/session/watch_notes.h"

class QVBoxLayout;

namespace stepvault::ui {

class Theme;

/// The watched folders that cannot be read at present, each with its reason. Hidden while there are none.
class FolderProblems : public QWidget {
    Q_OBJECT

 public:
    explicit FolderProblems(const Theme& theme, QWidget* parent = nullptr);

    void setProblems(std::vector<WatchNotes::FolderProblem> problems);
    [[nodiscard]] const std::vector<WatchNotes::FolderProblem>& problems() const { return problems_; }

 signals:
    void retryClicked();
    /// The user wants the folder watched no more.
    void stopClicked(const std::filesystem::path& folder);

 private:
    void showRows();
    QWidget* makeRow(const WatchNotes::FolderProblem& problem);

    const Theme& theme_;
    std::vector<WatchNotes::FolderProblem> problems_;
    QVBoxLayout* rows_;
};

}  // namespace stepvault::ui
