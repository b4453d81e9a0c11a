#include "ui/runs/run_menu.h"

#include <system_error>

#include <QClipboard>
#include <QGuiApplication>

#include "ui/text/format.h"

namespace stepvault::ui {

RunMenu::RunMenu(const std::vector<RunEntry>& runs, const std::filesystem::path& watched, QWidget* parent)
    : QMenu(parent) {
    setAttribute(Qt::WA_DeleteOnClose);
    if (runs.size() == 1) {
        addOne(runs.front(), watched);
        return;
    }
    QStringList ids;
    for (const RunEntry& run : runs)
        ids << toQString(run.info.row.id);
    connect(addAction(tr("Compare %1 runs").arg(runs.size())), &QAction::triggered, this,
            [this, ids] { emit compareChosen(ids); });
    addCopying(runs);
}

void RunMenu::addOne(const RunEntry& run, const std::filesystem::path& watched) {
    const QString id = toQString(run.info.row.id);
    const std::filesystem::path folder(run.info.row.folder);
    setDefaultAction(addAction(tr("Open")));
    connect(defaultAction(), &QAction::triggered, this, [this, id] { emit openChosen(id); });
    addSeparator();
    QAction* show = addAction(tr("Show folder"));
    std::error_code error;
    show->setEnabled(std::filesystem::is_directory(folder, error));
    connect(show, &QAction::triggered, this, [this, folder] { emit showFolderChosen(folder); });
    addCopying({run});
    addSeparator();
    if (!watched.empty()) {
        const QAction* stop = addAction(tr("Stop watching %1").arg(escapeMnemonics(formatPath(watched))));
        connect(stop, &QAction::triggered, this, [this, watched] { emit stopWatchingChosen(watched); });
    }
    QAction* remove = addAction(tr("Remove checkpoints…"));
    remove->setEnabled(run.info.checkpoints > 0);
    connect(remove, &QAction::triggered, this, [this, id] { emit removeChosen(id); });
}

void RunMenu::addCopying(const std::vector<RunEntry>& runs) {
    QStringList paths;
    QStringList ids;
    for (const RunEntry& run : runs) {
        paths << toQString(std::filesystem::path(run.info.row.folder));
        ids << toQString(run.info.row.id);
    }
    const auto addCopy = [this](const QString& text, const QString& copied) {
        connect(addAction(text), &QAction::triggered, this,
                [copied] { QGuiApplication::clipboard()->setText(copied); });
    };
    addCopy(runs.size() == 1 ? tr("Copy path") : tr("Copy paths"), paths.join(u'\n'));
    addCopy(runs.size() == 1 ? tr("Copy id") : tr("Copy ids"), ids.join(u'\n'));
}

}  // namespace stepvault::ui
