#pragma once

#include <QListView>

namespace stepvault::ui {

class CompareModel;
class Theme;

/// The names beside the chart: a click, Space or Return hides a run's curve and shows it again.
class CurveLegend : public QListView {
    Q_OBJECT

 public:
    CurveLegend(const Theme& theme, CompareModel& model, QWidget* parent = nullptr);

 signals:
    /// As many are shown as can be.
    void refused();
    /// The mouse is over the name of a run; empty: over none.
    void hovered(const QString& id);

 protected:
    void keyPressEvent(QKeyEvent* event) override;
    void leaveEvent(QEvent* event) override;

 private:
    void toggle(const QModelIndex& index);

    CompareModel& runs_;
};

}  // namespace stepvault::ui
