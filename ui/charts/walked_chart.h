// A painted chart whose parts (points, bars) are told of one by one, under the mouse or by arrow keys.
#pragma once

#include <cstddef>
#include <optional>

#include <QWidget>

namespace stepvault::ui {

class Theme;

class WalkedChart : public QWidget {
 protected:
    /// Paints itself anew when `theme` changes; it has to live longer.
    WalkedChart(const Theme& theme, QWidget* parent);

    [[nodiscard]] virtual std::size_t partCount() const = 0;
    [[nodiscard]] virtual std::optional<std::size_t> partAt(const QPointF& place) const = 0;
    /// Of a part, or of the whole where none is held.
    [[nodiscard]] virtual QString describe(std::optional<std::size_t> part) const = 0;

    [[nodiscard]] const std::optional<std::size_t>& held() const { return held_; }
    void hold(std::optional<std::size_t> part);
    /// After the parts have changed: the part of the same number stays held.
    void tellAgain();

    void mouseMoveEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;

 private:
    std::optional<std::size_t> held_;
};

}  // namespace stepvault::ui
