#pragma once

#include <QFrame>

#include "ui/bits/text_table_model.h"
#include "ui/charts/exported_chart.h"

class QLabel;
class QStackedLayout;
class QTableView;

namespace stepvault::ui {

class SegmentControl;

/// A chart with its title, or the same as a table.
class TwinCard : public QFrame, public ExportableChart {
    Q_OBJECT

 public:
    /// Takes `chart`. `titles`: of the table's columns.
    TwinCard(const QString& title, QWidget* chart, const QStringList& titles, QWidget* parent = nullptr);

    void setLines(std::vector<QStringList> lines) { model_.setLines(std::move(lines)); }
    void setNote(const QString& note);
    [[nodiscard]] ExportedChart exported() override;

    [[nodiscard]] SegmentControl& view() { return *view_; }
    [[nodiscard]] QTableView& table() { return *table_; }

 private:
    TextTableModel model_;
    SegmentControl* view_;
    QTableView* table_;
    QLabel* note_;
    QStackedLayout* stack_ = nullptr;
};

}  // namespace stepvault::ui
