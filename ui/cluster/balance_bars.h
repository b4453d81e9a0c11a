#pragma once

#include <memory>

#include <QWidget>

#include "ui/cluster/cluster_study.h"

class QLabel;

namespace stepvault::ui {

class RankBars;
class Theme;

/// The bytes and tensors of each rank, against the mean; the largest is named.
class BalanceBars : public QWidget {
    Q_OBJECT

 public:
    explicit BalanceBars(const Theme& theme, QWidget* parent = nullptr);

    /// nullptr: nothing.
    void setStudy(const std::shared_ptr<const ClusterStudy>& study);

    [[nodiscard]] RankBars& bytes() { return *bytes_; }
    [[nodiscard]] RankBars& tensors() { return *tensors_; }
    /// The largest of all by their mean, as it is written over the bars.
    [[nodiscard]] QString bytesCaption() const;
    [[nodiscard]] QString tensorsCaption() const;

 private:
    QLabel* bytesLabel_;
    RankBars* bytes_;
    QLabel* tensorsLabel_;
    RankBars* tensors_;
};

}  // namespace stepvault::ui
