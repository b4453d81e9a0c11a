#pragma once

#include <QWidget>

#include "vault/scheme_choice.h"

class QLabel;
class QPushButton;
class QSlider;

namespace stepvault::ui {

class SegmentControl;

/// Scheme, and one slider for its bits or its error.
class BitsControls : public QWidget {
    Q_OBJECT

 public:
    explicit BitsControls(QWidget* parent = nullptr);

    /// Without a signal. What these controls don't show is kept.
    void setChoice(const SchemeChoice& choice);
    [[nodiscard]] const SchemeChoice& choice() const { return choice_; }
    /// "lc, 3 bits".
    [[nodiscard]] static QString nameOf(const SchemeChoice& choice);
    /// What the run has already cannot be chosen again.
    void setCurrent(const SchemeChoice& current);

    [[nodiscard]] SegmentControl& scheme() { return *scheme_; }
    [[nodiscard]] QSlider& slider() { return *slider_; }
    [[nodiscard]] QPushButton& useButton() { return *use_; }

 signals:
    void changed();
    void useClicked();

 private:
    void chooseScheme(int index);
    void moveSlider(int position);
    void showSlider();
    void showChoice();

    SchemeChoice choice_;
    SchemeChoice current_;
    SegmentControl* scheme_;
    QLabel* name_;
    QSlider* slider_;
    QLabel* value_;
    QPushButton* use_;
};

}  // namespace stepvault::ui
