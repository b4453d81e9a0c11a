#include "ui/bits/figures_card.h"

#include <algorithm>

#include <QGridLayout>
#include <QLabel>

#include "ui/text/format.h"
#include "ui/theme/look.h"

namespace stepvault::ui {

namespace {

constexpr int leastWidth = 236;
constexpr int sideMargin = 14;
constexpr int columnGap = 28;
constexpr int mostColumns = 3;

std::array<QString, FiguresCard::FigureCount> textsOf(const BitsFigures& figures, std::uint64_t original) {
    return {formatNumber(figures.bitsPerWeight, 3),
            formatRatio(original, figures.stepBytes),
            formatError(figures.error),
            formatLag(figures.lag),
            formatBytes(figures.runBytes),
            figures.seconds ? formatSpan(*figures.seconds) : FiguresCard::tr("–")};
}

}  // namespace

FiguresCard::FiguresCard(QWidget* parent) : QFrame(parent), grid_(new QGridLayout(this)) {
    setLook(this, "card");
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Preferred);
    setMinimumWidth(leastWidth);
    const std::array<QString, FigureCount> names{tr("Bits per weight"), tr("Ratio"),
                                                 tr("Relative error"),  tr("Lag"),
                                                 tr("Run so far"),      tr("Time to code")};
    const std::array<QString, FigureCount> hints{
        tr("Coded bits of a value, over all tensors that are coded with a loss"),
        tr("Original bytes of the step by its file's"),
        tr("Of the model's own tensors: 0 is exact, 1 keeps nothing of the change"),
        tr("How far back a training begins that resumes from the step, in intervals between checkpoints"),
        tr("All of the run's checkpoints, had they been filed so"),
        tr("One core, by what was once measured on an AMD EPYC with AVX-512; not known for lc")};
    grid_->setContentsMargins(sideMargin, 10, sideMargin, 10);
    grid_->setHorizontalSpacing(columnGap);
    for (std::size_t i = 0; i < lines_.size(); ++i) {
        Line& line = lines_[i];
        line = {new QLabel(this), new QLabel(this), new QWidget(this)};
        auto* name = new QLabel(names[i], this);
        setLook(name, "muted");
        setLook(line.value, "figure");
        setLook(line.against, "caption");
        for (QLabel* label : {name, line.value, line.against})
            label->setToolTip(hints[i]);
        auto* cell = new QGridLayout(line.cell);
        cell->setContentsMargins(0, 0, 0, 0);
        cell->setHorizontalSpacing(12);
        cell->setVerticalSpacing(0);
        cell->setColumnStretch(0, 1);
        cell->addWidget(name, 0, 0, Qt::AlignBottom);
        cell->addWidget(line.against, 1, 0, Qt::AlignTop);
        cell->addWidget(line.value, 0, 1, 2, 1, Qt::AlignRight | Qt::AlignVCenter);
    }
    setColumns(1);
}

void FiguresCard::setColumns(int columns) {
    if (columns == columns_) return;
    columns_ = columns;
    setSizePolicy(columns > 1 ? QSizePolicy::Preferred : QSizePolicy::Fixed, QSizePolicy::Preferred);
    for (int i = 0; i < FigureCount; ++i)
        grid_->addWidget(lines_[static_cast<std::size_t>(i)].cell, i / columns, i % columns);
    for (int i = 0; i < FigureCount; ++i) {
        grid_->setColumnStretch(i, i < columns ? 1 : 0);
        grid_->setRowStretch(i, i * columns < FigureCount ? 1 : 0);
    }
}

QSize FiguresCard::minimumSizeHint() const {
    int widest = 0;
    for (const Line& line : lines_)
        widest = std::max(widest, line.cell->minimumSizeHint().width());
    return {widest + 2 * sideMargin, QFrame::minimumSizeHint().height()};
}

int FiguresCard::columnsIn(int width) const {
    const int widest = minimumSizeHint().width() - 2 * sideMargin;
    return std::clamp((width - 2 * sideMargin + columnGap) / (widest + columnGap), 1, mostColumns);
}

void FiguresCard::setFigures(const std::optional<BitsFigures>& now, const BitsFigures& stored,
                             std::uint64_t originalBytes) {
    const auto before = textsOf(stored, originalBytes);
    for (std::size_t i = 0; i < lines_.size(); ++i) {
        lines_[i].value->setText(now ? textsOf(*now, originalBytes)[i] : tr("–"));
        lines_[i].against->setText(tr("stored: %1").arg(before[i]));
    }
    if (columns_ > 1) setColumns(std::min(columns_, columnsIn(width())));
    // Wider for a wide figure, but not narrower again while a slider moves.
    if (columns_ == 1) setMinimumWidth(std::max(minimumWidth(), minimumSizeHint().width()));
}

QString FiguresCard::value(Figure figure) const {
    return lines_[figure].value->text();
}

QString FiguresCard::against(Figure figure) const {
    return lines_[figure].against->text();
}

}  // namespace stepvault::ui
