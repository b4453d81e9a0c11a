#include "ui/theme/tokens.h"

#include <algorithm>
#include <cmath>

namespace stepvault::ui {

namespace {

QColor rgb(QRgb value) {
    return QColor::fromRgb(value);
}

std::array<QColor, 7> okabeIto() {
    return {rgb(0x0072B2), rgb(0xD55E00), rgb(0x009E73), rgb(0xCC79A7),
            rgb(0xE69F00), rgb(0x56B4E9), rgb(0x6B6B6B)};
}

QColor lifted(const QColor& color) {
    const QColor hsl = color.toHsl();
    return QColor::fromHslF(std::max(0.0F, hsl.hslHueF()), hsl.hslSaturationF(),
                            std::min(1.0F, hsl.lightnessF() + 0.15F));
}

}  // namespace

Tokens lightTokens() {
    return {.dark = false,
            .window = rgb(0xF7F7F5),
            .surface = rgb(0xFFFFFF),
            .raised = rgb(0xFFFFFF),
            .text = rgb(0x1B1E22),
            .muted = rgb(0x5B636D),
            .faint = rgb(0x9AA1AA),
            .line = rgb(0xDFE2E6),
            .grid = rgb(0xECEEF1),
            .accent = rgb(0x1F6FB5),
            .onAccent = rgb(0xFFFFFF),
            .good = rgb(0x1E8E5A),
            .warn = rgb(0xB26A00),
            .bad = rgb(0xC4372B),
            .series = okabeIto()};
}

Tokens darkTokens() {
    auto series = okabeIto();
    std::transform(series.begin(), series.end(), series.begin(), lifted);
    return {.dark = true,
            .window = rgb(0x15171A),
            .surface = rgb(0x1C1F23),
            .raised = rgb(0x24282D),
            .text = rgb(0xE8EAED),
            .muted = rgb(0x9CA5B0),
            .faint = rgb(0x69717B),
            .line = rgb(0x30353C),
            .grid = rgb(0x272B31),
            .accent = rgb(0x5AA7F0),
            .onAccent = rgb(0x0E1114),
            .good = rgb(0x4CC38A),
            .warn = rgb(0xF0A93B),
            .bad = rgb(0xFF6B5E),
            .series = series};
}

QColor blend(const QColor& under, const QColor& over, double opacity) {
    const auto mix = [opacity](int a, int b) { return static_cast<int>(std::lround(a + (b - a) * opacity)); };
    return {mix(under.red(), over.red()), mix(under.green(), over.green()), mix(under.blue(), over.blue())};
}

}  // namespace stepvault::ui
