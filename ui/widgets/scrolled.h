#pragma once

class QWidget;

namespace stepvault::ui {

/// `content` in an area without frame that scrolls where the window is too small for it, so that a small
/// window stays small. Owned by `parent`.
QWidget* scrolled(QWidget* content, QWidget* parent);

}  // namespace stepvault::ui
