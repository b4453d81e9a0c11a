#pragma once

#include "ui/session/run_tab.h"

namespace stepvault::ui {

class JobRunner;
class PanelBoard;
class Theme;

/// All metrics of a run.
class MetricsPage : public RunTab {
    Q_OBJECT

 public:
    MetricsPage(const Theme& theme, JobRunner& runner, QWidget* parent = nullptr);

    void setRun(const std::shared_ptr<VaultHandle>& library, const RunSnapshot& run, int color) override;
    [[nodiscard]] bool isSettled() const override;
    [[nodiscard]] PanelBoard& board() { return *board_; }

 private:
    PanelBoard* board_;
};

}  // namespace stepvault::ui
