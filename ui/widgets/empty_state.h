#pragma once

#include <QWidget>

#include "ui/theme/glyph.h"

class QLabel;
class QPushButton;

namespace stepvault::ui {

class Theme;

/// An empty place: names its future contents and the step that fills it.
class EmptyState : public QWidget {
    Q_OBJECT

 public:
    EmptyState(const Theme& theme, Glyph glyph, QWidget* parent = nullptr);

    /// Empty `action`: no button.
    void setText(const QString& title, const QString& text, const QString& action = {});

 signals:
    void actionClicked();

 private:
    void applyTheme();

    const Theme& theme_;
    Glyph glyph_;
    QLabel* picture_;
    QLabel* title_;
    QLabel* text_;
    QPushButton* button_;
};

}  // namespace stepvault::ui
