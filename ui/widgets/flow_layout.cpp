#include "ui/widgets/flow_layout.h"

#include <algorithm>

#include <QWidget>

namespace stepvault::ui {

FlowLayout::FlowLayout(int gap, int lineGap, QWidget* parent)
    : QLayout(parent), gap_(gap), lineGap_(lineGap) {
    setContentsMargins(0, 0, 0, 0);
}

FlowLayout::~FlowLayout() {
    for (QLayoutItem* item : items_)
        delete item;
}

void FlowLayout::addItem(QLayoutItem* item) {
    items_.push_back(item);
    invalidate();
}

void FlowLayout::moveTo(int index) {
    std::rotate(items_.begin() + index, items_.end() - 1, items_.end());
    invalidate();
}

void FlowLayout::setRightFrom(int index) {
    rightFrom_ = index;
    invalidate();
}

QLayoutItem* FlowLayout::itemAt(int index) const {
    return index >= 0 && index < count() ? items_[static_cast<std::size_t>(index)] : nullptr;
}

QLayoutItem* FlowLayout::takeAt(int index) {
    QLayoutItem* item = itemAt(index);
    if (item != nullptr) items_.erase(items_.begin() + index);
    return item;
}

int FlowLayout::heightForWidth(int width) const {
    return arrange(QRect(0, 0, width, 0), false);
}

QSize FlowLayout::sizeHint() const {
    int width = 0;
    int height = 0;
    for (const QLayoutItem* item : items_) {
        if (item->isEmpty()) continue;
        width += item->sizeHint().width() + gap_;
        height = std::max(height, item->sizeHint().height());
    }
    return {width, height};
}

QSize FlowLayout::minimumSize() const {
    QSize size;
    for (const QLayoutItem* item : items_)
        size = size.expandedTo(item->minimumSize());
    return size;
}

void FlowLayout::setGeometry(const QRect& rect) {
    QLayout::setGeometry(rect);
    arrange(rect, true);
}

int FlowLayout::arrange(const QRect& rect, bool place) const {
    std::vector<QLayoutItem*> line;
    const auto belongsRight = [this](const QLayoutItem* item) {
        return rightFrom_ >= 0 && std::find(items_.begin() + rightFrom_, items_.end(), item) != items_.end();
    };
    bool isRight = false;
    int x = 0;
    int y = 0;
    int height = 0;
    // An item that is wider than the line gives way.
    const auto sizeOf = [&rect](const QLayoutItem* item) {
        const QSize hint = item->sizeHint();
        return QSize(std::max(std::min(hint.width(), rect.width()), item->minimumSize().width()),
                     hint.height());
    };
    const auto end = [&] {
        int left = rect.left();
        const int spare = rect.width() - (x - gap_);
        if (isRight) left += std::max(0, spare);
        for (QLayoutItem* item : line) {
            if (!isRight && belongsRight(item)) {
                left += std::max(0, spare);
                isRight = true;
            }
            const QSize size = sizeOf(item);
            if (place) item->setGeometry({QPoint(left, rect.top() + y + (height - size.height()) / 2), size});
            left += size.width() + gap_;
        }
        line.clear();
    };
    for (QLayoutItem* item : items_) {
        if (item->isEmpty()) continue;
        const QSize size = sizeOf(item);
        if (!line.empty() && x + size.width() > rect.width()) {
            end();
            y += height + lineGap_;
            x = 0;
            height = 0;
        }
        line.push_back(item);
        x += size.width() + gap_;
        height = std::max(height, size.height());
    }
    end();
    return y + height;
}

}  // namespace stepvault::ui
