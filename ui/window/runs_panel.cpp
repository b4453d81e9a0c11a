#include "ui/window/runs_panel.h"

#include <utility>

#include <QHBoxLayout>
#include <QLabel>
#include <QListView>
#include <QVBoxLayout>

#include "ui/text/format.h"
#include "ui/theme/look.h"
#include "ui/theme/theme.h"
#include "ui/window/run_delegate.h"

namespace stepvault::ui {

RunsPanel::RunsPanel(const Theme& theme, QWidget* parent)
    : QFrame(parent),
      view_(new QListView(this)),
      vaultName_(new QLabel(tr("Vault"), this)),
      vaultFigure_(new QLabel(this)) {
    view_->setObjectName(QStringLiteral("runs"));
    view_->setModel(&model_);
    view_->setItemDelegate(new RunDelegate(theme, view_));
    view_->setMouseTracking(true);
    view_->setUniformItemSizes(false);
    view_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    view_->setAccessibleName(tr("Runs"));
    setLook(vaultName_, "muted");
    vaultFigure_->setAccessibleName(tr("Size of the vault"));
    vaultFigure_->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    auto* foot = new QHBoxLayout;
    foot->setContentsMargins(16, 8, 16, 10);
    foot->addWidget(vaultName_);
    foot->addWidget(vaultFigure_, 1);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 4, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(view_, 1);
    layout->addLayout(foot);
    connect(view_->selectionModel(), &QItemSelectionModel::currentChanged, this, &RunsPanel::currentChanged);
    connect(&theme, &Theme::changed, view_, [this] { view_->viewport()->update(); });
}

void RunsPanel::setRuns(std::vector<RunEntry> runs, std::uint64_t vaultBytes) {
    std::uint64_t original = 0;
    for (const RunEntry& run : runs)
        original += run.info.original_bytes;
    vaultFigure_->setText(formatBytes(vaultBytes));
    vaultFigure_->setToolTip(
        tr("%1 on disk for %2 of checkpoints").arg(formatBytes(vaultBytes), formatBytes(original)));
    settingRuns_ = true;
    model_.setRuns(std::move(runs));
    settingRuns_ = false;
    restoreSelection();
}

void RunsPanel::setFilter(const QString& text) {
    settingRuns_ = true;
    model_.setFilter(text);
    settingRuns_ = false;
    restoreSelection();
}

void RunsPanel::setSelectedRun(const QString& id) {
    selected_ = id;
    restoreSelection();
}

void RunsPanel::clear() {
    selected_.clear();
    setRuns({}, 0);
}

void RunsPanel::restoreSelection() {
    const QModelIndex index = model_.indexOf(selected_);
    settingRuns_ = true;
    if (index.isValid()) {
        view_->selectionModel()->setCurrentIndex(index, QItemSelectionModel::ClearAndSelect);
    } else {
        view_->selectionModel()->clear();
    }
    settingRuns_ = false;
}

void RunsPanel::currentChanged(const QModelIndex& current) {
    const QString id = current.data(RunListModel::IdRole).toString();
    if (settingRuns_ || id.isEmpty() || id == selected_) return;
    selected_ = id;
    emit runSelected(id);
}

}  // namespace stepvault::ui
