#pragma once

#include <QMenu>
#include <QSystemTrayIcon>

namespace stepvault::ui {

/// Where Stepvault is found again while its window is closed.
class TrayIcon : public QObject {
    Q_OBJECT

 public:
    explicit TrayIcon(QObject* parent = nullptr);

    /// Not every desktop has a tray.
    static bool isAvailable() { return QSystemTrayIcon::isSystemTrayAvailable(); }
    void setShown(bool isShown) { icon_.setVisible(isShown); }
    [[nodiscard]] QMenu& menu() { return menu_; }

 signals:
    void openRequested();
    void quitRequested();

 private:
    QMenu menu_;
    QSystemTrayIcon icon_;
};

}  // namespace stepvault::ui
