#pragma once

#include <QFrame>

class QLabel;
class QStackedLayout;

namespace stepvault::ui {

class CompareModel;
class CurveControls;
class CurveLegend;
class ElidedLabel;
class EmptyState;
class PlotView;
class Theme;

/// The curves of several runs with the controls above them and their names beside them.
class CompareCard : public QFrame {
    Q_OBJECT

 public:
    /// `model` outlives the card.
    CompareCard(const Theme& theme, CompareModel& model, QWidget* parent = nullptr);

    [[nodiscard]] PlotView& plot() { return *plot_; }
    [[nodiscard]] CurveLegend& legend() { return *legend_; }
    [[nodiscard]] CurveControls& controls() { return *controls_; }
    [[nodiscard]] QString caption() const;

 signals:
    void tagChosen(const QString& tag);

 private:
    void update();
    void tell();

    CompareModel& model_;
    PlotView* plot_;
    CurveControls* controls_;
    ElidedLabel* hint_;
    QLabel* caption_;
    CurveLegend* legend_;
    EmptyState* empty_;
    QStackedLayout* stack_ = nullptr;
    std::size_t undated_ = 0;
    QString plotHint_;
};

}  // namespace stepvault::ui
