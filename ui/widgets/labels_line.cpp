#include "ui/widgets/labels_line.h"

#include <QHBoxLayout>
#include <QToolButton>

#include "ui/text/format.h"
#include "ui/theme/look.h"
#include "ui/widgets/elided_label.h"
#include "ui/widgets/note_editor.h"

namespace stepvault::ui {

namespace {

constexpr int mostNoteWidth = 320;
constexpr int leastNoteWidth = 48;
constexpr int buttonPadding = 18;
constexpr qsizetype mostToolTip = 2000;  // characters

QString labelsOf(const RunLabels& labels) {
    QStringList words;
    if (labels.favourite) words << LabelsLine::tr("Favourite");
    if (labels.archived) words << LabelsLine::tr("Archived");
    for (const std::string& tag : labels.tags)
        words << toQString(tag);
    return words.join(QStringLiteral(" · "));
}

}  // namespace

LabelsLine::LabelsLine(QWidget* parent)
    : QWidget(parent),
      tags_(new ElidedLabel(Qt::ElideRight, this)),
      button_(new QToolButton(this)),
      editor_(new NoteEditor(this)) {
    setLook(tags_, "muted");
    tags_->setTextFormat(Qt::PlainText);
    tags_->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    setLook(button_, "muted");
    button_->setFocusPolicy(Qt::TabFocus);
    button_->setSizePolicy(QSizePolicy::Maximum, QSizePolicy::Fixed);
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(8);
    layout->addWidget(tags_, 1);
    layout->addWidget(button_);
    connect(button_, &QToolButton::clicked, this, &LabelsLine::openEditor);
    connect(editor_, &NoteEditor::stored, this,
            [this](const QString& note) { emit noteEdited(edited_, note); });
    setRun({});
}

void LabelsLine::setRun(const RunRow& run) {
    run_ = toQString(run.id);
    note_ = toQString(run.labels.note);
    tags_->setFullText(labelsOf(run.labels));
    button_->setAccessibleName(note_.isEmpty() ? tr("Add note") : tr("Note"));
    button_->setToolTip(note_.isEmpty() ? tr("Write a note on this run")
                                        : Qt::convertFromPlainText(note_.left(mostToolTip)));
    elideNote();
}

QString LabelsLine::tagsText() const {
    return tags_->fullText();
}

void LabelsLine::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    elideNote();
}

void LabelsLine::elideNote() {
    const int half = qMax(leastNoteWidth, width() / 2);
    const int room = qMin(mostNoteWidth, half) - buttonPadding;
    const QString text = note_.isEmpty() ? tr("Add note") : note_.left(mostNoteWidth).simplified();
    button_->setText(escapeMnemonics(button_->fontMetrics().elidedText(text, Qt::ElideRight, room)));
}

void LabelsLine::openEditor() {
    edited_ = run_;
    editor_->open(note_, QRect(button_->mapToGlobal(QPoint()), button_->size()));
}

}  // namespace stepvault::ui
