#pragma once

#include <memory>
#include <optional>

#include "ui/bits/bits_view.h"
#include "ui/charts/dot_pool.h"
#include "ui/charts/line_pool.h"
#include "ui/charts/walked_chart.h"

class QGraphicsSimpleTextItem;

namespace stepvault::ui {

class Theme;

/// Rate and error of every setting of every scheme, with the chosen one as a large dot and the stored one as
/// a ring. Bits on a logarithmic axis. Dominated settings are not drawn. A click on a setting chooses it; the
/// arrow keys walk from setting to setting, and choose them too. `topn` and `scar` can only be looked at.
class RateChart : public WalkedChart {
    Q_OBJECT

 public:
    explicit RateChart(const Theme& theme, QWidget* parent = nullptr);

    /// `chosen`: nullopt where it is not known.
    void setView(std::shared_ptr<const BitsView> view, std::optional<RatePoint> chosen);

    /// Those that are drawn, in the order in which the keys walk.
    [[nodiscard]] const std::vector<RatePoint>& points() const { return points_; }
    [[nodiscard]] const std::optional<RatePoint>& chosen() const { return chosen_; }
    /// Where a point is drawn.
    [[nodiscard]] QPointF placeOf(const RatePoint& point) const;

 signals:
    /// RatePoint::choice of the point that the user chose.
    void settingChosen(const stepvault::SchemeChoice& choice);

 protected:
    [[nodiscard]] std::size_t partCount() const override { return points_.size(); }
    [[nodiscard]] std::optional<std::size_t> partAt(const QPointF& place) const override;
    [[nodiscard]] QString describe(std::optional<std::size_t> part) const override;
    void layOut() override;

    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

 private:
    struct Curve {
        std::vector<RatePoint> points;
        QString name;
        std::size_t color = 0;  ///< of Tokens::series
    };
    void setCurves();
    void setRange();
    void chooseHeld();
    /// The index of the chosen setting among points().
    [[nodiscard]] std::optional<std::size_t> chosenPart() const;
    void nameCurve(QGraphicsSimpleTextItem& label, const Curve& curve, std::vector<QRectF>& named) const;

    const Theme& theme_;
    std::shared_ptr<const BitsView> view_;
    std::optional<RatePoint> chosen_;
    std::vector<Curve> curves_;  ///< in the order in which they are drawn
    std::vector<RatePoint> points_;
    LinePool lines_;
    DotPool dots_;
    std::vector<QGraphicsSimpleTextItem*> names_;  ///< owned by the scene
    double lowest_ = 0;                            ///< decimal logarithms of the axis' ends
    double highest_ = 1;
};

}  // namespace stepvault::ui
