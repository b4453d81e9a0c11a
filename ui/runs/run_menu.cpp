#include "ui/runs/run_menu.h"

#include <algorithm>
#include <system_error>

#include <QClipboard>
#include <QGuiApplication>

#include "ui/text/format.h"

namespace stepvault::ui {

RunMenu::RunMenu(const std::vector<RunEntry>& runs, const std::filesystem::path& watched,
                 const std::set<std::string>& tags, QWidget* parent)
    : QMenu(parent) {
    setAttribute(Qt::WA_DeleteOnClose);
    for (const RunEntry& run : runs)
        ids_ << toQString(run.info.row.id);
    const bool isOne = runs.size() == 1;
    QAction* first = addAction(isOne ? tr("Open") : tr("Compare %1 runs").arg(runs.size()));
    setDefaultAction(first);
    connect(first, &QAction::triggered, this,
            [this, isOne] { isOne ? emit openChosen(ids_.front()) : emit compareChosen(ids_); });
    addSeparator();
    if (isOne) addWriting(ids_.front());
    addLabels(runs, tags);
    addSeparator();
    if (isOne) addFolder(runs.front().info.row.folder);
    addCopying(runs);
    if (isOne) addEnding(runs.front(), watched);
}

void RunMenu::addWriting(const QString& id) {
    connect(addAction(tr("Rename…")), &QAction::triggered, this, [this, id] { emit renameChosen(id); });
    connect(addAction(tr("Note…")), &QAction::triggered, this, [this, id] { emit noteChosen(id); });
}

void RunMenu::addLabels(const std::vector<RunEntry>& runs, const std::set<std::string>& tags) {
    const auto isOfAll = [&runs](const auto& has) {
        return std::ranges::all_of(runs, [&](const RunEntry& run) { return has(run.info.row.labels); });
    };
    QMenu* menu = addMenu(tr("Tags"));
    for (const std::string& tag : tags) {
        addLabel(*menu, escapeMnemonics(toQString(tag)),
                 isOfAll([&tag](const RunLabels& labels) { return labels.tags.contains(tag); }),
                 [tag](bool isGiven) {
                     return isGiven ? LabelChange{.add_tags = {tag}} : LabelChange{.remove_tags = {tag}};
                 });
    }
    if (!tags.empty()) menu->addSeparator();
    connect(menu->addAction(tr("New tag…")), &QAction::triggered, this, [this] { emit newTagChosen(ids_); });
    addLabel(*this, tr("Favourite"), isOfAll([](const RunLabels& labels) { return labels.favourite; }),
             [](bool isGiven) { return LabelChange{.favourite = isGiven}; });
    addLabel(*this, tr("Archived"), isOfAll([](const RunLabels& labels) { return labels.archived; }),
             [](bool isGiven) { return LabelChange{.archived = isGiven}; });
}

void RunMenu::addLabel(QMenu& menu, const QString& text, bool isOfAll,
                       const std::function<LabelChange(bool isGiven)>& change) {
    QAction* action = menu.addAction(text);
    action->setCheckable(true);
    action->setChecked(isOfAll);
    connect(action, &QAction::triggered, this,
            [this, change](bool isGiven) { emit labelsChosen(ids_, change(isGiven)); });
}

void RunMenu::addFolder(const std::filesystem::path& folder) {
    QAction* show = addAction(tr("Show folder"));
    std::error_code error;
    show->setEnabled(std::filesystem::is_directory(folder, error));
    connect(show, &QAction::triggered, this, [this, folder] { emit showFolderChosen(folder); });
}

void RunMenu::addCopying(const std::vector<RunEntry>& runs) {
    QStringList paths;
    for (const RunEntry& run : runs)
        paths << toQString(std::filesystem::path(run.info.row.folder));
    const auto addCopy = [this](const QString& text, const QString& copied) {
        connect(addAction(text), &QAction::triggered, this,
                [copied] { QGuiApplication::clipboard()->setText(copied); });
    };
    addCopy(runs.size() == 1 ? tr("Copy path") : tr("Copy paths"), paths.join(u'\n'));
    addCopy(runs.size() == 1 ? tr("Copy id") : tr("Copy ids"), ids_.join(u'\n'));
}

void RunMenu::addEnding(const RunEntry& run, const std::filesystem::path& watched) {
    addSeparator();
    if (!watched.empty()) {
        const QAction* stop = addAction(tr("Stop watching %1").arg(escapeMnemonics(formatPath(watched))));
        connect(stop, &QAction::triggered, this, [this, watched] { emit stopWatchingChosen(watched); });
    }
    QAction* remove = addAction(tr("Remove checkpoints…"));
    remove->setEnabled(run.info.checkpoints > 0);
    connect(remove, &QAction::triggered, this, [this] { emit removeChosen(ids_.front()); });
}

}  // namespace stepvault::ui
