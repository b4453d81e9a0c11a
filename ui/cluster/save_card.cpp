#include "ui/cluster/save_card.h"

#include <algorithm>
#include <utility>

#include <QHBoxLayout>
#include <QLabel>
#include <QVBoxLayout>

#include "ui/charts/plot_view.h"
#include "ui/cluster/cluster_text.h"
#include "ui/text/format.h"
#include "ui/theme/look.h"
#include "ui/theme/theme.h"
#include "ui/widgets/segment_control.h"

namespace stepvault::ui {

SaveCard::SaveCard(const Theme& theme, QWidget* parent)
    : QFrame(parent),
      levels_(new SegmentControl({tr("L1"), tr("L2"), tr("L3"), tr("L4")}, this)),
      figure_(new QLabel(this)),
      sentence_(new QLabel(this)),
      parts_(new QLabel(this)),
      plot_(new PlotView(theme, this)) {
    setLook(this, "card");
    setLook(figure_, "hero");
    setLook(parts_, "caption");
    sentence_->setWordWrap(true);
    parts_->setWordWrap(true);
    levels_->setAccessibleName(tr("Storage level"));
    levels_->setCurrent(static_cast<int>(level_count) - 1);
    plot_->setXAxis(tr("ranks"), AxisKind::whole);
    plot_->setMinimumSize(200, 110);
    plot_->setAccessibleName(tr("Speed-up over ranks, beside the ideal line"));
    auto* title = new QLabel(tr("Predicted save on"), this);
    setLook(title, "muted");
    auto* curveTitle = new QLabel(tr("Times sooner than one process; dashed: ideal"), this);
    setLook(curveTitle, "caption");
    auto* head = new QHBoxLayout;
    head->addWidget(title);
    head->addStretch(1);
    head->addWidget(levels_);
    auto* texts = new QVBoxLayout;
    texts->setContentsMargins(8, 0, 8, 0);
    texts->setSpacing(2);
    texts->addLayout(head);
    texts->addWidget(figure_);
    texts->addWidget(sentence_);
    texts->addWidget(parts_);
    texts->addSpacing(6);
    texts->addWidget(curveTitle);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(8, 8, 8, 6);
    layout->setSpacing(2);
    layout->addLayout(texts);
    layout->addWidget(plot_, 1);
    connect(levels_, &SegmentControl::chosen, this, [this] {
        showFigures();
        showCurve();
    });
}

void SaveCard::setStudy(std::shared_ptr<const ClusterStudy> study) {
    study_ = std::move(study);
    showFigures();
}

void SaveCard::setCurve(std::vector<SpeedPoint> points) {
    points_ = std::move(points);
    showCurve();
}

void SaveCard::setColor(int color) {
    color_ = color;
    showCurve();
}

std::uint32_t SaveCard::level() const {
    return static_cast<std::uint32_t>(levels_->current()) + 1;
}

QString SaveCard::figure() const {
    return figure_->text();
}

QString SaveCard::sentence() const {
    return sentence_->text();
}

void SaveCard::showFigures() {
    if (!study_) return;
    const SaveTime& time = study_->outcome.saves[level() - 1];
    figure_->setText(formatSaveTime(time.total()));
    sentence_->setText(describeSpeedUp(*study_, level()));
    parts_->setText(describeSaveTime(time));
}

void SaveCard::showCurve() {
    std::vector<PlotPoint> curve;
    for (const SpeedPoint& point : points_)
        curve.push_back({static_cast<double>(point.ranks), point.speedUp[level() - 1]});
    // No further than the curve needs, which else would lie at the foot of the chart.
    constexpr double headRoom = 1.5;
    double highest = 0;
    for (const PlotPoint& point : curve)
        highest = std::max(highest, headRoom * point.y);
    std::vector<PlotPoint> ideal;
    if (!points_.empty()) {
        const double end = std::min<double>(points_.back().ranks, std::max(2.0, highest));
        ideal = {{0, 0}, {end, end}};
    }
    std::vector<PlotMark> marks;
    if (study_ && !points_.empty()) {
        const std::uint32_t ranks = study_->setting.ranks();
        marks.push_back({QStringLiteral("now"), static_cast<double>(ranks), true});
        plot_->setMarkLabel(
            [text = tr("%1: %2").arg(counted(ranks, tr("%1 rank"), tr("%1 ranks")),
                                     describeSpeedUp(*study_, level()))](const QString&) { return text; });
    }
    plot_->setCurve(tr("speed-up"), std::move(curve), static_cast<std::size_t>(color_));
    plot_->setGuide(std::move(ideal));
    plot_->setMarks(std::move(marks));
    plot_->setSelectedMark(QStringLiteral("now"));
}

}  // namespace stepvault::ui
