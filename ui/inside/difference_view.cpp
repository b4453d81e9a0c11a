#include "ui/inside/difference_view.h"

#include <algorithm>
#include <ranges>

#include <QFrame>
#include <QLabel>
#include <QStackedLayout>
#include <QVBoxLayout>

#include "ui/inside/cell_table.h"
#include "ui/inside/difference_rows.h"
#include "ui/text/format.h"
#include "ui/theme/look.h"
#include "ui/widgets/flow_layout.h"
#include "ui/widgets/menu_choice.h"
#include "ui/widgets/segment_control.h"

namespace stepvault::ui {

namespace {

constexpr int changeWidths[] = {0, 140, 100, 96, 96, 84, 84, 96, 84};
constexpr int totalWidths[] = {0, 72, 76, 96, 96, 84, 84, 96, 84};
constexpr int mostRunWidth = 200;
constexpr int mostCheckpointWidth = 320;
constexpr int valueWidths[] = {220, 200, 0};

std::vector<CellTableModel::Column> withFigures(std::vector<CellTableModel::Column> columns) {
    for (const QString& title :
         {DifferenceView::tr("Norm"), DifferenceView::tr("Change"), DifferenceView::tr("Relative"),
          DifferenceView::tr("Cosine"), DifferenceView::tr("Largest"), DifferenceView::tr("Differing")})
        columns.push_back({title, true});
    return columns;
}

}  // namespace

DifferenceView::DifferenceView(const Theme& theme, QWidget* parent)
    : QWidget(parent),
      run_(new MenuChoice(theme, tr("no run"), this)),
      checkpoint_(new MenuChoice(theme, tr("no other checkpoint"), this)),
      parts_(new SegmentControl({tr("By tensor"), tr("By role"), tr("Values")}, this)),
      sentence_(new QLabel(this)),
      tensors_(new CellTable(tr("Difference by tensor"),
                             withFigures({{tr("Tensor")}, {tr("Role")}, {tr("State")}}), changeWidths, this)),
      totals_(new CellTable(tr("Difference by role"),
                            withFigures({{tr("Role")}, {tr("Tensors"), true}, {tr("Changed"), true}}),
                            totalWidths, this)),
      values_(new CellTable(tr("Values that differ"), {{tr("Value")}, {tr("There")}, {tr("Here")}},
                            valueWidths, this)),
      stack_(new QStackedLayout) {
    run_->setAccessibleName(tr("Run to compare with"));
    checkpoint_->setAccessibleName(tr("Checkpoint to compare with"));
    parts_->setAccessibleName(tr("What is compared"));
    sentence_->setWordWrap(true);
    run_->setMaximumWidth(mostRunWidth);
    checkpoint_->setMaximumWidth(mostCheckpointWidth);
    auto* with = new QLabel(tr("Compare with"), this);
    setLook(with, "muted");
    auto* head = new QWidget(this);
    auto* line = new FlowLayout(8, 4, head);
    for (QWidget* part : std::initializer_list<QWidget*>{with, run_, checkpoint_, parts_})
        line->addWidget(part);
    for (CellTable* table : {tensors_, totals_, values_})
        stack_->addWidget(table);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 4, 0, 0);
    layout->setSpacing(4);
    // The text begins where the cells of the tables do.
    auto* lines = new QVBoxLayout;
    lines->setContentsMargins(8, 0, 8, 0);
    lines->setSpacing(4);
    lines->addWidget(head);
    lines->addWidget(sentence_);
    layout->addLayout(lines);
    layout->addLayout(stack_, 1);
    connect(parts_, &SegmentControl::chosen, stack_, &QStackedLayout::setCurrentIndex);
    connect(run_, &MenuChoice::chosen, this, &DifferenceView::runChosen);
    connect(checkpoint_, &MenuChoice::chosen, this, &DifferenceView::checkpointChosen);
}

void DifferenceView::setRuns(const std::vector<RunRow>& runs, const std::string& current) {
    const bool isFirst = run_->current().isEmpty();
    std::vector<MenuChoice::Entry> entries;
    entries.reserve(runs.size());
    for (const RunRow& run : runs)
        entries.push_back({toQString(run.id), toQString(run.name)});
    run_->setEntries(std::move(entries));
    if (isFirst) run_->setCurrent(toQString(current));
}

void DifferenceView::setCheckpoints(const std::vector<CheckpointRow>& checkpoints, const CheckpointRow& own) {
    // Runs that save alike give their checkpoints the same ids.
    const std::string lastRun = checkpoints_.empty() ? std::string() : checkpoints_.front().run_id;
    checkpoints_.clear();
    std::vector<MenuChoice::Entry> entries;
    QString before;
    for (const CheckpointRow& row : checkpoints) {
        if (row.id == own.id && row.run_id == own.run_id) continue;
        checkpoints_.push_back(row);
        if (row.step <= own.step) before = toQString(row.id);
    }
    // The newest first, as in the run's table.
    for (const CheckpointRow& row : std::views::reverse(checkpoints_))
        entries.push_back(
            {toQString(row.id), tr("step %1, %2").arg(formatStep(row.step), toQString(row.source))});
    const bool stays =
        !checkpoints_.empty() && checkpoints_.front().run_id == lastRun &&
        std::ranges::find(entries, checkpoint_->current(), &MenuChoice::Entry::id) != entries.end();
    checkpoint_->setEntries(std::move(entries));
    if (!stays && !before.isEmpty()) checkpoint_->setCurrent(before);
}

void DifferenceView::clear() {
    run_->setEntries({});
    checkpoint_->setEntries({});
    checkpoints_.clear();
    tell({});
}

void DifferenceView::setDifference(const CheckpointDifference& difference) {
    for (CellTable* table : {tensors_, totals_, values_})
        table->setUnsorted();
    tensors_->setRows(differenceRows(difference));
    totals_->setRows(differenceTotals(difference));
    values_->setRows(valueRows(difference));
    sentence_->setText(differenceSentence(difference));
}

void DifferenceView::tell(const QString& text) {
    for (CellTable* table : {tensors_, totals_, values_})
        table->setRows({});
    sentence_->setText(text);
}

void DifferenceView::setFilter(const QString& text) {
    for (CellTable* table : {tensors_, totals_, values_})
        table->setFilter(text);
}

std::string DifferenceView::chosenRun() const {
    return run_->current().toStdString();
}

const CheckpointRow* DifferenceView::chosenCheckpoint() const {
    const auto row =
        std::ranges::find(checkpoints_, checkpoint_->current().toStdString(), &CheckpointRow::id);
    return row != checkpoints_.end() ? &*row : nullptr;
}

}  // namespace stepvault::ui
