#include "ui/metrics/panel_grid.h"

#include <algorithm>
#include <array>
#include <utility>

#include <QGridLayout>
#include <QScrollBar>
#include <QToolButton>
#include <QVBoxLayout>

#include "ui/charts/plot_view.h"
#include "ui/metrics/metric_panel.h"
#include "ui/text/format.h"
#include "ui/theme/look.h"
#include "ui/widgets/curve_controls.h"
#include "ui/widgets/smoothing_slider.h"

namespace stepvault::ui {

namespace {
constexpr int gap = 8;
constexpr int lookMs = 60;
constexpr std::array leastWidths{240, 320, 520};
constexpr std::array heights{150, 210, 320};
/// Points of all panels in view together.
constexpr std::size_t mostPoints = 15000;
}  // namespace

PanelGrid::PanelGrid(const Theme& theme, CurveControls& controls, QWidget* parent)
    : QScrollArea(parent), theme_(theme), controls_(controls) {
    setFrameShape(QFrame::NoFrame);
    setFocusPolicy(Qt::NoFocus);
    setWidgetResizable(true);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    auto* content = new QWidget;
    layout_ = new QVBoxLayout(content);
    layout_->setContentsMargins(0, 0, 0, 0);
    layout_->setSpacing(gap);
    layout_->addStretch(1);
    setWidget(content);
    content->setAutoFillBackground(false);
    viewport()->setAutoFillBackground(false);
    look_.setSingleShot(true);
    look_.setInterval(lookMs);
    connect(&look_, &QTimer::timeout, this, &PanelGrid::look);
    connect(verticalScrollBar(), &QScrollBar::valueChanged, &look_, qOverload<>(&QTimer::start));
    connect(&controls_, &CurveControls::axisChanged, this, [this] {
        for (const auto& [tag, panel] : panels_)
            panel->setAxis(controls_.axis(), controls_.xScale());
    });
}

void PanelGrid::setGroups(const std::vector<PanelGroup>& groups) {
    const bool isSame = std::ranges::equal(groups, groups_, {}, {}, &Group::group);
    if (isSame) return;
    for (const Group& group : groups_)
        delete group.box;
    groups_.clear();
    panels_.clear();
    for (const PanelGroup& group : groups)
        addGroup(group);
    columns_ = 0;
    arrange();
}

void PanelGrid::addGroup(const PanelGroup& group) {
    Group added{.group = group};
    added.box = new QWidget(widget());
    auto* column = new QVBoxLayout(added.box);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(4);
    auto* head = added.head = new QToolButton(added.box);
    const QString name = group.prefix.empty() ? tr("Without a prefix") : toQString(group.prefix);
    head->setText(escapeMnemonics(tr("%1 · %2").arg(name).arg(group.tags.size())));
    head->setAccessibleName(tr("Panels of %1").arg(name));
    head->setToolTip(tr("Fold or unfold these panels"));
    head->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    added.body = new QWidget(added.box);
    added.grid = new QGridLayout(added.body);
    added.grid->setContentsMargins(0, 0, 0, 0);
    added.grid->setSpacing(gap);
    for (const std::string& tag : group.tags)
        panels_[tag] = addPanel(tag, added.body);
    column->addWidget(head);
    column->addWidget(added.body);
    connect(head, &QToolButton::clicked, this, [this, prefix = group.prefix] {
        if (closed_.erase(prefix) == 0) closed_.insert(prefix);
        foldAll();
        emit closedChanged();
    });
    layout_->insertWidget(layout_->count() - 1, added.box);
    groups_.push_back(std::move(added));
    fold(groups_.back());
}

MetricPanel* PanelGrid::addPanel(const std::string& tag, QWidget* parent) {
    auto* panel = new MetricPanel(theme_, tag, parent);
    panel->setAxis(controls_.axis(), controls_.xScale());
    panel->plot().setScale(controls_.yScale());
    panel->plot().setSmoothing(controls_.smoothing().weight());
    controls_.drive(panel->plot());
    connect(panel, &MetricPanel::opened, this, &PanelGrid::opened);
    connect(&panel->plot(), &PlotView::readoutMoved, this,
            [this, panel](std::optional<double> x) { showEverywhere(panel, x); });
    return panel;
}

void PanelGrid::setSize(Size size) {
    if (size == size_) return;
    size_ = size;
    columns_ = 0;
    arrange();
}

void PanelGrid::setClosed(const std::set<std::string>& prefixes) {
    closed_ = prefixes;
    foldAll();
}

void PanelGrid::foldAll() {
    for (const Group& group : groups_)
        fold(group);
    look_.start();
}

void PanelGrid::fold(const Group& group) {
    const bool isOpen = !closed_.contains(group.group.prefix);
    group.head->setArrowType(isOpen ? Qt::DownArrow : Qt::RightArrow);
    group.body->setVisible(isOpen);
}

int PanelGrid::columnsThatFit() const {
    const int least = leastWidths[static_cast<std::size_t>(size_)];
    return std::max(1, (viewport()->width() + gap) / (least + gap));
}

void PanelGrid::arrange() {
    const int columns = columnsThatFit();
    if (columns == columns_) return;
    for (const Group& group : groups_) {
        for (int column = 0; column < std::max(columns, columns_); ++column) {
            group.grid->setColumnStretch(column, column < columns ? 1 : 0);
            // An empty column is as wide as the others.
            group.grid->setColumnMinimumWidth(column, column < columns ? 1 : 0);
        }
        int place = 0;
        for (const std::string& tag : group.group.tags) {
            MetricPanel* panel = panels_.at(tag);
            panel->setFixedHeight(heights[static_cast<std::size_t>(size_)]);
            group.grid->addWidget(panel, place / columns, place % columns);
            ++place;
        }
    }
    columns_ = columns;
    look_.start();
}

void PanelGrid::look() {
    bool isOther = false;
    std::size_t inView = 0;
    for (const auto& [tag, panel] : panels_) {
        const bool isSeen = panel->isVisible() && !panel->visibleRegion().isEmpty();
        isOther = isOther || isSeen != panel->isInView();
        panel->setInView(isSeen);
        inView += isSeen ? 1 : 0;
    }
    for (const auto& [tag, panel] : panels_) {
        if (panel->isInView()) panel->plot().setMostPoints(mostPoints / inView);
    }
    if (isOther) emit viewChanged();
}

void PanelGrid::setCurves(const std::map<std::string, std::vector<PanelCurve>>& curves) {
    for (const auto& [tag, drawn] : curves) {
        if (MetricPanel* found = panel(tag)) found->setCurves(drawn);
    }
}

std::set<std::string> PanelGrid::tagsInView() const {
    std::set<std::string> tags;
    for (const auto& [tag, panel] : panels_) {
        if (panel->isInView()) tags.insert(tag);
    }
    return tags;
}

MetricPanel* PanelGrid::panel(const std::string& tag) const {
    const auto found = panels_.find(tag);
    return found != panels_.end() ? found->second : nullptr;
}

void PanelGrid::showEverywhere(const MetricPanel* from, std::optional<double> x) {
    for (const auto& [tag, panel] : panels_) {
        if (panel != from && panel->isInView()) panel->plot().showReadoutAt(x);
    }
}

void PanelGrid::resizeEvent(QResizeEvent* event) {
    QScrollArea::resizeEvent(event);
    arrange();
    look_.start();
}

void PanelGrid::showEvent(QShowEvent* event) {
    QScrollArea::showEvent(event);
    look_.start();
}

}  // namespace stepvault::ui
