#pragma once

#include <vector>

#include <QAbstractTableModel>
#include <QStringList>

namespace stepvault::ui {

/// A chart in words: lines of text, the first column to the left, numbers to the right.
class TextTableModel : public QAbstractTableModel {
    Q_OBJECT

 public:
    explicit TextTableModel(QStringList titles, QObject* parent = nullptr);

    /// As many texts in each as there are titles.
    void setLines(std::vector<QStringList> lines);

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

 private:
    QStringList titles_;
    std::vector<QStringList> lines_;
};

}  // namespace stepvault::ui
