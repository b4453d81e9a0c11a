#pragma once

#include <QObject>

class QWidget;

namespace stepvault::ui {

/// Keeps the keyboard in a page: where what has the focus is hidden or cannot be used any more, the focus
/// goes to `home`, and not to whatever Qt finds next in the window.
class FocusHome : public QObject {
    Q_OBJECT

 public:
    /// Belongs to `page`; `home` is in it.
    FocusHome(QWidget* page, QWidget* home);

 private:
    void take(const QWidget* old);

    QWidget* page_;
    QWidget* home_;
};

}  // namespace stepvault::ui
