#pragma once

#include <QWidget>

#include "library/study/checkpoint_report.h"

class QLabel;

namespace stepvault::ui {

class CellTable;

/// What a resume needs and finds, what the step file builds on, how its bytes divide, and what its pickles
/// would import: four small tables.
class DetailsView : public QWidget {
    Q_OBJECT

 public:
    explicit DetailsView(QWidget* parent = nullptr);

    void setReport(const CheckpointReport& report);

    [[nodiscard]] CellTable& checklist() { return *checklist_; }
    [[nodiscard]] CellTable& chain() { return *chain_; }
    [[nodiscard]] CellTable& sizes() { return *sizes_; }
    [[nodiscard]] CellTable& imports() { return *imports_; }

 private:
    QWidget* makePart(const QString& title, CellTable* table, QLabel* note = nullptr);

    CellTable* checklist_;
    CellTable* chain_;
    CellTable* sizes_;
    CellTable* imports_;
    QLabel* noImports_;
};

}  // namespace stepvault::ui
