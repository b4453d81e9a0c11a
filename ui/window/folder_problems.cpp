#include "ui/window/folder_problems.h"

#include <algorithm>
#include <utility>

#include <QHBoxLayout>
#include <QLabel>
#include <QToolButton>
#include <QVBoxLayout>

#include "ui/text/format.h"
#include "ui/theme/glyph.h"
#include "ui/theme/look.h"
#include "ui/theme/theme.h"
#include "ui/widgets/elided_label.h"

namespace stepvault::ui {

namespace {

constexpr std::size_t mostRows = 3;

}  // namespace

FolderProblems::FolderProblems(const Theme& theme, QWidget* parent)
    : QWidget(parent), theme_(theme), rows_(new QVBoxLayout(this)) {
    setObjectName(QStringLiteral("folderProblems"));
    rows_->setContentsMargins(16, 4, 8, 4);
    rows_->setSpacing(8);
    connect(&theme, &Theme::changed, this, &FolderProblems::showRows);
    hide();
}

void FolderProblems::setProblems(std::vector<WatchNotes::FolderProblem> problems) {
    if (problems == problems_) return;
    problems_ = std::move(problems);
    showRows();
}

void FolderProblems::setSpaceProblem(const QString& title, const QString& reason) {
    if (title == spaceTitle_ && reason == spaceReason_) return;
    spaceTitle_ = title;
    spaceReason_ = reason;
    showRows();
}

void FolderProblems::showRows() {
    while (QLayoutItem* item = rows_->takeAt(0)) {
        // The click of one of its own buttons may have led here.
        if (QWidget* widget = item->widget()) {
            widget->hide();
            widget->deleteLater();
        }
        delete item;
    }
    if (!spaceTitle_.isEmpty()) rows_->addWidget(makeRow(spaceTitle_, spaceReason_));
    for (std::size_t i = 0; i < std::min(problems_.size(), mostRows); ++i)
        rows_->addWidget(makeRow(problems_[i]));
    if (problems_.size() > mostRows) {
        auto* more = new QLabel(
            counted(problems_.size() - mostRows, tr("%1 more folder"), tr("%1 more folders")), this);
        setLook(more, "caption");
        QStringList names;
        for (std::size_t i = mostRows; i < problems_.size(); ++i)
            names << formatPath(problems_[i].folder);
        more->setToolTip(names.join(u'\n'));
        rows_->addWidget(more);
    }
    setVisible(rows_->count() > 0);
}

QWidget* FolderProblems::makeRow(const QString& title, const QString& reason) {
    auto* row = new QWidget(this);
    auto* picture = new QLabel(row);
    picture->setPixmap(glyphPixmap(Glyph::triangle, theme_.tokens().warn, 16, devicePixelRatioF()));
    auto* name = new ElidedLabel(Qt::ElideMiddle, row);
    name->setFullText(title);
    auto* why = new QLabel(reason, row);
    setLook(why, "caption");
    why->setWordWrap(true);
    auto* texts = new QVBoxLayout;
    texts->setSpacing(0);
    texts->addWidget(name);
    texts->addWidget(why);
    auto* layout = new QHBoxLayout(row);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(8);
    layout->addWidget(picture, 0, Qt::AlignTop);
    layout->addLayout(texts, 1);
    return row;
}

QWidget* FolderProblems::makeRow(const WatchNotes::FolderProblem& problem) {
    QWidget* row = makeRow(formatPath(problem.folder), problem.reason);
    auto* layout = static_cast<QHBoxLayout*>(row->layout());
    const auto addButton = [&](Glyph glyph, const QString& spoken, const QString& toolTip) {
        auto* button = new QToolButton(row);
        setLook(button, "icon");
        button->setIcon(glyphIcon(glyph, theme_.tokens().muted, theme_.tokens().faint));
        button->setAccessibleName(spoken.arg(formatPath(problem.folder)));
        button->setToolTip(toolTip);
        layout->addWidget(button, 0, Qt::AlignTop);
        return button;
    };
    const auto* retry = addButton(Glyph::restore, tr("Retry %1"), tr("Look again now"));
    connect(retry, &QToolButton::clicked, this, &FolderProblems::retryClicked);
    if (problem.isWatched) {
        const auto* stop = addButton(Glyph::close, tr("Stop watching %1"), tr("Stop watching this folder"));
        connect(stop, &QToolButton::clicked, this,
                [this, folder = problem.folder] { emit stopClicked(folder); });
    }
    return row;
}

}  // namespace stepvault::ui
