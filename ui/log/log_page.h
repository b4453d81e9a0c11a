#pragma once

#include <filesystem>

#include <QWidget>

#include "ui/log/log_filter.h"

class QCheckBox;
class QLabel;
class QLineEdit;
class QPushButton;
class QStackedLayout;
class QTableView;
class QToolButton;

namespace stepvault::ui {

class EmptyState;
class LogModel;
class Theme;

/// The list of the window's actions and problems, the newest last.
class LogPage : public QWidget {
    Q_OBJECT

 public:
    /// `log` outlives the page.
    LogPage(const Theme& theme, LogModel& log, QWidget* parent = nullptr);

    /// Where the log's files are; empty for none.
    void setFolder(const std::filesystem::path& folder);
    /// The rows that are chosen, or else all that are shown, a line each.
    [[nodiscard]] QString copiedText() const;

    [[nodiscard]] QTableView& table() { return *table_; }
    [[nodiscard]] QLineEdit& filter() { return *text_; }
    [[nodiscard]] QCheckBox& problemsOnly() { return *problems_; }
    [[nodiscard]] QPushButton& copyButton() { return *copy_; }
    [[nodiscard]] QPushButton& folderButton() { return *open_; }
    [[nodiscard]] QToolButton& closeButton() { return *close_; }

 signals:
    void closeClicked();

 protected:
    void showEvent(QShowEvent* event) override;

 private:
    QWidget* makeHead();
    void setUpTable(const Theme& theme);
    void copy();
    void update();
    void applyTheme();

    const Theme& theme_;
    LogModel& log_;
    LogFilter shown_;
    std::filesystem::path folder_;
    QLineEdit* text_;
    QCheckBox* problems_;
    QLabel* count_;
    QPushButton* copy_;
    QPushButton* open_;
    QToolButton* close_;
    QTableView* table_;
    EmptyState* empty_;
    QStackedLayout* stack_ = nullptr;
};

}  // namespace stepvault::ui
