#include "ui/cluster/node_card.h"

#include <algorithm>

#include <QGridLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

#include "partition/node_groups.h"
#include "ui/cluster/cluster_text.h"
#include "ui/cluster/level_line.h"
#include "ui/cluster/node_row.h"
#include "ui/theme/look.h"
#include "ui/theme/theme.h"
#include "ui/widgets/elided_label.h"

namespace stepvault::ui {

NodeCard::NodeCard(const Theme& theme, QWidget* parent)
    : QFrame(parent),
      nodes_(new NodeRow(theme, this)),
      headline_(new QLabel(this)),
      repair_(new QPushButton(tr("Bring all back"), this)) {
    setLook(this, "card");
    auto* hint = new ElidedLabel(Qt::ElideRight, this);
    hint->setFullText(tr("Click a node to fail it"));
    setLook(hint, "caption");
    auto* head = new QHBoxLayout;
    head->setSpacing(12);
    head->addWidget(headline_);
    head->addWidget(hint, 1);
    head->addWidget(repair_);
    lines_ = new QGridLayout;
    lines_->setHorizontalSpacing(16);
    for (std::uint32_t level = 1; level <= level_count; ++level)
        levels_[level - 1] = new LevelLine(theme, level, this);
    setColumns(static_cast<int>(level_count));
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(16, 8, 16, 8);
    layout->setSpacing(6);
    layout->addLayout(head);
    layout->addWidget(nodes_);
    layout->addLayout(lines_);
    QSizePolicy keepsPlace = repair_->sizePolicy();
    keepsPlace.setRetainSizeWhenHidden(true);
    repair_->setSizePolicy(keepsPlace);
    repair_->hide();
    connect(repair_, &QPushButton::clicked, nodes_, &NodeRow::repairAll);
    connect(nodes_, &NodeRow::failedChanged, this, [this] {
        judge();
        emit failedChanged();
    });
}

void NodeCard::setColumns(int columns) {
    for (LevelLine* line : levels_)
        lines_->removeWidget(line);
    for (int i = 0; i < static_cast<int>(level_count); ++i) {
        lines_->addWidget(levels_[static_cast<std::size_t>(i)], i / columns, i % columns);
        lines_->setColumnStretch(i, i < columns ? 1 : 0);
    }
}

void NodeCard::setStudy(const ClusterStudy& study) {
    group_ = study.cluster.shape.group;
    survived_ = study.outcome.survived;
    nodes_->setNodes(study.setting.nodes, group_);
    judge();
}

QString NodeCard::headline() const {
    return headline_->text();
}

void NodeCard::judge() {
    const std::vector<bool>& failed = nodes_->failed();
    headline_->setText(restorableFrom(group_, failed));
    repair_->setVisible(std::ranges::find(failed, true) != failed.end());
    for (std::uint32_t level = 1; level <= level_count; ++level) {
        const bool survives = lost_shares(level, group_, failed).empty();
        levels_[level - 1]->setState(survives, levelVerdict(level, group_, failed), survived_[level - 1]);
    }
}

}  // namespace stepvault::ui
