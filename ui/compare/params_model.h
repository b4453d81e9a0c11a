#pragma once

#include <memory>
#include <string>
#include <vector>

#include <QAbstractTableModel>

#include "vault/records/run_hyperparameters.h"

namespace stepvault::ui {

/// Hyperparameters of several runs: a row for each, those that differ first, and a column for each run.
class ParamsModel : public QAbstractTableModel {
    Q_OBJECT

 public:
    struct Run {
        QString id;
        QString name;
        std::shared_ptr<const RunHyperparameters> params;  ///< nullptr for none

        bool operator==(const Run&) const = default;
    };
    enum Role { DiffersRole = Qt::UserRole + 1 };

    explicit ParamsModel(QObject* parent = nullptr) : QAbstractTableModel(parent) {}

    void setRuns(std::vector<Run> runs);
    /// Shows those in which the runs do not differ as well.
    void setEqualShown(bool isShown);
    /// Shows those whose key has all of these words.
    void setFilter(const QString& words);
    [[nodiscard]] std::size_t differing() const { return differing_; }
    /// As many are the same in all runs.
    [[nodiscard]] std::size_t equal() const { return rows_.size() - differing_; }

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

 private:
    struct Row {
        std::string key;
        std::vector<const HyperparameterValue*> values;  ///< of runs_
        bool differs = false;
    };
    void show();

    std::vector<Run> runs_;
    std::vector<Row> rows_;  ///< those that differ first, each part by key
    std::size_t differing_ = 0;
    std::vector<std::size_t> shown_;  ///< indices of rows_
    bool isEqualShown_ = false;
    QStringList words_;
};

}  // namespace stepvault::ui
