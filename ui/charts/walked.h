// A widget whose parts (points, bars, cells) are described one by one, under the mouse or by arrow keys.
#pragma once

#include <algorithm>
#include <cstddef>
#include <optional>

#include <QKeyEvent>
#include <QMouseEvent>
#include <QString>
#include <QWidget>

namespace stepvault::ui {

/// `Base`: QWidget, or a class derived from it.
template <class Base>
class Walked : public Base {
 protected:
    explicit Walked(QWidget* parent) : Base(parent) {
        this->setMouseTracking(true);
        this->setFocusPolicy(Qt::StrongFocus);
        this->setMinimumSize(180, 120);
    }

    [[nodiscard]] virtual std::size_t partCount() const = 0;
    [[nodiscard]] virtual std::optional<std::size_t> partAt(const QPointF& place) const = 0;
    /// The text for a part, or for the whole where none is held.
    [[nodiscard]] virtual QString describe(std::optional<std::size_t> part) const = 0;
    /// Shows the part that is held now.
    virtual void showHeld() = 0;

    [[nodiscard]] const std::optional<std::size_t>& held() const { return held_; }
    void hold(std::optional<std::size_t> part) {
        if (part != held_) tell(part);
    }
    /// After the parts have changed: the part of the same number stays held.
    void tellAgain() { tell(held_ && *held_ < partCount() ? held_ : std::nullopt); }

    void mouseMoveEvent(QMouseEvent* event) override { hold(partAt(event->position())); }
    void leaveEvent(QEvent* event) override {
        Base::leaveEvent(event);
        hold(std::nullopt);
    }
    void keyPressEvent(QKeyEvent* event) override {
        const bool isLeft = event->key() == Qt::Key_Left;
        if ((!isLeft && event->key() != Qt::Key_Right) || partCount() == 0)
            return QWidget::keyPressEvent(event);
        const std::size_t last = partCount() - 1;
        if (!held_) return hold(isLeft ? last : 0);
        hold(isLeft ? *held_ - std::min<std::size_t>(1, *held_) : std::min(*held_ + 1, last));
    }
    void focusOutEvent(QFocusEvent* event) override {
        hold(std::nullopt);
        Base::focusOutEvent(event);
    }

 private:
    void tell(std::optional<std::size_t> part) {
        held_ = part;
        const QString text = describe(held_);
        this->setToolTip(held_ ? text : QString());
        if (this->accessibleDescription() != text) this->setAccessibleDescription(text);
        showHeld();
    }

    std::optional<std::size_t> held_;
};

}  // namespace stepvault::ui
