#include "ui/window/run_desk.h"

#include <algorithm>
#include <utility>

#include <QDesktopServices>
#include <QUrl>

#include "ui/folders/folders_page.h"
#include "ui/runs/run_menu.h"
#include "ui/runs/runs_page.h"
#include "ui/text/format.h"
#include "ui/widgets/line_editor.h"
#include "ui/widgets/note_editor.h"
#include "ui/window/folder_problems.h"
#include "ui/window/panel_entry.h"
#include "ui/window/runs_panel.h"
#include "vault/records/run_name.h"

namespace stepvault::ui {

namespace {
constexpr double nearEnd = 24 * 3600;
}  // namespace

RunDesk::RunDesk(const Theme& theme, AppSettings& settings, RunsPanel& panel, QWidget* window)
    : QObject(window),
      settings_(settings),
      panel_(panel),
      window_(window),
      table_(new RunsPage(theme, window)),
      folders_(new FoldersPage(theme, window)),
      name_(new LineEditor(tr("Name"), check_run_name, window)),
      tag_(new LineEditor(tr("Tag"), check_tag, window)),
      note_(new NoteEditor(window)) {
    RunTable& table = table_->table();
    table.setColumnChoices(settings_.runColumns());
    connect(&table, &RunTable::columnChoicesChanged, this,
            [this, &table] { settings_.setRunColumns(table.columnChoices()); });
    connect(&table, &RunTable::runOpened, this, &RunDesk::openChosen);
    connect(&table, &RunTable::menuRequested, this, &RunDesk::showMenu);
    connect(table_, &RunsPage::compareClicked, this, &RunDesk::compareChosen);
    connect(&panel, &RunsPanel::menuRequested, this, &RunDesk::showMenu);
    connect(&panel.folderProblems(), &FolderProblems::stopClicked, this, &RunDesk::stopWatchingChosen);
    connect(&panel.folderProblems(), &FolderProblems::retryClicked, this, &RunDesk::retryChosen);
    connect(name_, &LineEditor::stored, this,
            [this](const QString& name) { emit renamed(edited_.front(), name); });
    connect(tag_, &LineEditor::stored, this,
            [this](const QString& tag) { emit labelsChosen(edited_, {.add_tags = {tag.toStdString()}}); });
    connect(note_, &NoteEditor::stored, this,
            [this](const QString& note) { emit labelsChosen(edited_, {.note = note.toStdString()}); });
    connect(folders_, &FoldersPage::addClicked, this, &RunDesk::addFolderChosen);
    connect(folders_, &FoldersPage::retryClicked, this, &RunDesk::retryChosen);
    connect(folders_, &FoldersPage::stopClicked, this, &RunDesk::stopWatchingChosen);
    connect(folders_, &FoldersPage::keepChosen, this, &RunDesk::keepChosen);
}

void RunDesk::setRuns(const std::vector<RunEntry>& runs) {
    table_->setRuns(runs);
    updateFolders();
}

void RunDesk::setWatched(std::vector<std::filesystem::path> watched, std::vector<BackgroundWatch> background,
                         std::filesystem::path changing, const WatchNotes& notes) {
    watched_ = std::move(watched);
    background_ = std::move(background);
    changing_ = std::move(changing);
    problems_ = notes.folderProblems();
    waiting_ = notes.waiting();
    std::map<std::string, QString> reasons;
    for (const auto& [id, note] : notes.problems())
        reasons.emplace(id, note.text);
    panel_.model().setProblems(std::move(reasons));
    panel_.folderProblems().setProblems(problems_);
    updateFolders();
    updateSpace();
}

void RunDesk::setDisk(const std::optional<DiskSpace>& disk, double time) {
    if (disk) disk_.add(time, disk->free);
    updateSpace();
}

void RunDesk::clearDisk() {
    disk_.clear();
    updateSpace();
}

void RunDesk::updateSpace() {
    const std::optional<double> left = disk_.secondsLeft();
    const QString forecast = left ? tr("The vault's disk is full in %1 at the rate of the last %2.")
                                        .arg(formatSpan(*left), formatSpan(disk_.span()))
                                  : QString();
    panel_.vaultEntry().setForecast(forecast);
    const bool isNear = left && *left < nearEnd;
    emit forecastChanged(forecast, isNear);
    if (waiting_.checkpoints > 0) {
        const QString title =
            counted(waiting_.checkpoints, tr("%1 checkpoint waits"), tr("%1 checkpoints wait"));
        return panel_.folderProblems().setSpaceProblem(
            title, counted(waiting_.runs, tr("%1 run is not filed until the vault's disk has space."),
                           tr("%1 runs are not filed until the vault's disk has space.")));
    }
    panel_.folderProblems().setSpaceProblem(isNear ? tr("Little space is left") : QString(), forecast);
}

void RunDesk::setFilter(const QString& text) {
    panel_.setFilter(text);
    table_->setFilter(text);
}

void RunDesk::updateFolders() {
    std::vector<WatchedFolder> folders =
        watchedFolders(watched_, background_, problems_, panel_.model().runs());
    for (WatchedFolder& folder : folders)
        folder.isChanging = folder.path == changing_;
    folders_->setFolders(std::move(folders));
    const auto count = allWatched(watched_, background_).size();
    panel_.foldersEntry().setFigure(formatStep(static_cast<std::int64_t>(count)));
}

std::filesystem::path RunDesk::watchedFolderOf(const RunEntry& run) const {
    const std::vector<std::filesystem::path> watched = allWatched(watched_, background_);
    const auto at = std::ranges::find_if(
        watched, [&](const std::filesystem::path& folder) { return isBelow(run.info.row.folder, folder); });
    return at == watched.end() ? std::filesystem::path() : *at;
}

void RunDesk::showMenu(const QStringList& ids, const QPoint& globalPosition) {
    std::vector<RunEntry> runs;
    for (const QString& id : ids) {
        if (const RunEntry* run = panel_.model().find(id)) runs.push_back(*run);
    }
    if (runs.empty()) return;
    std::set<std::string> tags;
    for (const RunEntry& run : panel_.model().runs())
        tags.insert(run.info.row.labels.tags.begin(), run.info.row.labels.tags.end());
    auto* menu = new RunMenu(runs, runs.size() == 1 ? watchedFolderOf(runs.front()) : std::filesystem::path(),
                             tags, window_);
    connect(menu, &RunMenu::openChosen, this, &RunDesk::openChosen);
    connect(menu, &RunMenu::compareChosen, this, &RunDesk::compareChosen);
    connect(menu, &RunMenu::removeChosen, this, &RunDesk::removeChosen);
    connect(menu, &RunMenu::stopWatchingChosen, this, &RunDesk::stopWatchingChosen);
    connect(menu, &RunMenu::showFolderChosen, this, &RunDesk::showFolder);
    connect(menu, &RunMenu::labelsChosen, this, &RunDesk::labelsChosen);
    connect(menu, &RunMenu::renameChosen, this,
            [this, globalPosition](const QString& id) { openName(id, globalPosition); });
    connect(menu, &RunMenu::noteChosen, this,
            [this, globalPosition](const QString& id) { openNote(id, globalPosition); });
    connect(menu, &RunMenu::newTagChosen, this,
            [this, globalPosition](const QStringList& chosen) { openTag(chosen, globalPosition); });
    menu->popup(globalPosition);
}

void RunDesk::openName(const QString& id, const QPoint& globalPosition) {
    const RunEntry* run = panel_.model().find(id);
    if (run == nullptr) return;
    edited_ = QStringList{id};
    name_->open(run->ownName(), tr("The folder keeps its name. Enter stores, Esc leaves."),
                QRect(globalPosition, QSize(name_->width(), 1)));
}

void RunDesk::openNote(const QString& id, const QPoint& globalPosition) {
    const RunEntry* run = panel_.model().find(id);
    if (run == nullptr) return;
    edited_ = QStringList{id};
    note_->open(toQString(run->info.row.labels.note), QRect(globalPosition, QSize(note_->width(), 1)));
}

void RunDesk::openTag(const QStringList& ids, const QPoint& globalPosition) {
    edited_ = ids;
    tag_->open({}, tr("One word, such as baseline. Enter stores, Esc leaves."),
               QRect(globalPosition, QSize(tag_->width(), 1)));
}

void RunDesk::showFolder(const std::filesystem::path& folder) {
    if (QDesktopServices::openUrl(QUrl::fromLocalFile(toQString(folder)))) return;
    emit told(WatchNotes::Kind::info,
              tr("No file manager opened %1. \"Copy path\" copies the path.").arg(formatPath(folder)));
}

}  // namespace stepvault::ui
