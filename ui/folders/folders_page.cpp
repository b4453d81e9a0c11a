#include "ui/folders/folders_page.h"

#include <utility>

#include <QCheckBox>
#include <QFrame>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QStackedLayout>
#include <QVBoxLayout>

#include "ui/text/format.h"
#include "ui/theme/glyph.h"
#include "ui/theme/look.h"
#include "ui/theme/sizes.h"
#include "ui/theme/theme.h"
#include "ui/widgets/check_box.h"
#include "ui/widgets/elided_label.h"
#include "ui/widgets/empty_state.h"
#include "ui/widgets/scrolled.h"

namespace stepvault::ui {

namespace {

QString stateOf(const WatchedFolder& folder) {
    if (!folder.problem.isEmpty()) return folder.problem;
    if (folder.runs == 0) return FoldersPage::tr("Watched; no checkpoint or metric yet");
    const QString runs = counted(folder.runs, FoldersPage::tr("%1 run"), FoldersPage::tr("%1 runs"));
    return folder.lastGrowth > 0
               ? FoldersPage::tr("%1, last activity %2").arg(runs, formatMoment(folder.lastGrowth))
               : runs;
}

QString backgroundText(const BackgroundWatch& watch) {
    const QString process =
        watch.unit.empty() ? FoldersPage::tr("process %1").arg(watch.pid) : toQString(watch.unit);
    return FoldersPage::tr("Watched in the background on %1 since %2 (%3)")
        .arg(toQString(watch.host), formatMoment(watch.started), process);
}

}  // namespace

FoldersPage::FoldersPage(const Theme& theme, QWidget* parent)
    : QWidget(parent),
      theme_(theme),
      rows_(new QVBoxLayout),
      empty_(new EmptyState(theme, Glyph::folder, this)),
      stack_(new QStackedLayout) {
    auto* title = new QLabel(tr("Watched folders"), this);
    setLook(title, "title");
    auto* add = new QPushButton(tr("Add folder"), this);
    connect(add, &QPushButton::clicked, this, &FoldersPage::addClicked);
    auto* head = new QHBoxLayout;
    head->addWidget(title, 1);
    head->addWidget(add);
    empty_->setText(tr("No folder is watched"),
                    tr("Add the folder that a training run writes into, or a folder of such folders."),
                    tr("Add run folder"));
    connect(empty_, &EmptyState::actionClicked, this, &FoldersPage::addClicked);
    auto* card = new QFrame(this);
    setLook(card, "card");
    rows_->setContentsMargins(16, 8, 16, 8);
    rows_->setSpacing(14);
    auto* inside = new QWidget(this);
    auto* column = new QVBoxLayout(inside);
    column->setContentsMargins(0, 0, 0, 0);
    column->addLayout(rows_);
    column->addStretch(1);
    stack_->addWidget(scrolled(inside, this));
    stack_->addWidget(empty_);
    auto* framed = new QVBoxLayout(card);
    framed->setContentsMargins(1, 4, 1, 4);
    framed->addLayout(stack_);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(pageMargin, 10, pageMargin, pageMargin);
    layout->setSpacing(8);
    layout->addLayout(head);
    layout->addWidget(card, 1);
    connect(&theme, &Theme::changed, this, &FoldersPage::showRows);
    showRows();
}

void FoldersPage::setRemote(bool isRemote) {
    if (isRemote == isRemote_) return;
    isRemote_ = isRemote;
    showRows();
}

void FoldersPage::setFolders(std::vector<WatchedFolder> folders) {
    if (folders == folders_) return;
    folders_ = std::move(folders);
    showRows();
}

void FoldersPage::showRows() {
    while (QLayoutItem* item = rows_->takeAt(0)) {
        // The click of one of its own buttons may have led here.
        if (QWidget* widget = item->widget()) {
            widget->hide();
            widget->deleteLater();
        }
        delete item;
    }
    for (const WatchedFolder& folder : folders_)
        rows_->addWidget(makeRow(folder));
    stack_->setCurrentIndex(folders_.empty() ? 1 : 0);
}

QWidget* FoldersPage::makeRow(const WatchedFolder& folder) {
    const bool isWell = folder.problem.isEmpty();
    auto* row = new QWidget(this);
    auto* picture = new QLabel(row);
    const Tokens& tokens = theme_.tokens();
    picture->setPixmap(glyphPixmap(isWell ? Glyph::check : Glyph::triangle,
                                   isWell ? tokens.good : tokens.warn, 16, devicePixelRatioF()));
    auto* name = new ElidedLabel(Qt::ElideMiddle, row);
    name->setFullText(formatPath(folder.path));
    auto* state = new QLabel(stateOf(folder), row);
    setLook(state, isWell ? "muted" : "warn");
    state->setWordWrap(true);
    auto* texts = new QVBoxLayout;
    texts->setSpacing(2);
    texts->addWidget(name);
    texts->addWidget(state);
    if (folder.background) {
        auto* background = new QLabel(backgroundText(*folder.background), row);
        setLook(background, "muted");
        background->setWordWrap(true);
        texts->addWidget(background);
    }
    if (folder.isWatched) texts->addWidget(makeKeepBox(folder, row));
    auto* layout = new QHBoxLayout(row);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(10);
    layout->addWidget(picture, 0, Qt::AlignTop);
    layout->addLayout(texts, 1);
    const auto addButton = [&](const QString& text, const QString& spoken) {
        auto* button = new QPushButton(text, row);
        button->setAccessibleName(spoken);
        layout->addWidget(button, 0, Qt::AlignTop);
        return button;
    };
    if (!isWell) {
        auto* retry = addButton(tr("Retry"), tr("Retry %1").arg(formatPath(folder.path)));
        connect(retry, &QPushButton::clicked, this, &FoldersPage::retryClicked);
    }
    if (folder.isWatched) {
        auto* stop = addButton(tr("Stop watching"), tr("Stop watching %1").arg(formatPath(folder.path)));
        stop->setToolTip(tr("Stored checkpoints stay in the vault"));
        stop->setEnabled(!folder.isChanging);
        connect(stop, &QPushButton::clicked, this, [this, path = folder.path] { emit stopClicked(path); });
    }
    return row;
}

QCheckBox* FoldersPage::makeKeepBox(const WatchedFolder& folder, QWidget* row) {
    auto* keep = new CheckBox(
        isRemote_ ? tr("Keep watching after I disconnect") : tr("Keep watching after I quit"), theme_, row);
    keep->setAccessibleName(tr("%1: %2").arg(keep->text(), formatPath(folder.path)));
    keep->setToolTip(
        tr("A process of its own watches the folder: a unit of your systemd where there is one"));
    keep->setChecked(folder.background.has_value());
    keep->setEnabled(!folder.isChanging);
    connect(keep, &QCheckBox::toggled, this,
            [this, path = folder.path](bool isKept) { emit keepChosen(path, isKept); });
    return keep;
}

}  // namespace stepvault::ui
