#pragma once

#include <QWidget>

#include "ui/restore/restore_controller.h"

class QCheckBox;
class QLabel;
class QToolButton;

namespace stepvault::ui {

class ElidedLabel;
class Theme;

/// Whether only the model's weights are restored: what that makes, what it is no use for, and how the file is
/// loaded.
class WeightsChoice : public QWidget {
    Q_OBJECT

 public:
    WeightsChoice(const Theme& theme, RestoreController& controller, QWidget* parent = nullptr);

    [[nodiscard]] QCheckBox& box() { return *box_; }
    /// Empty unless the output is a single safetensors file.
    [[nodiscard]] QString code() const;

 private:
    void render();

    RestoreController& controller_;
    QCheckBox* box_;
    QLabel* note_;
    QWidget* codeRow_;
    ElidedLabel* code_;
    QToolButton* copy_;
};

}  // namespace stepvault::ui
