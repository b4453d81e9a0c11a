#include "ui/vault/rules_line.h"

#include <algorithm>
#include <set>

#include <QHBoxLayout>
#include <QLabel>
#include <QSpinBox>

#include "ui/pages/menu_choice.h"
#include "ui/pages/segment_control.h"
#include "ui/session/comparison.h"
#include "ui/text/format.h"
#include "ui/theme/look.h"
#include "ui/vault/flow_layout.h"
#include "ui/vault/rule_switch.h"

namespace stepvault::ui {

namespace {
constexpr int mostKept = 100'000;
constexpr int partGap = 16;
constexpr int wordGap = 6;
constexpr int mostSteps = 1'000'000'000;
}  // namespace

RulesLine::RulesLine(const Theme& theme, QWidget* parent)
    : QWidget(parent),
      theme_(theme),
      run_(new MenuChoice(theme, QString(), this)),
      metric_(new MenuChoice(theme, tr("no metric"), this)),
      order_(new SegmentControl({tr("lowest"), tr("highest")}, this)),
      lastCount_(makeCount(tr("How many of the newest"), 5, mostKept)),
      bestCount_(makeCount(tr("How many of the best"), 3, mostKept)),
      everySteps_(makeCount(tr("Multiples of so many steps"), 1000, mostSteps)) {
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
    auto* pinned = new QLabel(tr("and what is pinned."), this);
    pinned->setToolTip(tr("No rule removes a checkpoint that was pinned by hand"));
    line->addWidget(pinned);
    connect(run_, &MenuChoice::chosen, this, [this] {
        isChosen_ = true;
        showMetrics();
        emit changed();
    });
    connect(metric_, &MenuChoice::chosen, this, [this] {
        orderByMetric();
        emit changed();
    });
    connect(order_, &SegmentControl::chosen, this, &RulesLine::changed);
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
    connect(box, &QSpinBox::valueChanged, this, &RulesLine::changed);
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
    auto* box = new RuleSwitch(text, theme_, this);
    box->setChecked(isOn);
    parts.insert(parts.begin(), box);
    addPart(line, parts);
    connect(box, &QCheckBox::toggled, this, [this] {
        enableParts();
        emit changed();
    });
    return box;
}

void RulesLine::enableParts() {
    lastCount_->setEnabled(last_->isChecked());
    bestCount_->setEnabled(best_->isChecked());
    order_->setEnabled(best_->isChecked());
    metric_->setEnabled(best_->isChecked());
    everySteps_->setEnabled(every_->isChecked());
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
        std::vector<std::string> tags = run->tags;
        // What a run's loss is called comes first.
        std::ranges::stable_partition(tags,
                                      [&](const std::string& tag) { return tag == run->info.loss_tag; });
        for (const std::string& tag : tags)
            metrics.push_back({toQString(tag), toQString(tag)});
    }
    best_->setEnabled(!metrics.empty());
    best_->setToolTip(metrics.empty() ? tr("This run has logged no metric") : QString());
    const QString before = metric_->current();
    metric_->setEntries(std::move(metrics));
    if (metric_->current() != before) orderByMetric();
    enableParts();
    if (!best_->isEnabled()) metric_->setEnabled(false);
}

void RulesLine::orderByMetric() {
    order_->setCurrent(isHigherBetter(metric_->current().toStdString()) ? 1 : 0);
}

RuleChoice RulesLine::choice() const {
    RuleChoice choice{.run = run_->current().toStdString()};
    RetentionRules& rules = choice.rules;
    if (last_->isChecked()) rules.last = static_cast<std::uint32_t>(lastCount_->value());
    if (best_->isChecked() && best_->isEnabled()) {
        rules.best = BestRule{.count = static_cast<std::uint32_t>(bestCount_->value()),
                              .order = order_->current() == 1 ? MetricOrder::max : MetricOrder::min,
                              .tag = metric_->current().toStdString()};
    }
    if (every_->isChecked()) rules.every = static_cast<std::uint64_t>(everySteps_->value());
    rules.first = first_->isChecked();
    return choice;
}

}  // namespace stepvault::ui
