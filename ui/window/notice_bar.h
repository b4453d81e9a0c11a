#pragma once

#include <functional>

#include <QWidget>

#include "ui/session/watch_notes.h"

class QLabel;
class QPushButton;
class QToolButton;

namespace stepvault::ui {

class Theme;

/// One line of news above the page, with at most one thing to do about it. Hidden while there is none.
class NoticeBar : public QWidget {
    Q_OBJECT

 public:
    explicit NoticeBar(const Theme& theme, QWidget* parent = nullptr);

    void tell(WatchNotes::Kind kind, const QString& text, const QString& action = {},
              std::function<void()> act = {});
    void dismiss();
    /// Empty while there is none.
    [[nodiscard]] QString text() const;
    /// It tells of a failure.
    [[nodiscard]] bool isBad() const;

 signals:
    void dismissed();
    /// Of what it says already it does not tell again.
    void told(stepvault::ui::WatchNotes::Kind kind, const QString& text);

 private:
    void applyTheme();

    const Theme& theme_;
    WatchNotes::Kind kind_ = WatchNotes::Kind::info;
    std::function<void()> act_;
    QLabel* picture_;
    QLabel* text_;
    QPushButton* button_;
    QToolButton* close_;
};

}  // namespace stepvault::ui
