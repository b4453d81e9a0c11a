#include "ui/window/tray_icon.h"

#include "ui/theme/glyph.h"

namespace stepvault::ui {

namespace {
constexpr int largestIcon = 48;
}

TrayIcon::TrayIcon(QObject* parent) : QObject(parent) {
    connect(menu_.addAction(tr("Open Stepvault")), &QAction::triggered, this, &TrayIcon::openRequested);
    connect(menu_.addAction(tr("Quit")), &QAction::triggered, this, &TrayIcon::quitRequested);
    icon_.setIcon(appPixmap(largestIcon));
    icon_.setToolTip(tr("Stepvault"));
    icon_.setContextMenu(&menu_);
    connect(&icon_, &QSystemTrayIcon::activated, this, [this](QSystemTrayIcon::ActivationReason reason) {
        if (reason != QSystemTrayIcon::Context) emit openRequested();
    });
}

}  // namespace stepvault::ui
