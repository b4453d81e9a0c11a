#include "ui/metrics/metrics_page.h"

#include <QVBoxLayout>

#include "ui/metrics/panel_board.h"

namespace stepvault::ui {

MetricsPage::MetricsPage(const Theme& theme, JobRunner& runner, QWidget* parent)
    : RunTab(parent), board_(new PanelBoard(theme, runner, this)) {
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(board_);
}

void MetricsPage::setRun(const std::shared_ptr<VaultHandle>& library, const RunSnapshot& run, int color) {
    board_->setRuns(library, {{.info = run.info, .color = static_cast<std::size_t>(color)}});
}

bool MetricsPage::isSettled() const {
    return board_->isSettled();
}

}  // namespace stepvault::ui
