#include "ui/pages/bits_page.h"

#include <QHBoxLayout>
#include <QHideEvent>
#include <QLabel>
#include <QPushButton>
#include <QStackedLayout>
#include <QVBoxLayout>

#include "ui/bits/bits_controls.h"
#include "ui/bits/exponent_chart.h"
#include "ui/bits/figures_card.h"
#include "ui/bits/rate_chart.h"
#include "ui/bits/tensor_bits_card.h"
#include "ui/bits/twin_card.h"
#include "ui/pages/scrolled.h"
#include "ui/text/format.h"
#include "ui/theme/look.h"
#include "ui/theme/theme.h"
#include "ui/window/empty_state.h"

namespace stepvault::ui {

namespace {
constexpr int figuresWidth = 236;
}

BitsPage::BitsPage(const Theme& theme, JobRunner& runner, QWidget* parent)
    : RunTab(parent),
      reader_(runner),
      controls_(new BitsControls(this)),
      note_(new QLabel(this)),
      rates_(new RateChart(theme, this)),
      exponents_(new ExponentChart(theme, this)),
      figures_(new FiguresCard(this)),
      tensors_(new TensorBitsCard(this)),
      rateCard_(new TwinCard(tr("Error by bits per weight"), rates_,
                             {tr("Setting"), tr("Bits per weight"), tr("Error")}, this)),
      exponentCard_(new TwinCard(tr("Changes by exponent"), exponents_,
                                 {tr("Exponent"), tr("Changes"), tr("Kept"), tr("Error without")}, this)),
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

QWidget* BitsPage::makeBody() {
    auto* body = new QWidget(this);
    figures_->setFixedWidth(figuresWidth);
    auto* cards = new QHBoxLayout;
    cards->setSpacing(8);
    cards->addWidget(rateCard_, 1);
    cards->addWidget(exponentCard_, 1);
    cards->addWidget(figures_);
    auto* layout = new QVBoxLayout(body);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(8);
    layout->addWidget(controls_);
    layout->addWidget(note_);
    layout->addLayout(cards, 3);
    layout->addWidget(tensors_, 2);
    return body;
}

void BitsPage::connectParts() {
    connect(controls_, &BitsControls::changed, this, &BitsPage::showSetting);
    connect(controls_, &BitsControls::useClicked, this, [this] { reader_.choose(controls_->choice()); });
    connect(empty_, &EmptyState::actionClicked, this, [this] { reader_.choose(SchemeChoice()); });
    connect(&reader_, &BitsReader::viewRead, this, &BitsPage::take);
    connect(&reader_, &BitsReader::noneFound, this, [this] {
        const bool isExact = scheme_ == "exact";
        tellEmpty(tr("What other settings would cost appears here"),
                  isExact ? tr("It is known from the statistics of a step that was coded with a loss; this "
                               "run is filed exactly.")
                          : tr("It is known from the statistics of the first step that is coded with a "
                               "loss: this run's next checkpoint, since the first one is always exact."),
                  isExact ? tr("Use adaptive from now on") : QString());
    });
    connect(&reader_, &BitsReader::failed, this, [this](const QString& message) {
        tellEmpty(tr("The newest step's statistics could not be read"), tr("%1.").arg(message));
    });
    connect(&reader_, &BitsReader::chosen, this, [this](const SchemeChoice& choice) {
        current_ = choice;
        controls_->setCurrent(choice);
        tell("caption", tr("From now on this run is filed as %1. What is stored stays as it is.")
                            .arg(BitsControls::nameOf(choice)));
        if (view_) return;
        tellEmpty(tr("From now on this run is filed as %1").arg(BitsControls::nameOf(choice)),
                  tr("What other settings would cost appears here with the next checkpoint."));
    });
    connect(&reader_, &BitsReader::refused, this, [this](const QString& message) {
        tell("badCaption", tr("Not changed: %1.").arg(message));
        if (!view_) tellEmpty(tr("The scheme was not changed"), tr("%1.").arg(message));
    });
}

void BitsPage::setRun(const std::shared_ptr<Library>& library, const RunSnapshot& run, int) {
    if (run.info.row.id != run_) view_.reset();
    run_ = run.info.row.id;
    scheme_ = run.info.row.scheme;
    reader_.read(library, run);
}

void BitsPage::take(const std::shared_ptr<const BitsView>& view) {
    const bool isFirst = view_ == nullptr;
    view_ = view;
    current_ = view_->current();
    controls_->setCurrent(current_);
    if (isFirst) {
        controls_->setChoice(current_);
        tell("caption", tr("From step %1, the newest that was coded with a loss. This run is filed as %2.")
                            .arg(formatStep(view_->newest().step), BitsControls::nameOf(current_)));
    }
    showSetting();
    stack_->setCurrentWidget(body_);
}

void BitsPage::showSetting() {
    if (!view_) return;
    const SchemeChoice& choice = controls_->choice();
    const auto outcome = view_->outcome(choice);
    std::optional<RatePoint> point;
    std::optional<BitsFigures> figures;
    if (outcome) {
        figures = view_->figures(*outcome, choice);
        point = RatePoint{outcome->bits_per_weight, outcome->relative_error, BitsControls::nameOf(choice)};
    }
    rates_->setView(view_, point);
    figures_->setFigures(figures, view_->stored(), view_->newest().original_bytes);
    tensors_->setView(view_, outcome);
    exponents_->setRows(view_->study().exponents(), outcome ? std::optional(outcome->kept) : std::nullopt);
    rateCard_->setNote(
        view_->adaptiveCurve().empty()
            ? tr("adaptive is known once a step of this run was coded so")
            : tr("adaptive is estimated from the stored step; second moments count as stored"));
    exponentCard_->setNote(outcome ? tr("blue: kept · grey: dropped · line: error of dropping one alone")
                                   : tr("line: error of dropping one bucket alone"));
    showLines(outcome.has_value());
}

void BitsPage::showLines(bool isKnown) {
    std::vector<QStringList> rates;
    for (const RatePoint& point : rates_->points())
        rates.push_back({point.name, formatNumber(point.bits, 3), formatError(point.error)});
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
    // A library that nobody looks at any more is let go, with the locks it holds.
    if (!event->spontaneous()) reader_.forget();
}

QString BitsPage::note() const {
    return note_->text();
}

}  // namespace stepvault::ui
