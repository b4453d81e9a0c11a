#include "ui/cluster/share_card.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QStackedLayout>
#include <QTableView>
#include <QVBoxLayout>

#include "ui/cluster/cluster_text.h"
#include "ui/cluster/treemap_view.h"
#include "ui/text/format.h"
#include "ui/theme/look.h"
#include "ui/theme/table_look.h"
#include "ui/theme/theme.h"
#include "ui/widgets/elided_label.h"
#include "ui/widgets/segment_control.h"

namespace stepvault::ui {

namespace {
constexpr int tableRowHeight = 26;
constexpr int widths[] = {184, 84, 60};
}  // namespace

ShareCard::ShareCard(const Theme& theme, QWidget* parent)
    : QFrame(parent),
      map_(new TreemapView(theme, this)),
      table_(new QTableView(this)),
      view_(new SegmentControl({tr("map"), tr("table")}, this)),
      title_(new ElidedLabel(Qt::ElideRight, this)),
      note_(new ElidedLabel(Qt::ElideRight, this)) {
    setLook(this, "card");
    setLook(title_, "muted");
    setLook(note_, "caption");
    view_->setAccessibleName(tr("How the shares are shown"));
    table_->setModel(&model_);
    table_->setAccessibleName(tr("Largest parts of the checkpoint and who holds them"));
    setTableLook(*table_, tableRowHeight);
    table_->setTextElideMode(Qt::ElideRight);
    table_->horizontalHeader()->setStretchLastSection(true);
    setColumnWidths(*table_, widths);
    stack_ = new QStackedLayout;
    stack_->addWidget(map_);
    stack_->addWidget(table_);
    auto* head = new QHBoxLayout;
    head->addWidget(title_, 1);
    head->addWidget(view_);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(12, 8, 12, 8);
    layout->setSpacing(6);
    layout->addLayout(head);
    layout->addLayout(stack_, 1);
    layout->addWidget(note_);
    connect(view_, &SegmentControl::chosen, stack_, &QStackedLayout::setCurrentIndex);
    connect(map_, &TreemapView::currentChanged, this, &ShareCard::tell);
}

void ShareCard::setStudy(const std::shared_ptr<const ClusterStudy>& study) {
    study_ = study;
    model_.setStudy(study);
    map_->setStudy(study);
    const std::uint64_t tensors = study->outcome.size.tensors;
    title_->setFullText(tr("%1 in %2 over %3")
                            .arg(formatBytes(study->outcome.size.bytes),
                                 counted(tensors, tr("%1 tensor"), tr("%1 tensors")),
                                 counted(study->setting.ranks(), tr("%1 rank"), tr("%1 ranks"))));
    tell();
}

void ShareCard::setFailed(const std::vector<bool>& failed) {
    map_->setFailed(failed);
}

void ShareCard::tell() {
    const Tile* tile = map_->current();
    note_->setFullText(tile != nullptr ? describeTile(*study_, *tile)
                                       : tr("colour: node · shade: process · stripes: split over several"));
}

ExportedChart ShareCard::exported() {
    return exportedWidget(title_->fullText(), *map_, model_);
}

}  // namespace stepvault::ui
