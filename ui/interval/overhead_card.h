#pragma once

#include <vector>

#include <QFrame>

#include "plan/simulation.h"
#include "ui/charts/exported_chart.h"
#include "ui/interval/interval_view.h"

class QLabel;
class QPushButton;
class QStackedLayout;
class QTableWidget;

namespace stepvault::ui {

class OverheadBars;
class SegmentControl;
class Theme;

/// The expected overhead of each schedule, as bars or as a table, and its overhead in a simulation.
class OverheadCard : public QFrame, public ExportableChart {
    Q_OBJECT

 public:
    explicit OverheadCard(const Theme& theme, QWidget* parent = nullptr);

    /// Drops the simulation.
    void setView(const IntervalView& view);
    void clear();
    /// One for each schedule of the view; nullopt if it is not known.
    void setSimulated(const std::vector<SimulatedCosts>& costs);
    void setSimulating(bool simulating);
    [[nodiscard]] ExportedChart exported() override;

    [[nodiscard]] OverheadBars& bars() { return *bars_; }
    [[nodiscard]] QTableWidget& table() { return *table_; }
    [[nodiscard]] QPushButton& simulateButton() { return *simulate_; }
    [[nodiscard]] SegmentControl& shape() { return *shape_; }

 signals:
    void simulateClicked();  ///< to begin, or while it goes on to stop

 private:
    void fill();

    std::vector<ScheduleView> schedules_;
    double seconds_ = 0;  ///< of the training
    std::vector<SimulatedCosts> simulated_;
    SegmentControl* shape_;
    QPushButton* simulate_;
    QLabel* key_;
    OverheadBars* bars_;
    QTableWidget* table_;
    QStackedLayout* stack_ = nullptr;
};

}  // namespace stepvault::ui
