#pragma once

#include <vector>

#include <QWidget>

#include "ui/bits/bits_view.h"

class QDoubleSpinBox;
class QLabel;
class QLineEdit;
class QPushButton;
class QToolButton;

namespace stepvault::ui {

class FlowLayout;
class MenuChoice;
class SegmentControl;
class Theme;

/// Which roles and tensors are coded otherwise than the rest, as a sentence of chips; a click takes one away.
/// The newest holds where several fit a tensor.
class ExceptionsLine : public QWidget {
    Q_OBJECT

 public:
    explicit ExceptionsLine(const Theme& theme, QWidget* parent = nullptr);

    /// The checkpoint whose roles and tensors can be chosen; nullptr for none.
    void setView(const std::shared_ptr<const BitsView>& view);
    /// Without a signal. Those that `scheme` cannot make are shown, but don't count.
    void setRules(const std::vector<CodingRule>& rules, Scheme scheme);
    /// For which role or tensor an exception is likely to be made: the text of a rule's match.
    void propose(const std::string& match) { proposed_ = match; }

    [[nodiscard]] const std::vector<CodingRule>& rules() const { return rules_; }
    [[nodiscard]] const std::vector<QToolButton*>& chips() const { return chips_; }
    [[nodiscard]] QToolButton& makeButton() { return *make_; }
    [[nodiscard]] MenuChoice& target() { return *target_; }
    [[nodiscard]] QLineEdit& pattern() { return *pattern_; }
    [[nodiscard]] SegmentControl& kind() { return *kind_; }
    [[nodiscard]] QDoubleSpinBox& error() { return *error_; }
    [[nodiscard]] QPushButton& addButton() { return *add_; }
    [[nodiscard]] QString note() const;

 signals:
    void changed();

 private:
    QWidget* makeEditor();
    void open(bool isOpen);
    [[nodiscard]] CodingRule edited() const;
    void showChips();
    void showEditor();
    void add();
    void remove(std::size_t index);

    std::shared_ptr<const BitsView> view_;
    std::vector<CodingRule> rules_;
    Scheme scheme_ = Scheme::adaptive;
    std::string proposed_;
    FlowLayout* line_;
    QLabel* title_;
    std::vector<QToolButton*> chips_;
    QToolButton* make_;
    QWidget* editor_;
    MenuChoice* target_;
    QLineEdit* pattern_;
    SegmentControl* kind_;
    QDoubleSpinBox* error_;
    QLabel* note_;
    QPushButton* add_;
};

}  // namespace stepvault::ui
