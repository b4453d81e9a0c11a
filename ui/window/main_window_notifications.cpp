// The log's page, what the desktop is told, the language, and how the window goes.
#include <QApplication>
#include <QCloseEvent>
#include <QSplitter>
#include <QStackedWidget>

#include "ui/log/log_page.h"
#include "ui/run/run_page.h"
#include "ui/vault/vault_page.h"
#include "ui/widgets/activity_strip.h"
#include "ui/window/main_window.h"
#include "ui/window/notice_bar.h"
#include "ui/window/notification_center.h"
#include "ui/window/runs_panel.h"
#include "ui/window/tray_icon.h"
#include "ui/window/webhook_dialog.h"
#include "ui/window/window_actions.h"

namespace stepvault::ui {

void MainWindow::connectNotifications() {
    connect(actions_->log, &QAction::triggered, this, [this] { isLogShown() ? closeLog() : showLog(); });
    connect(log_, &LogPage::closeClicked, this, &MainWindow::closeLog);
    connect(notifications_, &NotificationCenter::vaultPageWanted, this, [this] { showPlace(Place::vault); });
    notifications_->follow(vault_->work());
    for (const NotificationKind kind : notificationKinds)
        actions_->setNotifies(kind, settings_.notifies(kind));
    connect(actions_, &WindowActions::notificationChosen, this,
            [this](NotificationKind kind, bool isOn) { settings_.setNotifies(kind, isOn); });
    notifications_->setWebhook(settings_.webhook());
    connect(actions_->webhook, &QAction::triggered, this, &MainWindow::chooseWebhook);
    actions_->setLanguage(settings_.language());
    connect(actions_, &WindowActions::languageChosen, this, &MainWindow::chooseLanguage);
    connect(tray_, &TrayIcon::openRequested, this, &MainWindow::comeForward);
    connect(tray_, &TrayIcon::quitRequested, this, &MainWindow::quit);
    actions_->stayInTray->setChecked(settings_.staysInTray());
    connect(actions_->stayInTray, &QAction::toggled, this, [this](bool isOn) {
        settings_.setStaysInTray(isOn);
        updateTray();
    });
    updateTray();
}

void MainWindow::keepLogIn(const std::filesystem::path& folder) {
    notifications_->keepLogIn(folder);
    log_->setFolder(folder);
}

void MainWindow::setNotificationSink(NotificationSink* sink) {
    notifications_->setSink(sink);
}

void MainWindow::chooseWebhook() {
    auto* dialog = new WebhookDialog(settings_.webhook(), notifications_->webhook(), this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &QDialog::accepted, this, [this, dialog] {
        settings_.setWebhook(dialog->settings());
        notifications_->setWebhook(dialog->settings());
    });
    dialog->open();
}

bool MainWindow::isLogShown() const {
    return content_->currentWidget() == log_;
}

void MainWindow::showLog() {
    if (isLogShown()) return;
    beforeLog_ = content_->currentWidget();
    focusBeforeLog_ = focusWidget();
    runs_->setAside(true);
    content_->setCurrentWidget(log_);
    setWindowTitle(tr("Log – Stepvault"));
    showVault();
    updateChosen();
    log_->table().setFocus();
}

void MainWindow::closeLog() {
    if (!isLogShown()) return;
    runs_->setAside(false);
    content_->setCurrentWidget(beforeLog_);
    setWindowTitle(tr("Stepvault"));
    showVault();
    updateChosen();
    if (focusBeforeLog_ && focusBeforeLog_->isVisible()) focusBeforeLog_->setFocus();
    // What came meanwhile may be shown elsewhere; and the title is of what is shown.
    if (session_) session_->refresh();
}

bool MainWindow::isBusy() const {
    return activity_->hasJobs() || openJob_ != 0 || moveJob_ != 0 || runner_.isRunning(demoJob_);
}

void MainWindow::chooseLanguage(const QString& code) {
    settings_.setLanguage(code);
    const QString text = tr("The language changes when Stepvault is started again.");
    if (isBusy()) return notice_->tell(WatchNotes::Kind::info, text);
    notice_->tell(WatchNotes::Kind::info, text, tr("Restart now"), [this, text] {
        if (!isBusy()) {
            saveLayout();
            return emit restartRequested();
        }
        notice_->tell(WatchNotes::Kind::info,
                      tr("Something is being worked on, which a restart would stop. %1").arg(text));
    });
}

void MainWindow::updateTray() {
    const bool stays = staysInTray();
    tray_->setShown(stays);
    QApplication::setQuitOnLastWindowClosed(!stays);
}

bool MainWindow::staysInTray() const {
    return actions_->stayInTray->isEnabled() && actions_->stayInTray->isChecked();
}

void MainWindow::comeForward() {
    setWindowState(windowState() & ~Qt::WindowMinimized);
    show();
    raise();
    activateWindow();
}

void MainWindow::quit() {
    isQuitting_ = true;
    close();
    QCoreApplication::quit();
}

void MainWindow::saveLayout() {
    settings_.setLayout(QStringLiteral("window"), saveGeometry());
    settings_.setLayout(QStringLiteral("sides"), sides_->saveState());
    settings_.setLayout(QStringLiteral("run"), run_->splitter().saveState());
}

void MainWindow::closeEvent(QCloseEvent* event) {
    saveLayout();
    // At the end of the desktop's session nothing stays.
    if (staysInTray() && !isQuitting_ && !qApp->isSavingSession()) {
        hide();
        return event->ignore();
    }
    event->accept();
}

}  // namespace stepvault::ui
