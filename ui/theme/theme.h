// Light or dark: gives the application its style, palette and type, and tells widgets that paint by hand.
#pragma once

#include <QObject>
#include <QPalette>

#include "ui/theme/tokens.h"

class QApplication;

namespace stepvault::ui {

enum class ThemeMode { system, light, dark };

/// GUI thread. Outlives every widget that was given it.
class Theme : public QObject {
    Q_OBJECT

 public:
    /// Reads what the desktop wants from the palette the application started with, so it must be made before
    /// apply().
    explicit Theme(QApplication& application, QObject* parent = nullptr);

    [[nodiscard]] ThemeMode mode() const { return mode_; }
    [[nodiscard]] const Tokens& tokens() const { return tokens_; }
    void setMode(ThemeMode mode);
    /// Sets the theme that the desktop uses, which ThemeMode::system follows.
    void setSystemDark(bool dark);

 signals:
    void changed();

 private:
    void apply();

    QApplication& application_;
    ThemeMode mode_ = ThemeMode::system;
    bool systemDark_ = false;
    Tokens tokens_;
};

QPalette makePalette(const Tokens& tokens);

}  // namespace stepvault::ui
