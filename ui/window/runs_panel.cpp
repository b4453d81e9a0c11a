#include "ui/window/runs_panel.h"

#include <algorithm>
#include <utility>

#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QToolButton>
#include <QVBoxLayout>

#include "ui/text/format.h"
#include "ui/theme/glyph.h"
#include "ui/theme/look.h"
#include "ui/theme/theme.h"
#include "ui/window/arrangement_button.h"
#include "ui/window/folder_problems.h"
#include "ui/window/panel_entry.h"
#include "ui/window/run_delegate.h"
#include "ui/window/runs_view.h"

namespace stepvault::ui {

RunsPanel::RunsPanel(const Theme& theme, QWidget* parent)
    : QFrame(parent),
      theme_(theme),
      view_(new RunsView(this)),
      count_(new QLabel(this)),
      noMatch_(new QLabel(this)),
      arrangement_(new ArrangementButton(theme, this)),
      problems_(new FolderProblems(theme, this)),
      folders_(new PanelEntry(tr("Folders"), this)),
      vault_(new PanelEntry(tr("Vault"), this)),
      table_(new QToolButton(this)) {
    view_->setObjectName(QStringLiteral("runs"));
    view_->setModel(&model_);
    view_->setItemDelegate(new RunDelegate(theme, view_));
    view_->setMouseTracking(true);
    view_->setSelectionMode(QAbstractItemView::ExtendedSelection);
    view_->setUniformItemSizes(false);
    view_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    view_->setAccessibleName(tr("Runs"));
    setLook(count_, "caption");
    count_->setToolTip(tr("Choose several with Ctrl or Shift to compare them"));
    view_->viewport()->installEventFilter(this);
    view_->setContextMenuPolicy(Qt::CustomContextMenu);
    connect(view_, &QWidget::customContextMenuRequested, this, &RunsPanel::askForMenu);
    setLook(table_, "icon");
    table_->setCheckable(true);
    table_->setAccessibleName(tr("Table of runs"));
    table_->setToolTip(tr("All runs in a table (Ctrl+T)"));
    folders_->setDescription(tr("The watched folders"));
    auto* foot = new QVBoxLayout;
    foot->setContentsMargins(8, 4, 8, 8);
    foot->setSpacing(0);
    foot->addWidget(folders_);
    foot->addWidget(vault_);
    auto* head = new QHBoxLayout;
    head->setContentsMargins(16, 4, 10, 0);
    head->addWidget(count_, 1);
    head->addWidget(arrangement_);
    head->addWidget(table_);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 4, 0, 0);
    layout->setSpacing(0);
    layout->addLayout(head);
    layout->addWidget(noMatch_);
    layout->addWidget(view_, 1);
    setLook(noMatch_, "muted");
    noMatch_->setText(tr("No run matches. Esc clears the filter."));
    noMatch_->setWordWrap(true);
    noMatch_->setContentsMargins(16, 12, 16, 12);
    noMatch_->hide();
    layout->addWidget(problems_);
    layout->addLayout(foot);
    connect(view_->selectionModel(), &QItemSelectionModel::selectionChanged, this, &RunsPanel::takeSelection);
    connect(vault_, &PanelEntry::clicked, this, [this] { choosePlace(Place::vault); });
    connect(folders_, &PanelEntry::clicked, this, [this] { choosePlace(Place::folders); });
    connect(table_, &QToolButton::clicked, this,
            [this](bool isOn) { choosePlace(isOn ? Place::table : Place::runs); });
    connect(arrangement_, &ArrangementButton::chosen, this, &RunsPanel::setArrangement);
    connect(&theme, &Theme::changed, this, &RunsPanel::applyTheme);
    applyTheme();
}

void RunsPanel::applyTheme() {
    view_->viewport()->update();
    table_->setIcon(glyphIcon(Glyph::table, theme_.tokens().muted, theme_.tokens().faint));
}

bool RunsPanel::eventFilter(QObject* watched, QEvent* event) {
    const bool isEnter = event->type() == QEvent::Enter;
    if (watched == view_->viewport() && (isEnter || event->type() == QEvent::Leave)) {
        settingRuns_ = true;
        model_.setHeld(isEnter);
        settingRuns_ = false;
        restoreSelection();
    }
    return QFrame::eventFilter(watched, event);
}

void RunsPanel::askForMenu(const QPoint& position) {
    const QModelIndex index = view_->indexAt(position);
    if (!index.isValid() || !index.flags().testFlag(Qt::ItemIsSelectable)) return;
    const QString id = index.data(RunListModel::IdRole).toString();
    emit menuRequested(compared_.contains(id) ? compared_ : QStringList{id},
                       view_->viewport()->mapToGlobal(position));
}

void RunsPanel::setRuns(std::vector<RunEntry> runs) {
    std::uint64_t original = 0;
    std::uint64_t stored = 0;
    for (const RunEntry& run : runs) {
        original += run.info.original_bytes;
        stored += run.info.stored_bytes;
    }
    vault_->setFigure(formatBytes(stored));
    vault_->setDescription(
        tr("%1 on disk for %2 of checkpoints").arg(formatBytes(stored), formatBytes(original)));
    settingRuns_ = true;
    model_.setRuns(std::move(runs));
    settingRuns_ = false;
    compared_.removeIf([this](const QString& id) { return model_.find(id) == nullptr; });
    if (compared_.size() == 1) compared_.clear();
    restoreSelection();
}

void RunsPanel::setArrangement(const RunArrangement& arrangement) {
    arrangement_->setArrangement(arrangement);
    settingRuns_ = true;
    model_.setArrangement(arrangement);
    settingRuns_ = false;
    restoreSelection();
}

void RunsPanel::setFilter(const QString& text) {
    settingRuns_ = true;
    model_.setFilter(text);
    settingRuns_ = false;
    restoreSelection();
}

void RunsPanel::setSelectedRun(const QString& id) {
    selected_ = id;
    compared_.clear();
    restoreSelection();
}

void RunsPanel::setComparedRuns(const QStringList& ids) {
    setPlace(Place::runs);
    compared_ = ids;
    restoreSelection();
}

void RunsPanel::choosePlace(Place place) {
    setPlace(place);
    emit placeChosen(place);
}

void RunsPanel::setPlace(Place place) {
    place_ = place;
    if (place != Place::runs) compared_.clear();
    setAside(false);
}

void RunsPanel::setAside(bool isAside) {
    isAside_ = isAside;
    vault_->setChecked(place_ == Place::vault && !isAside);
    folders_->setChecked(place_ == Place::folders && !isAside);
    table_->setChecked(place_ == Place::table && !isAside);
    restoreSelection();
}

void RunsPanel::clear() {
    selected_.clear();
    compared_.clear();
    setRuns({});
}

void RunsPanel::restoreSelection() {
    QItemSelection selection;
    const QStringList chosenRuns = place_ != Place::runs || isAside_ ? QStringList()
                                   : compared_.isEmpty()             ? QStringList{selected_}
                                                                     : compared_;
    for (const QString& id : chosenRuns) {
        const QModelIndex index = model_.indexOf(id);
        if (index.isValid()) selection.select(index, index);
    }
    settingRuns_ = true;
    QItemSelectionModel& chosen = *view_->selectionModel();
    // Where it is in place, the keyboard goes on from it.
    if (!selection.contains(chosen.currentIndex()))
        chosen.setCurrentIndex(selection.isEmpty() ? QModelIndex() : selection.indexes().last(),
                               QItemSelectionModel::NoUpdate);
    chosen.select(selection, QItemSelectionModel::ClearAndSelect);
    settingRuns_ = false;
    tellCount();
}

void RunsPanel::takeSelection() {
    if (settingRuns_) return;
    QModelIndexList rows = view_->selectionModel()->selectedIndexes();
    std::ranges::sort(rows, {}, &QModelIndex::row);
    QStringList ids;
    for (const QModelIndex& row : rows)
        ids << row.data(RunListModel::IdRole).toString();
    // A click beside the rows selects nothing; the shown run stays selected.
    if (ids.isEmpty()) return restoreSelection();
    const bool wasOther = place_ != Place::runs || isAside_;
    place_ = Place::runs;
    isAside_ = false;
    for (QAbstractButton* button : std::initializer_list<QAbstractButton*>{vault_, folders_, table_})
        button->setChecked(false);
    if (ids.size() > 1) {
        compared_ = ids;
        tellCount();
        emit comparisonChosen();
        return;
    }
    if (ids.front() == selected_ && compared_.isEmpty() && !wasOther) return;
    selected_ = ids.front();
    compared_.clear();
    tellCount();
    emit runSelected(selected_);
}

void RunsPanel::tellCount() {
    const std::size_t all = model_.runs().size();
    const std::size_t matching = model_.matchCount();
    noMatch_->setVisible(matching == 0 && all > 0);
    const std::size_t told = compared_.isEmpty() ? matching : static_cast<std::size_t>(compared_.size());
    count_->setText(told == all && compared_.isEmpty()
                        ? counted(all, tr("%1 run"), tr("%1 runs"))
                        : tr("%1 of %2 runs").arg(told).arg(formatStep(static_cast<std::int64_t>(all))));
}

}  // namespace stepvault::ui
