#pragma once

#include <vector>

#include <QToolButton>

#include "ui/widgets/choice_popup.h"

class QMenu;

namespace stepvault::ui {

class Theme;

/// A choice of one of several texts, from a menu, or from a list with a filter if there are many. The button
/// shows the chosen text; a long text is elided and becomes the tool tip.
class MenuChoice : public QToolButton {
    Q_OBJECT

 public:
    using Entry = ChoicePopup::Entry;

    /// `none`: its text where there is nothing to choose.
    MenuChoice(const Theme& theme, const QString& none, QWidget* parent = nullptr);

    /// The choice stays where it still is one, else the first is taken.
    void setEntries(std::vector<Entry> entries);
    /// Without a signal; the first where it is none of them.
    void setCurrent(const QString& id);
    [[nodiscard]] const QString& current() const { return current_; }
    [[nodiscard]] QSize minimumSizeHint() const override;
    /// As much of the choice as is drawn.
    [[nodiscard]] QString shownText() const;
    /// Opens if there are more entries than a menu should hold; nullptr before.
    [[nodiscard]] ChoicePopup* popup() { return popup_; }

 signals:
    /// By the user.
    void chosen(const QString& id);

 protected:
    bool event(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

 private:
    void applyTheme();
    void openPopup();
    [[nodiscard]] int textWidth() const;

    const Theme& theme_;
    std::vector<Entry> entries_;
    QString current_;
    QString whole_;  ///< the text of the current one
    QString none_;
    QMenu* menu_;
    ChoicePopup* popup_ = nullptr;  ///< made when it is first needed
};

}  // namespace stepvault::ui
