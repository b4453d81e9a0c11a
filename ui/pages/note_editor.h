#pragma once

#include <QFrame>

class QLabel;
class QPlainTextEdit;

namespace stepvault::ui {

/// A popup in which a run's note is written. GUI thread. Enter, or a click beside it, stores the note; Esc leaves it as
/// it was.
class NoteEditor : public QFrame {
    Q_OBJECT

 public:
    explicit NoteEditor(QWidget* parent);

    /// Opens under `place`, in coordinates of the screen, its right end at the place's.
    void open(const QString& note, const QRect& place);
    [[nodiscard]] QPlainTextEdit& text() { return *text_; }

 signals:
    /// Only where it was changed.
    void stored(const QString& note);

 protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;

 private:
    /// Stays open for a note that the vault would refuse, and says why.
    void store();

    QString before_;
    QPlainTextEdit* text_;
    QLabel* hint_;
};

}  // namespace stepvault::ui
