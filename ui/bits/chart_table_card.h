#pragma once

#include <QFrame>

#include "ui/charts/exported_chart.h"
#include "ui/widgets/text_table_model.h"

class QLabel;
class QStackedLayout;
class QTableView;
class QToolButton;

namespace stepvault::ui {

class SegmentControl;

/// A chart with its title, or the same as a table.
class ChartTableCard : public QFrame, public ExportableChart {
    Q_OBJECT

 public:
    /// Takes `chart`. `titles`: of the table's columns.
    ChartTableCard(const QString& title, QWidget* chart, const QStringList& titles,
                   QWidget* parent = nullptr);

    void setLines(std::vector<QStringList> lines);
    /// Under the chart and the table.
    void setNote(const QString& note);
    /// The same, above the note.
    void setWarning(const QString& warning);
    [[nodiscard]] QString note() const;
    [[nodiscard]] QString warning() const;
    /// A line of its own under the note, with a button; empty texts for none.
    void setOffer(const QString& text, const QString& action);
    [[nodiscard]] ExportedChart exported() override;

    [[nodiscard]] SegmentControl& view() { return *view_; }
    [[nodiscard]] QTableView& table() { return *table_; }
    [[nodiscard]] QString offer() const;
    [[nodiscard]] QToolButton& offerButton() { return *action_; }

 signals:
    void offerClicked();

 private:
    TextTableModel model_;
    SegmentControl* view_;
    QTableView* table_;
    QLabel* warning_;
    QLabel* note_;
    QLabel* offer_;
    QToolButton* action_;
    QStackedLayout* stack_ = nullptr;
};

}  // namespace stepvault::ui
