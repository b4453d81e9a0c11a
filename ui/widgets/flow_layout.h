#pragma once

#include <vector>

#include <QLayout>

namespace stepvault::ui {

/// Words and controls of a sentence: one after another, on as many lines as they need.
class FlowLayout : public QLayout {
    Q_OBJECT

 public:
    FlowLayout(int gap, int lineGap, QWidget* parent = nullptr);
    ~FlowLayout() override;

    void addItem(QLayoutItem* item) override;
    /// Moves the last item to the place `index`.
    void moveTo(int index);
    /// Items from `index` on stand at the right end of their line. Negative: none.
    void setRightFrom(int index);
    [[nodiscard]] int count() const override { return static_cast<int>(items_.size()); }
    [[nodiscard]] QLayoutItem* itemAt(int index) const override;
    QLayoutItem* takeAt(int index) override;
    [[nodiscard]] Qt::Orientations expandingDirections() const override { return {}; }
    [[nodiscard]] bool hasHeightForWidth() const override { return true; }
    [[nodiscard]] int heightForWidth(int width) const override;
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSize() const override;
    void setGeometry(const QRect& rect) override;

 private:
    /// Returns the height; `place`: moves the items there, too.
    int arrange(const QRect& rect, bool place) const;

    int gap_;
    int lineGap_;
    int rightFrom_ = -1;
    std::vector<QLayoutItem*> items_;
};

}  // namespace stepvault::ui
