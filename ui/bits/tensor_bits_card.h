#pragma once

#include <QFrame>
#include <QSortFilterProxyModel>

#include "ui/bits/error_grid_model.h"
#include "ui/bits/tensor_bits_model.h"

class QLabel;
class QStackedLayout;
class QTableView;

namespace stepvault::ui {

class ErrorMap;
class ErrorScale;
class ExceptionsLine;
class SegmentControl;
class Theme;

/// The cost of each role or tensor, as a table (the largest first, until sorted otherwise), or how
/// far each was from its original at every step, as a map or a table; and the exceptions made for some of
/// them.
class TensorBitsCard : public QFrame {
    Q_OBJECT

 public:
    explicit TensorBitsCard(const Theme& theme, QWidget* parent = nullptr);

    void setView(const std::shared_ptr<const BitsView>& view, const std::optional<BitsOutcome>& outcome);
    void setErrors(const ErrorGrids& grids);
    void tellErrors(const QString& text);
    /// The map or its table is shown.
    [[nodiscard]] bool showsErrors() const;

    [[nodiscard]] QTableView& table() { return *table_; }
    [[nodiscard]] SegmentControl& rows() { return *rows_; }
    /// Costs, map of errors, table of errors.
    [[nodiscard]] SegmentControl& view() { return *view_; }
    [[nodiscard]] ErrorMap& map() { return *map_; }
    [[nodiscard]] QTableView& errorTable() { return *errorTable_; }
    [[nodiscard]] ExceptionsLine& exceptions() { return *exceptions_; }
    [[nodiscard]] QString note() const;

 signals:
    void errorsWanted();

 private:
    void setUpTables();
    void layOut();
    void showView();
    void showErrors();

    TensorBitsModel model_;
    QSortFilterProxyModel sorted_;
    ErrorGridModel errors_;
    ErrorGrids grids_;
    QLabel* title_;
    ErrorScale* scale_;
    SegmentControl* view_;
    SegmentControl* rows_;
    ExceptionsLine* exceptions_;
    QTableView* table_;
    ErrorMap* map_;
    QTableView* errorTable_;
    QString told_;  ///< of the errors by step
    QLabel* note_;
    QStackedLayout* stack_ = nullptr;
};

}  // namespace stepvault::ui
