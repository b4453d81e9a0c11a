#pragma once

#include <filesystem>
#include <vector>

#include <QWidget>

#include "ui/session/watch_notes.h"

class QVBoxLayout;

namespace stepvault::ui {

class Theme;

/// The watched folders that cannot be read at present, each with its reason, and above them a lack of space.
/// Hidden while there is nothing to tell.
class FolderProblems : public QWidget {
    Q_OBJECT

 public:
    explicit FolderProblems(const Theme& theme, QWidget* parent = nullptr);

    void setProblems(std::vector<WatchNotes::FolderProblem> problems);
    /// `title` empty for none.
    void setSpaceProblem(const QString& title, const QString& reason);
    [[nodiscard]] const QString& spaceProblem() const { return spaceTitle_; }
    [[nodiscard]] const std::vector<WatchNotes::FolderProblem>& problems() const { return problems_; }

 signals:
    void retryClicked();
    /// The user wants the folder watched no more.
    void stopClicked(const std::filesystem::path& folder);

 private:
    void showRows();
    QWidget* makeRow(const QString& title, const QString& reason);
    QWidget* makeRow(const WatchNotes::FolderProblem& problem);

    const Theme& theme_;
    std::vector<WatchNotes::FolderProblem> problems_;
    QString spaceTitle_;
    QString spaceReason_;
    QVBoxLayout* rows_;
};

}  // namespace stepvault::ui
