#pragma once

#include <vector>

#include <QWidget>

namespace stepvault::ui {

class Theme;

/// The nodes, those of a group side by side. A click, or Space, fails one or brings it back; the arrow keys
/// walk.
class NodeRow : public QWidget {
    Q_OBJECT

 public:
    explicit NodeRow(const Theme& theme, QWidget* parent = nullptr);

    /// Nodes that stay keep their state. Groups as in core's node_groups.h.
    void setNodes(std::uint32_t nodes, std::uint32_t group);
    [[nodiscard]] const std::vector<bool>& failed() const { return failed_; }
    void toggle(std::uint32_t node);
    void repairAll();
    /// In coordinates of this widget.
    [[nodiscard]] QRectF boxOf(std::uint32_t node) const;

    [[nodiscard]] QSize sizeHint() const override;

 signals:
    void failedChanged();

 protected:
    void paintEvent(QPaintEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;

 private:
    [[nodiscard]] int nodeAt(const QPointF& at) const;
    [[nodiscard]] QString describe(std::uint32_t node) const;
    void choose(int node);
    void tell();

    const Theme& theme_;
    std::uint32_t group_ = 1;
    std::vector<bool> failed_;
    int hovered_ = -1;
    int chosen_ = 0;
};

}  // namespace stepvault::ui
