#pragma once

#include <QAction>
#include <QObject>

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
    QAction* demo;
    QAction* restore;
    QAction* pin;  ///< checked where the chosen checkpoint is
    QAction* exportChart;
    QAction* resetZoom;
    QAction* refresh;
    QAction* closeSheet;
    QAction* findRun;
    QAction* nextTab;
    QAction* previousTab;
    QAction* shortcuts;
    QAction* about;
    QAction* quit;

    void setThemeMode(ThemeMode mode);
    [[nodiscard]] QAction* themeAction(ThemeMode mode) const;
    /// The whole menu, for the button at the right of the toolbar.
    void fillMenu(QMenu* menu) const;

 signals:
    void themeChosen(stepvault::ui::ThemeMode mode);

 private:
    QAction* make(const QString& text, const QKeySequence& key);
    void applyTheme();

    Theme& theme_;
    QWidget* window_;
    QActionGroup* themes_;
};

}  // namespace stepvault::ui
