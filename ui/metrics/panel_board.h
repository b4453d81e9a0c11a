#pragma once

#include <memory>

#include <QWidget>

#include "ui/jobs/job_runner.h"
#include "ui/metrics/panel_groups.h"
#include "ui/metrics/panel_reader.h"
#include "ui/models/panel_layout.h"

class QLabel;
class QLineEdit;
class QStackedLayout;

namespace stepvault::ui {

class CurveControls;
class EmptyState;
class PanelGrid;
class SegmentControl;
class Theme;

/// All metrics of some runs in panels, with the controls that they share. Reads on a worker thread, and only
/// the curves of panels in view.
class PanelBoard : public QWidget {
    Q_OBJECT

 public:
    PanelBoard(const Theme& theme, JobRunner& runner, QWidget* parent = nullptr);

    /// Also reads points that were added since the last call.
    void setRuns(const std::shared_ptr<VaultHandle>& library, std::vector<ComparedRequest::Run> runs);
    /// Lets go of the vault.
    void clear();
    void setPanelLayout(const PanelLayout& layout);
    [[nodiscard]] PanelLayout panelLayout() const;
    /// Everything that was asked for is shown.
    [[nodiscard]] bool isSettled() const { return job_ == 0 && !stale_; }

    [[nodiscard]] PanelGrid& grid() { return *grid_; }
    [[nodiscard]] CurveControls& controls() { return *controls_; }
    [[nodiscard]] QLineEdit& filter() { return *filter_; }
    [[nodiscard]] SegmentControl& size() { return *size_; }

 signals:
    /// The user wants to see this metric alone.
    void opened(const QString& tag);
    /// By the user.
    void panelLayoutChanged();

 private:
    void read();
    void take(Result<PanelCurves> result);
    void group();
    void tellRuns();

    const Theme& theme_;
    JobRunner& runner_;
    std::shared_ptr<VaultHandle> library_;
    std::shared_ptr<PanelReader> reader_;
    PanelRequest request_;
    JobId job_ = 0;
    bool stale_ = false;
    std::vector<std::string> tags_;
    CurveControls* controls_;
    SegmentControl* size_;
    QLabel* legend_;
    QLineEdit* filter_;
    PanelGrid* grid_;
    EmptyState* empty_;
    QStackedLayout* stack_;
};

}  // namespace stepvault::ui
