#include "ui/vault/rules_line.h"

#include <algorithm>
#include <cmath>
#include <set>

#include <QHBoxLayout>
#include <QLabel>
#include <QSignalBlocker>
#include <QSpinBox>

#include "ui/models/comparison.h"
#include "ui/text/format.h"
#include "ui/theme/look.h"
#include "ui/widgets/check_box.h"
#include "ui/widgets/flow_layout.h"
#include "ui/widgets/menu_choice.h"
#include "ui/widgets/segment_control.h"

namespace stepvault::ui {

namespace {
constexpr int mostKept = 100'000;
constexpr int partGap = 16;
constexpr int wordGap = 6;
constexpr int mostSteps = 1'000'000'000;
constexpr int decimals = 1;
constexpr double leastAmount = 0.1;
constexpr double mostAmount = 9999;
constexpr double secondsPerDay = 86400;
constexpr double bytesPerGibibyte = 1 << 30;

double inDays(std::chrono::seconds time) {
    return static_cast<double>(time.count()) / secondsPerDay;
}

double inGibibytes(std::uint64_t bytes) {
    return static_cast<double>(bytes) / bytesPerGibibyte;
}

/// The proposal for a vault that has no rules.
const RetentionRules firstRules{.last = 5, .best = BestRule{.count = 3}, .every = 1000};

/// As far as the box has digits.
bool isShownAs(const QDoubleSpinBox& box, double value) {
    return std::fabs(box.value() - std::clamp(value, box.minimum(), box.maximum())) < leastAmount;
}

}  // namespace

RulesLine::RulesLine(const Theme& theme, QWidget* parent)
    : QWidget(parent),
      theme_(theme),
      run_(new MenuChoice(theme, QString(), this)),
      metric_(new MenuChoice(theme, tr("no metric"), this)),
      order_(new SegmentControl({tr("lowest"), tr("highest")}, this)),
      lastCount_(makeCount(tr("How many of the newest"), 5, mostKept)),
      bestCount_(makeCount(tr("How many of the best"), 3, mostKept)),
      everySteps_(makeCount(tr("Multiples of so many steps"), 1000, mostSteps)),
      withinDays_(makeAmount(tr("Days before the newest"), 7)),
      gibibytes_(makeAmount(tr("GiB that the newest may take up"), 20)) {
    for (MenuChoice* choice : {run_, metric_})
        setLook(choice, "chip");
    run_->setAccessibleName(tr("Run"));
    metric_->setAccessibleName(tr("Metric"));
    order_->setAccessibleName(tr("Which values are best"));
    auto* line = new FlowLayout(partGap, 6, this);
    addPart(line, {new QLabel(tr("Keep of"), this), run_});
    last_ = addSwitch(line, tr("the last"), true, {lastCount_});
    best_ = addSwitch(line, tr("the best"), true, {bestCount_, new QLabel(tr("by"), this), metric_, order_});
    every_ = addSwitch(line, tr("every"), true, {everySteps_, new QLabel(tr("steps"), this)});
    first_ = addSwitch(line, tr("the first"), false, {});
    within_ = addSwitch(line, tr("the newest"), false, {withinDays_, new QLabel(tr("days"), this)});
    bytes_ = addSwitch(line, tr("the newest"), false, {gibibytes_, new QLabel(tr("GiB"), this)});
    auto* pinned = new QLabel(tr("and what is pinned."), this);
    pinned->setToolTip(tr("No rule removes a checkpoint that was pinned by hand"));
    line->addWidget(pinned);
    connect(run_, &MenuChoice::chosen, this, [this] {
        isChosen_ = true;
        showMetrics();
        emit changed();
    });
    connect(metric_, &MenuChoice::chosen, this, [this](const QString& metric) {
        wantedMetric_ = metric;
        orderByMetric();
        emit rulesChanged();
    });
    connect(order_, &SegmentControl::chosen, this, &RulesLine::rulesChanged);
    connect(this, &RulesLine::rulesChanged, this, [this] {
        isProposal_ = false;
        emit changed();
    });
    enableParts();
}

QSpinBox* RulesLine::makeCount(const QString& name, int value, int most) {
    auto* box = new QSpinBox(this);
    box->setButtonSymbols(QAbstractSpinBox::NoButtons);
    box->setLocale(displayLocale());
    box->setGroupSeparatorShown(true);
    box->setRange(1, most);
    box->setValue(value);
    box->setAccessibleName(name);
    box->setToolTip(name);
    box->setAlignment(Qt::AlignRight);
    const int digits = most > mostKept ? 100'000 : 1000;
    box->setFixedWidth(box->fontMetrics().horizontalAdvance(displayLocale().toString(digits)) + 20);
    connect(box, &QSpinBox::valueChanged, this, &RulesLine::rulesChanged);
    return box;
}

QDoubleSpinBox* RulesLine::makeAmount(const QString& name, double value) {
    auto* box = new QDoubleSpinBox(this);
    box->setButtonSymbols(QAbstractSpinBox::NoButtons);
    box->setLocale(displayLocale());
    box->setDecimals(decimals);
    box->setRange(leastAmount, mostAmount);
    box->setValue(value);
    box->setAccessibleName(name);
    box->setToolTip(name);
    box->setAlignment(Qt::AlignRight);
    box->setFixedWidth(
        box->fontMetrics().horizontalAdvance(displayLocale().toString(mostAmount, 'f', decimals)) + 20);
    connect(box, &QDoubleSpinBox::valueChanged, this, &RulesLine::rulesChanged);
    return box;
}

void RulesLine::addPart(FlowLayout* line, const std::vector<QWidget*>& words) {
    auto* part = new QWidget(this);
    auto* layout = new QHBoxLayout(part);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(wordGap);
    for (QWidget* word : words)
        layout->addWidget(word);
    line->addWidget(part);
}

QCheckBox* RulesLine::addSwitch(FlowLayout* line, const QString& text, bool isOn,
                                std::vector<QWidget*> parts) {
    auto* box = new CheckBox(text, theme_, this);
    box->setChecked(isOn);
    parts.insert(parts.begin(), box);
    addPart(line, parts);
    connect(box, &QCheckBox::toggled, this, [this] {
        enableParts();
        emit rulesChanged();
    });
    return box;
}

void RulesLine::enableParts() {
    lastCount_->setEnabled(last_->isChecked());
    bestCount_->setEnabled(best_->isChecked());
    order_->setEnabled(best_->isChecked());
    metric_->setEnabled(best_->isChecked());
    everySteps_->setEnabled(every_->isChecked());
    withinDays_->setEnabled(within_->isChecked());
    gibibytes_->setEnabled(bytes_->isChecked());
}

void RulesLine::setView(const std::shared_ptr<const VaultView>& view) {
    view_ = view;
    std::vector<MenuChoice::Entry> runs{{QString(), tr("all runs")}};
    for (const VaultRun& run : view->runs)
        runs.push_back({toQString(run.info.row.id), toQString(run.info.row.name)});
    run_->setEntries(std::move(runs));
    if (!isChosen_) run_->setCurrent(proposed_);
    showMetrics();
}

void RulesLine::propose(const QString& run) {
    proposed_ = run;
    if (isChosen_ || !view_) return;
    run_->setCurrent(run);
    showMetrics();
}

void RulesLine::showMetrics() {
    const VaultRun* run = view_->find(run_->current().toStdString());
    std::vector<MenuChoice::Entry> metrics;
    if (run == nullptr) {
        // Each run may call its loss otherwise.
        metrics.push_back({QString(), tr("loss")});
        std::set<std::string> tags;
        for (const VaultRun& each : view_->runs)
            tags.insert(each.tags.begin(), each.tags.end());
        for (const std::string& tag : tags)
            metrics.push_back({toQString(tag), toQString(tag)});
    } else {
        // The run's loss comes first.
        const QString loss = toQString(run->info.loss_tag);
        if (!loss.isEmpty()) metrics.push_back({wantedMetric_ == loss ? loss : QString(), loss});
        for (const std::string& tag : run->tags) {
            if (tag != run->info.loss_tag) metrics.push_back({toQString(tag), toQString(tag)});
        }
    }
    best_->setEnabled(!metrics.empty());
    // It is not left for another one only since the run lacks it.
    const bool isKnown = std::ranges::find(metrics, wantedMetric_, &MenuChoice::Entry::id) != metrics.end();
    if (best_->isEnabled() && !isKnown)
        metrics.push_back({wantedMetric_, wantedMetric_.isEmpty() ? tr("loss") : wantedMetric_});
    best_->setToolTip(metrics.empty() ? tr("This run has logged no metric") : QString());
    metric_->setEntries(std::move(metrics));
    metric_->setCurrent(wantedMetric_);
    enableParts();
    if (!best_->isEnabled()) metric_->setEnabled(false);
}

void RulesLine::orderByMetric() {
    order_->setCurrent(isHigherBetter(metric_->current().toStdString()) ? 1 : 0);
}

void RulesLine::setRules(const RetentionRules& stored) {
    const QSignalBlocker blocker(this);
    given_ = stored;
    isProposal_ = stored.empty();
    const RetentionRules rules = stored.empty() ? firstRules : stored;
    last_->setChecked(rules.last.has_value());
    if (rules.last) lastCount_->setValue(static_cast<int>(std::min<std::uint32_t>(*rules.last, mostKept)));
    best_->setChecked(rules.best.has_value());
    if (rules.best) {
        bestCount_->setValue(static_cast<int>(std::min<std::uint32_t>(rules.best->count, mostKept)));
        wantedMetric_ = toQString(rules.best->tag);
        order_->setCurrent(rules.best->order == MetricOrder::max ? 1 : 0);
    }
    every_->setChecked(rules.every.has_value());
    if (rules.every)
        everySteps_->setValue(static_cast<int>(std::min<std::uint64_t>(*rules.every, mostSteps)));
    first_->setChecked(rules.first);
    within_->setChecked(rules.within.has_value());
    if (rules.within) withinDays_->setValue(inDays(*rules.within));
    bytes_->setChecked(rules.bytes.has_value());
    if (rules.bytes) gibibytes_->setValue(inGibibytes(*rules.bytes));
    enableParts();
    if (view_) showMetrics();
}

void RulesLine::accept() {
    emit rulesChanged();
}

RetentionRules RulesLine::rules() const {
    RetentionRules rules;
    if (last_->isChecked()) rules.last = static_cast<std::uint32_t>(lastCount_->value());
    if (best_->isChecked()) {
        rules.best = BestRule{.count = static_cast<std::uint32_t>(bestCount_->value()),
                              .order = order_->current() == 1 ? MetricOrder::max : MetricOrder::min,
                              .tag = wantedMetric_.toStdString()};
    }
    if (every_->isChecked()) rules.every = static_cast<std::uint64_t>(everySteps_->value());
    rules.first = first_->isChecked();
    if (within_->isChecked()) {
        const bool isGiven = given_.within && isShownAs(*withinDays_, inDays(*given_.within));
        rules.within = isGiven ? *given_.within
                               : std::chrono::seconds(std::llround(withinDays_->value() * secondsPerDay));
    }
    if (bytes_->isChecked()) {
        const bool isGiven = given_.bytes && isShownAs(*gibibytes_, inGibibytes(*given_.bytes));
        rules.bytes = isGiven
                          ? *given_.bytes
                          : static_cast<std::uint64_t>(std::llround(gibibytes_->value() * bytesPerGibibyte));
    }
    return rules;
}

RuleChoice RulesLine::choice() const {
    RuleChoice choice{.run = run_->current().toStdString(), .rules = rules()};
    if (!best_->isEnabled()) choice.rules.best.reset();
    return choice;
}

}  // namespace stepvault::ui
