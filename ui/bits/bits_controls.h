#pragma once

#include <QWidget>

#include "vault/records/scheme_choice.h"

class QLabel;
class QPushButton;
class QSlider;

namespace stepvault::ui {

class SegmentControl;

/// Scheme, and one slider for its bits or its error, with presets of the error. On as many lines as they
/// need.
class BitsControls : public QWidget {
    Q_OBJECT

 public:
    explicit BitsControls(QWidget* parent = nullptr);

    /// Without a signal. Keeps the parts of the choice that these controls do not show.
    void setChoice(const SchemeChoice& choice);
    /// With a signal, as if by these controls: the scheme and its setting; the exceptions stay.
    void choose(const SchemeChoice& setting);
    /// Exceptions that the scheme cannot make are left out.
    [[nodiscard]] SchemeChoice choice() const;
    /// All exceptions, whatever the scheme. Without a signal.
    void setRules(const std::vector<CodingRule>& rules);
    [[nodiscard]] const std::vector<CodingRule>& rules() const { return choice_.rules; }
    /// Whether `scheme` can make an exception: an error is aimed at by adaptive alone.
    [[nodiscard]] static bool canHold(Scheme scheme, const CodingRule& rule);
    /// "lc, 3 bits, 1 exception".
    [[nodiscard]] static QString nameOf(const SchemeChoice& choice);
    /// The run's present setting, which cannot be chosen again.
    void setCurrent(const SchemeChoice& current);
    /// While the run is recoded, or a preview of that is made, neither can be started, and the run's setting
    /// cannot change.
    void setBusy(bool isBusy);

    [[nodiscard]] SegmentControl& scheme() { return *scheme_; }
    /// Errors for scheme adaptive: closest, default, smallest.
    [[nodiscard]] SegmentControl& presets() { return *presets_; }
    [[nodiscard]] QSlider& slider() { return *slider_; }
    [[nodiscard]] QPushButton& useButton() { return *use_; }
    [[nodiscard]] QPushButton& recodeButton() { return *recode_; }

 signals:
    void changed();
    void useClicked();
    void recodeClicked();

 private:
    void chooseScheme(int index);
    void choosePreset(int index);
    void moveSlider(int position);
    void showSlider();
    void showChoice();

    SchemeChoice choice_;
    SchemeChoice current_;
    bool isBusy_ = false;
    SegmentControl* scheme_;
    QLabel* name_;
    QSlider* slider_;
    QLabel* value_;
    SegmentControl* presets_;
    QPushButton* recode_;
    QPushButton* use_;
};

}  // namespace stepvault::ui
