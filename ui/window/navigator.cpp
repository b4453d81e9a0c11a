#include "ui/window/navigator.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <utility>

#include <QAction>
#include <QListView>

#include "base/wall_clock.h"
#include "ui/cluster/cluster_page.h"
#include "ui/cluster/cluster_wish.h"
#include "ui/compare/compare_page.h"
#include "ui/folders/folders_page.h"
#include "ui/metrics/metrics_page.h"
#include "ui/metrics/panel_board.h"
#include "ui/models/vault_view.h"
#include "ui/run/chart_card.h"
#include "ui/run/run_page.h"
#include "ui/runs/runs_page.h"
#include "ui/session/app_settings.h"
#include "ui/session/vault_place.h"
#include "ui/session/vault_session.h"
#include "ui/text/format.h"
#include "ui/vault/vault_page.h"
#include "ui/window/arrangement_button.h"
#include "ui/window/run_desk.h"
#include "ui/window/vault_door.h"
#include "ui/window/window_actions.h"
#include "ui/window/workspace.h"

namespace stepvault::ui {

Navigator::Navigator(const WindowPages& pages, Workspace& workspace, VaultDoor& door, AppSettings& settings,
                     const WindowActions& actions, QObject* parent)
    : QObject(parent),
      pages_(pages),
      workspace_(workspace),
      door_(door),
      settings_(settings),
      actions_(actions),
      hasMpi_(hasMpi()) {
    connectPages();
    connectLayouts();
    updateClusterTab();
}

void Navigator::connectPages() {
    pages_.runs->setArrangement(settings_.runArrangement());
    connect(&pages_.runs->arrangement(), &ArrangementButton::chosen, this,
            [this](const RunArrangement& arrangement) { settings_.setRunArrangement(arrangement); });
    connect(pages_.runs, &RunsPanel::runSelected, this, &Navigator::showRun);
    connect(pages_.runs, &RunsPanel::comparisonChosen, this, &Navigator::showCompared);
    connect(pages_.runs, &RunsPanel::placeChosen, this, &Navigator::showPlace);
    connect(pages_.compare, &ComparePage::runActivated, this, &Navigator::showRun);
    connect(pages_.compare, &ComparePage::restoreChosen, this, &Navigator::restoreNear);
    connect(pages_.run, &RunPage::selectionChanged, this, &Navigator::chosenChanged);
    connect(pages_.run, &RunPage::besideChosen, this, [this](const QStringList& tags) {
        if (door_.session() == nullptr) return;
        settings_.setMetricsBeside(placeOf(*door_.session()->library()), tags);
        door_.session()->setBeside(tags);
    });
    const auto selectTag = [this](const QString& tag) {
        if (door_.session() != nullptr) door_.session()->selectTag(tag);
    };
    connect(pages_.run, &RunPage::tagChosen, this, selectTag);
    connect(&pages_.metrics->board(), &PanelBoard::opened, this, [this, selectTag](const QString& tag) {
        pages_.run->showTab(0);
        selectTag(tag);
    });
}

/// Both boards show the same layout, which is kept for each vault.
void Navigator::connectLayouts() {
    const auto follow = [this](PanelBoard& from, PanelBoard& to) {
        connect(&from, &PanelBoard::panelLayoutChanged, this, [this, &from, &to] {
            if (door_.session() == nullptr) return;
            settings_.setPanelLayout(placeOf(*door_.session()->library()), from.panelLayout());
            to.setPanelLayout(from.panelLayout());
        });
    };
    follow(pages_.metrics->board(), pages_.compare->panels());
    follow(pages_.compare->panels(), pages_.metrics->board());
}

void Navigator::showVault() {
    VaultSession& session = *door_.session();
    const std::filesystem::path vault = placeOf(*session.library());
    isWaiting_ = true;
    pages_.metrics->board().setPanelLayout(settings_.panelLayout(vault));
    pages_.compare->panels().setPanelLayout(settings_.panelLayout(vault));
    pages_.run->chart().setBeside(settings_.metricsBeside(vault));
    session.setBeside(settings_.metricsBeside(vault));
    session.selectRun(settings_.selectedRun(vault));
    pages_.runs->setSelectedRun(settings_.selectedRun(vault));
    workspace_.setVaultOpen(true);
}

void Navigator::leaveVault() {
    isWaiting_ = false;
    pages_.run->closeSheet();
    pages_.desk->clearDisk();
    pages_.runs->clear();
    pages_.compare->clear();
    pages_.metrics->board().clear();
    pages_.vault->clear();
    workspace_.forgetPage();
}

void Navigator::takeSnapshot(const VaultSnapshot& snapshot) {
    pages_.runs->setRuns(snapshot.runs);
    pages_.desk->setRuns(snapshot.runs);
    pages_.desk->setDisk(snapshot.disk, unix_seconds());
    if (snapshot.run) {
        takeRun(*snapshot.run);
    } else if (!snapshot.runs.empty()) {
        const QString first = pages_.runs->model().firstRun();
        selectRun(first.isEmpty() ? toQString(snapshot.runs.front().info.row.id) : first);
    } else {
        isWaiting_ = false;
    }
    std::vector<VaultRun> runs;
    for (const RunEntry& entry : snapshot.runs) {
        if (entry.isBeside) continue;
        const int color = pages_.runs->model().colorOf(toQString(entry.info.row.id));
        runs.push_back({.info = entry.info, .color = static_cast<std::size_t>(color)});
    }
    pages_.vault->setVault(door_.session()->primary(), std::move(runs));
    if (workspace_.isLogShown()) {
        setTitle(tr("Log"));
    } else if (pages_.runs->place() != Place::runs) {
        showPlace(pages_.runs->place());
    } else {
        if (snapshot.run) {
            workspace_.showPage(pages_.run);
        } else {
            workspace_.showEmpty();
        }
        showCompared();
    }
    workspace_.setVaultOpen(true);
}

void Navigator::takeRun(const RunSnapshot& run) {
    isWaiting_ = false;
    const QString id = toQString(run.info.row.id);
    if (!isComparing()) pages_.runs->setSelectedRun(id);
    const RunEntry* entry = pages_.runs->model().find(id);
    if (entry == nullptr || !entry->isBeside) pages_.vault->proposeRun(id);
    pages_.run->setRun(door_.session()->library(), run, pages_.runs->model().colorOf(id));
    setTitle(toQString(run.info.row.name));
    emit runRead();
    emit chosenChanged();
    updateClusterTab();
    if (restoreWanted_ && id == restoreWanted_->run) openWantedRestore();
    if (isInsideWanted_) showPage(QStringLiteral("inside"));
    if (isCompareWanted_) showPage(QStringLiteral("compare"));
}

bool Navigator::isComparing() const {
    return !pages_.runs->comparedRuns().isEmpty();
}

bool Navigator::isRunShown() const {
    return door_.session() != nullptr && !isComparing() && pages_.runs->place() == Place::runs &&
           !workspace_.isLogShown();
}

void Navigator::compareRuns(const QStringList& ids) {
    pages_.runs->setComparedRuns(ids);
    showCompared();
}

void Navigator::showCompared() {
    if (door_.session() == nullptr || !isComparing()) return;
    std::vector<ComparedRequest::Run> runs;
    for (const QString& id : pages_.runs->comparedRuns()) {
        const RunEntry* run = pages_.runs->model().find(id);
        if (run == nullptr) continue;
        const auto color = static_cast<std::size_t>(pages_.runs->model().colorOf(id));
        runs.push_back({run->info, color, run->params});
    }
    setTitle(tr("%1 runs").arg(runs.size()));
    pages_.compare->setRuns(door_.session()->library(), std::move(runs));
    workspace_.showPage(pages_.compare);
    emit chosenChanged();
}

void Navigator::restoreNear(const QString& run, std::int64_t step) {
    restoreWanted_ = {run, step};
    showRun(run);
}

void Navigator::openWantedRestore() {
    const std::int64_t step = std::exchange(restoreWanted_, std::nullopt)->step;
    const std::vector<CheckpointRow>& rows = pages_.run->checkpoints();
    if (rows.empty()) return;
    const auto nearest = std::ranges::min_element(
        rows, {}, [step](const CheckpointRow& row) { return std::abs(row.step - step); });
    pages_.run->selectCheckpoint(toQString(nearest->id));
    pages_.run->openSheet(door_.session()->library());
}

void Navigator::showRun(const QString& id) {
    if (door_.session() == nullptr) return;
    pages_.runs->setPlace(Place::runs);
    selectRun(id);
    workspace_.showPage(pages_.run);
    emit chosenChanged();
}

void Navigator::selectRun(const QString& id) {
    pages_.runs->setSelectedRun(id);
    door_.session()->selectRun(id);
    settings_.setSelectedRun(placeOf(*door_.session()->library()), id);
}

void Navigator::showPlace(Place place) {
    pages_.runs->setPlace(place);
    if (door_.session() == nullptr) return;
    switch (place) {
        case Place::runs:
            return showRun(pages_.runs->selectedRun());
        case Place::table:
            setTitle(tr("Runs"));
            workspace_.showPage(&pages_.desk->table());
            break;
        case Place::folders:
            setTitle(tr("Watched folders"));
            workspace_.showPage(&pages_.desk->folders());
            break;
        case Place::vault:
            setTitle(tr("Vault"));
            workspace_.showPage(pages_.vault);
            break;
    }
    workspace_.setVaultOpen(true);
    emit chosenChanged();
}

void Navigator::showPage(const QString& page) {
    const QStringList tabs{QStringLiteral("run"), QStringLiteral("metrics"), QStringLiteral("bits"),
                           QStringLiteral("interval"), QStringLiteral("cluster")};
    if (page == tabs.back()) {
        asksForCluster_ = true;
        updateClusterTab();
    }
    if (tabs.contains(page)) {
        pages_.run->showTab(static_cast<int>(tabs.indexOf(page)));
        if (door_.session() != nullptr && workspace_.shownPage() != pages_.run)
            showRun(toQString(pages_.run->run().row.id));
    } else if (page == QLatin1String("inside")) {
        isInsideWanted_ = pages_.run->selectedCheckpoint() == nullptr;
        pages_.run->openInside();
    } else if (page == QLatin1String("vault")) {
        showPlace(Place::vault);
    } else if (page == QLatin1String("runs")) {
        showPlace(Place::table);
    } else if (page == QLatin1String("folders")) {
        showPlace(Place::folders);
    } else if (page == QLatin1String("log")) {
        showLog();
    } else if (page == QLatin1String("compare")) {
        isCompareWanted_ = pages_.run->run().row.id.empty();
        if (!isCompareWanted_) pages_.runs->view()->selectAll();
    }
}

void Navigator::showLog() {
    if (workspace_.isLogShown()) return;
    workspace_.showLog();
    setTitle(tr("Log"));
    emit chosenChanged();
}

void Navigator::closeLog() {
    if (!workspace_.isLogShown()) return;
    workspace_.closeLog();
    setTitle({});
    emit chosenChanged();
    // Snapshots that came under the log did not change the page, and the title must name the page again.
    if (door_.session() != nullptr) door_.session()->refresh();
}

void Navigator::setShowsCluster(bool isOn) {
    settings_.setShowsCluster(isOn);
    asksForCluster_ = false;
    updateClusterTab();
    if (isOn && door_.session() != nullptr) showPage(QStringLiteral("cluster"));
}

/// The tab is there where the run, this machine or the user gives a reason for it.
void Navigator::updateClusterTab() {
    const bool isThere = asksForCluster_ || settings_.showsCluster().value_or(
                                                hasMpi_ || areOfSeveralRanks(pages_.run->checkpoints()));
    pages_.run->setTabVisible(*pages_.cluster, isThere);
    actions_.cluster->setChecked(isThere);
}

std::optional<GuideTopic> Navigator::topic() const {
    if (door_.session() == nullptr) return std::nullopt;
    const QWidget* page = workspace_.shownPage();
    if (page == pages_.log) return GuideTopic::log;
    if (page == pages_.vault) return GuideTopic::vault;
    if (page == pages_.compare) return GuideTopic::compare;
    if (page != pages_.run) return GuideTopic::runs;
    if (pages_.run->isInsideOpen()) return GuideTopic::inside;
    constexpr std::array tabs{GuideTopic::run, GuideTopic::metrics, GuideTopic::bits, GuideTopic::interval,
                              GuideTopic::cluster};
    return tabs.at(static_cast<std::size_t>(pages_.run->currentTab()));
}

void Navigator::setTitle(const QString& title) {
    emit titleChanged(title.isEmpty() ? tr("Stepvault") : tr("%1 – Stepvault").arg(title));
}

}  // namespace stepvault::ui
