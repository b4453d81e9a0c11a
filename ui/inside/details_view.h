#pragma once

#include <QWidget>

#include "library/study/checkpoint_report.h"

class QLabel;

namespace stepvault::ui {

class CellTable;

/// Four small tables: the resume checklist, the steps that the step file builds on, its bytes by role, and
/// the imports of its pickles.
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
