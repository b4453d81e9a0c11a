// The colours of the window. The only place with colour literals is tokens.cpp.
#pragma once

#include <array>

#include <QColor>

namespace stepvault::ui {

struct Tokens {
    bool dark = false;
    QColor window, surface, raised;
    QColor text, muted, faint;
    QColor line, grid;
    QColor accent, onAccent;
    QColor good, warn, bad;
    std::array<QColor, 7> series;  ///< Okabe-Ito; the same run has the same one everywhere
};

Tokens lightTokens();
Tokens darkTokens();

/// `over` laid on `under` with an opacity of 0 to 1.
QColor blend(const QColor& under, const QColor& over, double opacity);

}  // namespace stepvault::ui
