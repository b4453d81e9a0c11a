#pragma once

#include <QWidget>

#include "library/services/size_target.h"

class QDoubleSpinBox;
class QLabel;
class QPushButton;
class QSpinBox;

namespace stepvault::ui {

class MenuChoice;
class Theme;

/// A sentence that asks for the setting of least error that fits into a size, and the answer under it. GUI
/// thread.
class TargetLine : public QWidget {
    Q_OBJECT

 public:
    explicit TargetLine(const Theme& theme, QWidget* parent = nullptr);

    [[nodiscard]] SizeTarget target() const;
    /// A size to begin with, for as many checkpoints as are set; nothing happens once the user has set one.
    void propose(std::uint64_t bytesOfOne);
    /// `studied`: the step that the estimate comes from.
    void answer(const TargetReport& report, std::int64_t studied);
    void clearAnswer();

    [[nodiscard]] QString answerText() const;
    [[nodiscard]] QDoubleSpinBox& amount() { return *amount_; }
    [[nodiscard]] MenuChoice& unit() { return *unit_; }
    [[nodiscard]] QSpinBox& steps() { return *steps_; }
    [[nodiscard]] QPushButton& findButton() { return *find_; }

 signals:
    void findClicked();

 private:
    void setUpFields();

    QDoubleSpinBox* amount_;
    MenuChoice* unit_;
    QSpinBox* steps_;
    QPushButton* find_;
    QLabel* answer_;
    bool isSet_ = false;  ///< by the user
};

}  // namespace stepvault::ui
