#include "ui/start/start_page.h"

#include <memory>

#include <QHBoxLayout>
#include <QLabel>
#include <QLayoutItem>
#include <QToolButton>
#include <QVBoxLayout>

#include "ui/text/format.h"
#include "ui/theme/look.h"
#include "ui/theme/theme.h"
#include "ui/widgets/choice_button.h"

namespace stepvault::ui {

StartPage::StartPage(const Theme& theme, QWidget* parent)
    : QWidget(parent), recentTitle_(new QLabel(tr("Recent vaults"), this)), recentBox_(new QWidget(this)) {
    auto* name = new QLabel(tr("Stepvault"), this);
    setLook(name, "hero");
    auto* sentence = new QLabel(tr("Keeps every checkpoint of your training runs in a fraction of the space, "
                                   "and brings any step back."),
                                this);
    setLook(sentence, "muted");
    auto* add =
        new ChoiceButton(theme, Glyph::add, tr("Add run folder"),
                         tr("Choose the folder that a training run writes its checkpoints into."), this);
    auto* open = new ChoiceButton(theme, Glyph::vault, tr("Open vault"),
                                  tr("Choose a vault that Stepvault has made before."), this);
    auto* demo = new ChoiceButton(theme, Glyph::play, tr("Try the demo"),
                                  tr("Watch a small network train for a minute on this computer."), this);
    connect(add, &QPushButton::clicked, this, &StartPage::addFolderClicked);
    connect(open, &QPushButton::clicked, this, &StartPage::openVaultClicked);
    connect(demo, &QPushButton::clicked, this, &StartPage::demoClicked);
    auto* choices = new QHBoxLayout;
    choices->setSpacing(16);
    for (ChoiceButton* button : {add, open, demo})
        choices->addWidget(button);

    setLook(recentTitle_, "caption");
    recent_ = new QVBoxLayout(recentBox_);
    recent_->setContentsMargins(0, 0, 0, 0);
    recent_->setSpacing(0);
    auto* column = new QVBoxLayout;
    column->setSpacing(8);
    column->addStretch(3);
    column->addWidget(name);
    column->addWidget(sentence);
    column->addSpacing(24);
    column->addLayout(choices);
    column->addSpacing(24);
    column->addWidget(recentTitle_);
    column->addWidget(recentBox_);
    column->addStretch(4);
    auto* layout = new QHBoxLayout(this);
    layout->addStretch(1);
    layout->addLayout(column);
    layout->addStretch(1);
    setRecent({});
}

void StartPage::setRecent(const std::vector<std::filesystem::path>& vaults) {
    while (const std::unique_ptr<QLayoutItem> item{recent_->takeAt(0)}) {
        item->widget()->hide();
        item->widget()->deleteLater();
    }
    for (const std::filesystem::path& vault : vaults) {
        auto* button = new QToolButton(recentBox_);
        button->setText(escapeMnemonics(tr("%1   %2").arg(toQString(vault.filename()), formatPath(vault))));
        button->setToolTip(toQString(vault));
        button->setCursor(Qt::PointingHandCursor);
        connect(button, &QToolButton::clicked, this, [this, vault] { emit recentClicked(vault); });
        recent_->addWidget(button);
    }
    recentTitle_->setVisible(!vaults.empty());
}

}  // namespace stepvault::ui
