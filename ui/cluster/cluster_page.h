#pragma once

#include "ui/cluster/cluster_reader.h"
#include "ui/session/run_tab.h"

class QBoxLayout;
class QLabel;
class QStackedLayout;

namespace stepvault::ui {

class BalanceBars;
class ClusterControls;
class EmptyState;
class NodeCard;
class SaveCard;
class ShareCard;
class Theme;

/// Shows how a cluster would save the run's newest checkpoint: the part of each process, the time of a save,
/// and the levels that survive failed nodes.
class ClusterPage : public RunTab {
    Q_OBJECT

 public:
    /// `theme` and `runner` outlive the page.
    ClusterPage(const Theme& theme, JobRunner& runner, QWidget* parent = nullptr);

    void setRun(const std::shared_ptr<VaultHandle>& library, const RunSnapshot& run, int color) override;
    [[nodiscard]] bool isSettled() const override;

    [[nodiscard]] ClusterControls& controls() { return *controls_; }
    [[nodiscard]] ShareCard& shares() { return *shares_; }
    [[nodiscard]] BalanceBars& balance() { return *balance_; }
    [[nodiscard]] SaveCard& save() { return *save_; }
    [[nodiscard]] NodeCard& nodes() { return *nodes_; }
    [[nodiscard]] QString assumptions() const;
    /// nullptr until there is one.
    [[nodiscard]] const ClusterStudy* study() const { return study_.get(); }

 protected:
    void showEvent(QShowEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

 private:
    QWidget* makeBody();
    void read();
    void showStudy(const std::shared_ptr<const ClusterStudy>& study);
    void tellEmpty(const QString& title, const QString& text);

    ClusterReader reader_;
    std::shared_ptr<VaultHandle> library_;
    ClusterSource own_;  ///< the run's newest checkpoint
    std::shared_ptr<const ClusterStudy> study_;
    ClusterControls* controls_;
    ShareCard* shares_;
    BalanceBars* balance_;
    SaveCard* save_;
    NodeCard* nodes_;
    QLabel* assumptions_;
    EmptyState* empty_;
    QBoxLayout* cards_ = nullptr;
    QWidget* body_ = nullptr;
    QStackedLayout* stack_ = nullptr;
};

}  // namespace stepvault::ui
