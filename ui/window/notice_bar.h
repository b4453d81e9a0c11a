#pragma once

#include <functional>

#include <QPointer>
#include <QWidget>

#include "ui/session/watch_notes.h"

class QLabel;
class QPushButton;
class QToolButton;

namespace stepvault::ui {

class Theme;

/// One line of news over the foot of a page, with at most one thing to do about it. Hidden while there is
/// none. Nothing else moves when it comes and goes.
class NoticeBar : public QWidget {
    Q_OBJECT

 public:
    explicit NoticeBar(const Theme& theme, QWidget* parent = nullptr);

    void tell(WatchNotes::Kind kind, const QString& text, const QString& action = {},
              std::function<void()> act = {});
    void dismiss();
    /// The page over which it lies from now on; a descendant of its parent.
    void layOver(QWidget* page);
    /// Empty while there is none.
    [[nodiscard]] QString text() const;
    /// It tells of a failure.
    [[nodiscard]] bool isBad() const;

 signals:
    void dismissed();
    /// Not emitted for a notice that is already shown.
    void told(stepvault::ui::WatchNotes::Kind kind, const QString& text);

 protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

 private:
    void applyTheme();
    void place();

    const Theme& theme_;
    WatchNotes::Kind kind_ = WatchNotes::Kind::info;
    std::function<void()> act_;
    QPointer<QWidget> page_;
    QLabel* picture_;
    QLabel* text_;
    QPushButton* button_;
    QToolButton* close_;
};

}  // namespace stepvault::ui
