#pragma once

#include <QFrame>

#include "ui/compare/params_model.h"

class QCheckBox;
class QLabel;
class QStackedLayout;
class QTableView;

namespace stepvault::ui {

class EmptyState;
class FilterField;
class Theme;

/// The hyperparameters of the compared runs side by side.
class ParamsCard : public QFrame {
    Q_OBJECT

 public:
    explicit ParamsCard(const Theme& theme, QWidget* parent = nullptr);

    void setRuns(std::vector<ParamsModel::Run> runs);
    [[nodiscard]] ParamsModel& model() { return model_; }
    [[nodiscard]] QTableView& table() { return *table_; }
    [[nodiscard]] FilterField& filter() { return *filter_; }
    [[nodiscard]] QCheckBox& equal() { return *equal_; }

 private:
    void tell();
    /// The shown rows, their cells parted by tabs.
    void copy() const;

    ParamsModel model_;
    FilterField* filter_;
    QCheckBox* equal_;
    QLabel* caption_;
    QTableView* table_;
    EmptyState* empty_;
    QStackedLayout* stack_;
};

}  // namespace stepvault::ui
