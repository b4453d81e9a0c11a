#pragma once

#include <optional>

#include "ui/help/guide_topic.h"

class QWidget;

namespace stepvault::ui {

/// Each opens beside `window`, which owns it, and is gone once it is closed.
void showGuide(QWidget* window, const std::optional<GuideTopic>& topic);
/// The keys of the window's actions.
void showShortcuts(QWidget* window);
void showAbout(QWidget* window);

}  // namespace stepvault::ui
