#pragma once

#include <QWidget>

#include "library/summary/run_info.h"

class QLabel;

namespace stepvault::ui {

class ElidedLabel;
class Theme;

/// Name, state, newest step, loss, and size in the vault, in one line.
class HeaderLine : public QWidget {
    Q_OBJECT

 public:
    explicit HeaderLine(const Theme& theme, QWidget* parent = nullptr);

    void setRun(const RunInfo& run);

 protected:
    void resizeEvent(QResizeEvent* event) override;

 private:
    /// The size gives way before the name is elided.
    void fitSaved();
    void applyTheme();

    const Theme& theme_;
    RunState state_ = RunState::idle;
    ElidedLabel* name_;
    QLabel* picture_;
    QLabel* stateText_;
    QLabel* step_;
    QLabel* loss_;
    QLabel* saved_;
    QString longSaved_;
    QString shortSaved_;
};

}  // namespace stepvault::ui
