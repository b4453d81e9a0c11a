#pragma once

#include <cstdint>
#include <vector>

#include "ui/charts/line_pool.h"
#include "ui/charts/walked_chart.h"

class QAreaSeries;
class QLineSeries;

namespace stepvault::ui {

/// The load of each rank, in the colour of its node, against the mean. The arrow keys walk from
/// rank to rank.
class RankBars : public WalkedChart {
    Q_OBJECT

 public:
    struct Loads {
        std::vector<double> values;   ///< by rank
        std::vector<QString> hints;   ///< by rank: a sentence
        QString all;                  ///< a sentence on all of them
        QString most;                 ///< the largest value in words
        std::uint32_t processes = 1;  ///< of each node
    };

    /// `name`: of the vertical axis.
    RankBars(const QString& name, const Theme& theme, QWidget* parent = nullptr);

    void setLoads(Loads loads);
    [[nodiscard]] const Loads& loads() const { return loads_; }

 protected:
    [[nodiscard]] std::size_t partCount() const override { return loads_.values.size(); }
    [[nodiscard]] std::optional<std::size_t> partAt(const QPointF& place) const override;
    [[nodiscard]] QString describe(std::optional<std::size_t> part) const override;
    void layOut() override;

 private:
    struct Bars {
        QLineSeries* tops;
        QAreaSeries* area;
    };
    void setBars(double gap);
    void setLines(double gap);

    const Theme& theme_;
    QString name_;
    /// One for each colour of nodes. A bar series would make an item for each rank and colour.
    std::vector<Bars> bars_;  ///< owned by the chart
    LinePool lines_;
    Loads loads_;
};

}  // namespace stepvault::ui
