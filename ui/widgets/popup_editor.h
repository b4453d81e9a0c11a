#pragma once

#include <string>

#include <QFrame>

#include "base/result.h"

class QLabel;

namespace stepvault::ui {

/// A popup in which a text is written. GUI thread. Enter, or a click beside it, stores the text; Esc leaves
/// it as it was.
class PopupEditor : public QFrame {
    Q_OBJECT

 signals:
    /// Only where the text was changed.
    void stored(const QString& text);

 protected:
    /// `field`: where the text is written; the popup owns it.
    PopupEditor(QWidget* field, QSize size, QWidget* parent);

    /// Opens under `place`, in coordinates of the screen, its right end at the place's.
    void openAt(const QRect& place, const QString& before, const QString& hint);
    /// The text as it stands in the field.
    [[nodiscard]] virtual QString text() const = 0;
    /// The reason why the vault would refuse the text.
    [[nodiscard]] virtual Status check(const std::string& text) const = 0;

    bool eventFilter(QObject* watched, QEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;

 private:
    /// Stays open for a text that the vault would refuse, and says why.
    void store();

    QWidget* field_;
    QString before_;
    QLabel* hint_;
};

}  // namespace stepvault::ui
