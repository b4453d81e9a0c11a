#pragma once

#include <QFrame>

#include "ui/session/run_snapshot.h"

class QAction;
class QPushButton;
class QStackedLayout;
class QToolButton;

namespace stepvault::ui {

class CurveControls;
class CurveKey;
class ElidedLabel;
class EmptyState;
class PlotView;
class Theme;

/// The run's curve with the controls above it.
class ChartCard : public QFrame {
    Q_OBJECT

 public:
    explicit ChartCard(const Theme& theme, QWidget* parent = nullptr);

    void setRun(const RunSnapshot& run, int color);
    /// The metrics that are checked in the menu; a run need not have them.
    void setBeside(const QStringList& tags) { besideTags_ = tags; }
    /// Sets the action of the export button.
    void setExportAction(QAction* action);
    [[nodiscard]] PlotView& plot() { return *plot_; }
    [[nodiscard]] CurveControls& controls() { return *controls_; }
    [[nodiscard]] QToolButton& besideButton() { return *beside_; }

 signals:
    void tagChosen(const QString& tag);
    /// The metrics to show beside the chosen one, from now on.
    void besideChosen(const QStringList& tags);
    /// Back to before the loss went wrong.
    void rescueClicked(const QString& checkpoint);

 private:
    void layOut();
    /// The curve along the chosen axis.
    void showCurve();
    void fillBesideMenu();
    void setTrouble(std::optional<double> at);
    void tell();

    RunSnapshot run_;
    std::size_t color_ = 0;
    QString plotHint_;
    bool isUndated_ = false;
    QPushButton* rescue_;
    QString lastGood_;
    QToolButton* export_;
    QToolButton* beside_;
    QStringList besideTags_;
    CurveKey* key_;
    PlotView* plot_;
    CurveControls* controls_;
    ElidedLabel* hint_;
    EmptyState* empty_;
    QStackedLayout* stack_ = nullptr;
};

}  // namespace stepvault::ui
