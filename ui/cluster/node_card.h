#pragma once

#include <array>
#include <memory>

#include <QFrame>

#include "ui/cluster/cluster_study.h"

class QGridLayout;
class QLabel;
class QPushButton;

namespace stepvault::ui {

class LevelLine;
class NodeRow;
class Theme;

/// Which nodes fail, and from which storage levels the step is still restorable then.
class NodeCard : public QFrame {
    Q_OBJECT

 public:
    explicit NodeCard(const Theme& theme, QWidget* parent = nullptr);

    void setStudy(const ClusterStudy& study);
    /// How many levels stand beside one another.
    void setColumns(int columns);
    [[nodiscard]] NodeRow& nodes() { return *nodes_; }
    [[nodiscard]] const LevelLine& level(std::uint32_t level) const { return *levels_[level - 1]; }
    [[nodiscard]] QString headline() const;

 signals:
    void failedChanged();

 private:
    void judge();

    NodeRow* nodes_;
    QLabel* headline_;
    QPushButton* repair_;
    QGridLayout* lines_ = nullptr;
    std::array<LevelLine*, level_count> levels_{};
    std::uint32_t group_ = 1;
    ByLevel survived_{};
};

}  // namespace stepvault::ui
