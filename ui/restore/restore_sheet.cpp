#include "ui/restore/restore_sheet.h"

#include <algorithm>
#include <chrono>

#include <QCheckBox>
#include <QDesktopServices>
#include <QFileDialog>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QProgressBar>
#include <QPushButton>
#include <QScrollArea>
#include <QStyle>
#include <QToolButton>
#include <QUrl>
#include <QVBoxLayout>

#include "ui/restore/snippet_box.h"
#include "ui/restore/weights_choice.h"
#include "ui/text/format.h"
#include "ui/theme/glyph.h"
#include "ui/theme/look.h"
#include "ui/theme/theme.h"
#include "ui/widgets/activity_strip.h"
#include "ui/widgets/check_box.h"
#include "ui/widgets/elided_label.h"
#include "ui/widgets/focus_home.h"
#include "ui/widgets/scrolled.h"

namespace stepvault::ui {

namespace {
constexpr int sheetWidth = 420;
constexpr int barSteps = 1000;
}  // namespace

RestoreSheet::RestoreSheet(const Theme& theme, RestoreController& controller, QWidget* parent)
    : QFrame(parent),
      theme_(theme),
      controller_(controller),
      title_(new QLabel(this)),
      source_(new ElidedLabel(Qt::ElideMiddle, this)),
      close_(new QToolButton(this)),
      target_(new QLineEdit(this)),
      browse_(new QPushButton(tr("Browse…"), this)),
      advice_(new QLabel(this)),
      intoRun_(new CheckBox(tr("Into the run's own folder"), theme, this)),
      weights_(new WeightsChoice(theme, controller, this)),
      snippet_(new SnippetBox(this)),
      note_(new QLabel(this)),
      size_(new QLabel(this)),
      error_(new QLabel(this)),
      bar_(new QProgressBar(this)),
      progress_(new QLabel(this)),
      open_(new QPushButton(tr("Open folder"), this)),
      act_(new QPushButton(this)) {
    setLook(this, "sheet");
    setAccessibleName(tr("Restore"));
    setFixedWidth(sheetWidth);
    buildForm();
    advice_->hide();
    new FocusHome(this, close_);
    connect(&controller, &RestoreController::changed, this, &RestoreSheet::render);
    connect(close_, &QToolButton::clicked, this, &RestoreSheet::closed);
    connect(browse_, &QPushButton::clicked, this, &RestoreSheet::browse);
    connect(act_, &QPushButton::clicked, this, &RestoreSheet::act);
    connect(open_, &QPushButton::clicked, this, &RestoreSheet::openFolder);
    connect(target_, &QLineEdit::textEdited, this,
            [this](const QString& text) { controller_.setTarget(toPath(text)); });
    intoRun_->setToolTip(tr("Beside the original, under a free name. Stepvault does not file it again."));
    connect(intoRun_, &QCheckBox::clicked, &controller, &RestoreController::setIntoRun);
    connect(target_, &QLineEdit::returnPressed, act_, &QPushButton::click);
    connect(&theme, &Theme::changed, this, &RestoreSheet::applyTheme);
    applyTheme();
    render();
}

void RestoreSheet::buildForm() {
    setLook(title_, "title");
    setLook(source_, "muted");
    setLook(progress_, "muted");
    setLook(act_, "primary");
    setLook(close_, "icon");
    target_->setAccessibleName(tr("Where to restore to"));
    act_->setObjectName(QStringLiteral("restoreAct"));
    close_->setAccessibleName(tr("Close"));
    close_->setToolTip(tr("Close (Esc)"));
    bar_->setTextVisible(false);
    bar_->setAccessibleName(tr("Progress"));
    for (QLabel* label : {advice_, note_, size_, error_, progress_})
        label->setWordWrap(true);
    auto* head = new QHBoxLayout;
    head->addWidget(title_, 1);
    head->addWidget(close_);
    auto* grid = new QGridLayout;
    grid->setHorizontalSpacing(12);
    grid->setVerticalSpacing(4);
    const auto addRow = [this, grid](int row, const QString& name, QWidget* widget) {
        auto* label = new QLabel(name, this);
        setLook(label, "muted");
        grid->addWidget(label, row, 0, Qt::AlignLeft | Qt::AlignTop);
        grid->addWidget(widget, row, 1);
    };
    addRow(0, tr("Size"), size_);
    addRow(1, tr("Error"), error_);
    grid->setColumnStretch(1, 1);
    auto* where = new QHBoxLayout;
    where->setSpacing(8);
    where->addWidget(target_, 1);
    where->addWidget(browse_);
    auto* buttons = new QHBoxLayout;
    buttons->setContentsMargins(0, 0, 6, 6);
    buttons->addStretch(1);
    buttons->addWidget(open_);
    buttons->addWidget(act_);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(16, 10, 10, 10);
    layout->setSpacing(8);
    layout->addLayout(head);
    content_ = new QWidget(this);
    content_->installEventFilter(this);
    auto* body = new QVBoxLayout(content_);
    body->setContentsMargins(0, 0, 6, 0);
    body->setSpacing(4);
    body->addWidget(source_);
    body->addWidget(advice_);
    body->addLayout(where);
    body->addWidget(note_);
    body->addWidget(intoRun_);
    body->addWidget(weights_);
    body->addLayout(grid);
    body->addWidget(bar_);
    body->addWidget(progress_);
    body->addWidget(snippet_);
    body->addStretch(1);
    auto* area = qobject_cast<QScrollArea*>(scrolled(content_, this));
    area->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    layout->addWidget(area, 1);
    layout->addLayout(buttons);
}

int RestoreSheet::fullHeight() const {
    const QMargins margins = layout()->contentsMargins();
    int height = size().height() - contentsRect().height() + margins.top() + margins.bottom() +
                 layout()->spacing() * (layout()->count() - 1);
    for (int i = 0; i < layout()->count(); ++i) {
        QLayoutItem* item = layout()->itemAt(i);
        if (item->layout() != nullptr) height += item->sizeHint().height();
    }
    // Room for the scroll bar, which would stay if the text needed more lines beside it.
    const int bar = style()->pixelMetric(QStyle::PM_ScrollBarExtent, nullptr, this);
    const int textWidth = contentsRect().width() - margins.left() - margins.right() - bar;
    return height + content_->layout()->totalHeightForWidth(textWidth);
}

bool RestoreSheet::eventFilter(QObject* watched, QEvent* event) {
    if (watched == content_ && event->type() == QEvent::LayoutRequest) emit fullHeightChanged();
    return QFrame::eventFilter(watched, event);
}

void RestoreSheet::render() {
    const std::size_t count = controller_.checkpoints().size();
    const QString step = formatStep(controller_.checkpoints().front().step);
    const QString restore =
        controller_.isSeveral() ? tr("Restore %1 checkpoints").arg(count) : tr("Restore step %1").arg(step);
    const bool running = controller_.phase() == RestoreController::Phase::running;
    title_->setText(restore);
    source_->setFullText(sourceText());
    size_->setText(sizeText());
    error_->setText(errorText());
    renderTarget();
    bar_->setVisible(running);
    progress_->setVisible(running);
    if (running && bar_->maximum() == barSteps && bar_->value() == barSteps) bar_->setValue(0);
    if (!running) {
        meter_.restart();
        bar_->setRange(0, 0);
        progress_->setText(tr("Starting"));
    }
    const bool isOwn = controller_.isIntoRun();
    target_->setEnabled(!running && !isOwn);
    browse_->setEnabled(!running && !isOwn);
    intoRun_->setVisible(!controller_.isSeveral());
    const QString host = controller_.host();
    intoRun_->setText(host.isEmpty() ? tr("Into the run's own folder")
                                     : tr("Into the run's own folder on %1").arg(escapeMnemonics(host)));
    intoRun_->setChecked(isOwn);
    intoRun_->setEnabled(!running && controller_.canGoIntoRun());
    act_->setEnabled(running || controller_.canStart());
    act_->setVisible(controller_.phase() != RestoreController::Phase::done);
    act_->setText(running                       ? tr("Stop restoring")
                  : controller_.target().exists ? tr("Replace with step %1").arg(step)
                                                : restore);
    setLook(act_, running ? "" : "primary");
    renderResult();
}

void RestoreSheet::renderTarget() {
    const QString shown = toQString(controller_.target().target);
    // Setting the text that the user just typed would move the cursor.
    if (toPath(target_->text()) != controller_.target().target) target_->setText(shown);
    target_->setToolTip(target_->text());
    QString note = controller_.problem();
    const TargetCheck& target = controller_.target();
    const char* look = note.isEmpty() ? "warn" : "bad";
    if (note.isEmpty() && !target.volume.empty()) {
        if (!controller_.isEnoughSpace()) {
            note = tr("Not enough space: needs %1, %2 free on %3.")
                       .arg(formatBytes(controller_.offer().bytes), formatBytes(target.freeBytes.value_or(0)),
                            formatPath(target.volume));
            look = "bad";
        } else if (target.exists) {
            note = tr("%1 is there already. It will be replaced once the restored one is whole.")
                       .arg(toQString(target.target.filename()));
        }
    } else if (!note.isEmpty()) {
        note += QLatin1Char('.');
    }
    setLook(note_, look);
    note_->setText(note);
    note_->setVisible(!note.isEmpty());
}

void RestoreSheet::setAdvice(const QString& text, bool isWarning) {
    setLook(advice_, isWarning ? "warn" : "muted");
    advice_->setText(text);
    advice_->setVisible(!text.isEmpty());
}

void RestoreSheet::renderResult() {
    snippet_->setCode(controller_.phase() == RestoreController::Phase::done
                          ? toQString(controller_.report().snippet)
                          : QString());
    const RestoreController::Phase phase = controller_.phase();
    const bool isThere = controller_.isThere();
    open_->setVisible(phase == RestoreController::Phase::done && !isThere);
    if (phase == RestoreController::Phase::done) {
        const QString size = formatBytes(controller_.report().bytes);
        setLook(note_, "good");
        note_->setText(isThere
                           ? tr("Restored to %1 on %2 (%3).")
                                 .arg(toQString(controller_.report().output), controller_.host(), size)
                           : tr("Restored to %1 (%2).").arg(formatPath(controller_.report().output), size));
        note_->setVisible(true);
    } else if (phase == RestoreController::Phase::stopped) {
        setLook(note_, "muted");
        note_->setText(controller_.restored() == 0 ? tr("Stopped. Nothing was written.")
                                                   : tr("Stopped. %1 of %2 are restored.")
                                                         .arg(controller_.restored())
                                                         .arg(controller_.checkpoints().size()));
        note_->setVisible(true);
    }
}

QString RestoreSheet::sourceText() const {
    const QString run = toQString(controller_.run().name);
    const auto& rows = controller_.checkpoints();
    if (!controller_.isSeveral()) return tr("%1 · %2").arg(run, toQString(rows.front().source));
    const auto [first, last] = std::ranges::minmax(rows, {}, &CheckpointRow::step);
    return tr("%1 · steps %2 to %3").arg(run, formatStep(first.step), formatStep(last.step));
}

QString RestoreSheet::sizeText() const {
    const QString size = formatBytes(controller_.offer().bytes);
    const std::optional<std::uint64_t> free = controller_.target().freeBytes;
    return free ? tr("%1, %2 free there").arg(size, formatBytes(*free)) : size;
}

QString RestoreSheet::errorText() const {
    CheckpointRow most;
    for (const CheckpointRow& row : controller_.checkpoints()) {
        most.relative_error = std::max(most.relative_error, row.relative_error);
        most.max_abs_error = std::max(most.max_abs_error, row.max_abs_error);
    }
    if (most.relative_error == 0 && most.max_abs_error == 0)
        return tr("none: the same to the bit as the original");
    return (controller_.isSeveral() ? tr("up to %1 of a step's change, at most %2 in a value")
                                    : tr("%1 of the step's change, at most %2 in a value"))
        .arg(formatError(most.relative_error), formatError(most.max_abs_error));
}

void RestoreSheet::showProgress(const JobProgress& progress) {
    const auto now = std::chrono::steady_clock::now().time_since_epoch();
    meter_.add(std::chrono::duration<double>(now).count(), progress.done);
    progress_->setText(ActivityStrip::progressText(progress, meter_));
    bar_->setRange(0, progress.total > 0 ? barSteps : 0);
    if (progress.total == 0) return;
    const double share = static_cast<double>(progress.done) / static_cast<double>(progress.total);
    bar_->setValue(static_cast<int>(std::min(1.0, share) * barSteps));
}

void RestoreSheet::browse() {
    // Replacing is asked for on the sheet, in the same place as for a path that was typed.
    const QString chosen = controller_.isSeveral()
                               ? QFileDialog::getExistingDirectory(this, tr("Restore into"), target_->text())
                               : QFileDialog::getSaveFileName(this, tr("Restore to"), target_->text(), {},
                                                              nullptr, QFileDialog::DontConfirmOverwrite);
    if (chosen.isEmpty()) return;
    target_->setText(chosen);
    controller_.setTarget(toPath(chosen));
}

void RestoreSheet::act() {
    if (controller_.phase() == RestoreController::Phase::running) {
        controller_.cancel();
    } else {
        controller_.start();
    }
}

void RestoreSheet::openFolder() {
    const std::filesystem::path& output = controller_.report().output;
    QDesktopServices::openUrl(
        QUrl::fromLocalFile(toQString(controller_.isSeveral() ? output : output.parent_path())));
}

void RestoreSheet::applyTheme() {
    close_->setIcon(glyphIcon(Glyph::close, theme_.tokens().muted, theme_.tokens().faint));
}

}  // namespace stepvault::ui
