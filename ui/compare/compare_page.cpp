#include "ui/compare/compare_page.h"

#include <algorithm>
#include <utility>

#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QMenu>
#include <QSortFilterProxyModel>
#include <QSplitter>
#include <QStackedLayout>
#include <QTableView>
#include <QToolButton>
#include <QVBoxLayout>

#include "ui/compare/compare_card.h"
#include "ui/compare/params_card.h"
#include "ui/metrics/panel_board.h"
#include "ui/text/format.h"
#include "ui/theme/look.h"
#include "ui/theme/sizes.h"
#include "ui/theme/table_look.h"
#include "ui/theme/theme.h"
#include "ui/widgets/cell_delegate.h"
#include "ui/widgets/curve_name_delegate.h"
#include "ui/widgets/elided_label.h"
#include "ui/widgets/flow_layout.h"
#include "ui/widgets/segment_control.h"

namespace stepvault::ui {

namespace {
constexpr int curveRowHeight = 28;
constexpr int curveWidths[] = {220, 88, 108, 104, 88, 88, 96, 84, 72};
}  // namespace

ComparePage::ComparePage(const Theme& theme, JobRunner& runner, QWidget* parent)
    : QWidget(parent),
      runner_(runner),
      sorted_(new QSortFilterProxyModel(this)),
      title_(new QLabel(this)),
      note_(new ElidedLabel(Qt::ElideRight, this)),
      export_(new QToolButton(this)),
      card_(new CompareCard(theme, model_, this)),
      table_(new QTableView(this)),
      view_(new SegmentControl({tr("One chart"), tr("Panels"), tr("Hyperparameters")}, this)),
      panels_(new PanelBoard(theme, runner, this)),
      params_(new ParamsCard(theme, this)),
      stack_(new QStackedLayout) {
    setLook(title_, "title");
    setLook(note_, "bad");
    auto* head = new QHBoxLayout;
    head->setSpacing(20);
    auto* names = new FlowLayout(20, 4);
    names->addWidget(title_);
    names->addWidget(view_);
    head->addLayout(names);
    head->addWidget(note_, 1);
    head->addWidget(export_, 0, Qt::AlignTop);
    auto* splitter = new QSplitter(Qt::Vertical, this);
    splitter->addWidget(card_);
    splitter->addWidget(makeTable(theme));
    splitter->setHandleWidth(8);
    splitter->setChildrenCollapsible(false);
    splitter->setStretchFactor(0, 3);
    splitter->setStretchFactor(1, 2);
    splitter->setSizes({600, 400});
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(pageMargin, 10, pageMargin, pageMargin);
    layout->setSpacing(12);
    layout->addLayout(head);
    stack_->addWidget(splitter);
    stack_->addWidget(panels_);
    stack_->addWidget(params_);
    layout->addLayout(stack_, 1);
    // The page's main table takes the keyboard first.
    setTabOrder(table_, export_);
    view_->setAccessibleName(tr("How the metrics are shown"));
    connect(view_, &SegmentControl::chosen, this, &ComparePage::showView);
    connect(panels_, &PanelBoard::opened, this, [this](const QString& tag) {
        view_->setCurrent(0);
        showView(0);
        request_.tag = tag.toStdString();
        read();
    });
    connect(card_, &CompareCard::tagChosen, this, [this](const QString& tag) {
        request_.tag = tag.toStdString();
        read();
    });
    connect(card_, &CompareCard::joinChosen, this, [this](bool isJoined) {
        request_.joinsSeeds = isJoined;
        read();
    });
    connect(table_, &QTableView::activated, this, [this](const QModelIndex& index) {
        emit runActivated(index.data(CompareModel::IdRole).toString());
    });
}

void ComparePage::setExportAction(QAction* action) {
    export_->setDefaultAction(action);
    export_->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
}

QWidget* ComparePage::makeTable(const Theme& theme) {
    sorted_->setSourceModel(&model_);
    sorted_->setSortRole(CompareModel::SortRole);
    sorted_->setSortLocaleAware(true);
    table_->setModel(sorted_);
    table_->setItemDelegate(new CellDelegate(table_));
    table_->setItemDelegateForColumn(CompareModel::Run, new CurveNameDelegate(theme, table_));
    table_->setSortingEnabled(true);
    table_->sortByColumn(CompareModel::Best, Qt::AscendingOrder);
    setTableLook(*table_, curveRowHeight);
    table_->setContextMenuPolicy(Qt::CustomContextMenu);
    connect(table_, &QWidget::customContextMenuRequested, this, &ComparePage::showMenu);
    table_->setMouseTracking(true);
    connect(table_, &QTableView::entered, this, [this](const QModelIndex& index) {
        card_->emphasize(index.data(CompareModel::IdRole).toString());
    });
    connect(table_, &QTableView::viewportEntered, this, [this] { card_->emphasize({}); });
    table_->setAccessibleName(tr("The chosen runs in numbers"));
    setColumnWidths(*table_, curveWidths);
    table_->horizontalHeader()->setSectionResizeMode(CompareModel::Run, QHeaderView::Stretch);
    connect(&theme, &Theme::changed, table_->viewport(), [this] { table_->viewport()->update(); });
    auto* card = new QFrame(this);
    setLook(card, "card");
    auto* layout = new QVBoxLayout(card);
    layout->setContentsMargins(1, 6, 1, 6);
    layout->addWidget(table_);
    return card;
}

void ComparePage::setRuns(const std::shared_ptr<VaultHandle>& library,
                          std::vector<ComparedRequest::Run> runs) {
    const auto idOf = [](const ComparedRequest::Run& run) { return run.info.row.id; };
    const bool same = library == library_ && std::ranges::equal(runs, request_.runs, {}, idOf, idOf);
    if (library != library_) reader_ = std::make_shared<ComparisonReader>(library);
    library_ = library;
    title_->setText(tr("Comparing %1 runs").arg(runs.size()));
    std::vector<ParamsModel::Run> params;
    for (const ComparedRequest::Run& run : runs)
        params.push_back({toQString(run.info.row.id), toQString(run.info.row.name), run.params});
    params_->setRuns(std::move(params));
    request_.runs = std::move(runs);
    // A read that takes longer than the run's next step must still end.
    if (same && job_ != 0) {
        stale_ = true;
    } else {
        read();
    }
}

bool ComparePage::isSettled() const {
    return job_ == 0 && panels_->isSettled();
}

void ComparePage::showView(int index) {
    stack_->setCurrentIndex(index);
    export_->setVisible(index == 0);
    showPanelRuns();
}

void ComparePage::showMenu(const QPoint& place) {
    const QModelIndex row = table_->indexAt(place);
    if (!row.isValid()) return;
    const QString id = row.data(CompareModel::IdRole).toString();
    auto* menu = new QMenu(table_);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->setDefaultAction(menu->addAction(tr("Open")));
    connect(menu->defaultAction(), &QAction::triggered, this, [this, id] { emit runActivated(id); });
    const auto addRestore = [&](const QString& text, const QVariant& step) {
        if (!step.isValid()) return;
        const auto wanted = step.toLongLong();
        connect(menu->addAction(text.arg(formatStep(wanted))), &QAction::triggered, this,
                [this, id, wanted] { emit restoreChosen(id, wanted); });
    };
    addRestore(tr("Restore near its best step, %1…"), row.data(CompareModel::BestStepRole));
    addRestore(tr("Restore near its last step, %1…"), row.data(CompareModel::LastStepRole));
    menu->popup(table_->viewport()->mapToGlobal(place));
}

void ComparePage::showPanelRuns() {
    if (!library_ || view_->current() != 1) return;
    std::vector<ComparedRequest::Run> shown;
    const auto& runs = model_.comparison().runs;
    const auto add = [&](const std::string& id, std::size_t color) {
        const auto idOf = [](const ComparedRequest::Run& run) { return run.info.row.id; };
        const auto run = std::ranges::find(request_.runs, id, idOf);
        if (run != request_.runs.end()) shown.push_back({run->info, color, run->params});
    };
    for (std::size_t i = 0; i < runs.size(); ++i) {
        if (!model_.isShown(i)) continue;
        if (runs[i].members.empty()) add(runs[i].info.row.id, runs[i].color);
        for (const std::string& member : runs[i].members)
            add(member, runs[i].color);
    }
    panels_->setRuns(library_, std::move(shown));
}

void ComparePage::clear() {
    runner_.abandon(std::exchange(job_, 0));
    panels_->clear();
    library_.reset();
    reader_.reset();
    request_ = {};
    model_.setComparison({});
}

void ComparePage::read() {
    if (!reader_) return;
    stale_ = false;
    runner_.abandon(job_);
    job_ = runner_.start(
        Lane::planning, this,
        [reader = reader_, request = request_](const JobContext& job) { return reader->read(request, job); },
        [this](Result<Comparison> result) { take(std::move(result)); });
}

void ComparePage::take(Result<Comparison> result) {
    job_ = 0;
    QString note;
    if (!result.ok()) {
        note = tr("The runs could not be read: %1.").arg(toQString(result.error().message));
    } else if (result->problem) {
        note = tr("Some runs are shown as they were read last: %1.").arg(toQString(result->problem->message));
    }
    note_->setFullText(note);
    if (result.ok()) {
        model_.setComparison(std::move(*result));
        showPanelRuns();
    }
    if (stale_) read();
}

}  // namespace stepvault::ui
