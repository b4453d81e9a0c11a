#pragma once

#include <QToolButton>

#include "ui/models/run_arrangement.h"

class QActionGroup;

namespace stepvault::ui {

class Theme;

/// How the list of runs is sorted and grouped; says by its text how it is sorted.
class ArrangementButton : public QToolButton {
    Q_OBJECT

 public:
    explicit ArrangementButton(const Theme& theme, QWidget* parent = nullptr);

    /// Shows the choice without telling of it.
    void setArrangement(const RunArrangement& arrangement);
    [[nodiscard]] const RunArrangement& arrangement() const { return arrangement_; }

 signals:
    void chosen(const stepvault::ui::RunArrangement& arrangement);

 private:
    void applyTheme();

    const Theme& theme_;
    RunArrangement arrangement_;
    QActionGroup* orders_;
    QActionGroup* groupings_;
};

}  // namespace stepvault::ui
