#pragma once

#include <filesystem>

#include <QFrame>

class QLabel;
class QPlainTextEdit;
class QPushButton;

namespace stepvault::ui {

class Theme;

/// Where the plan was written, and how a training follows it: the lines to add to its loop, and the command
/// that keeps the plan up to date.
class FollowCard : public QFrame {
    Q_OBJECT

 public:
    explicit FollowCard(const Theme& theme, QWidget* parent = nullptr);

    void setFolder(const std::filesystem::path& run);
    void setWritten(const std::filesystem::path& file);
    [[nodiscard]] QString written() const;
    [[nodiscard]] QString snippet() const;
    [[nodiscard]] QPushButton& copyButton() { return *copy_; }
    [[nodiscard]] QPushButton& exportButton() { return *export_; }

 signals:
    void closed();
    void exportClicked();

 private:
    QLabel* written_;
    QPlainTextEdit* code_;
    QLabel* command_;
    QPushButton* copy_;
    QPushButton* export_;
};

}  // namespace stepvault::ui
