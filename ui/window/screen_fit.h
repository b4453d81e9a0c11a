#pragma once

#include <QRect>

namespace stepvault::ui {

/// `window`, made no larger than `available` and moved into it.
QRect fittedInto(const QRect& window, const QRect& available);

}  // namespace stepvault::ui
