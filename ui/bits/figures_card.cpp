#include "ui/bits/figures_card.h"

#include <algorithm>

#include <QGridLayout>
#include <QLabel>

#include "ui/text/format.h"
#include "ui/theme/look.h"

namespace stepvault::ui {

namespace {

constexpr int leastWidth = 236;

std::array<QString, FiguresCard::FigureCount> textsOf(const BitsFigures& figures, std::uint64_t original) {
    return {formatNumber(figures.bitsPerWeight, 3), formatRatio(original, figures.stepBytes),
            formatError(figures.error), formatBytes(figures.runBytes),
            figures.seconds ? formatSpan(*figures.seconds) : FiguresCard::tr("–")};
}

}  // namespace

FiguresCard::FiguresCard(QWidget* parent) : QFrame(parent) {
    setLook(this, "card");
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Preferred);
    setMinimumWidth(leastWidth);
    const std::array<QString, FigureCount> names{tr("Bits per weight"), tr("Ratio"), tr("Relative error"),
                                                 tr("Run so far"), tr("Time to code")};
    const std::array<QString, FigureCount> hints{
        tr("Coded bits of a value, over all tensors that are coded with a loss"),
        tr("Original bytes of the step by its file's"),
        tr("Of the model's own tensors: 0 is exact, 1 keeps nothing of the change"),
        tr("All of the run's checkpoints, had they been filed so"),
        tr("One core, by what was once measured on an AMD EPYC with AVX-512; not known for lc")};
    auto* grid = new QGridLayout(this);
    grid->setContentsMargins(14, 10, 14, 10);
    grid->setHorizontalSpacing(12);
    grid->setVerticalSpacing(0);
    grid->setColumnStretch(0, 1);
    for (int i = 0; i < FigureCount; ++i) {
        const auto at = static_cast<std::size_t>(i);
        auto* name = new QLabel(names[at], this);
        setLook(name, "muted");
        lines_[at] = {new QLabel(this), new QLabel(this)};
        setLook(lines_[at].value, "figure");
        setLook(lines_[at].against, "caption");
        for (QLabel* label : {name, lines_[at].value, lines_[at].against})
            label->setToolTip(hints[at]);
        grid->addWidget(name, 2 * i, 0);
        grid->addWidget(lines_[at].against, 2 * i + 1, 0, Qt::AlignTop);
        grid->addWidget(lines_[at].value, 2 * i, 1, 2, 1, Qt::AlignRight | Qt::AlignVCenter);
        grid->setRowStretch(2 * i, 1);
        grid->setRowStretch(2 * i + 1, 1);
    }
}

void FiguresCard::setFigures(const std::optional<BitsFigures>& now, const BitsFigures& stored,
                             std::uint64_t originalBytes) {
    const auto before = textsOf(stored, originalBytes);
    for (std::size_t i = 0; i < lines_.size(); ++i) {
        lines_[i].value->setText(now ? textsOf(*now, originalBytes)[i] : tr("–"));
        lines_[i].against->setText(tr("stored: %1").arg(before[i]));
    }
    // Wider for a wide figure, but not narrower again while a slider moves.
    setMinimumWidth(std::max(minimumWidth(), layout()->minimumSize().width()));
}

QString FiguresCard::value(Figure figure) const {
    return lines_[figure].value->text();
}

QString FiguresCard::against(Figure figure) const {
    return lines_[figure].against->text();
}

}  // namespace stepvault::ui
