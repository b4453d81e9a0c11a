#pragma once

#include <QFrame>

#include "ui/compare/compared_curves.h"

class QLabel;
class QStackedLayout;

namespace stepvault::ui {

class CurveLegend;
class ElidedLabel;
class EmptyState;
class MenuChoice;
class PlotView;
class SegmentControl;
class SmoothingSlider;
class Theme;

/// The curves of several runs with the controls above them and their names beside them.
class CompareCard : public QFrame {
    Q_OBJECT

 public:
    /// `model` outlives the card.
    CompareCard(const Theme& theme, CompareModel& model, QWidget* parent = nullptr);

    [[nodiscard]] PlotView& plot() { return *plot_; }
    [[nodiscard]] CurveLegend& legend() { return *legend_; }
    [[nodiscard]] MenuChoice& metric() { return *metric_; }
    [[nodiscard]] SegmentControl& scale() { return *scale_; }
    [[nodiscard]] SegmentControl& axis() { return *axis_; }
    [[nodiscard]] SmoothingSlider& smoothing() { return *smoothing_; }
    [[nodiscard]] QString caption() const;

 signals:
    void tagChosen(const QString& tag);

 private:
    QWidget* makeControls();
    void update();
    void tell();

    CompareModel& model_;
    MenuChoice* metric_;
    SegmentControl* scale_;
    SegmentControl* axis_;
    SmoothingSlider* smoothing_;
    ElidedLabel* hint_;
    QLabel* caption_;
    PlotView* plot_;
    CurveLegend* legend_;
    EmptyState* empty_;
    QStackedLayout* stack_ = nullptr;
    std::size_t undated_ = 0;
    QString plotHint_;
};

}  // namespace stepvault::ui
