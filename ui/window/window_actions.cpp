#include "ui/window/window_actions.h"

#include <utility>

#include <QActionGroup>
#include <QMenu>

#include "ui/theme/glyph.h"

namespace stepvault::ui {

WindowActions::WindowActions(Theme& theme, QWidget* window)
    : QObject(window), theme_(theme), window_(window), themes_(new QActionGroup(this)) {
    addFolder = make(tr("Add folder…"), QKeySequence(Qt::CTRL | Qt::Key_N));
    openVault = make(tr("Open vault…"), QKeySequence(Qt::CTRL | Qt::Key_O));
    demo = make(tr("Try the demo"), {});
    restore = make(tr("Restore"), QKeySequence(Qt::CTRL | Qt::Key_R));
    pin = make(tr("Pin"), QKeySequence(Qt::CTRL | Qt::Key_P));
    pin->setCheckable(true);
    exportChart = make(tr("Export chart…"), QKeySequence(Qt::CTRL | Qt::Key_E));
    resetZoom = make(tr("Reset zoom"), QKeySequence(Qt::CTRL | Qt::Key_0));
    refresh = make(tr("Refresh"), QKeySequence(Qt::Key_F5));
    closeSheet = make(tr("Close sheet"), QKeySequence(Qt::Key_Escape));
    findRun = make(tr("Filter runs"), QKeySequence(Qt::CTRL | Qt::Key_F));
    nextTab = make(tr("Next page of the run"), QKeySequence(Qt::CTRL | Qt::Key_PageDown));
    previousTab = make(tr("Previous page of the run"), QKeySequence(Qt::CTRL | Qt::Key_PageUp));
    shortcuts = make(tr("Keys and mouse"), QKeySequence(Qt::Key_F1));
    about = make(tr("About Stepvault"), {});
    quit = make(tr("Quit"), QKeySequence(Qt::CTRL | Qt::Key_Q));
    // What buttons show; their texts follow the action at every change.
    addFolder->setIconText(tr("Add folder"));
    exportChart->setIconText(tr("export"));
    exportChart->setToolTip(tr("Save the chart as a picture, page, drawing or table (Ctrl+E)"));
    pin->setToolTip(tr("No rule removes the selected checkpoint (Ctrl+P)"));
    restore->setToolTip(tr("Bring the selected checkpoint back (Ctrl+R)"));
    addFolder->setToolTip(tr("Watch the folder of a training run (Ctrl+N)"));
    for (const auto& [text, mode] :
         {std::pair(tr("System"), ThemeMode::system), std::pair(tr("Light"), ThemeMode::light),
          std::pair(tr("Dark"), ThemeMode::dark)}) {
        QAction* action = themes_->addAction(text);
        action->setCheckable(true);
        action->setData(static_cast<int>(mode));
    }
    connect(themes_, &QActionGroup::triggered, this,
            [this](QAction* action) { emit themeChosen(static_cast<ThemeMode>(action->data().toInt())); });
    connect(&theme, &Theme::changed, this, &WindowActions::applyTheme);
    applyTheme();
}

QAction* WindowActions::make(const QString& text, const QKeySequence& key) {
    auto* action = new QAction(text, window_);
    action->setShortcut(key);
    window_->addAction(action);
    return action;
}

void WindowActions::setThemeMode(ThemeMode mode) {
    themeAction(mode)->setChecked(true);
}

QAction* WindowActions::themeAction(ThemeMode mode) const {
    for (QAction* action : themes_->actions()) {
        if (action->data().toInt() == static_cast<int>(mode)) return action;
    }
    return nullptr;
}

void WindowActions::fillMenu(QMenu* menu) const {
    menu->addAction(addFolder);
    menu->addAction(openVault);
    menu->addAction(demo);
    menu->addSeparator();
    menu->addAction(restore);
    menu->addAction(pin);
    menu->addAction(exportChart);
    menu->addAction(findRun);
    menu->addAction(refresh);
    QMenu* view = menu->addMenu(tr("View"));
    view->addAction(previousTab);
    view->addAction(nextTab);
    view->addSeparator();
    view->addAction(resetZoom);
    view->addSeparator();
    QMenu* theme = view->addMenu(tr("Theme"));
    theme->addActions(themes_->actions());
    menu->addSeparator();
    menu->addAction(shortcuts);
    menu->addAction(about);
    menu->addAction(quit);
}

void WindowActions::applyTheme() {
    const Tokens& tokens = theme_.tokens();
    addFolder->setIcon(glyphIcon(Glyph::add, tokens.text, tokens.faint));
    exportChart->setIcon(glyphIcon(Glyph::download, tokens.muted, tokens.faint));
    restore->setIcon(glyphIcon(Glyph::restore, tokens.onAccent, tokens.faint));
}

}  // namespace stepvault::ui
