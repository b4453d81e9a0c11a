#include "ui/window/window_actions.h"

#include <utility>

#include <QActionGroup>
#include <QMenu>

#include "ui/text/language.h"
#include "ui/theme/glyph.h"
#include "ui/window/tray_icon.h"

namespace stepvault::ui {

namespace {

QAction* actionOf(const QActionGroup& group, const QVariant& data) {
    for (QAction* action : group.actions()) {
        if (action->data() == data) return action;
    }
    return nullptr;
}

}  // namespace

WindowActions::WindowActions(Theme& theme, QWidget* window)
    : QObject(window),
      theme_(theme),
      window_(window),
      themes_(new QActionGroup(this)),
      languages_(new QActionGroup(this)),
      notifications_(new QActionGroup(this)) {
    addFolder = make(tr("Add folder…"), QKeySequence(Qt::CTRL | Qt::Key_N));
    openVault = make(tr("Open vault…"), QKeySequence(Qt::CTRL | Qt::Key_O));
    connectMachine = make(tr("Connect to a machine…"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_O));
    moveVault = make(tr("Move vault…"), {});
    moveVault->setEnabled(false);
    demo = make(tr("Try the demo"), {});
    restore = make(tr("Restore"), QKeySequence(Qt::CTRL | Qt::Key_R));
    lookInside = make(tr("Look inside"), QKeySequence(Qt::CTRL | Qt::Key_I));
    pin = make(tr("Pin"), QKeySequence(Qt::CTRL | Qt::Key_P));
    pin->setCheckable(true);
    exportChart = make(tr("Export chart…"), QKeySequence(Qt::CTRL | Qt::Key_E));
    resetZoom = make(tr("Reset zoom"), QKeySequence(Qt::CTRL | Qt::Key_0));
    refresh = make(tr("Refresh"), QKeySequence(Qt::Key_F5));
    closeSheet = make(tr("Close sheet"), QKeySequence(Qt::Key_Escape));
    findRun = make(tr("Filter runs"), QKeySequence(Qt::CTRL | Qt::Key_F));
    runTable = make(tr("Table of runs"), QKeySequence(Qt::CTRL | Qt::Key_T));
    watchedFolders = make(tr("Watched folders"), {});
    nextTab = make(tr("Next page of the run"), QKeySequence(Qt::CTRL | Qt::Key_PageDown));
    previousTab = make(tr("Previous page of the run"), QKeySequence(Qt::CTRL | Qt::Key_PageUp));
    cluster = make(tr("Page Cluster"), {});
    cluster->setCheckable(true);
    log = make(tr("Log"), QKeySequence(Qt::CTRL | Qt::Key_L));
    webhook = make(tr("Webhook…"), {});
    stayInTray = make(tr("Keep running in the tray"), {});
    stayInTray->setCheckable(true);
    stayInTray->setEnabled(TrayIcon::isAvailable());
    if (!stayInTray->isEnabled()) stayInTray->setText(tr("Keep running in the tray (there is none here)"));
    guide = make(tr("Guide"), QKeySequence(Qt::Key_F1));
    shortcuts = make(tr("Keys and mouse"), QKeySequence(Qt::SHIFT | Qt::Key_F1));
    about = make(tr("About Stepvault"), {});
    quit = make(tr("Quit"), QKeySequence(Qt::CTRL | Qt::Key_Q));
    // These actions are shown by buttons, whose texts follow the action at every change.
    addFolder->setIconText(tr("Add folder"));
    exportChart->setIconText(tr("Export"));
    exportChart->setToolTip(tr("Save the chart as a picture, page, drawing or table (Ctrl+E)"));
    pin->setToolTip(tr("No rule removes the selected checkpoint (Ctrl+P)"));
    restore->setToolTip(tr("Bring the selected checkpoint back (Ctrl+R)"));
    addFolder->setToolTip(tr("Watch the folder of a training run (Ctrl+N)"));
    makeThemes();
    makeLanguages();
    makeNotifications();
    connect(&theme, &Theme::changed, this, &WindowActions::applyTheme);
    applyTheme();
}

QAction* WindowActions::make(const QString& text, const QKeySequence& key) {
    auto* action = new QAction(text, window_);
    action->setShortcut(key);
    window_->addAction(action);
    return action;
}

void WindowActions::makeThemes() {
    for (const auto& [text, mode] :
         {std::pair(tr("System"), ThemeMode::system), std::pair(tr("Light"), ThemeMode::light),
          std::pair(tr("Dark"), ThemeMode::dark)}) {
        QAction* action = themes_->addAction(text);
        action->setCheckable(true);
        action->setData(static_cast<int>(mode));
    }
    connect(themes_, &QActionGroup::triggered, this,
            [this](QAction* action) { emit themeChosen(static_cast<ThemeMode>(action->data().toInt())); });
}

void WindowActions::makeLanguages() {
    QList<LanguageName> languages = languageNames();
    languages.prepend({QString(), tr("System")});
    for (const LanguageName& language : languages) {
        QAction* action = languages_->addAction(language.name);
        action->setCheckable(true);
        action->setData(language.code);
    }
    connect(languages_, &QActionGroup::triggered, this,
            [this](QAction* action) { emit languageChosen(action->data().toString()); });
}

void WindowActions::makeNotifications() {
    notifications_->setExclusionPolicy(QActionGroup::ExclusionPolicy::None);
    for (const auto& [text, kind] : {std::pair(tr("A run stalls"), NotificationKind::stalled),
                                     std::pair(tr("A run diverges"), NotificationKind::diverged),
                                     std::pair(tr("A run finishes"), NotificationKind::finished),
                                     std::pair(tr("Space runs low"), NotificationKind::diskLow),
                                     std::pair(tr("Damage is found"), NotificationKind::damage),
                                     std::pair(tr("Filing fails"), NotificationKind::filingFailed)}) {
        QAction* action = notifications_->addAction(text);
        action->setCheckable(true);
        action->setData(static_cast<int>(kind));
    }
    connect(notifications_, &QActionGroup::triggered, this, [this](QAction* action) {
        emit notificationChosen(static_cast<NotificationKind>(action->data().toInt()), action->isChecked());
    });
}

void WindowActions::setThemeMode(ThemeMode mode) {
    themeAction(mode)->setChecked(true);
}

void WindowActions::setLanguage(const QString& code) {
    if (QAction* action = languageAction(code)) action->setChecked(true);
}

void WindowActions::setNotifies(NotificationKind kind, bool isOn) {
    notificationAction(kind)->setChecked(isOn);
}

QAction* WindowActions::themeAction(ThemeMode mode) const {
    return actionOf(*themes_, static_cast<int>(mode));
}

QAction* WindowActions::languageAction(const QString& code) const {
    return actionOf(*languages_, code);
}

QAction* WindowActions::notificationAction(NotificationKind kind) const {
    return actionOf(*notifications_, static_cast<int>(kind));
}

void WindowActions::fillMenu(QMenu* menu) const {
    menu->addAction(addFolder);
    menu->addAction(openVault);
    menu->addAction(connectMachine);
    menu->addAction(moveVault);
    menu->addAction(demo);
    menu->addSeparator();
    menu->addAction(restore);
    menu->addAction(lookInside);
    menu->addAction(pin);
    menu->addAction(exportChart);
    menu->addAction(findRun);
    menu->addAction(runTable);
    menu->addAction(watchedFolders);
    menu->addAction(refresh);
    QMenu* view = menu->addMenu(tr("View"));
    view->addAction(previousTab);
    view->addAction(nextTab);
    view->addAction(cluster);
    view->addSeparator();
    view->addAction(resetZoom);
    view->addSeparator();
    QMenu* theme = view->addMenu(tr("Theme"));
    theme->addActions(themes_->actions());
    QMenu* language = view->addMenu(tr("Language"));
    language->addActions(languages_->actions());
    menu->addAction(log);
    QMenu* notifications = menu->addMenu(tr("Notifications"));
    notifications->addActions(notifications_->actions());
    notifications->addSeparator();
    notifications->addAction(webhook);
    menu->addAction(stayInTray);
    menu->addSeparator();
    menu->addAction(guide);
    menu->addAction(shortcuts);
    menu->addAction(about);
    menu->addAction(quit);
}

void WindowActions::applyTheme() {
    const Tokens& tokens = theme_.tokens();
    addFolder->setIcon(glyphIcon(Glyph::add, tokens.text, tokens.faint));
    exportChart->setIcon(glyphIcon(Glyph::download, tokens.muted, tokens.faint));
    restore->setIcon(glyphIcon(Glyph::restore, tokens.onAccent, tokens.faint));
    // The color suits the button only.
    restore->setIconVisibleInMenu(false);
}

}  // namespace stepvault::ui
