#pragma once

#include <QSortFilterProxyModel>

namespace stepvault::ui {

/// The rows of a LogModel that hold a text, or of those only the problems. In their order.
class LogFilter : public QSortFilterProxyModel {
    Q_OBJECT

 public:
    using QSortFilterProxyModel::QSortFilterProxyModel;

    /// In the run's name or the sentence; upper and lower case are the same.
    void setText(const QString& text);
    void setProblemsOnly(bool isOnly);

 protected:
    [[nodiscard]] bool filterAcceptsRow(int row, const QModelIndex& parent) const override;

 private:
    QString text_;
    bool problemsOnly_ = false;
};

}  // namespace stepvault::ui
