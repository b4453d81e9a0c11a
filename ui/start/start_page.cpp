#include "ui/start/start_page.h"

#include <algorithm>
#include <memory>

#include <QGridLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLayoutItem>
#include <QToolButton>
#include <QVBoxLayout>

#include "ui/text/format.h"
#include "ui/theme/look.h"
#include "ui/theme/theme.h"
#include "ui/widgets/choice_button.h"
#include "ui/widgets/scrolled.h"

namespace stepvault::ui {

namespace {
constexpr int margin = 24;
constexpr int gap = 16;
constexpr int padding = 20;        ///< of a button
constexpr int wideColumn = 1072;   ///< four choices in a row
constexpr int narrowColumn = 720;  ///< two choices in a row
}  // namespace

StartPage::StartPage(const Theme& theme, QWidget* parent)
    : QWidget(parent),
      column_(new QWidget(this)),
      grid_(new QGridLayout),
      vaults_(makeRecent(tr("Recent vaults"))),
      machines_(makeRecent(tr("Recent machines"))) {
    makeChoices(theme);
    layOut(column_);
    auto* content = new QWidget(this);
    auto* centered = new QHBoxLayout(content);
    centered->setContentsMargins(margin, gap, margin, gap);
    centered->addWidget(column_, 0, Qt::AlignHCenter);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(scrolled(content, this));
    placeChoices();
    setRecent({}, {});
}

void StartPage::makeChoices(const Theme& theme) {
    const auto add = [&](Glyph glyph, const QString& title, const QString& text,
                         void (StartPage::*clicked)()) {
        auto* button = new ChoiceButton(theme, glyph, title, text, this);
        connect(button, &QPushButton::clicked, this, clicked);
        choices_.push_back(button);
    };
    add(Glyph::add, tr("Add run folder"),
        tr("Choose the folder that a training run writes its checkpoints into."),
        &StartPage::addFolderClicked);
    add(Glyph::vault, tr("Open vault"), tr("Choose a vault that Stepvault has made before."),
        &StartPage::openVaultClicked);
    add(Glyph::machine, tr("Connect to a machine"), tr("Open a vault on another machine by ssh."),
        &StartPage::connectClicked);
    add(Glyph::play, tr("Try the demo"), tr("Watch a small network train for a minute on this computer."),
        &StartPage::demoClicked);
}

void StartPage::layOut(QWidget* content) {
    auto* name = new QLabel(tr("Stepvault"), content);
    setLook(name, "hero");
    auto* sentence = new QLabel(tr("Keeps every checkpoint of your training runs in a fraction of the space, "
                                   "and brings any step back."),
                                content);
    setLook(sentence, "muted");
    grid_->setSpacing(gap);
    auto* recent = new QHBoxLayout;
    recent->setSpacing(gap);
    for (const Recent& each : {vaults_, machines_})
        recent->addWidget(each.box, 1, Qt::AlignTop);
    auto* column = new QVBoxLayout(content);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(8);
    column->addStretch(3);
    column->addWidget(name);
    column->addWidget(sentence);
    column->addSpacing(gap);
    column->addLayout(grid_);
    column->addSpacing(gap);
    column->addLayout(recent);
    column->addStretch(4);
}

StartPage::Recent StartPage::makeRecent(const QString& title) {
    auto* box = new QWidget(this);
    auto* rows = new QVBoxLayout;
    rows->setSpacing(0);
    auto* caption = new QLabel(title, box);
    setLook(caption, "caption");
    auto* layout = new QVBoxLayout(box);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(8);
    layout->addWidget(caption);
    layout->addLayout(rows);
    return {.box = box, .rows = rows};
}

void StartPage::setRecent(const std::vector<std::filesystem::path>& vaults, const QStringList& machines) {
    const int rowWidth = machines.isEmpty() ? narrowColumn : (narrowColumn - gap) / 2;
    clear(vaults_);
    for (const std::filesystem::path& vault : vaults) {
        const QToolButton* button =
            addRow(vaults_, tr("%1   %2").arg(toQString(vault.filename()), formatPath(vault)),
                   toQString(vault), rowWidth);
        connect(button, &QToolButton::clicked, this, [this, vault] { emit recentClicked(vault); });
    }
    vaults_.box->setVisible(!vaults.empty());
    clear(machines_);
    for (const QString& place : machines) {
        const QToolButton* button = addRow(machines_, place, place, rowWidth);
        connect(button, &QToolButton::clicked, this, [this, place] { emit machineClicked(place); });
    }
    machines_.box->setVisible(!machines.isEmpty());
}

QToolButton* StartPage::addRow(const Recent& recent, const QString& text, const QString& tip, int width) {
    auto* button = new QToolButton(recent.box);
    button->setText(
        escapeMnemonics(button->fontMetrics().elidedText(text, Qt::ElideMiddle, width - padding)));
    button->setToolTip(tip);
    button->setCursor(Qt::PointingHandCursor);
    recent.rows->addWidget(button, 0, Qt::AlignLeft);
    return button;
}

void StartPage::clear(const Recent& recent) {
    while (const std::unique_ptr<QLayoutItem> item{recent.rows->takeAt(0)}) {
        item->widget()->hide();
        item->widget()->deleteLater();
    }
}

void StartPage::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    placeChoices();
}

void StartPage::placeChoices() {
    const bool isWide = width() >= wideColumn + 2 * margin;
    column_->setFixedWidth(std::min(isWide ? wideColumn : narrowColumn, width() - 2 * margin));
    const int columns = isWide ? 4 : 2;
    if (columns == columns_) return;
    columns_ = columns;
    for (int i = 0; i < static_cast<int>(choices_.size()); ++i)
        grid_->addWidget(choices_[static_cast<std::size_t>(i)], i / columns, i % columns);
}

}  // namespace stepvault::ui
