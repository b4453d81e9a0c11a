#include "ui/bits/bits_page.h"

#include <QHideEvent>
#include <QLabel>
#include <QPushButton>
#include <QStackedLayout>
#include <QVBoxLayout>

#include "ui/bits/bits_cards.h"
#include "ui/bits/bits_controls.h"
#include "ui/bits/chart_table_card.h"
#include "ui/bits/eval_card.h"
#include "ui/bits/exceptions_line.h"
#include "ui/bits/exponent_chart.h"
#include "ui/bits/figures_card.h"
#include "ui/bits/rate_chart.h"
#include "ui/bits/rate_text.h"
#include "ui/bits/recode_line.h"
#include "ui/bits/recode_text.h"
#include "ui/bits/target_line.h"
#include "ui/bits/tensor_bits_card.h"
#include "ui/text/format.h"
#include "ui/theme/look.h"
#include "ui/theme/theme.h"
#include "ui/widgets/empty_state.h"
#include "ui/widgets/scrolled.h"

namespace stepvault::ui {

BitsPage::BitsPage(const Theme& theme, JobRunner& runner, AppSettings& settings, QWidget* parent)
    : RunTab(parent),
      reader_(runner),
      errors_(runner),
      rows_(runner),
      recoding_(runner),
      controls_(new BitsControls(this)),
      target_(new TargetLine(theme, this)),
      recode_(new RecodeLine(this)),
      note_(new QLabel(this)),
      rates_(new RateChart(theme, this)),
      exponents_(new ExponentChart(theme, this)),
      figures_(new FiguresCard(this)),
      tensors_(new TensorBitsCard(theme, this)),
      rateCard_(new ChartTableCard(tr("Error by size"), rates_,
                                   {tr("Setting"), tr("Bits"), tr("Error"), tr("Better")}, this)),
      exponentCard_(new ChartTableCard(tr("Changes by size"), exponents_,
                                       {tr("Size"), tr("Changes"), tr("Kept"), tr("Error without")}, this)),
      eval_(new EvalCard(runner, settings, this)),
      empty_(new EmptyState(theme, Glyph::diamond, this)) {
    setLook(note_, "caption");
    note_->setWordWrap(true);
    body_ = makeBody();
    auto* content = new QWidget(this);
    stack_ = new QStackedLayout(content);
    stack_->addWidget(empty_);
    stack_->addWidget(body_);
    auto* outer = new QVBoxLayout(this);
    outer->setContentsMargins(0, 0, 0, 0);
    outer->addWidget(scrolled(content, this));
    connectParts();
}

bool BitsPage::isEvalSettled() const {
    return eval_->isSettled();
}

QWidget* BitsPage::makeBody() {
    auto* body = new QWidget(this);
    auto* cards = new BitsCards(*rateCard_, *exponentCard_, *figures_, body);
    auto* layout = new QVBoxLayout(body);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(8);
    layout->addWidget(controls_);
    layout->addWidget(target_);
    layout->addWidget(recode_);
    layout->addWidget(note_);
    layout->addWidget(cards, 3);
    layout->addWidget(eval_);
    layout->addWidget(tensors_, 2);
    return body;
}

void BitsPage::connectParts() {
    connect(controls_, &BitsControls::changed, this, [this] {
        // The preview was for another setting.
        if (recoding_.task() == RecodeWork::Task::none) recode_->clear();
        showSetting();
    });
    connect(rates_, &RateChart::settingChosen, controls_, &BitsControls::choose);
    connect(controls_, &BitsControls::useClicked, this, [this] { reader_.choose(controls_->choice()); });
    connect(target_, &TargetLine::findClicked, this, [this] {
        if (view_) reader_.find(view_, target_->target(), controls_->rules());
    });
    connect(empty_, &EmptyState::actionClicked, this, [this] {
        if (reader_.isTrying()) return reader_.stopTrying();
        reader_.tryOut();
    });
    connect(&tensors_->exceptions(), &ExceptionsLine::changed, this, &BitsPage::changeExceptions);
    connect(tensors_, &TensorBitsCard::errorsWanted, this, &BitsPage::readErrors);
    connect(&errors_, &ErrorLoader::errorsRead, tensors_, &TensorBitsCard::setErrors);
    connect(&errors_, &ErrorLoader::failed, this, [this](const QString& message) {
        tensors_->tellErrors(tr("The errors of the run's steps could not be read: %1.").arg(message));
    });
    connect(&rows_, &RowLoader::changed, this, [this] {
        showRows();
        if (rows_.state() == RowLoader::State::read) refineCurves();
    });
    connect(rateCard_, &ChartTableCard::offerClicked, this, [this] {
        if (rows_.isSettled()) return rows_.readAgain();
        rows_.stop();
    });
    connectReader();
    connectRecoding();
}

void BitsPage::connectReader() {
    connect(&reader_, &BitsLoader::viewRead, this, &BitsPage::take);
    connect(&reader_, &BitsLoader::viewRefined, this, &BitsPage::refine);
    connect(&reader_, &BitsLoader::found, this, [this](const TargetReport& report) {
        if (!view_) return;
        target_->answer(report, view_->newest().step);
        if (report.best) controls_->choose(report.best->choice);
    });
    connect(&reader_, &BitsLoader::noneFound, this, [this] {
        tellEmpty(tr("What other settings would cost appears here"),
                  tr("It is known from a step that builds on another one: this run's next checkpoint."));
    });
    connect(&reader_, &BitsLoader::exactFound, this, &BitsPage::offerTrial);
    connect(&reader_, &BitsLoader::tried, this, [this](const CheckpointRow& step, int percent) {
        tellEmpty(tr("Coding step %1 with a loss, to see what that would cost").arg(formatStep(step.step)),
                  tr("%1 %").arg(percent), tr("Stop"));
    });
    connect(&reader_, &BitsLoader::failed, this, [this](const QString& message) {
        tellEmpty(tr("What other settings would cost could not be worked out"), tr("%1.").arg(message),
                  reader_.canTry() ? tr("Try again") : QString());
    });
    connect(&reader_, &BitsLoader::chosen, this, [this](const SchemeChoice& choice) {
        current_ = choice;
        controls_->setCurrent(choice);
        tell("caption", tr("From now on this run is filed as %1. What is stored stays as it is.")
                            .arg(BitsControls::nameOf(choice)));
    });
    connect(&reader_, &BitsLoader::refused, this,
            [this](const QString& message) { tell("badCaption", tr("Not changed: %1.").arg(message)); });
}

void BitsPage::connectRecoding() {
    connect(controls_, &BitsControls::recodeClicked, this,
            [this] { recoding_.preview(library_, snapshot_, controls_->choice()); });
    connect(recode_, &RecodeLine::recodeClicked, this,
            [this](const RecodePlan& plan) { recoding_.recode(library_, plan); });
    connect(recode_, &RecodeLine::stopClicked, &recoding_, &RecodeWork::stop);
    connect(&recoding_, &RecodeWork::taskChanged, this, &BitsPage::showRecoding);
    connect(&recoding_, &RecodeWork::previewed, this, [this](const RecodePlan& plan) {
        if (plan.run != snapshot_.info.row.id) return;
        if (plan.problem || plan.report.changed == 0) return recode_->tell(describeNoPreview(plan));
        recode_->offer(plan);
    });
    connect(&recoding_, &RecodeWork::recoded, this, &BitsPage::endRecoding);
}

void BitsPage::showRecoding() {
    const RecodeWork::Task task = recoding_.task();
    controls_->setBusy(task != RecodeWork::Task::none);
    recode_->setTask(recoding_.run() == snapshot_.info.row.id ? task : RecodeWork::Task::none);
}

void BitsPage::endRecoding(const RecodePlan& plan) {
    recode_->clear();
    const bool isIdle = !plan.problem || plan.problem->code == ErrorCode::cancelled;
    const bool isWaiting =
        plan.problem && (plan.problem->code == ErrorCode::locked || plan.problem->code == ErrorCode::changed);
    emit told(isIdle      ? WatchNotes::Kind::info
              : isWaiting ? WatchNotes::Kind::warn
                          : WatchNotes::Kind::bad,
              describeRecoded(plan));
    emit vaultChanged();
}

void BitsPage::setRun(const std::shared_ptr<VaultHandle>& library, const RunSnapshot& run, int) {
    if (run.info.row.id != snapshot_.info.row.id) {
        view_.reset();
        tensors_->setErrors({});
        errors_.forget();
        recode_->clear();
    }
    library_ = library;
    // Its curve is not looked at here.
    snapshot_.info = run.info;
    snapshot_.checkpoints = run.checkpoints;
    const auto& offered = recode_->offered();
    if (offered && offered->checkpoints != checkpointIds(run))
        recode_->tell(tr("The run has other checkpoints by now; look again what becomes of them."));
    showRecoding();
    reader_.read(library, run);
    readErrors();
}

void BitsPage::readErrors() {
    if (library_ && tensors_->showsErrors()) errors_.read(library_, snapshot_);
}

void BitsPage::offerTrial(const CheckpointRow& step) {
    tellEmpty(tr("What other settings would cost can be tried out"),
              tr("This run is stored exactly. Step %1 would be coded with a loss, only to be looked at; what "
                 "is stored "
                 "stays as it is.")
                  .arg(formatStep(step.step)),
              tr("Try it out"));
}

void BitsPage::take(const std::shared_ptr<const BitsView>& view) {
    const bool isFirst = view_ == nullptr;
    view_ = view;
    current_ = view_->current();
    controls_->setCurrent(current_);
    target_->clearAnswer();
    if (isFirst) {
        controls_->setChoice(current_);
        target_->propose(view_->newest().stored_bytes);
    }
    if (isFirst || view_->newest().id != told_) {
        told_ = view_->newest().id;
        const QString from =
            view_->isTriedOut()
                ? tr("From step %1, which was coded with a loss to see. This run is filed as %2.")
                : tr("From step %1, the newest that was coded with a loss. This run is filed as %2.");
        tell("caption", from.arg(formatStep(view_->newest().step), BitsControls::nameOf(current_)));
    }
    showSetting();
    stack_->setCurrentWidget(body_);
    if (library_) eval_->setStep(library_, snapshot_.info.row, view_->newest());
    if (library_ && !view_->isTriedOut()) rows_.read(library_, view_->newest());
    showRows();
    refineCurves();
}

void BitsPage::refineCurves() {
    if (!view_) return;
    const BitsView::Rows rows = view_->isTriedOut() ? view_->rows() : rows_.rowsOf(view_->newest());
    if (controls_->rules() != view_->rules() || rows != view_->rows())
        reader_.refine(view_, controls_->rules(), rows);
}

void BitsPage::showRows() {
    using State = RowLoader::State;
    if (view_ && view_->isTriedOut()) return rateCard_->setOffer({}, {});
    switch (rows_.state()) {
        case State::reading:
            return rateCard_->setOffer(
                tr("scar: decoding this step and the one before it, %1 %").arg(rows_.percent()), tr("Stop"));
        case State::stopped:
            return rateCard_->setOffer(tr("scar is not worked out."), tr("Work it out"));
        case State::failed:
            return rateCard_->setOffer(tr("scar could not be worked out: %1.").arg(rows_.problem()),
                                       tr("Try again"));
        default:
            return rateCard_->setOffer({}, {});
    }
}

void BitsPage::refine(const std::shared_ptr<const BitsView>& view) {
    view_ = view;
    showSetting();
}

void BitsPage::changeExceptions() {
    if (recoding_.task() == RecodeWork::Task::none) recode_->clear();
    controls_->setRules(tensors_->exceptions().rules());
    target_->clearAnswer();
    showSetting();
    refineCurves();
}

void BitsPage::showSetting() {
    if (!view_) return;
    const SchemeChoice choice = controls_->choice();
    const auto outcome = view_->outcome(choice);
    std::optional<RatePoint> point;
    std::optional<BitsFigures> figures;
    if (outcome) {
        figures = view_->figures(*outcome, choice);
        point = RatePoint{outcome->bits_per_weight, outcome->relative_error, BitsControls::nameOf(choice),
                          outcome->stored_bytes, choice};
    }
    rates_->setView(view_, point);
    figures_->setFigures(figures, view_->stored(), view_->newest().original_bytes);
    tensors_->setView(view_, outcome);
    tensors_->exceptions().setRules(controls_->rules(), choice.scheme);
    exponents_->setRows(view_->study().exponents(), outcome ? std::optional(outcome->kept) : std::nullopt);
    showNotes(outcome.has_value());
    showLines(outcome.has_value());
}

void BitsPage::showNotes(bool isKnown) {
    const std::vector<RateCurve> curves = view_->curves();
    rateCard_->setNote(describeCurves(curves));
    rateCard_->setWarning(describeDominated(curves));
    exponentCard_->setNote(
        isKnown
            ? tr("Blue: changes that the setting keeps. Grey: changes that it drops. Line: relative error "
                 "if the changes of this size alone were dropped.")
            : tr("Line: relative error if the changes of this size alone were dropped."));
}

void BitsPage::showLines(bool isKnown) {
    std::vector<QStringList> rates;
    const auto add = [&rates](const RatePoint& point, const QString& better) {
        rates.push_back({point.name, formatNumber(point.bits, 3), formatError(point.error), better});
    };
    for (const RateCurve& curve : view_->curves()) {
        for (std::size_t i = 0; i < curve.points.size(); ++i) {
            const auto& dominated = curve.dominated[i];
            add(curve.points[i], dominated ? curve.points[dominated->better].name : QString());
        }
    }
    add(view_->storedPoint(), {});
    rateCard_->setLines(std::move(rates));
    std::vector<QStringList> exponents;
    const auto& rows = exponents_->rows();
    for (std::size_t i = rows.size(); i-- > 0;) {
        exponents.push_back(
            {formatPowerOfTwo(rows[i].exponent),
             displayLocale().toString(static_cast<qulonglong>(rows[i].count)),
             isKnown ? tr("%1 %").arg(formatNumber(100 * exponents_->keptShare(i), 3)) : tr("–"),
             formatError(rows[i].removal_error)});
    }
    exponentCard_->setLines(std::move(exponents));
}

void BitsPage::tell(const char* look, const QString& text) {
    setLook(note_, look);
    note_->setText(text);
}

void BitsPage::tellEmpty(const QString& title, const QString& text, const QString& action) {
    view_.reset();
    empty_->setText(title, text, action);
    stack_->setCurrentWidget(empty_);
}

void BitsPage::hideEvent(QHideEvent* event) {
    RunTab::hideEvent(event);
    // A hidden page releases the library, with the locks that it holds.
    if (event->spontaneous()) return;
    reader_.forget();
    errors_.forget();
    rows_.forget();
    eval_->release();
    library_.reset();
}

QString BitsPage::note() const {
    return note_->text();
}

}  // namespace stepvault::ui
