#pragma once

#include <vector>

#include <QToolButton>

class QMenu;

namespace stepvault::ui {

class Theme;

/// One of several, from a menu. Its text is the choice; a long one gives way to its neighbours, and is
/// the tool tip where it does not fit.
class MenuChoice : public QToolButton {
    Q_OBJECT

 public:
    struct Entry {
        QString id;
        QString text;

        bool operator==(const Entry&) const = default;
    };

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

 signals:
    /// By the user.
    void chosen(const QString& id);

 protected:
    bool event(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

 private:
    void applyTheme();
    [[nodiscard]] int textWidth() const;

    const Theme& theme_;
    std::vector<Entry> entries_;
    QString current_;
    QString whole_;  ///< the text of the current one
    QString none_;
    QMenu* menu_;
};

}  // namespace stepvault::ui
