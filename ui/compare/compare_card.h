#pragma once

#include <QFrame>

class QLabel;
class QStackedLayout;
class QToolButton;

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
    /// Offered where some of the runs differ in their seed alone.
    [[nodiscard]] QToolButton& joinButton() { return *join_; }
    /// Draws the run stronger than the others, here and in the legend; empty: none.
    void emphasize(const QString& id);

 signals:
    void tagChosen(const QString& tag);
    void joinChosen(bool isJoined);

 private:
    void update();
    void tell();
    void showHint(const QString& hint);

    CompareModel& model_;
    PlotView* plot_;
    CurveControls* controls_;
    QToolButton* join_;
    ElidedLabel* hint_;
    QLabel* caption_;
    CurveLegend* legend_;
    EmptyState* empty_;
    QStackedLayout* stack_ = nullptr;
    std::size_t undated_ = 0;
    QString plotHint_;
};

}  // namespace stepvault::ui
