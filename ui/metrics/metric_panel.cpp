#include "ui/metrics/metric_panel.h"

#include <algorithm>

#include <QToolButton>
#include <QVBoxLayout>

#include "ui/charts/plot_view.h"
#include "ui/text/format.h"
#include "ui/theme/look.h"

namespace stepvault::ui {

MetricPanel::MetricPanel(const Theme& theme, const std::string& tag, QWidget* parent)
    : QFrame(parent), title_(new QToolButton(this)), plot_(new PlotView(theme, this)) {
    setLook(this, "card");
    const QString name = toQString(tag);
    title_->setText(escapeMnemonics(name));
    title_->setToolTip(tr("Show %1 in the large chart").arg(name));
    title_->setAccessibleName(title_->toolTip());
    title_->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
    plot_->setTitle(name);
    plot_->setAccessibleName(tr("Curve of %1").arg(name));
    connect(title_, &QToolButton::clicked, this, [this, name] { emit opened(name); });
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(6, 4, 6, 4);
    layout->setSpacing(0);
    layout->addWidget(title_);
    layout->addWidget(plot_, 1);
}

void MetricPanel::setCurves(std::vector<PanelCurve> curves) {
    const bool isSame = std::ranges::equal(curves, curves_, [](const PanelCurve& a, const PanelCurve& b) {
        return a.curve == b.curve && a.name == b.name && a.color == b.color;
    });
    if (isSame) return;
    curves_ = std::move(curves);
    draw();
}

void MetricPanel::setAxis(CurveAxis axis, AxisScale scale) {
    if (axis == axis_ && scale == scale_) return;
    axis_ = axis;
    scale_ = scale;
    draw();
}

void MetricPanel::setInView(bool isInView) {
    if (isInView == isInView_) return;
    isInView_ = isInView;
    draw();
}

void MetricPanel::draw() {
    std::vector<CurveSource> sources;
    for (const PanelCurve& curve : curves_) {
        if (isInView_) sources.push_back({curve.run, curve.name, curve.color, curve.curve->points});
    }
    CurvesOnAxis drawn = curvesAlong(axis_, sources);
    plot_->setXAxis(drawn.xName, drawn.xKind, scale_);
    plot_->setCurves(std::move(drawn.curves));
}

}  // namespace stepvault::ui
