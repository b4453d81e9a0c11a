// The work behind the cluster page: reads a checkpoint's tree and studies it, off the GUI thread.
#pragma once

#include <optional>
#include <string>

#include <QObject>
#include <QTimer>

#include "library/services/vault_handle.h"
#include "partition/model_shapes.h"
#include "ui/cluster/cluster_study.h"
#include "ui/jobs/job_runner.h"

namespace stepvault::ui {

/// The source of the tensors: a stored checkpoint, or a well-known model in its place.
struct ClusterSource {
    std::string run;         ///< id
    std::string checkpoint;  ///< id; empty: none
    std::string model;       ///< instead of them
    std::uint32_t deeper = 1;

    [[nodiscard]] bool isEmpty() const { return checkpoint.empty() && model.empty(); }
    bool operator==(const ClusterSource&) const = default;
};

/// GUI thread. `runner` may go first. Settings may come at any rate: the last one is studied.
class ClusterReader : public QObject {
    Q_OBJECT

 public:
    explicit ClusterReader(JobRunner& runner, QObject* parent = nullptr);

    /// Nothing is done where neither changed.
    void read(const std::shared_ptr<VaultHandle>& library, const ClusterSource& source,
              const ClusterSetting& setting);
    [[nodiscard]] bool isSettled() const { return studyJob_ == 0 && curveJob_ == 0 && !timer_.isActive(); }

 signals:
    void studied(const std::shared_ptr<const stepvault::ui::ClusterStudy>& study);
    /// After studied(), of the same setting.
    void curveRead(const std::vector<stepvault::ui::SpeedPoint>& points);
    void failed(const QString& message);

 private:
    void start();
    void startCurve(const std::shared_ptr<const PartitionTree>& tree);
    void abandon();

    JobRunner& runner_;
    QTimer timer_;
    std::shared_ptr<VaultHandle> library_;
    ClusterSource source_;
    ClusterSetting setting_;
    std::shared_ptr<const PartitionTree> tree_;  ///< of source_, once read
    JobId studyJob_ = 0;
    JobId curveJob_ = 0;
};

}  // namespace stepvault::ui
