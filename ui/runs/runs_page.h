#pragma once

#include <QWidget>

#include "ui/runs/run_table.h"

class QLabel;
class QPushButton;
class QStackedLayout;
class QToolButton;

namespace stepvault::ui {

class EmptyState;
class Theme;

/// All runs of the vault in one table.
class RunsPage : public QWidget {
    Q_OBJECT

 public:
    explicit RunsPage(const Theme& theme, QWidget* parent = nullptr);

    void setRuns(std::vector<RunEntry> runs);
    void setFilter(const QString& text);
    [[nodiscard]] RunTable& table() { return *table_; }
    [[nodiscard]] QPushButton& compareButton() { return *compare_; }
    [[nodiscard]] QToolButton& columnsButton() { return *columns_; }

 signals:
    void compareClicked(const QStringList& ids);

 private:
    void update();

    RunTable* table_;
    QLabel* count_;
    QPushButton* compare_;
    QToolButton* columns_;
    EmptyState* empty_;
    QStackedLayout* stack_;
};

}  // namespace stepvault::ui
