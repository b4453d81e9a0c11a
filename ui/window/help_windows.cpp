#include "ui/window/help_windows.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QMessageBox>
#include <QPushButton>

#include "ui/help/guide_window.h"
#include "ui/text/free_text.h"
#include "ui/window/shortcut_list.h"

namespace stepvault::ui {

void showGuide(QWidget* window, const std::optional<GuideTopic>& topic) {
    auto* guide = window->findChild<GuideWindow*>();
    if (guide == nullptr) {
        guide = new GuideWindow(window);
        guide->setAttribute(Qt::WA_DeleteOnClose);
    }
    guide->show();
    guide->raise();
    guide->activateWindow();
    if (topic) guide->open(*topic);
}

void showShortcuts(QWidget* window) {
    auto* list = new ShortcutList(window->actions(), window);
    list->setAttribute(Qt::WA_DeleteOnClose);
    list->show();
}

void showAbout(QWidget* window) {
    auto* box = new QMessageBox(
        QMessageBox::NoIcon, tr("About Stepvault"),
        tr("Stepvault %1\n\nWatches training runs, compresses their checkpoints, restores any step.\n\n"
           "Free software under the GNU General Public License, version 3 or later.\nQt %2")
            .arg(QStringLiteral(STEPVAULT_VERSION), QString::fromLatin1(qVersion())),
        QMessageBox::Close, window);
    box->setAttribute(Qt::WA_DeleteOnClose);
    const QPushButton* copy = box->addButton(tr("Copy versions"), QMessageBox::ActionRole);
    QObject::connect(copy, &QPushButton::clicked, box, [] {
        QGuiApplication::clipboard()->setText(
            QStringLiteral("Stepvault %1, Qt %2, %3, %4")
                .arg(QStringLiteral(STEPVAULT_VERSION), QString::fromLatin1(qVersion()),
                     QSysInfo::prettyProductName(), QSysInfo::currentCpuArchitecture()));
    });
    box->show();
}

}  // namespace stepvault::ui
