#pragma once

#include <QAction>
#include <QObject>

#include "ui/models/notification.h"
#include "ui/theme/theme.h"

class QActionGroup;
class QMenu;

namespace stepvault::ui {

/// Everything the window can be told by menu, button or key, in one place.
class WindowActions : public QObject {
    Q_OBJECT

 public:
    WindowActions(Theme& theme, QWidget* window);

    QAction* addFolder;
    QAction* openVault;
    QAction* connectMachine;
    QAction* moveVault;  ///< enabled while one is open
    QAction* demo;
    QAction* restore;
    QAction* lookInside;
    QAction* pin;  ///< checked where the chosen checkpoint is
    QAction* exportChart;
    QAction* resetZoom;
    QAction* refresh;
    QAction* closeSheet;
    QAction* findRun;
    QAction* runTable;
    QAction* watchedFolders;
    QAction* nextTab;
    QAction* previousTab;
    QAction* cluster;  ///< checked while the page is there
    QAction* log;
    QAction* webhook;
    QAction* stayInTray;  ///< disabled where the desktop has no tray
    QAction* guide;
    QAction* shortcuts;
    QAction* about;
    QAction* quit;

    /// Shows the choices without telling of them.
    void setThemeMode(ThemeMode mode);
    void setLanguage(const QString& code);
    void setNotifies(NotificationKind kind, bool isOn);
    [[nodiscard]] QAction* themeAction(ThemeMode mode) const;
    /// nullptr for none of this code.
    [[nodiscard]] QAction* languageAction(const QString& code) const;
    [[nodiscard]] QAction* notificationAction(NotificationKind kind) const;
    /// The whole menu, for the button at the right of the toolbar.
    void fillMenu(QMenu* menu) const;

 signals:
    void themeChosen(stepvault::ui::ThemeMode mode);
    /// Code, empty for the system's.
    void languageChosen(const QString& code);
    void notificationChosen(stepvault::ui::NotificationKind kind, bool isOn);

 private:
    QAction* make(const QString& text, const QKeySequence& key);
    void makeThemes();
    void makeLanguages();
    void makeNotifications();
    void applyTheme();

    Theme& theme_;
    QWidget* window_;
    QActionGroup* themes_;
    QActionGroup* languages_;
    QActionGroup* notifications_;
};

}  // namespace stepvault::ui
