#pragma once

#include <QWidget>

#include "library/catalog/catalog.h"

class QToolButton;

namespace stepvault::ui {

class ElidedLabel;
class NoteEditor;

/// Tags and marks of a run, and a button with its note, which opens the note for writing.
class LabelsLine : public QWidget {
    Q_OBJECT

 public:
    explicit LabelsLine(QWidget* parent = nullptr);

    void setRun(const RunRow& run);
    [[nodiscard]] NoteEditor& editor() { return *editor_; }
    [[nodiscard]] QToolButton& noteButton() { return *button_; }
    /// The marks and tags, as they are shown.
    [[nodiscard]] QString tagsText() const;

 signals:
    /// The user changed the note. `run`: id.
    void noteEdited(const QString& run, const QString& note);

 protected:
    void resizeEvent(QResizeEvent* event) override;

 private:
    void openEditor();
    void elideNote();

    QString run_;  ///< id
    QString note_;
    QString edited_;  ///< id of the run whose note is being written
    ElidedLabel* tags_;
    QToolButton* button_;
    NoteEditor* editor_;
};

}  // namespace stepvault::ui
