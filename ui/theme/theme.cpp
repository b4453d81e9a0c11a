#include "ui/theme/theme.h"

#include <QApplication>
#include <QFont>
#include <QStyleFactory>

#include "ui/theme/style_sheet.h"

namespace stepvault::ui {

namespace {
constexpr int bodyPixels = 13;
}

Theme::Theme(QApplication& application, QObject* parent)
    : QObject(parent),
      application_(application),
      systemDark_(QApplication::palette().color(QPalette::Window).lightness() < 128) {
    QApplication::setStyle(QStyleFactory::create(QStringLiteral("Fusion")));
    QFont font = QApplication::font();
    font.setPixelSize(bodyPixels);
    QApplication::setFont(font);
    apply();
}

void Theme::setMode(ThemeMode mode) {
    if (mode == mode_) return;
    mode_ = mode;
    apply();
}

void Theme::setSystemDark(bool dark) {
    if (dark == systemDark_) return;
    systemDark_ = dark;
    if (mode_ == ThemeMode::system) apply();
}

void Theme::apply() {
    const bool dark = mode_ == ThemeMode::dark || (mode_ == ThemeMode::system && systemDark_);
    tokens_ = dark ? darkTokens() : lightTokens();
    QApplication::setPalette(makePalette(tokens_));
    application_.setStyleSheet(makeStyleSheet(tokens_));
    emit changed();
}

QPalette makePalette(const Tokens& t) {
    QPalette palette;
    palette.setColor(QPalette::Window, t.window);
    palette.setColor(QPalette::WindowText, t.text);
    palette.setColor(QPalette::Base, t.surface);
    palette.setColor(QPalette::AlternateBase, t.window);
    palette.setColor(QPalette::Text, t.text);
    palette.setColor(QPalette::Button, t.raised);
    palette.setColor(QPalette::ButtonText, t.text);
    palette.setColor(QPalette::BrightText, t.bad);
    palette.setColor(QPalette::ToolTipBase, t.raised);
    palette.setColor(QPalette::ToolTipText, t.text);
    palette.setColor(QPalette::PlaceholderText, t.faint);
    palette.setColor(QPalette::Highlight, t.accent);
    palette.setColor(QPalette::HighlightedText, t.onAccent);
    palette.setColor(QPalette::Link, t.accent);
    palette.setColor(QPalette::LinkVisited, t.accent);
    palette.setColor(QPalette::Light, blend(t.raised, t.surface, 0.5));
    palette.setColor(QPalette::Midlight, t.grid);
    palette.setColor(QPalette::Mid, t.line);
    palette.setColor(QPalette::Dark, t.faint);
    palette.setColor(QPalette::Shadow, blend(t.window, t.text, 0.4));
    for (const auto role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText})
        palette.setColor(QPalette::Disabled, role, t.faint);
    palette.setColor(QPalette::Disabled, QPalette::Highlight, t.line);
    palette.setColor(QPalette::Disabled, QPalette::HighlightedText, t.muted);
    return palette;
}

}  // namespace stepvault::ui
