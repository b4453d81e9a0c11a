#pragma once

#include <memory>
#include <vector>

#include <QFrame>

#include "ui/cluster/cluster_study.h"

class QLabel;

namespace stepvault::ui {

class PlotView;
class SegmentControl;
class Theme;

/// How long a save takes on a chosen level, how many times sooner than by one process, and how that grows
/// with the cluster.
class SaveCard : public QFrame {
    Q_OBJECT

 public:
    explicit SaveCard(const Theme& theme, QWidget* parent = nullptr);

    void setStudy(std::shared_ptr<const ClusterStudy> study);
    void setCurve(std::vector<SpeedPoint> points);
    void setColor(int color);

    /// 1 to 4.
    [[nodiscard]] std::uint32_t level() const;
    [[nodiscard]] QString figure() const;
    [[nodiscard]] QString sentence() const;
    [[nodiscard]] PlotView& plot() { return *plot_; }

 private:
    void showFigures();
    void showCurve();

    SegmentControl* levels_;
    QLabel* figure_;
    QLabel* sentence_;
    QLabel* parts_;
    PlotView* plot_;
    std::shared_ptr<const ClusterStudy> study_;
    std::vector<SpeedPoint> points_;
    int color_ = 0;
};

}  // namespace stepvault::ui
