#include "ui/window/top_bar.h"

#include <algorithm>

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
      beside_(new QMenu(tr("Show beside"), this)),
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
    setVault({}, {}, {}, {});
}

void TopBar::showTitle() {
    if (title_.isEmpty()) {
        vault_->setText(tr("No vault open"));
        return;
    }
    QString title = escapeMnemonics(title_);
    if (besideCount_ > 0) title = tr("%1 and %2 more").arg(title).arg(besideCount_);
    vault_->setText(isOnline_ ? tr("Vault: %1").arg(title) : tr("Vault: %1, not connected").arg(title));
}

void TopBar::setOnline(bool isOnline) {
    isOnline_ = isOnline;
    showTitle();
}

void TopBar::setVault(const std::filesystem::path& vault, const QString& title,
                      const std::vector<std::filesystem::path>& recent, const QStringList& machines) {
    const bool open = !vault.empty();
    title_ = title;
    showTitle();
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
    for (const QString& place : machines) {
        const QAction* action = vaults_->addAction(escapeMnemonics(place));
        connect(action, &QAction::triggered, this, [this, place] { emit machineChosen(place); });
    }
    if (!machines.isEmpty()) vaults_->addSeparator();
    beside_->clear();
    for (const std::filesystem::path& path : recent) {
        if (open && path != vault) addBeside(*beside_, toQString(path), formatPath(path));
    }
    for (const QString& place : machines) {
        if (open && toPath(place) != vault) addBeside(*beside_, place, place);
    }
    vaults_->addMenu(beside_);
    beside_->menuAction()->setVisible(!beside_->isEmpty());
    vaults_->addAction(actions_.openVault);
    vaults_->addAction(actions_.connectMachine);
    vaults_->addAction(actions_.moveVault);
}

void TopBar::addBeside(QMenu& menu, const QString& place, const QString& text) {
    QAction* action = menu.addAction(escapeMnemonics(text));
    action->setCheckable(true);
    action->setData(QStringList{place, text});
    connect(action, &QAction::triggered, this,
            [this, place](bool isShown) { emit besideChosen(place, isShown); });
}

void TopBar::setBeside(const QStringList& shown, const QStringList& open) {
    for (const QString& place : shown) {
        const auto isOf = [&](const QAction* action) {
            return action->data().toStringList().front() == place;
        };
        // It may have left the list of recent vaults.
        if (std::ranges::none_of(beside_->actions(), isOf)) addBeside(*beside_, place, place);
    }
    beside_->menuAction()->setVisible(!beside_->isEmpty());
    for (QAction* action : beside_->actions()) {
        const QStringList names = action->data().toStringList();
        const bool isShown = shown.contains(names.front());
        const QString text = escapeMnemonics(names.back());
        action->setChecked(isShown);
        action->setText(isShown && !open.contains(names.front()) ? tr("%1, not connected").arg(text) : text);
    }
    besideCount_ = open.size();
    showTitle();
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
