#pragma once

#include <array>
#include <optional>

#include <QFrame>

#include "ui/bits/bits_view.h"

class QGridLayout;
class QLabel;

namespace stepvault::ui {

/// The cost and the error of the setting; each figure beside that of the stored step.
class FiguresCard : public QFrame {
    Q_OBJECT

 public:
    enum Figure { BitsPerWeight, Ratio, Error, Lag, RunSize, Time, FigureCount };

    explicit FiguresCard(QWidget* parent = nullptr);

    /// `now`: nullopt where it is not known.
    void setFigures(const std::optional<BitsFigures>& now, const BitsFigures& stored,
                    std::uint64_t originalBytes);

    /// Figures side by side. One column is as narrow as it can be; more take the width that they get.
    void setColumns(int columns);
    /// The columns, up to three, that a card of this width has room for.
    [[nodiscard]] int columnsIn(int width) const;
    /// As wide as one column.
    [[nodiscard]] QSize minimumSizeHint() const override;

    [[nodiscard]] QString value(Figure figure) const;
    [[nodiscard]] QString against(Figure figure) const;

 private:
    struct Line {
        QLabel* value = nullptr;
        QLabel* against = nullptr;
        QWidget* cell = nullptr;
    };
    std::array<Line, FigureCount> lines_;
    QGridLayout* grid_;
    int columns_ = 0;
};

}  // namespace stepvault::ui
