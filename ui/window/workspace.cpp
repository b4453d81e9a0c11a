#include "ui/window/workspace.h"

#include <QSplitter>

#include "ui/compare/compare_page.h"
#include "ui/folders/folders_page.h"
#include "ui/log/log_page.h"
#include "ui/run/run_page.h"
#include "ui/runs/runs_page.h"
#include "ui/session/app_settings.h"
#include "ui/start/start_page.h"
#include "ui/text/format.h"
#include "ui/theme/glyph.h"
#include "ui/theme/look.h"
#include "ui/vault/vault_page.h"
#include "ui/widgets/empty_state.h"
#include "ui/window/run_desk.h"
#include "ui/window/runs_panel.h"

namespace stepvault::ui {

namespace {
constexpr int firstPanelWidth = 240;
constexpr int leastPanelWidth = 160;
constexpr int firstPageWidth = 1040;
}  // namespace

Workspace::Workspace(const Theme& theme, const WindowPages& pages, QWidget* parent)
    : QStackedWidget(parent),
      parts_(pages),
      empty_(new EmptyState(theme, Glyph::folder, this)),
      sides_(new QSplitter(Qt::Horizontal, this)),
      content_(new QStackedWidget(this)) {
    for (QWidget* page :
         std::initializer_list<QWidget*>{empty_, pages.run, pages.compare, pages.vault, &pages.desk->table(),
                                         &pages.desk->folders(), pages.log})
        content_->addWidget(page);
    sides_->setObjectName(QStringLiteral("sides"));
    sides_->addWidget(pages.runs);
    sides_->addWidget(content_);
    sides_->setHandleWidth(1);
    sides_->setChildrenCollapsible(false);
    sides_->setStretchFactor(1, 1);
    sides_->setSizes({firstPanelWidth, firstPageWidth});
    setLook(pages.runs, "side");
    pages.runs->setMinimumWidth(leastPanelWidth);
    addWidget(pages.start);
    addWidget(sides_);
    connect(empty_, &EmptyState::actionClicked, this, &Workspace::addFolderClicked);
}

void Workspace::showPage(QWidget* page) {
    content_->setCurrentWidget(page);
}

QWidget* Workspace::shownPage() const {
    return content_->currentWidget();
}

void Workspace::showEmpty() {
    content_->setCurrentWidget(empty_);
}

void Workspace::forgetPage() {
    beforeLog_ = empty_;
}

void Workspace::setVaultOpen(bool isOpen) {
    isVaultOpen_ = isOpen;
    choosePage();
}

void Workspace::choosePage() {
    setCurrentWidget(isVaultOpen_ || isLogShown() ? static_cast<QWidget*>(sides_) : parts_.start);
    parts_.runs->setVisible(isVaultOpen_);
    emit placeChanged();
}

void Workspace::setFolders(const std::vector<std::filesystem::path>& folders) {
    if (folders.empty()) {
        empty_->setText(
            tr("Runs appear here"),
            tr("Add the folder that a training run writes into, or drag it onto this window. Stepvault "
               "follows it and changes nothing in it."),
            tr("Add run folder"));
    } else {
        empty_->setText(
            tr("Waiting for the first checkpoint"),
            tr("%1 is watched. Its run shows here as soon as a checkpoint or a metric has been written.")
                .arg(formatPath(folders.back())),
            tr("Add another folder"));
    }
}

void Workspace::showLog() {
    beforeLog_ = content_->currentWidget();
    focusBeforeLog_ = window()->focusWidget();
    parts_.runs->setAside(true);
    content_->setCurrentWidget(parts_.log);
    choosePage();
    parts_.log->table().setFocus();
}

void Workspace::closeLog() {
    parts_.runs->setAside(false);
    content_->setCurrentWidget(beforeLog_);
    choosePage();
    if (focusBeforeLog_ && focusBeforeLog_->isVisible()) focusBeforeLog_->setFocus();
}

bool Workspace::isLogShown() const {
    return content_->currentWidget() == parts_.log;
}

QWidget* Workspace::noticePlace() {
    return currentWidget() == sides_ ? static_cast<QWidget*>(content_) : this;
}

void Workspace::saveLayout(AppSettings& settings) const {
    settings.setLayout(QStringLiteral("sides"), sides_->saveState());
    settings.setLayout(QStringLiteral("run"), parts_.run->splitter().saveState());
}

void Workspace::restoreLayout(const AppSettings& settings) {
    sides_->restoreState(settings.layout(QStringLiteral("sides")));
    parts_.run->splitter().restoreState(settings.layout(QStringLiteral("run")));
}

}  // namespace stepvault::ui
