#pragma once

#include <QPushButton>

#include "ui/theme/glyph.h"

class QLabel;

namespace stepvault::ui {

class Theme;

/// A large choice: picture, title and description.
class ChoiceButton : public QPushButton {
    Q_OBJECT

 public:
    ChoiceButton(const Theme& theme, Glyph glyph, const QString& title, const QString& text,
                 QWidget* parent = nullptr);

    [[nodiscard]] QSize sizeHint() const override;

 private:
    void applyTheme();

    const Theme& theme_;
    Glyph glyph_;
    QLabel* picture_;
};

}  // namespace stepvault::ui
