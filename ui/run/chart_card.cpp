#include "ui/run/chart_card.h"

#include <algorithm>

#include <QHBoxLayout>
#include <QMenu>
#include <QPushButton>
#include <QStackedLayout>
#include <QToolButton>
#include <QVBoxLayout>

#include "ui/charts/plot_view.h"
#include "ui/run/run_curve.h"
#include "ui/text/format.h"
#include "ui/theme/glyph.h"
#include "ui/theme/look.h"
#include "ui/theme/series_pen.h"
#include "ui/widgets/curve_controls.h"
#include "ui/widgets/curve_key.h"
#include "ui/widgets/elided_label.h"
#include "ui/widgets/empty_state.h"

namespace stepvault::ui {

namespace {
constexpr int hintIndent = 6;
}  // namespace

ChartCard::ChartCard(const Theme& theme, QWidget* parent)
    : QFrame(parent),
      rescue_(new QPushButton(this)),
      export_(new QToolButton(this)),
      beside_(new QToolButton(this)),
      key_(new CurveKey(theme, this)),
      plot_(new PlotView(theme, this)),
      controls_(new CurveControls(theme, this)),
      hint_(new ElidedLabel(Qt::ElideRight, this)),
      empty_(new EmptyState(theme, Glyph::diamond, this)) {
    setLook(this, "card");
    layOut();
    empty_->setText(
        tr("The curve of this run appears here"),
        tr("Stepvault reads .jsonl and .csv files and trainer_state.json in the run's folder. Once a "
           "number or a checkpoint has been written, it shows within seconds."));
    connect(plot_, &PlotView::hintChanged, this, [this](const QString& hint) {
        plotHint_ = hint;
        tell();
    });
    controls_->drive(*plot_);
    connect(controls_, &CurveControls::tagChosen, this, &ChartCard::tagChosen);
    connect(controls_, &CurveControls::axisChanged, this, &ChartCard::showCurve);
    plot_->setMarkLabel([this](const QString& id) {
        const auto row = std::ranges::find(run_.checkpoints, id.toStdString(), &CheckpointRow::id);
        return row != run_.checkpoints.end() ? markLabel(*row) : QString();
    });
    connect(rescue_, &QPushButton::clicked, this, [this] { emit rescueClicked(lastGood_); });
}

void ChartCard::layOut() {
    setLook(hint_, "caption");
    hint_->setIndent(hintIndent);
    hint_->hide();
    rescue_->setObjectName(QStringLiteral("rescue"));
    rescue_->hide();
    setLook(beside_, "chip");
    beside_->setText(tr("Add metric"));
    beside_->setToolTip(tr("Show other metrics in the same chart"));
    beside_->setPopupMode(QToolButton::InstantPopup);
    beside_->setMenu(new QMenu(beside_));
    connect(beside_->menu(), &QMenu::aboutToShow, this, &ChartCard::fillBesideMenu);
    controls_->addAfterMetric(beside_);
    controls_->add(export_);
    stack_ = new QStackedLayout;
    stack_->addWidget(plot_);
    stack_->addWidget(empty_);
    auto* notice = new QHBoxLayout;
    notice->setSpacing(12);
    notice->addWidget(hint_);
    notice->addStretch(1);
    notice->addWidget(rescue_);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(8, 6, 8, 6);
    layout->setSpacing(2);
    layout->addWidget(controls_);
    layout->addWidget(key_);
    layout->addLayout(notice);
    layout->addLayout(stack_, 1);
}

void ChartCard::setExportAction(QAction* action) {
    export_->setDefaultAction(action);
    export_->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
}

void ChartCard::setRun(const RunSnapshot& run, int color) {
    const bool isSame = run.metric && run.metric == run_.metric && run.tag == run_.tag &&
                        run.beside == run_.beside && run.planned == run_.planned &&
                        run.checkpoints == run_.checkpoints && run.info.row.id == run_.info.row.id &&
                        color_ == static_cast<std::size_t>(color);
    run_ = run;
    color_ = static_cast<std::size_t>(color);
    std::vector<std::string> tags;
    for (const SeriesRow& series : run.series)
        tags.push_back(series.tag);
    controls_->setTags(tags, run.tag);
    beside_->setVisible(tags.size() > 1);
    if (!isSame) showCurve();
}

void ChartCard::showCurve() {
    RunCurve curve = runCurve(run_, controls_->axis());
    isUndated_ = curve.points.empty() && !run_.curve().empty();
    plot_->setXAxis(curve.xName, curve.xKind, controls_->xScale());
    plot_->setCurve(toQString(run_.tag), std::move(curve.points), color_);
    std::vector<CurveKey::Entry> key{{toQString(run_.tag), color_}};
    for (std::size_t i = 0; i < curve.beside.size(); ++i)
        curve.beside[i].color = (color_ + 1 + i) % seriesColors;
    plot_->setCurves(std::move(curve.beside));
    for (const CurveSet::Curve& other : plot_->model().curves().curves())
        key.push_back({other.given.name, other.given.color, other.onRight});
    key_->setEntries(std::move(key));
    plot_->setMarks(std::move(curve.marks));
    plot_->setEvents(std::move(curve.events));
    setTrouble(curve.troubleX);
    stack_->setCurrentWidget(plot_->model().isEmpty() && !isUndated_ ? static_cast<QWidget*>(empty_) : plot_);
    tell();
}

void ChartCard::fillBesideMenu() {
    QMenu& menu = *beside_->menu();
    menu.clear();
    const auto isShown = [this](const QString& tag) { return besideTags_.contains(tag); };
    const bool isFull = run_.beside.size() + 1 >= seriesColors;
    for (const SeriesRow& series : run_.series) {
        const QString tag = toQString(series.tag);
        if (series.tag == run_.tag) continue;
        QAction* action = menu.addAction(escapeMnemonics(tag));
        action->setCheckable(true);
        action->setChecked(isShown(tag));
        action->setEnabled(isShown(tag) || !isFull);
        connect(action, &QAction::triggered, this, [this, tag](bool isWanted) {
            besideTags_.removeAll(tag);
            if (isWanted) besideTags_ << tag;
            emit besideChosen(besideTags_);
        });
    }
}

void ChartCard::setTrouble(std::optional<double> at) {
    const LossTrouble* trouble = run_.trouble();
    const CheckpointRow* good = run_.lastGood();
    lastGood_ = good != nullptr ? toQString(good->id) : QString();
    rescue_->setVisible(good != nullptr);
    if (good != nullptr) rescue_->setText(tr("Restore the last good step, %1").arg(formatStep(good->step)));
    if (trouble == nullptr || !at) return plot_->setForecast({});
    plot_->setForecast(PlotForecast{.x0 = *at, .x1 = *at, .since = at},
                       trouble->finite ? tr("the loss rises from step %1").arg(formatStep(trouble->step))
                                       : tr("the loss is lost from step %1").arg(formatStep(trouble->step)));
}

void ChartCard::tell() {
    hint_->setFullText(isUndated_ ? tr("this metric was logged without times") : plotHint_);
    hint_->setVisible(!hint_->fullText().isEmpty());
}

}  // namespace stepvault::ui
