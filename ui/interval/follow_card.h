#pragma once

#include <filesystem>

#include <QFrame>

class QLabel;
class QPlainTextEdit;
class QPushButton;

namespace stepvault::ui {

class Theme;

/// How a training follows the plan: the lines to add to its loop, and the command that keeps the plan up.
class FollowCard : public QFrame {
    Q_OBJECT

 public:
    explicit FollowCard(const Theme& theme, QWidget* parent = nullptr);

    void setFolder(const std::filesystem::path& run);
    [[nodiscard]] QString snippet() const;
    [[nodiscard]] QPushButton& copyButton() { return *copy_; }

 signals:
    void closed();

 private:
    QPlainTextEdit* code_;
    QLabel* command_;
    QPushButton* copy_;
};

}  // namespace stepvault::ui
