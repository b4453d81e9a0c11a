#include "ui/bits/bits_controls.h"

#include <algorithm>
#include <array>
#include <cmath>

#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QSignalBlocker>
#include <QSlider>

#include "ui/text/format.h"
#include "ui/text/scheme_text.h"
#include "ui/theme/look.h"
#include "ui/widgets/flow_layout.h"
#include "ui/widgets/segment_control.h"

namespace stepvault::ui {

namespace {
constexpr std::array schemes{Scheme::adaptive, Scheme::lc, Scheme::exact};
/// The settings of the presets, in the order of their segments.
std::array<SchemeChoice, 3> presetChoices() {
    return {*preset_named("closest"), SchemeChoice{}, *preset_named("smallest")};
}
/// The error's slider counts in hundredths.
constexpr int errorUnits = 100;
constexpr int sliderWidth = 180;
constexpr int valueWidth = 48;
constexpr int controlsGap = 12;
constexpr int controlsLineGap = 8;
}  // namespace

BitsControls::BitsControls(QWidget* parent)
    : QWidget(parent),
      scheme_(new SegmentControl(
          {schemeWord(Scheme::adaptive), schemeWord(Scheme::lc), schemeWord(Scheme::exact)}, this)),
      name_(new QLabel(this)),
      slider_(new QSlider(Qt::Horizontal, this)),
      value_(new QLabel(this)),
      presets_(new SegmentControl({tr("Closest"), tr("Default"), tr("Smallest")}, this)),
      recode_(new QPushButton(tr("Recode what is stored…"), this)),
      use_(new QPushButton(tr("Use from now on"), this)) {
    setLook(name_, "muted");
    scheme_->setAccessibleName(tr("Scheme"));
    scheme_->setTips(
        {tr("Keeps the change up to a relative error that you set, with the fewest bits"),
         tr("LC-Checkpoint: groups the changes by their power of two and keeps the largest groups"),
         tr("Keeps every bit")});
    presets_->setAccessibleName(tr("Presets of the error"));
    presets_->setTips(
        {tr("A resumed training can hardly be told from one that was never interrupted. Takes "
            "more than twice the space of the default."),
         tr("The loss of a resumed training is about as low as that of an uninterrupted one, and "
            "a few tenths of a percent higher early in a training."),
         tr("For when space counts more: a training that resumes early, while its loss still falls "
            "fast, begins noticeably further back.")});
    // The cards below would move if another scheme freed a line.
    auto policy = presets_->sizePolicy();
    policy.setRetainSizeWhenHidden(true);
    presets_->setSizePolicy(policy);
    slider_->setFixedWidth(sliderWidth);
    value_->setMinimumWidth(valueWidth);
    auto* setting = new QWidget(this);
    auto* parts = new QHBoxLayout(setting);
    parts->setContentsMargins(4, 0, 0, 0);
    parts->setSpacing(controlsGap);
    parts->addWidget(name_);
    parts->addWidget(slider_);
    parts->addWidget(value_);
    auto* layout = new FlowLayout(controlsGap, controlsLineGap, this);
    layout->addWidget(scheme_);
    layout->addWidget(setting);
    layout->addWidget(presets_);
    layout->addWidget(recode_);
    layout->addWidget(use_);
    layout->setRightFrom(3);
    connect(scheme_, &SegmentControl::chosen, this, &BitsControls::chooseScheme);
    connect(presets_, &SegmentControl::chosen, this, &BitsControls::choosePreset);
    connect(slider_, &QSlider::valueChanged, this, &BitsControls::moveSlider);
    connect(use_, &QPushButton::clicked, this, &BitsControls::useClicked);
    connect(recode_, &QPushButton::clicked, this, &BitsControls::recodeClicked);
    setChoice({});
}

bool BitsControls::canHold(Scheme scheme, const CodingRule& rule) {
    return !rule.error || scheme == Scheme::adaptive;
}

SchemeChoice BitsControls::choice() const {
    SchemeChoice choice = choice_;
    std::erase_if(choice.rules, [&](const CodingRule& rule) { return !canHold(choice.scheme, rule); });
    return choice;
}

QString BitsControls::nameOf(const SchemeChoice& choice) {
    QString name = choice.scheme == Scheme::lc ? counted(choice.bits, tr("lc, %1 bit"), tr("lc, %1 bits"))
                   : choice.scheme == Scheme::adaptive
                       ? tr("adaptive, error %1").arg(formatError(choice.error))
                       : schemeWord(choice.scheme);
    // Nothing of an exact step is less exact than another part.
    if (choice.rules.empty() || choice.scheme == Scheme::exact) return name;
    return tr("%1, %2").arg(name, counted(choice.rules.size(), tr("%1 exception"), tr("%1 exceptions")));
}

void BitsControls::setChoice(const SchemeChoice& choice) {
    choice_ = choice;
    const auto at = std::ranges::find(schemes, choice_.scheme);
    if (at == schemes.end()) choice_.scheme = schemes.front();
    scheme_->setCurrent(at == schemes.end() ? 0 : static_cast<int>(at - schemes.begin()));
    showSlider();
    showChoice();
}

void BitsControls::choose(const SchemeChoice& setting) {
    SchemeChoice choice = choice_;
    choice.scheme = setting.scheme;
    choice.bits = setting.bits;
    choice.error = setting.error;
    setChoice(choice);
    emit changed();
}

void BitsControls::setCurrent(const SchemeChoice& current) {
    current_ = current;
    showChoice();
}

void BitsControls::setRules(const std::vector<CodingRule>& rules) {
    choice_.rules = rules;
    showChoice();
}

void BitsControls::setBusy(bool isBusy) {
    isBusy_ = isBusy;
    showChoice();
}

void BitsControls::chooseScheme(int index) {
    choice_.scheme = schemes[static_cast<std::size_t>(index)];
    showSlider();
    showChoice();
    emit changed();
}

void BitsControls::choosePreset(int index) {
    choice_.error = presetChoices()[static_cast<std::size_t>(index)].error;
    showSlider();
    showChoice();
    emit changed();
}

void BitsControls::moveSlider(int position) {
    if (choice_.scheme == Scheme::lc)
        choice_.bits = static_cast<std::uint32_t>(position);
    else
        choice_.error = static_cast<double>(position) / errorUnits;
    showChoice();
    emit changed();
}

void BitsControls::showSlider() {
    const QSignalBlocker quiet(slider_);
    const bool isLc = choice_.scheme == Scheme::lc;
    slider_->setVisible(choice_.scheme != Scheme::exact);
    name_->setText(isLc ? tr("Bits") : choice_.scheme == Scheme::adaptive ? tr("Relative error") : QString());
    slider_->setAccessibleName(isLc ? tr("Bits") : tr("Relative error"));
    slider_->setRange(isLc ? 1 : 5, isLc ? 8 : 90);
    slider_->setPageStep(isLc ? 1 : 10);
    slider_->setValue(isLc ? static_cast<int>(choice_.bits)
                           : static_cast<int>(std::lround(choice_.error * errorUnits)));
}

void BitsControls::showChoice() {
    value_->setText(choice_.scheme == Scheme::lc         ? QString::number(choice_.bits)
                    : choice_.scheme == Scheme::adaptive ? formatError(choice_.error)
                                                         : QString());
    const auto presets = presetChoices();
    const auto preset = std::ranges::find(presets, choice_.error, &SchemeChoice::error);
    presets_->setVisible(choice_.scheme == Scheme::adaptive);
    presets_->setCurrent(preset != presets.end() ? static_cast<int>(preset - presets.begin()) : -1);
    const SchemeChoice chosen = choice();
    const bool isCurrent = nameOf(chosen) == nameOf(current_) && chosen.rules == current_.rules;
    use_->setEnabled(!isCurrent && !isBusy_);
    use_->setToolTip(isCurrent ? tr("The run is filed so already")
                               : tr("File the next checkpoints as %1").arg(nameOf(chosen)));
    recode_->setEnabled(!isBusy_);
    recode_->setToolTip(tr("Code the checkpoints of this run anew as %1; what becomes of them is shown first")
                            .arg(nameOf(chosen)));
}

}  // namespace stepvault::ui
