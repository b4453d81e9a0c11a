#include "ui/metrics/panel_board.h"

#include <algorithm>
#include <utility>

#include <QLabel>
#include <QStackedLayout>
#include <QVBoxLayout>

#include "ui/metrics/panel_grid.h"
#include "ui/text/format.h"
#include "ui/theme/series_pen.h"
#include "ui/theme/theme.h"
#include "ui/widgets/curve_controls.h"
#include "ui/widgets/empty_state.h"
#include "ui/widgets/filter_field.h"
#include "ui/widgets/menu_choice.h"
#include "ui/widgets/segment_control.h"

namespace stepvault::ui {

namespace {
constexpr int filterWidth = 160;
}

PanelBoard::PanelBoard(const Theme& theme, JobRunner& runner, QWidget* parent)
    : QWidget(parent),
      theme_(theme),
      runner_(runner),
      controls_(new CurveControls(theme, this)),
      size_(new SegmentControl({tr("Small"), tr("Medium"), tr("Large")}, this)),
      legend_(new QLabel(this)),
      filter_(new FilterField(this)),
      grid_(new PanelGrid(theme, *controls_, this)),
      empty_(new EmptyState(theme, Glyph::diamond, this)),
      stack_(new QStackedLayout) {
    controls_->metric().hide();
    size_->setAccessibleName(tr("Size of the panels"));
    size_->setCurrent(1);
    filter_->setPlaceholderText(tr("Filter metrics"));
    filter_->setAccessibleName(tr("Filter metrics"));
    filter_->setClearButtonEnabled(false);
    filter_->setFixedWidth(filterWidth);
    controls_->addChoice(size_);
    controls_->addChoice(filter_);
    stack_->addWidget(grid_);
    stack_->addWidget(empty_);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(6);
    layout->addWidget(controls_);
    layout->addWidget(legend_);
    layout->addLayout(stack_, 1);
    legend_->setWordWrap(true);
    legend_->setAccessibleName(tr("Runs and their colours"));
    connect(&theme, &Theme::changed, this, &PanelBoard::tellRuns);
    connect(filter_, &QLineEdit::textChanged, this, &PanelBoard::group);
    connect(size_, &SegmentControl::chosen, this, [this](int size) {
        grid_->setSize(static_cast<PanelGrid::Size>(size));
        emit panelLayoutChanged();
    });
    connect(grid_, &PanelGrid::closedChanged, this, &PanelBoard::panelLayoutChanged);
    connect(grid_, &PanelGrid::viewChanged, this, &PanelBoard::read);
    connect(grid_, &PanelGrid::opened, this, &PanelBoard::opened);
    group();
}

void PanelBoard::setPanelLayout(const PanelLayout& layout) {
    size_->setCurrent(layout.size);
    grid_->setSize(static_cast<PanelGrid::Size>(size_->current()));
    grid_->setClosed(layout.closed);
}

PanelLayout PanelBoard::panelLayout() const {
    return {.size = size_->current(), .closed = grid_->closed()};
}

void PanelBoard::setRuns(const std::shared_ptr<VaultHandle>& library,
                         std::vector<ComparedRequest::Run> runs) {
    if (library != library_) reader_ = std::make_shared<PanelReader>(library);
    library_ = library;
    request_.runs = std::move(runs);
    tellRuns();
    read();
}

void PanelBoard::clear() {
    runner_.abandon(std::exchange(job_, 0));
    stale_ = false;
    library_.reset();
    reader_.reset();
    request_ = {};
    tellRuns();
    tags_.clear();
    group();
}

void PanelBoard::read() {
    if (!reader_) return;
    // A reader serves one job at a time.
    if (job_ != 0) {
        stale_ = true;
        return;
    }
    stale_ = false;
    request_.tags = grid_->tagsInView();
    job_ = runner_.start(
        Lane::planning, this,
        [reader = reader_, request = request_](const JobContext& job) { return reader->read(request, job); },
        [this](Result<PanelCurves> result) { take(std::move(result)); });
}

void PanelBoard::take(Result<PanelCurves> result) {
    job_ = 0;
    if (result.ok()) {
        tags_ = result->tags;
        group();
        grid_->setCurves(result->curves);
    }
    if (stale_) read();
}

void PanelBoard::tellRuns() {
    QStringList entries;
    for (const ComparedRequest::Run& run : request_.runs) {
        // A name must not break before its colour.
        entries
            << QStringLiteral("<span style='color:%1'>&#9644;</span>&nbsp;%2")
                   .arg(seriesPen(theme_.tokens(), run.color, 1).color().name(),
                        toQString(run.info.row.name).toHtmlEscaped().replace(u' ', QLatin1String("&nbsp;")));
    }
    legend_->setText(entries.join(QStringLiteral("&emsp; ")));
    legend_->setVisible(request_.runs.size() > 1);
}

void PanelBoard::group() {
    grid_->setGroups(panelGroups(tags_, filter_->text()));
    const bool isEmpty = grid_->panelCount() == 0;
    if (isEmpty && !tags_.empty()) {
        empty_->setText(tr("No metric matches"), tr("Each word of the filter must be in a metric's name."));
    } else if (isEmpty) {
        empty_->setText(tr("Metrics appear here"),
                        tr("Each metric that the run logs gets a panel: losses, learning rate, accuracy."));
    }
    stack_->setCurrentIndex(isEmpty ? 1 : 0);
}

}  // namespace stepvault::ui
