#include "ui/compare/compare_card.h"

#include <algorithm>

#include <QHBoxLayout>
#include <QLabel>
#include <QStackedLayout>
#include <QToolButton>
#include <QVBoxLayout>

#include "ui/charts/plot_view.h"
#include "ui/compare/curve_legend.h"
#include "ui/models/compare_model.h"
#include "ui/text/format.h"
#include "ui/theme/look.h"
#include "ui/theme/theme.h"
#include "ui/widgets/curve_controls.h"
#include "ui/widgets/elided_label.h"
#include "ui/widgets/empty_state.h"

namespace stepvault::ui {

namespace {
constexpr int legendWidth = 184;
constexpr int hintIndent = 6;
}  // namespace

CompareCard::CompareCard(const Theme& theme, CompareModel& model, QWidget* parent)
    : QFrame(parent),
      model_(model),
      plot_(new PlotView(theme, this)),
      controls_(new CurveControls(theme, this)),
      join_(new QToolButton(this)),
      hint_(new ElidedLabel(Qt::ElideRight, this)),
      caption_(new QLabel(this)),
      legend_(new CurveLegend(theme, model, this)),
      empty_(new EmptyState(theme, Glyph::diamond, this)) {
    setLook(this, "card");
    plot_->setAccessibleName(tr("Curves of the chosen runs"));
    legend_->setFixedWidth(legendWidth);
    setLook(caption_, "caption");
    caption_->setContentsMargins(8, 2, 0, 4);
    auto* side = new QVBoxLayout;
    side->setSpacing(0);
    side->addWidget(caption_);
    side->addWidget(legend_, 1);
    auto* chart = new QWidget(this);
    auto* row = new QHBoxLayout(chart);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(8);
    row->addWidget(plot_, 1);
    row->addLayout(side);
    stack_ = new QStackedLayout;
    stack_->addWidget(chart);
    stack_->addWidget(empty_);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(8, 6, 8, 6);
    layout->setSpacing(2);
    setLook(hint_, "caption");
    hint_->setIndent(hintIndent);
    hint_->hide();
    setLook(join_, "chip");
    join_->setText(tr("Join seeds"));
    join_->setCheckable(true);
    join_->setToolTip(tr(
        "Runs that differ in their seed alone become one curve: their mean, in a band from the lowest to the "
        "highest value"));
    join_->hide();
    controls_->addChoice(join_);
    layout->addWidget(controls_);
    layout->addWidget(hint_);
    layout->addLayout(stack_, 1);
    empty_->setText(
        tr("No metric that two of these runs share"),
        tr("Curves appear here as soon as two of the chosen runs have logged a metric of the same "
           "name. What they store is compared below."));
    connect(plot_, &PlotView::hintChanged, this, [this](const QString& hint) {
        plotHint_ = hint;
        tell();
    });
    controls_->drive(*plot_);
    connect(controls_, &CurveControls::tagChosen, this, &CompareCard::tagChosen);
    connect(controls_, &CurveControls::axisChanged, this, &CompareCard::update);
    connect(join_, &QToolButton::toggled, this, &CompareCard::joinChosen);
    connect(plot_, &PlotView::curveHovered, this, &CompareCard::emphasize);
    connect(legend_, &CurveLegend::hovered, this, &CompareCard::emphasize);
    connect(&model, &CompareModel::shownChanged, this, &CompareCard::update);
    connect(legend_, &CurveLegend::refused, this, [this] {
        showHint(tr("%1 curves at once; hide one to show another").arg(CompareModel::mostShown));
    });
}

void CompareCard::update() {
    const Comparison& comparison = model_.comparison();
    controls_->setTags(comparison.tags, comparison.tag);
    plot_->setTitle(toQString(comparison.tag));
    plot_->setYTitle(toQString(comparison.tag));
    std::vector<CurveSource> sources;
    for (std::size_t i = 0; i < comparison.runs.size(); ++i) {
        const ComparedRun& run = comparison.runs[i];
        if (!model_.isShown(i)) continue;
        sources.push_back({toQString(run.info.row.id), toQString(run.info.row.name), run.color,
                           run.curve->points, run.curve->bandLow, run.curve->bandHigh});
    }
    CurvesOnAxis drawn = curvesAlong(controls_->axis(), sources);
    undated_ = drawn.undated;
    plot_->setXAxis(drawn.xName, drawn.xKind, controls_->xScale());
    plot_->setCurves(std::move(drawn.curves));
    join_->setVisible(comparison.hasSeeds);
    stack_->setCurrentIndex(comparison.tag.empty() ? 1 : 0);
    const std::size_t shown = model_.shownCount();
    caption_->setText(tr("%1 of %2 shown").arg(shown).arg(comparison.runs.size()));
    tell();
}

void CompareCard::emphasize(const QString& id) {
    model_.setEmphasis(id);
    plot_->setEmphasis(id);
}

void CompareCard::tell() {
    QStringList hints;
    if (undated_ > 0) hints << counted(undated_, tr("%1 run logged no times"), tr("%1 runs logged no times"));
    if (!plotHint_.isEmpty()) hints << plotHint_;
    showHint(hints.join(QStringLiteral(" · ")));
}

void CompareCard::showHint(const QString& hint) {
    hint_->setFullText(hint);
    hint_->setVisible(!hint.isEmpty());
}

QString CompareCard::caption() const {
    return caption_->text();
}

}  // namespace stepvault::ui
