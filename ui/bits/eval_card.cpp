#include "ui/bits/eval_card.h"

#include <cmath>
#include <tuple>
#include <utility>

#include <QCryptographicHash>
#include <QDir>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QVBoxLayout>

#include "ui/session/app_settings.h"
#include "ui/session/vault_place.h"
#include "ui/text/format.h"
#include "ui/theme/look.h"

namespace stepvault::ui {

namespace {

constexpr int tickTime = 1000;  // milliseconds
constexpr int figures = 5;

QString describeNumber(const EvalNumber& number) {
    const QString value = formatNumber(number.value, figures);
    return number.name.isEmpty() ? value : EvalCard::tr("%1 %2").arg(number.name, value);
}

/// "+0.0004 (+0.10 %)"
QString describeChange(double restored, double original) {
    const double change = restored - original;
    const QString sign = change > 0 ? QStringLiteral("+") : QString();
    const QString absolute = sign + formatNumber(change, 2);
    if (!std::isfinite(change) || original == 0) return absolute;
    return EvalCard::tr("%1 (%2 %)")
        .arg(absolute, sign + formatNumber(100 * change / std::fabs(original), 2));
}

}  // namespace

EvalCard::EvalCard(JobRunner& runner, AppSettings& settings, QWidget* parent)
    : QFrame(parent),
      settings_(settings),
      work_(runner),
      command_(new QLineEdit(this)),
      text_(new QLabel(this)),
      measure_(new QPushButton(tr("Measure"), this)),
      drop_(new QPushButton(tr("Not now"), this)),
      confirm_(new QPushButton(tr("Run this"), this)),
      stop_(new QPushButton(tr("Stop"), this)) {
    setLook(this, "card");
    auto* title = new QLabel(tr("What does it do to my model?"), this);
    setLook(title, "muted");
    command_->setPlaceholderText(QStringLiteral("python eval.py {checkpoint}"));
    command_->setAccessibleName(tr("Command that evaluates a checkpoint"));
    command_->setToolTip(
        tr("A command of yours. It runs without a shell, with the path of the restored step, and then of the "
           "original, in the place of {checkpoint}. The last number on the last line of its output counts."));
    text_->setWordWrap(true);
    text_->setTextFormat(Qt::PlainText);
    text_->setTextInteractionFlags(Qt::TextSelectableByMouse);
    auto* line = new QHBoxLayout;
    line->setSpacing(8);
    line->addWidget(command_, 1);
    line->addWidget(measure_);
    auto* answer = new QHBoxLayout;
    answer->setSpacing(8);
    answer->addWidget(text_, 1);
    for (QPushButton* button : {drop_, confirm_, stop_})
        answer->addWidget(button);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(12, 8, 12, 8);
    layout->setSpacing(6);
    layout->addWidget(title);
    layout->addLayout(line);
    layout->addLayout(answer);
    tick_.setInterval(tickTime);
    connect(&tick_, &QTimer::timeout, this, &EvalCard::showStage);
    connect(command_, &QLineEdit::textEdited, this, [this](const QString& text) {
        if (library_) settings_.setEvalCommand(placeOf(*library_), toQString(run_.id), text);
        ask(false);
        tell({}, "muted");
    });
    connect(command_, &QLineEdit::returnPressed, this, &EvalCard::measure);
    connect(measure_, &QPushButton::clicked, this, &EvalCard::measure);
    connect(drop_, &QPushButton::clicked, this, [this] {
        ask(false);
        tell({}, "muted");
    });
    connect(confirm_, &QPushButton::clicked, this, [this] {
        settings_.confirmEval(confirmation());
        run();
    });
    connect(stop_, &QPushButton::clicked, &work_, &EvalWork::stop);
    connect(&work_, &EvalWork::stageChanged, this, &EvalCard::showStage);
    connect(&work_, &EvalWork::done, this, &EvalCard::show);
    ask(false);
    showStage();
    tell({}, "muted");
}

void EvalCard::setStep(const std::shared_ptr<VaultHandle>& library, const RunRow& run,
                       const CheckpointRow& step) {
    const bool isOtherRun = run_.id != run.id;
    const auto partsOf = [](const CheckpointRow& row) {
        return std::tie(row.id, row.stored_bytes, row.relative_error);
    };
    const bool isOtherStep = isOtherRun || partsOf(step_) != partsOf(step);
    library_ = library;
    next_.reset();
    if (!isOtherRun && isOtherStep && !isSettled()) {
        next_ = step;
        return;
    }
    if (isOtherRun) command_->setText(settings_.evalCommand(placeOf(*library), toQString(run.id)));
    run_ = run;
    step_ = step;
    if (!isOtherStep) return;
    work_.stop();
    ask(false);
    tell({}, "muted");
}

void EvalCard::release() {
    library_.reset();
}

QString EvalCard::runFolder() const {
    const QString folder = toQString(std::filesystem::path(run_.folder));
    return QFileInfo(folder).isDir() ? folder : QDir::homePath();
}

QString EvalCard::confirmation() const {
    const QByteArray text = (command_->text() + QChar(0) + runFolder()).toUtf8();
    return QString::fromLatin1(QCryptographicHash::hash(text, QCryptographicHash::Sha256).toHex());
}

void EvalCard::measure() {
    if (!library_ || work_.stage() != EvalWork::Stage::none) return;
    const EvalCommand command = EvalCommand::parse(command_->text());
    if (!command.problem.isEmpty()) return tell(command.problem, "warn");
    if (settings_.isEvalConfirmed(confirmation())) return run();
    ask(true);
    tell(tr("This runs in %1, on the restored step and then on the original if it is there:\n%2")
             .arg(runFolder(), quoted(command.words)),
         "");
}

void EvalCard::run() {
    ask(false);
    const EvalCommand command = EvalCommand::parse(command_->text());
    if (!library_ || !command.problem.isEmpty()) return;
    since_.start();
    measuredRun_ = run_.id;
    work_.start(library_, run_.id, step_.id, command, runFolder());
}

void EvalCard::ask(bool isAsking) {
    drop_->setVisible(isAsking);
    confirm_->setVisible(isAsking);
}

void EvalCard::showStage() {
    const EvalWork::Stage stage = work_.stage();
    const bool isBusy = stage != EvalWork::Stage::none;
    stop_->setVisible(isBusy);
    measure_->setEnabled(!isBusy);
    command_->setEnabled(!isBusy);
    if (!isBusy) return tick_.stop();
    if (!tick_.isActive()) tick_.start();
    const QString time = formatSpan(std::max<double>(1, static_cast<double>(since_.elapsed()) / 1000));
    switch (stage) {
        case EvalWork::Stage::restoring:
            return tell(tr("Restoring step %1 into a temporary folder …").arg(formatStep(step_.step)),
                        "muted");
        case EvalWork::Stage::restored:
            return tell(tr("The command runs on the restored step, for %1 …").arg(time), "muted");
        case EvalWork::Stage::original:
            return tell(tr("The command runs on the original, for %1 …").arg(time), "muted");
        default:
            return;
    }
}

void EvalCard::show(const EvalOutcome& outcome) {
    if (measuredRun_ != run_.id) return tell({}, "muted");
    QStringList parts{tr("Step %1").arg(formatStep(step_.step)),
                      tr("error %1").arg(formatError(step_.relative_error))};
    if (outcome.restored) parts << tr("restored: %1").arg(describeNumber(*outcome.restored));
    if (outcome.original) {
        parts << tr("original: %1").arg(describeNumber(*outcome.original))
              << describeChange(outcome.restored->value, outcome.original->value);
    } else if (outcome.restored && outcome.isOriginalGone) {
        parts << tr("the original is gone");
    }
    if (!outcome.problem.isEmpty()) parts = {outcome.problem};
    if (next_) step_ = *std::exchange(next_, std::nullopt);
    tell(parts.join(QStringLiteral("  ·  ")), outcome.problem.isEmpty() ? "" : "warn");
}

void EvalCard::tell(const QString& text, const char* look) {
    text_->setText(text);
    setLook(text_, look);
    text_->setVisible(!text.isEmpty());
}

QString EvalCard::text() const {
    return text_->text();
}

}  // namespace stepvault::ui
