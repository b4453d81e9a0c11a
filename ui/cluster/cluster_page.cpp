#include "ui/cluster/cluster_page.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QStackedLayout>
#include <QVBoxLayout>

#include "ui/cluster/balance_bars.h"
#include "ui/cluster/cluster_controls.h"
#include "ui/cluster/cluster_text.h"
#include "ui/cluster/node_card.h"
#include "ui/cluster/node_row.h"
#include "ui/cluster/save_card.h"
#include "ui/cluster/share_card.h"
#include "ui/text/format.h"
#include "ui/theme/look.h"
#include "ui/theme/theme.h"
#include "ui/widgets/empty_state.h"
#include "ui/widgets/scrolled.h"

namespace stepvault::ui {

namespace {
constexpr int leastWideCluster = 860;  // of a page whose cards stand side by side
constexpr int leastCard = 360;
constexpr int leastStacked = 340;
}  // namespace

ClusterPage::ClusterPage(const Theme& theme, JobRunner& runner, QWidget* parent)
    : RunTab(parent),
      reader_(runner),
      controls_(new ClusterControls(theme, this)),
      shares_(new ShareCard(theme, this)),
      balance_(new BalanceBars(theme, this)),
      save_(new SaveCard(theme, this)),
      nodes_(new NodeCard(theme, this)),
      assumptions_(new QLabel(this)),
      empty_(new EmptyState(theme, Glyph::diamond, this)) {
    setLook(assumptions_, "caption");
    assumptions_->setWordWrap(true);
    body_ = makeBody();
    stack_ = new QStackedLayout;
    stack_->addWidget(empty_);
    stack_->addWidget(body_);
    auto* content = new QWidget(this);
    auto* layout = new QVBoxLayout(content);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(8);
    layout->addWidget(controls_);
    layout->addLayout(stack_, 1);
    auto* outer = new QVBoxLayout(this);
    outer->setContentsMargins(0, 0, 0, 0);
    outer->addWidget(scrolled(content, this));
    connect(controls_, &ClusterControls::changed, this, &ClusterPage::read);
    connect(nodes_, &NodeCard::failedChanged, this, [this] { shares_->setFailed(nodes_->nodes().failed()); });
    connect(&reader_, &ClusterReader::studied, this, &ClusterPage::showStudy);
    connect(&reader_, &ClusterReader::curveRead, save_, &SaveCard::setCurve);
    connect(&reader_, &ClusterReader::failed, this, [this](const QString& message) {
        tellEmpty(
            tr("The newest checkpoint could not be divided"),
            tr("%1. Choose a well-known model above to see what a cluster would make of it.").arg(message));
    });
}

QWidget* ClusterPage::makeBody() {
    auto* body = new QWidget(this);
    auto* balanceCard = new QFrame(body);
    setLook(balanceCard, "card");
    auto* balanceLayout = new QVBoxLayout(balanceCard);
    balanceLayout->setContentsMargins(12, 10, 12, 10);
    balanceLayout->addWidget(balance_);
    cards_ = new QBoxLayout(QBoxLayout::LeftToRight);
    cards_->setSpacing(8);
    cards_->addWidget(shares_, 9);
    cards_->addWidget(balanceCard, 6);
    cards_->addWidget(save_, 7);
    auto* layout = new QVBoxLayout(body);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(8);
    layout->addLayout(cards_, 1);
    layout->addWidget(nodes_);
    layout->addWidget(assumptions_);
    return body;
}

void ClusterPage::setRun(const std::shared_ptr<VaultHandle>& library, const RunSnapshot& run, int color) {
    library_ = library;
    own_ = {};
    QString title;
    if (!run.checkpoints.empty()) {
        const CheckpointRow& newest = run.checkpoints.back();
        own_.run = newest.run_id;
        own_.checkpoint = newest.id;
        title = tr("Newest checkpoint, step %1").arg(formatStep(newest.step));
    }
    controls_->setCheckpoint(title);
    save_->setColor(color);
    if (isVisible()) read();
}

bool ClusterPage::isSettled() const {
    return reader_.isSettled();
}

QString ClusterPage::assumptions() const {
    return assumptions_->text();
}

void ClusterPage::resizeEvent(QResizeEvent* event) {
    RunTab::resizeEvent(event);
    const bool isWide = width() >= leastWideCluster;
    cards_->setDirection(isWide ? QBoxLayout::LeftToRight : QBoxLayout::TopToBottom);
    nodes_->setColumns(static_cast<int>(isWide ? level_count : level_count / 2));
    for (QWidget* card :
         {static_cast<QWidget*>(shares_), balance_->parentWidget(), static_cast<QWidget*>(save_)})
        card->setMinimumHeight(isWide ? leastCard : leastStacked);
}

void ClusterPage::showEvent(QShowEvent* event) {
    RunTab::showEvent(event);
    read();
}

void ClusterPage::read() {
    ClusterSource source = own_;
    if (!controls_->model().isEmpty()) {
        source = {};
        source.model = controls_->model().toStdString();
        source.deeper = controls_->deeper();
    }
    if (source.isEmpty()) {
        tellEmpty(tr("The map of a checkpoint appears here"),
                  tr("As soon as this run has one, Stepvault shows how a cluster would divide and save it. "
                     "Choose a well-known model above to see that of its shape now."));
    }
    reader_.read(library_, source, controls_->setting());
}

void ClusterPage::showStudy(const std::shared_ptr<const ClusterStudy>& study) {
    study_ = study;
    shares_->setStudy(study);
    balance_->setStudy(study);
    save_->setStudy(study);
    nodes_->setStudy(*study);
    shares_->setFailed(nodes_->nodes().failed());
    assumptions_->setText(describeAssumptions(*study));
    stack_->setCurrentWidget(body_);
}

void ClusterPage::tellEmpty(const QString& title, const QString& text) {
    study_.reset();
    empty_->setText(title, text);
    stack_->setCurrentWidget(empty_);
}

}  // namespace stepvault::ui
