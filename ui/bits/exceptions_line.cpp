#include "ui/bits/exceptions_line.h"

#include <algorithm>
#include <set>

#include <QDoubleSpinBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QToolButton>
#include <QVBoxLayout>

#include "ui/bits/bits_controls.h"
#include "ui/text/format.h"
#include "ui/text/role_text.h"
#include "ui/theme/look.h"
#include "ui/widgets/flow_layout.h"
#include "ui/widgets/menu_choice.h"
#include "ui/widgets/segment_control.h"

namespace stepvault::ui {

namespace {

constexpr int gap = 8;
constexpr int lineGap = 4;
constexpr int patternWidth = 220;
constexpr std::string_view rolePrefix = "role:";
/// Beside the roles' matches, in the menu of targets.
const QString named = QStringLiteral("named");

std::string matchOf(Role role) {
    return std::string(rolePrefix) + std::string(role_name(role));
}

QString targetOf(const CodingRule& rule, const BitsView* view) {
    if (!rule.match.starts_with(rolePrefix)) return toQString(rule.match);
    if (view != nullptr) {
        for (const StudiedPayload& payload : view->study().payloads()) {
            if (matchOf(payload.role) == rule.match) return roleWord(payload.role);
        }
    }
    return toQString(rule.match.substr(rolePrefix.size()));
}

}  // namespace

ExceptionsLine::ExceptionsLine(const Theme& theme, QWidget* parent)
    : QWidget(parent),
      title_(new QLabel(this)),
      make_(new QToolButton(this)),
      target_(new MenuChoice(theme, tr("–"), this)),
      pattern_(new QLineEdit(this)),
      kind_(new SegmentControl({tr("exact"), tr("at error")}, this)),
      error_(new QDoubleSpinBox(this)),
      note_(new QLabel(this)),
      add_(new QPushButton(tr("Add"), this)) {
    setLook(title_, "muted");
    setLook(make_, "chip");
    make_->setText(tr("Make an exception…"));
    make_->setCheckable(true);
    make_->setToolTip(tr("Keep a role or some tensors exact, or aim at another error there"));
    auto* chips = new QWidget(this);
    line_ = new FlowLayout(gap, lineGap, chips);
    line_->addWidget(title_);
    line_->addWidget(make_);
    editor_ = makeEditor();
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(lineGap);
    layout->addWidget(chips);
    layout->addWidget(editor_);
    connect(make_, &QToolButton::clicked, this, &ExceptionsLine::open);
    connect(target_, &MenuChoice::chosen, this, &ExceptionsLine::showEditor);
    connect(pattern_, &QLineEdit::textChanged, this, &ExceptionsLine::showEditor);
    connect(pattern_, &QLineEdit::returnPressed, this, &ExceptionsLine::add);
    connect(kind_, &SegmentControl::chosen, this, &ExceptionsLine::showEditor);
    connect(add_, &QPushButton::clicked, this, &ExceptionsLine::add);
    open(false);
    showChips();
}

QWidget* ExceptionsLine::makeEditor() {
    target_->setAccessibleName(tr("What the exception is for"));
    pattern_->setAccessibleName(tr("Name of the tensors"));
    pattern_->setPlaceholderText(tr("name, with * and ?"));
    pattern_->setFixedWidth(patternWidth);
    kind_->setAccessibleName(tr("How it is coded"));
    error_->setAccessibleName(tr("Relative error of the exception"));
    error_->setButtonSymbols(QAbstractSpinBox::NoButtons);
    error_->setLocale(displayLocale());
    error_->setDecimals(2);
    error_->setRange(0.01, 0.99);
    error_->setSingleStep(0.05);
    error_->setValue(0.1);
    error_->setFixedWidth(error_->fontMetrics().horizontalAdvance(QStringLiteral("0.00")) + 28);
    setLook(note_, "caption");
    auto* editor = new QWidget(this);
    auto* line = new FlowLayout(gap, lineGap, editor);
    for (QWidget* part :
         {static_cast<QWidget*>(target_), static_cast<QWidget*>(pattern_), static_cast<QWidget*>(kind_),
          static_cast<QWidget*>(error_), static_cast<QWidget*>(add_), static_cast<QWidget*>(note_)})
        line->addWidget(part);
    return editor;
}

void ExceptionsLine::setView(const std::shared_ptr<const BitsView>& view) {
    if (view == view_) return;
    view_ = view;
    std::vector<MenuChoice::Entry> entries;
    if (view_) {
        std::set<Role> roles;
        for (const StudiedPayload& payload : view_->study().payloads())
            roles.insert(payload.role);
        for (const Role role : roles)
            entries.push_back({toQString(matchOf(role)), tr("role: %1").arg(roleWord(role))});
        entries.push_back({named, tr("tensors named")});
    }
    target_->setEntries(std::move(entries));
    showEditor();
}

void ExceptionsLine::setRules(const std::vector<CodingRule>& rules, Scheme scheme) {
    if (rules == rules_ && scheme == scheme_) return;
    rules_ = rules;
    scheme_ = scheme;
    showChips();
    showEditor();
}

void ExceptionsLine::open(bool isOpen) {
    make_->setChecked(isOpen);
    editor_->setVisible(isOpen);
    if (!isOpen) return;
    const bool isRole = proposed_.starts_with(rolePrefix);
    if (!proposed_.empty()) target_->setCurrent(isRole ? toQString(proposed_) : named);
    if (!proposed_.empty() && !isRole) pattern_->setText(toQString(proposed_));
    showEditor();
    (pattern_->isHidden() ? static_cast<QWidget*>(target_) : pattern_)->setFocus(Qt::OtherFocusReason);
}

CodingRule ExceptionsLine::edited() const {
    const bool isNamed = target_->current() == named;
    CodingRule rule{(isNamed ? pattern_->text().trimmed() : target_->current()).toStdString(), {}};
    if (kind_->current() == 1) rule.error = error_->value();
    return rule;
}

void ExceptionsLine::showEditor() {
    const CodingRule rule = edited();
    pattern_->setVisible(target_->current() == named);
    error_->setVisible(kind_->current() == 1);
    std::uint64_t fits = 0;
    if (view_) {
        for (const StudiedPayload& payload : view_->study().payloads())
            fits += rule_for({rule}, payload.role, payload.name) != nullptr ? 1 : 0;
    }
    const bool isHeld = BitsControls::canHold(scheme_, rule);
    note_->setText(rule.match.empty() ? QString()
                   : !isHeld          ? tr("only adaptive aims at an error")
                                      : counted(fits, tr("fits %1 tensor"), tr("fits %1 tensors")));
    add_->setEnabled(!rule.match.empty() && isHeld);
}

void ExceptionsLine::showChips() {
    // The call may come from the click on a chip.
    for (QToolButton* chip : chips_) {
        line_->removeWidget(chip);
        chip->hide();
        chip->deleteLater();
    }
    chips_.clear();
    line_->removeWidget(make_);
    title_->setText(rules_.empty() ? tr("No exceptions.") : tr("Except"));
    for (std::size_t i = 0; i < rules_.size(); ++i) {
        const CodingRule& rule = rules_[i];
        const QString target = targetOf(rule, view_.get());
        const QString text = rule.error ? tr("%1 at error %2").arg(target, formatError(*rule.error))
                                        : tr("%1 exact").arg(target);
        const bool isHeld = BitsControls::canHold(scheme_, rule);
        auto* chip = new QToolButton(line_->parentWidget());
        setLook(chip, "chip");
        chip->setText(escapeMnemonics(tr("%1  ×").arg(isHeld ? text : tr("(%1)").arg(text))));
        chip->setAccessibleName(tr("Remove the exception: %1").arg(text));
        chip->setToolTip(isHeld ? tr("Click to remove this exception")
                                : tr("Does not count: only adaptive aims at an error. Click to remove it"));
        connect(chip, &QToolButton::clicked, this, [this, i] { remove(i); });
        line_->addWidget(chip);
        chip->show();
        chips_.push_back(chip);
    }
    line_->addWidget(make_);
    for (std::size_t i = 0; i < chips_.size(); ++i)
        setTabOrder(chips_[i], i + 1 < chips_.size() ? chips_[i + 1] : make_);
    updateGeometry();
    // Placed at once: a repaint in between would show them over each other.
    line_->activate();
}

void ExceptionsLine::add() {
    if (!add_->isEnabled()) return;
    const CodingRule rule = edited();
    std::erase_if(rules_, [&](const CodingRule& other) { return other.match == rule.match; });
    // The first match applies, so the newest comes first.
    rules_.insert(rules_.begin(), rule);
    // If the focused button vanished, the focus would move to the table, which would then select its first
    // row.
    make_->setFocus(Qt::OtherFocusReason);
    open(false);
    showChips();
    emit changed();
}

void ExceptionsLine::remove(std::size_t index) {
    if (index >= rules_.size()) return;
    rules_.erase(rules_.begin() + static_cast<std::ptrdiff_t>(index));
    make_->setFocus(Qt::OtherFocusReason);
    showChips();
    emit changed();
}

QString ExceptionsLine::note() const {
    return note_->text();
}

}  // namespace stepvault::ui
