#pragma once

#include <QWidget>

#include "ui/cluster/cluster_study.h"

class QMenu;
class QToolButton;

namespace stepvault::ui {

class CountSlider;
class SegmentControl;
class Theme;

/// Chooses the checkpoint, the numbers of nodes and processes, and the coding.
class ClusterControls : public QWidget {
    Q_OBJECT

 public:
    explicit ClusterControls(const Theme& theme, QWidget* parent = nullptr);

    /// The title of the run's newest checkpoint; empty for none.
    void setCheckpoint(const QString& title);
    /// Empty: the checkpoint's own shape.
    [[nodiscard]] const QString& model() const { return model_; }
    void setModel(const QString& name);
    [[nodiscard]] std::uint32_t deeper() const;
    [[nodiscard]] ClusterSetting setting() const;

    [[nodiscard]] CountSlider& nodes() { return *nodes_; }
    [[nodiscard]] CountSlider& processes() { return *processes_; }

 signals:
    void changed();

 private:
    void fillMenu();
    void showSource();
    void applyTheme();

    const Theme& theme_;
    QString checkpoint_;
    QString model_;
    QToolButton* source_;
    QMenu* sources_;
    CountSlider* deeper_;
    CountSlider* nodes_;
    CountSlider* processes_;
    SegmentControl* scheme_;
};

}  // namespace stepvault::ui
