#include "ui/window/top_bar.h"

#include <QHBoxLayout>
#include <QLineEdit>
#include <QMenu>
#include <QToolButton>

#include "ui/text/format.h"
#include "ui/theme/glyph.h"
#include "ui/theme/look.h"
#include "ui/theme/theme.h"
#include "ui/widgets/filter_field.h"
#include "ui/window/window_actions.h"

namespace stepvault::ui {

namespace {
constexpr int barHeight = 44;
constexpr int filterWidth = 200;
}  // namespace

TopBar::TopBar(const Theme& theme, const WindowActions& actions, QWidget* parent)
    : QFrame(parent),
      theme_(theme),
      actions_(actions),
      vault_(new QToolButton(this)),
      vaults_(new QMenu(this)),
      filter_(new FilterField(this)),
      filterIcon_(filter_->addAction(QIcon(), QLineEdit::LeadingPosition)),
      restore_(new QToolButton(this)),
      guide_(new QToolButton(this)),
      menu_(new QToolButton(this)) {
    setLook(this, "bar");
    setFixedHeight(barHeight);
    auto* add = new QToolButton(this);
    add->setDefaultAction(actions.addFolder);
    add->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    setLook(add, "leading");
    vault_->setPopupMode(QToolButton::InstantPopup);
    vault_->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    // The arrow stands last; the menu is not to be turned around with it.
    vault_->setLayoutDirection(Qt::RightToLeft);
    vaults_->setLayoutDirection(Qt::LeftToRight);
    vault_->setMenu(vaults_);
    filter_->setPlaceholderText(tr("Filter runs"));
    filter_->setAccessibleName(tr("Filter runs"));
    filter_->setClearButtonEnabled(false);
    filter_->setToolTip(tr(
        "Words of names and folders in any order, state:live, tag:NAME, fav for favourites, or /expression/. "
        "Esc clears."));
    filter_->setFixedWidth(filterWidth);
    setLook(restore_, "primary");
    restore_->setDefaultAction(actions.restore);
    restore_->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    guide_->setObjectName(QStringLiteral("guide"));
    guide_->setText(QStringLiteral("?"));
    guide_->setAccessibleName(tr("Help on this page"));
    guide_->setToolTip(tr("Help on this page (F1)"));
    connect(guide_, &QToolButton::clicked, actions.guide, &QAction::trigger);
    menu_->setPopupMode(QToolButton::InstantPopup);
    menu_->setAccessibleName(tr("Menu"));
    menu_->setToolTip(tr("Menu"));
    auto* menu = new QMenu(this);
    actions.fillMenu(menu);
    menu_->setMenu(menu);
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(8, 0, 8, 0);
    layout->setSpacing(8);
    layout->addWidget(add);
    layout->addWidget(vault_);
    layout->addStretch(1);
    layout->addWidget(filter_);
    layout->addStretch(1);
    layout->addWidget(restore_);
    layout->addWidget(guide_);
    layout->addWidget(menu_);
    // A click on a button leaves the keyboard where it was.
    for (QToolButton* button : {add, vault_, restore_, guide_, menu_})
        button->setFocusPolicy(Qt::TabFocus);
    connect(&theme, &Theme::changed, this, &TopBar::applyTheme);
    applyTheme();
    setVault({}, {});
}

void TopBar::setVault(const std::filesystem::path& vault, const std::vector<std::filesystem::path>& recent) {
    const bool open = !vault.empty();
    vault_->setText(open ? tr("Vault: %1").arg(escapeMnemonics(toQString(vault.filename())))
                         : tr("No vault open"));
    vault_->setToolTip(toQString(vault));
    filter_->setVisible(open);
    restore_->setVisible(open);
    vaults_->clear();
    for (const std::filesystem::path& path : recent) {
        QAction* action = vaults_->addAction(escapeMnemonics(formatPath(path)));
        action->setCheckable(true);
        action->setChecked(path == vault);
        connect(action, &QAction::triggered, this, [this, path] { emit vaultChosen(path); });
    }
    if (!recent.empty()) vaults_->addSeparator();
    vaults_->addAction(actions_.openVault);
    vaults_->addAction(actions_.moveVault);
}

void TopBar::setRestoreText(const QString& text) {
    // On the action: the button would lose a text of its own with the next icon.
    actions_.restore->setIconText(text);
}

void TopBar::applyTheme() {
    const Tokens& tokens = theme_.tokens();
    vault_->setIcon(glyphIcon(Glyph::chevronDown, tokens.muted, tokens.faint));
    menu_->setIcon(glyphIcon(Glyph::menu, tokens.text, tokens.faint));
    filterIcon_->setIcon(glyphIcon(Glyph::search, tokens.faint, tokens.faint));
}

}  // namespace stepvault::ui
