#include "ui/widgets/activity_strip.h"

#include <algorithm>

#include <QHBoxLayout>
#include <QProgressBar>
#include <QToolButton>

#include "ui/text/format.h"
#include "ui/theme/glyph.h"
#include "ui/theme/look.h"
#include "ui/theme/theme.h"
#include "ui/widgets/elided_label.h"

namespace stepvault::ui {

namespace {
constexpr int stripHeight = 28;
constexpr int quietMs = 1500;
constexpr int barSteps = 1000;
}  // namespace

ActivityStrip::ActivityStrip(const Theme& theme, QWidget* parent)
    : QFrame(parent),
      theme_(theme),
      label_(new ElidedLabel(Qt::ElideRight, this)),
      bar_(new QProgressBar(this)),
      cancel_(new QToolButton(this)) {
    setFixedHeight(stripHeight);
    bar_->setTextVisible(false);
    bar_->setFixedWidth(180);
    bar_->setAccessibleName(tr("Progress"));
    setLook(cancel_, "icon");
    cancel_->setToolTip(tr("Stop"));
    cancel_->setAccessibleName(tr("Stop"));
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(16, 0, 8, 0);
    layout->setSpacing(12);
    layout->addWidget(label_, 1);
    layout->addWidget(bar_);
    layout->addWidget(cancel_);
    clock_.start();
    quiet_.setSingleShot(true);
    quiet_.setInterval(quietMs);
    connect(&quiet_, &QTimer::timeout, this, [this] { remove(0); });
    connect(cancel_, &QToolButton::clicked, this, [this] {
        if (!entries_.empty()) emit cancelRequested(entries_.front().job);
    });
    connect(&theme, &Theme::changed, this, &ActivityStrip::applyTheme);
    applyTheme();
    render();
}

void ActivityStrip::report(JobId job, const QString& title, const JobProgress& progress, Unit unit) {
    auto it = std::find_if(entries_.begin(), entries_.end(),
                           [job](const Entry& entry) { return entry.job == job; });
    if (it == entries_.end()) {
        // A job that the user began and can stop comes before one that runs by itself.
        it = entries_.insert(job == 0 ? entries_.end() : entries_.begin(), Entry{});
        it->job = job;
    }
    if (it->title != title) it->meter.restart();
    it->title = title;
    it->progress = progress;
    it->unit = unit;
    it->meter.add(static_cast<double>(clock_.elapsed()) / 1000.0, progress.done);
    if (job == 0) quiet_.start();
    render();
}

void ActivityStrip::remove(JobId job) {
    std::erase_if(entries_, [job](const Entry& entry) { return entry.job == job; });
    render();
}

QString ActivityStrip::text() const {
    return label_->fullText();
}

bool ActivityStrip::hasJobs() const {
    return std::ranges::any_of(entries_, [](const Entry& entry) { return entry.job != 0; });
}

QString ActivityStrip::progressText(const JobProgress& progress, const RateMeter& meter) {
    QStringList parts;
    if (progress.total > 0) {
        parts << tr("%1 of %2")
                     .arg(formatBytes(std::min(progress.done, progress.total)), formatBytes(progress.total));
    } else if (progress.done > 0) {
        parts << formatBytes(progress.done);
    }
    if (meter.rate() && *meter.rate() >= 1) parts << formatRate(*meter.rate());
    const std::optional<double> left = meter.timeLeft(progress.total);
    if (progress.total > 0 && left) parts << tr("%1 left").arg(formatDuration(*left));
    return parts.join(QStringLiteral(" · "));
}

void ActivityStrip::render() {
    setLook(this, isIdle() ? "idleStrip" : "strip");
    bar_->setVisible(!isIdle());
    cancel_->setVisible(!isIdle() && entries_.front().job != 0);
    if (isIdle()) return label_->setFullText({});
    const Entry& entry = entries_.front();
    QStringList parts{entry.title};
    const QString figures =
        entry.unit == Unit::bytes ? progressText(entry.progress, entry.meter) : entry.progress.item;
    if (!figures.isEmpty()) parts << figures;
    if (entries_.size() > 1) parts << tr("%1 more").arg(entries_.size() - 1);
    label_->setFullText(parts.join(QStringLiteral(" · ")));
    const bool known = entry.progress.total > 0;
    bar_->setRange(0, known ? barSteps : 0);
    if (known) {
        const double share =
            static_cast<double>(entry.progress.done) / static_cast<double>(entry.progress.total);
        bar_->setValue(static_cast<int>(std::min(1.0, share) * barSteps));
    }
}

void ActivityStrip::applyTheme() {
    cancel_->setIcon(glyphIcon(Glyph::close, theme_.tokens().muted, theme_.tokens().faint));
}

}  // namespace stepvault::ui
