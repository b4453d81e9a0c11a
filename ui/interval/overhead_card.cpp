#include "ui/interval/overhead_card.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QStackedLayout>
#include <QTableWidget>
#include <QVBoxLayout>

#include "ui/interval/overhead_bars.h"
#include "ui/text/format.h"
#include "ui/theme/look.h"
#include "ui/theme/sizes.h"
#include "ui/theme/table_look.h"
#include "ui/theme/theme.h"
#include "ui/widgets/segment_control.h"

namespace stepvault::ui {

namespace {

constexpr int overheadRowHeight = 20;

QString estimateText(const Estimate& share) {
    return OverheadCard::tr("%1 ± %2 %")
        .arg(formatNumber(100 * share.mean, 2), formatNumber(100 * share.margin, 1));
}

QString hintOf(const ScheduleView& schedule) {
    const OverheadCosts& costs = schedule.overhead;
    return OverheadCard::tr("%1: %2 %3 overhead: saving %4, rework %5, restarts %6; %7 in wall time.")
        .arg(schedule.name, schedule.meaning, formatShare(costs.total()), formatShare(costs.stalls),
             formatShare(costs.rework), formatShare(costs.restarts), formatShare(schedule.wall));
}

QString keyText(const Tokens& tokens) {
    QStringList entries;
    for (const OverheadBars::Part part : OverheadBars::parts)
        entries << QStringLiteral("<span style='color:%1'>■</span> %2")
                       .arg(OverheadBars::colorOf(part, tokens).name(), OverheadBars::nameOf(part));
    return entries.join(QLatin1String("&nbsp;&nbsp; "));
}

}  // namespace

OverheadCard::OverheadCard(const Theme& theme, QWidget* parent)
    : QFrame(parent),
      shape_(new SegmentControl({tr("bars"), tr("table")}, this)),
      simulate_(new QPushButton(this)),
      key_(new QLabel(this)),
      bars_(new OverheadBars(theme, this)),
      table_(new QTableWidget(this)) {
    setLook(this, "card");
    auto* caption = new QLabel(tr("Overhead"), this);
    setLook(caption, "muted");
    setLook(key_, "caption");
    key_->setTextFormat(Qt::RichText);
    caption->setToolTip(
        tr("Of the training's length. Lost and delayed work counts by the progress it makes, as "
           "well as by its time."));
    shape_->setAccessibleName(tr("How the overhead is shown"));
    auto* head = new QHBoxLayout;
    head->setSpacing(8);
    head->addWidget(caption);
    head->addStretch(1);
    head->addWidget(shape_);
    head->addWidget(simulate_);
    const QStringList columns{tr("Schedule"), tr("Total"),  tr("Save"),      tr("Rework"),
                              tr("Restart"),  tr("Played"), tr("Wall time"), tr("Saves")};
    table_->setColumnCount(static_cast<int>(columns.size()));
    table_->setHorizontalHeaderLabels(columns);
    QFont small = table_->font();
    small.setPixelSize(captionPixels);
    table_->setFont(small);
    setTableLook(*table_, overheadRowHeight);
    table_->setAccessibleName(tr("Expected overhead of each schedule"));
    stack_ = new QStackedLayout;
    auto* drawn = new QWidget(this);
    auto* drawnLayout = new QVBoxLayout(drawn);
    drawnLayout->setContentsMargins(0, 0, 0, 0);
    drawnLayout->setSpacing(2);
    drawnLayout->addWidget(key_);
    drawnLayout->addStretch(1);
    drawnLayout->addWidget(bars_);
    stack_->addWidget(drawn);
    stack_->addWidget(table_);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(12, 8, 12, 8);
    layout->setSpacing(4);
    layout->addLayout(head);
    layout->addLayout(stack_, 1);
    connect(shape_, &SegmentControl::chosen, stack_, &QStackedLayout::setCurrentIndex);
    connect(simulate_, &QPushButton::clicked, this, &OverheadCard::simulateClicked);
    const auto paint = [this, &theme] { key_->setText(keyText(theme.tokens())); };
    connect(&theme, &Theme::changed, this, paint);
    paint();
    setSimulating(false);
    clear();
}

void OverheadCard::setView(const IntervalView& view) {
    schedules_ = view.schedules;
    seconds_ = view.report->plan.stages.seconds();
    simulated_.clear();
    simulate_->setEnabled(true);
    fill();
}

void OverheadCard::clear() {
    schedules_.clear();
    simulated_.clear();
    simulate_->setEnabled(false);
    fill();
}

void OverheadCard::setSimulated(const std::vector<SimulatedCosts>& costs) {
    simulated_ = costs.size() == schedules_.size() ? costs : std::vector<SimulatedCosts>{};
    fill();
}

void OverheadCard::setSimulating(bool simulating) {
    simulate_->setText(simulating ? tr("Stop") : tr("Simulate"));
    simulate_->setToolTip(tr("Play each schedule in 1,000 trainings with failures"));
}

void OverheadCard::fill() {
    std::vector<OverheadBars::Bar> bars;
    table_->setRowCount(static_cast<int>(schedules_.size()));
    for (std::size_t i = 0; i < schedules_.size(); ++i) {
        const ScheduleView& schedule = schedules_[i];
        const OverheadCosts& costs = schedule.overhead;
        std::optional<Estimate> played;
        if (!simulated_.empty())
            played = Estimate{simulated_[i].value.mean / seconds_, simulated_[i].value.margin / seconds_};
        bars.push_back({schedule.name, hintOf(schedule), costs, played});
        const QStringList cells{schedule.name,
                                formatShare(costs.total()),
                                formatShare(costs.stalls),
                                formatShare(costs.rework),
                                formatShare(costs.restarts),
                                played ? estimateText(*played) : QStringLiteral("–"),
                                formatShare(schedule.wall),
                                formatStep(static_cast<std::int64_t>(schedule.steps.size()))};
        for (int column = 0; column < cells.size(); ++column) {
            auto* item = new QTableWidgetItem(cells.at(column));
            item->setTextAlignment((column == 0 ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
            if (column == 0) item->setToolTip(schedule.meaning);
            table_->setItem(static_cast<int>(i), column, item);
        }
    }
    table_->resizeColumnsToContents();
    bars_->setBars(std::move(bars));
}

ExportedChart OverheadCard::exported() {
    return exportedWidget(tr("Expected overhead"), *bars_, *table_->model());
}

}  // namespace stepvault::ui
