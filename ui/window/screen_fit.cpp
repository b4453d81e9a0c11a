#include "ui/window/screen_fit.h"

#include <algorithm>

namespace stepvault::ui {

QRect fittedInto(const QRect& window, const QRect& available) {
    const QSize size = window.size().boundedTo(available.size());
    const int left = std::clamp(window.left(), available.left(), available.right() + 1 - size.width());
    const int top = std::clamp(window.top(), available.top(), available.bottom() + 1 - size.height());
    return {QPoint(left, top), size};
}

}  // namespace stepvault::ui
