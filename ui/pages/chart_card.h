#pragma once

#include <QFrame>

#include "ui/session/run_snapshot.h"

class QAction;
class QLabel;
class QPushButton;
class QStackedLayout;
class QToolButton;

namespace stepvault::ui {

class EmptyState;
class MenuChoice;
class PlotView;
class SegmentControl;
class SmoothingSlider;
class Theme;

/// The run's curve with the controls above it.
class ChartCard : public QFrame {
    Q_OBJECT

 public:
    explicit ChartCard(const Theme& theme, QWidget* parent = nullptr);

    void setRun(const RunSnapshot& run, int color);
    /// What the button at the right does.
    void setExportAction(QAction* action);
    [[nodiscard]] PlotView& plot() { return *plot_; }
    [[nodiscard]] SegmentControl& scale() { return *scale_; }

 signals:
    void tagChosen(const QString& tag);
    /// Back to before the loss went wrong.
    void rescueClicked(const QString& checkpoint);

 private:
    QWidget* makeControls();
    void setTags(const RunSnapshot& run);
    void setMarks(const RunSnapshot& run);
    void setTrouble(const RunSnapshot& run);

    MenuChoice* tag_;
    SegmentControl* scale_;
    SmoothingSlider* smoothing_;
    QLabel* hint_;
    QPushButton* rescue_;
    QString lastGood_;
    QToolButton* export_;
    PlotView* plot_;
    EmptyState* empty_;
    QStackedLayout* stack_ = nullptr;
};

}  // namespace stepvault::ui
