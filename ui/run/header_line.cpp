#include "ui/run/header_line.h"

#include <QHBoxLayout>
#include <QLabel>

#include "ui/models/run_list_model.h"
#include "ui/run/size_text.h"
#include "ui/text/format.h"
#include "ui/theme/look.h"
#include "ui/theme/run_state_look.h"
#include "ui/theme/theme.h"
#include "ui/widgets/elided_label.h"

namespace stepvault::ui {

HeaderLine::HeaderLine(const Theme& theme, QWidget* parent)
    : QWidget(parent),
      theme_(theme),
      name_(new ElidedLabel(Qt::ElideMiddle, this)),
      picture_(new QLabel(this)),
      stateText_(new QLabel(this)),
      step_(new QLabel(this)),
      loss_(new QLabel(this)),
      saved_(new QLabel(this)) {
    setLook(name_, "title");
    setLook(stateText_, "muted");
    setLook(saved_, "muted");
    saved_->setObjectName(QStringLiteral("saved"));
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(name_);
    layout->addSpacing(20);
    layout->addWidget(picture_);
    layout->addSpacing(4);
    layout->addWidget(stateText_);
    for (QLabel* label : {step_, loss_, saved_}) {
        layout->addSpacing(24);
        layout->addWidget(label);
    }
    layout->addStretch(1);
    connect(&theme, &Theme::changed, this, &HeaderLine::applyTheme);
}

void HeaderLine::setRun(const RunInfo& run) {
    state_ = run.state;
    name_->setFullText(toQString(run.row.name));
    name_->setToolTip(toQString(std::filesystem::path(run.row.folder)));
    stateText_->setText(RunListModel::stateName(run.state));
    step_->setText(run.last_step ? tr("step %1").arg(formatStep(*run.last_step)) : tr("no step yet"));
    loss_->setText(run.last_loss ? tr("loss %1").arg(formatLoss(run.last_loss)) : tr("no loss read"));
    const QString stored = formatBytes(run.stored_bytes);
    const QString ratio = formatRatio(run.original_bytes, run.stored_bytes);
    longSaved_ = run.checkpoints == 0
                     ? tr("no checkpoint yet")
                     : tr("%1 instead of %2, %3 smaller").arg(stored, formatBytes(run.original_bytes), ratio);
    shortSaved_ = run.checkpoints == 0 ? longSaved_ : tr("%1, %2 smaller").arg(stored, ratio);
    saved_->setToolTip(sizeText(run));
    applyTheme();
    fitSaved();
}

void HeaderLine::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    fitSaved();
}

void HeaderLine::fitSaved() {
    const int longWidth = saved_->fontMetrics().horizontalAdvance(longSaved_);
    const int rest = layout()->sizeHint().width() - saved_->sizeHint().width();
    saved_->setText(rest + longWidth <= width() ? longSaved_ : shortSaved_);
}

void HeaderLine::applyTheme() {
    const RunStateLook look = runStateLook(state_, theme_.tokens());
    picture_->setPixmap(glyphPixmap(look.glyph, look.color, 14, devicePixelRatioF()));
}

}  // namespace stepvault::ui
