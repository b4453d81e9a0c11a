#include "ui/bits/target_line.h"

#include <algorithm>
#include <array>
#include <cmath>

#include <QDoubleSpinBox>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalBlocker>
#include <QSpinBox>
#include <QVBoxLayout>

#include "ui/bits/target_text.h"
#include "ui/text/format.h"
#include "ui/theme/look.h"
#include "ui/widgets/flow_layout.h"
#include "ui/widgets/menu_choice.h"

namespace stepvault::ui {

namespace {

constexpr int wordGap = 8;
constexpr int answerGap = 4;
constexpr int amountDecimals = 1;
constexpr double largestAmount = 99'999;
constexpr int mostCheckpoints = 1'000'000;
constexpr int usualCheckpoints = 100;
constexpr int fieldPadding = 20;

struct SizeUnit {
    const char* name;
    double bytes;
};
constexpr std::array sizeUnits{SizeUnit{"KiB", 0x1p10}, SizeUnit{"MiB", 0x1p20}, SizeUnit{"GiB", 0x1p30},
                               SizeUnit{"TiB", 0x1p40}};

const SizeUnit& unitNamed(const QString& name) {
    const auto* at = std::ranges::find_if(
        sizeUnits, [&name](const SizeUnit& unit) { return name == QLatin1String(unit.name); });
    return at != sizeUnits.end() ? *at : sizeUnits[1];
}

}  // namespace

TargetLine::TargetLine(const Theme& theme, QWidget* parent)
    : QWidget(parent),
      amount_(new QDoubleSpinBox(this)),
      unit_(new MenuChoice(theme, QString(), this)),
      steps_(new QSpinBox(this)),
      find_(new QPushButton(tr("Find"), this)),
      answer_(new QLabel(this)) {
    setUpFields();
    auto* sentence = new QWidget(this);
    auto* words = new FlowLayout(wordGap, answerGap, sentence);
    const auto addWord = [&](const QString& text) {
        auto* word = new QLabel(text, sentence);
        setLook(word, "muted");
        words->addWidget(word);
    };
    addWord(tr("At most"));
    words->addWidget(amount_);
    words->addWidget(unit_);
    addWord(tr("for"));
    words->addWidget(steps_);
    addWord(tr("more checkpoints"));
    words->addWidget(find_);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(answerGap);
    layout->addWidget(sentence);
    layout->addWidget(answer_);
    connect(find_, &QPushButton::clicked, this, &TargetLine::findClicked);
}

void TargetLine::setUpFields() {
    setLook(unit_, "chip");
    unit_->setAccessibleName(tr("Unit of the size"));
    std::vector<MenuChoice::Entry> entries;
    for (const SizeUnit& unit : sizeUnits)
        entries.push_back({QLatin1String(unit.name), QLatin1String(unit.name)});
    unit_->setEntries(std::move(entries));
    unit_->setCurrent(QLatin1String(sizeUnits[1].name));
    amount_->setDecimals(amountDecimals);
    amount_->setRange(0, largestAmount);
    amount_->setAccessibleName(tr("Size that the checkpoints may take"));
    steps_->setRange(1, mostCheckpoints);
    steps_->setValue(usualCheckpoints);
    steps_->setAccessibleName(tr("Number of further checkpoints"));
    const auto setUp = [this](QAbstractSpinBox* box, const QString& widest) {
        box->setButtonSymbols(QAbstractSpinBox::NoButtons);
        box->setLocale(displayLocale());
        box->setGroupSeparatorShown(true);
        box->setAlignment(Qt::AlignRight);
        box->setToolTip(box->accessibleName());
        box->setFixedWidth(box->fontMetrics().horizontalAdvance(widest) + fieldPadding);
        if (const auto* field = box->findChild<QLineEdit*>())
            connect(field, &QLineEdit::returnPressed, find_, &QPushButton::click);
    };
    setUp(amount_, displayLocale().toString(largestAmount, 'f', amountDecimals));
    setUp(steps_, displayLocale().toString(mostCheckpoints));
    find_->setToolTip(tr("Chooses the setting with the least error that fits"));
    setLook(answer_, "caption");
    answer_->setWordWrap(true);
    answer_->hide();
    answer_->setToolTip(
        tr("A key step does not build on the checkpoint before it, so that no restore has to read a "
           "long chain. One checkpoint in 33 is a key step."));
    connect(amount_, &QDoubleSpinBox::valueChanged, this, [this] { isSet_ = true; });
    connect(unit_, &MenuChoice::chosen, this, [this] { isSet_ = true; });
}

SizeTarget TargetLine::target() const {
    const double bytes = amount_->value() * unitNamed(unit_->current()).bytes;
    return {static_cast<std::uint64_t>(std::llround(bytes)), static_cast<std::uint64_t>(steps_->value())};
}

void TargetLine::propose(std::uint64_t bytesOfOne) {
    if (isSet_) return;
    const double bytes = static_cast<double>(bytesOfOne) * steps_->value();
    const SizeUnit* unit = sizeUnits.data();
    for (const SizeUnit& larger : sizeUnits) {
        if (bytes >= larger.bytes) unit = &larger;
    }
    const QSignalBlocker quiet(amount_);
    amount_->setValue(std::ceil(bytes / unit->bytes));
    unit_->setCurrent(QLatin1String(unit->name));
}

void TargetLine::answer(const TargetReport& report, std::int64_t studied) {
    setLook(answer_, report.best ? "caption" : "badCaption");
    answer_->setText(describeTarget(report, studied));
    answer_->show();
}

void TargetLine::clearAnswer() {
    answer_->clear();
    answer_->hide();
}

QString TargetLine::answerText() const {
    return answer_->text();
}

}  // namespace stepvault::ui
