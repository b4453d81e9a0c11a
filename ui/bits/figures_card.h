#pragma once

#include <array>
#include <optional>

#include <QFrame>

#include "ui/bits/bits_view.h"

class QLabel;

namespace stepvault::ui {

/// What the setting costs and leaves, each figure against what is stored now.
class FiguresCard : public QFrame {
    Q_OBJECT

 public:
    enum Figure { BitsPerWeight, Ratio, Error, RunSize, Time, FigureCount };

    explicit FiguresCard(QWidget* parent = nullptr);

    /// `now`: nullopt where it is not known.
    void setFigures(const std::optional<BitsFigures>& now, const BitsFigures& stored,
                    std::uint64_t originalBytes);

    [[nodiscard]] QString value(Figure figure) const;
    [[nodiscard]] QString against(Figure figure) const;

 private:
    struct Line {
        QLabel* value = nullptr;
        QLabel* against = nullptr;
    };
    std::array<Line, FigureCount> lines_;
};

}  // namespace stepvault::ui
