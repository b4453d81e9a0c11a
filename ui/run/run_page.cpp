#include "ui/run/run_page.h"

#include <algorithm>

#include <QHBoxLayout>
#include <QLabel>
#include <QSplitter>
#include <QStackedLayout>
#include <QStackedWidget>
#include <QTabBar>
#include <QToolButton>
#include <QVBoxLayout>

#include "ui/charts/plot_view.h"
#include "ui/inside/inside_page.h"
#include "ui/restore/restore_sheet.h"
#include "ui/run/chart_card.h"
#include "ui/run/checkpoint_table.h"
#include "ui/run/header_line.h"
#include "ui/run/size_text.h"
#include "ui/session/run_tab.h"
#include "ui/text/format.h"
#include "ui/theme/look.h"
#include "ui/theme/sizes.h"
#include "ui/theme/theme.h"
#include "ui/vault/prune_text.h"
#include "ui/widgets/elided_label.h"
#include "ui/widgets/empty_state.h"
#include "ui/widgets/labels_line.h"

namespace stepvault::ui {

namespace {
constexpr int roomyTable = 240;
}  // namespace

RunPage::RunPage(const Theme& theme, RestoreController& controller, const QList<QAction*>& actions,
                 QWidget* parent)
    : QWidget(parent),
      controller_(controller),
      header_(new HeaderLine(theme, this)),
      tabs_(new QTabBar(this)),
      labels_(new LabelsLine(this)),
      export_(new QToolButton(this)),
      pages_(new QStackedWidget(this)),
      chart_(new ChartCard(theme, this)),
      table_(new CheckpointTable(theme, actions, this)),
      empty_(new EmptyState(theme, Glyph::diamond, this)),
      caption_(new QLabel(this)),
      sizes_(new ElidedLabel(Qt::ElideRight, this)),
      note_(new ElidedLabel(Qt::ElideRight, this)),
      splitter_(new QSplitter(Qt::Vertical, this)),
      sheet_(new RestoreSheet(theme, controller, this)) {
    tabs_->addTab(tr("Run"));
    tabs_->setDrawBase(false);
    tabs_->setExpanding(false);
    tabs_->setAccessibleName(tr("Pages of the run"));
    pages_->addWidget(makeFirstTab());
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(pageMargin, 10, pageMargin, pageMargin);
    layout->setSpacing(4);
    layout->addWidget(header_);
    auto* tabLine = new QHBoxLayout;
    tabLine->addWidget(tabs_);
    tabLine->addWidget(labels_, 1);
    tabLine->addWidget(export_);
    export_->hide();
    layout->addLayout(tabLine);
    layout->addSpacing(4);
    layout->addWidget(pages_, 1);
    connect(tabs_, &QTabBar::currentChanged, this, [this](int index) {
        pages_->setCurrentIndex(index);
        export_->setVisible(index > 0);
        updateShownTab();
    });
    connect(labels_, &LabelsLine::noteEdited, this, &RunPage::noteEdited);
    connect(chart_, &ChartCard::tagChosen, this, &RunPage::tagChosen);
    connect(chart_, &ChartCard::besideChosen, this, &RunPage::besideChosen);
    connect(chart_, &ChartCard::rescueClicked, this, [this](const QString& id) {
        selectCheckpoint(id);
        openSheet(library_.lock());
    });
    connect(sheet_, &RestoreSheet::closed, this, &RunPage::closeSheet);
    connect(sheet_, &RestoreSheet::fullHeightChanged, this, &RunPage::placeSheet);
    connect(splitter_, &QSplitter::splitterMoved, this, &RunPage::placeSheet);
    connectSelection();
}

QWidget* RunPage::makeFirstTab() {
    auto* tab = new QWidget(this);
    splitter_->addWidget(chart_);
    splitter_->addWidget(makeTableCard());
    splitter_->setHandleWidth(8);
    splitter_->setChildrenCollapsible(false);
    splitter_->setStretchFactor(0, 3);
    splitter_->setStretchFactor(1, 2);
    splitter_->setSizes({600, 400});
    splitter_->widget(1)->installEventFilter(this);
    first_ = new QStackedLayout(tab);
    first_->addWidget(splitter_);
    sheet_->setParent(tab);
    sheet_->hide();
    return tab;
}

void RunPage::addTab(RunTab* tab, const QString& title) {
    pages_->addWidget(tab);
    tabs_->addTab(title);
}

void RunPage::showTab(int index) {
    if (index >= 0 && index < tabs_->count()) tabs_->setCurrentIndex(index);
}

void RunPage::stepTab(int direction) {
    int index = tabs_->currentIndex() + direction;
    while (index >= 0 && index < tabs_->count() && !tabs_->isTabVisible(index))
        index += direction;
    showTab(index);
}

void RunPage::setTabVisible(RunTab& tab, bool visible) {
    const int index = pages_->indexOf(&tab);
    if (!visible && tabs_->currentIndex() == index) showTab(0);
    tabs_->setTabVisible(index, visible);
}

int RunPage::currentTab() const {
    return tabs_->currentIndex();
}

void RunPage::setInside(InsidePage* inside) {
    inside_ = inside;
    first_->addWidget(inside);
    connect(inside, &InsidePage::backClicked, this, &RunPage::closeInside);
    connect(table_, &CheckpointTable::checkpointOpened, this, [this](const QString& id) {
        selectCheckpoint(id);
        openInside();
    });
}

void RunPage::openInside() {
    const CheckpointRow* row = selectedCheckpoint();
    const auto library = library_.lock();
    if (row == nullptr || inside_ == nullptr || !library) return;
    followNewest_ = false;
    closeSheet();
    showTab(0);
    first_->setCurrentWidget(inside_);
    inside_->open(library, snapshot_.info.row, *row);
}

void RunPage::closeInside() {
    if (!isInsideOpen()) return;
    inside_->close();
    first_->setCurrentWidget(splitter_);
    table_->setFocus();
}

void RunPage::stepBack() {
    isSheetOpen() ? closeSheet() : closeInside();
}

bool RunPage::isInsideOpen() const {
    return inside_ != nullptr && first_->currentWidget() == inside_;
}

RunTab* RunPage::shownTab() const {
    return qobject_cast<RunTab*>(pages_->currentWidget());
}

void RunPage::updateShownTab() {
    const auto library = library_.lock();
    RunTab* tab = shownTab();
    if (tab != nullptr && library && isVisible()) tab->setRun(library, snapshot_, color_);
}

bool RunPage::isSettled() const {
    const RunTab* tab = shownTab();
    const bool isLooking = isSheetOpen() && controller_.phase() == RestoreController::Phase::preparing;
    const bool isReading = isInsideOpen() && tab == nullptr && !inside_->isSettled();
    return !isLooking && !isReading && (tab == nullptr || tab->isSettled());
}

QWidget* RunPage::makeTableCard() {
    auto* card = new QFrame(this);
    setLook(card, "card");
    setLook(caption_, "caption");
    setLook(note_, "caption");
    setLook(sizes_, "caption");
    sizes_->setObjectName(QStringLiteral("sizes"));
    sizes_->setContentsMargins(16, 2, 8, 0);
    note_->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    empty_->setText(
        tr("Checkpoints appear here"),
        tr("As soon as the training has written one, Stepvault files it within seconds. Nothing in the run's "
           "folder is changed."));
    auto* head = new QHBoxLayout;
    head->setContentsMargins(16, 0, 8, 0);
    head->setSpacing(16);
    head->addWidget(caption_);
    head->addWidget(note_, 1);
    tableStack_ = new QStackedLayout;
    tableStack_->addWidget(table_);
    tableStack_->addWidget(empty_);
    auto* layout = new QVBoxLayout(card);
    layout->setContentsMargins(1, 8, 1, 6);
    layout->setSpacing(2);
    layout->addLayout(head);
    layout->addLayout(tableStack_, 1);
    layout->addWidget(sizes_);
    return card;
}

void RunPage::connectSelection() {
    connect(&chart_->plot(), &PlotView::markActivated, this, &RunPage::selectCheckpoint);
    connect(table_, &CheckpointTable::checkpointSelected, this, &RunPage::selectCheckpoint);
    // A checkpoint that was selected during another restore is offered when it is clicked again.
    connect(table_, &QAbstractItemView::clicked, this, &RunPage::offerChosen);
    connect(table_, &QAbstractItemView::activated, this, &RunPage::offerChosen);
    connect(&chart_->plot(), &PlotView::markActivated, this, &RunPage::offerChosen);
    connect(&chart_->plot(), &PlotView::markHovered, this, &RunPage::hover);
    connect(table_, &CheckpointTable::chosenChanged, this, &RunPage::chooseTogether);
    connect(table_, &CheckpointTable::checkpointHovered, this, &RunPage::hover);
}

void RunPage::setExportAction(QAction* action) {
    chart_->setExportAction(action);
    export_->setDefaultAction(action);
    export_->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
}

void RunPage::setRun(const std::shared_ptr<VaultHandle>& library, const RunSnapshot& run, int color) {
    const bool another = run.info.row.id != snapshot_.info.row.id;
    library_ = library;
    snapshot_ = run;
    color_ = color;
    header_->setRun(run.info);
    labels_->setRun(run.info.row);
    chart_->setRun(run, color);
    table_->setCheckpoints(run.checkpoints);
    std::map<std::string, QString> kept;
    for (const RetentionDecision& decision : run.retention)
        kept[decision.item.id] = decision.kept ? reasonsFor(decision, run.rules) : tr("by no rule");
    table_->setKept(std::move(kept));
    caption_->setText(run.checkpoints.empty()
                          ? tr("Checkpoints")
                          : counted(run.checkpoints.size(), tr("%1 checkpoint"), tr("%1 checkpoints")));
    sizes_->setFullText(sizeText(run.info));
    sizes_->setVisible(!run.checkpoints.empty());
    tableStack_->setCurrentWidget(run.checkpoints.empty() ? static_cast<QWidget*>(empty_) : table_);
    const bool gone = !selected_.isEmpty() && table_->checkpoints().find(selected_) == nullptr;
    if (another) {
        closeSheet();
        closeInside();
    }
    if (isInsideOpen()) inside_->update(run.checkpoints);
    if (another || gone) followNewest_ = true;
    if (followNewest_ && !isSheetOpen()) {
        const CheckpointRow* good = run.lastGood();
        choose(good != nullptr           ? toQString(good->id)
               : run.checkpoints.empty() ? QString()
                                         : toQString(run.checkpoints.back().id));
    }
    updateShownTab();
}

void RunPage::setNote(const std::optional<WatchNotes::Note>& note) {
    using Kind = WatchNotes::Kind;
    const Kind kind = note ? note->kind : Kind::info;
    setLook(note_, kind == Kind::bad ? "badCaption" : kind == Kind::warn ? "warnCaption" : "caption");
    note_->setFullText(note ? note->text : QString());
}

void RunPage::selectCheckpoint(const QString& id) {
    followNewest_ = false;
    choose(id);
}

void RunPage::choose(const QString& id) {
    if (id == selected_) return;
    selected_ = id;
    table_->setSelected(id);
    chart_->plot().setSelectedMark(id);
    if (isSheetOpen()) openSheet(library_.lock());
    emit selectionChanged();
}

void RunPage::chooseTogether() {
    if (chosenCheckpoints().size() > 1) followNewest_ = false;
    if (isSheetOpen()) openSheet(library_.lock());
    emit selectionChanged();
}

std::vector<CheckpointRow> RunPage::chosenCheckpoints() const {
    const CheckpointRow* row = selectedCheckpoint();
    if (row == nullptr) return {};
    std::vector<CheckpointRow> chosen = table_->chosen();
    const bool together =
        std::ranges::any_of(chosen, [row](const CheckpointRow& other) { return other.id == row->id; });
    return together ? chosen : std::vector<CheckpointRow>{*row};
}

const CheckpointRow* RunPage::selectedCheckpoint() const {
    return table_->checkpoints().find(selected_);
}

void RunPage::hover(const QString& id) {
    table_->setHovered(id);
    chart_->plot().setHoveredMark(id);
}

void RunPage::openSheet(const std::shared_ptr<VaultHandle>& library) {
    std::vector<CheckpointRow> rows = chosenCheckpoints();
    if (rows.empty() || !library) return;
    library_ = library;
    showTab(0);
    closeInside();
    adviseOn(rows);
    controller_.setCheckpoints(library, snapshot_.info.row, std::move(rows));
    sheet_->show();
    sheet_->raise();
    placeSheet();
    sheet_->setFocus();
}

void RunPage::adviseOn(const std::vector<CheckpointRow>& rows) {
    const LossTrouble* trouble = snapshot_.trouble();
    if (trouble == nullptr) return sheet_->setAdvice({}, false);
    const QString step = formatStep(trouble->step);
    const CheckpointRow* good = snapshot_.lastGood();
    const bool isBehind =
        std::ranges::any_of(rows, [&](const CheckpointRow& row) { return row.step >= trouble->step; });
    if (!isBehind) {
        const bool isLastGood = good != nullptr && rows.size() == 1 && rows.front().id == good->id;
        return sheet_->setAdvice(
            isLastGood ? tr("The last step before the loss went wrong at step %1.").arg(step) : QString(),
            false);
    }
    const QString behind = tr("The loss went wrong at step %1, before this checkpoint.").arg(step);
    sheet_->setAdvice(good == nullptr
                          ? behind
                          : behind + u' ' + tr("The last good step is %1.").arg(formatStep(good->step)),
                      true);
}

void RunPage::offerChosen() {
    if (!isSheetOpen() || controller_.phase() == RestoreController::Phase::running) return;
    const auto isOffered = std::ranges::equal(chosenCheckpoints(), controller_.checkpoints(), {},
                                              &CheckpointRow::id, &CheckpointRow::id);
    if (!isOffered || controller_.run().id != snapshot_.info.row.id) openSheet(library_.lock());
}

void RunPage::closeSheet() {
    if (!isSheetOpen()) return;
    sheet_->hide();
    table_->setFocus();
}

void RunPage::showRestoreProgress(const JobProgress& progress) {
    sheet_->showProgress(progress);
}

bool RunPage::isSheetOpen() const {
    return !sheet_->isHidden();
}

void RunPage::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    updateShownTab();
}

bool RunPage::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::Resize || event->type() == QEvent::Move) placeSheet();
    return QWidget::eventFilter(watched, event);
}

void RunPage::placeSheet() {
    if (!isSheetOpen()) return;
    const QRect table = splitter_->widget(1)->geometry().translated(splitter_->pos());
    // Over a low table, which would show only a slit of the sheet, it grows upward over the chart.
    const int height = table.height() >= roomyTable
                           ? table.height()
                           : std::clamp(sheet_->fullHeight(), table.height(), splitter_->height());
    sheet_->setGeometry(table.right() + 1 - sheet_->width(), table.bottom() + 1 - height, sheet_->width(),
                        height);
}

}  // namespace stepvault::ui
