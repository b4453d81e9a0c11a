#pragma once

#include <memory>
#include <vector>

#include <QWidget>

#include "library/catalog/catalog.h"
#include "library/study/checkpoint_difference.h"

class QLabel;
class QStackedLayout;

namespace stepvault::ui {

class CellTable;
class MenuChoice;
class SegmentControl;
class Theme;

/// How a checkpoint differs from another, which is chosen here: first its run, then its step.
class DifferenceView : public QWidget {
    Q_OBJECT

 public:
    explicit DifferenceView(const Theme& theme, QWidget* parent = nullptr);

    /// The choice stays where it still is one; `current`: the run to begin with.
    void setRuns(const std::vector<RunRow>& runs, const std::string& current);
    /// Those of the chosen run, of which `own` is left out; the newest before it is chosen first.
    void setCheckpoints(const std::vector<CheckpointRow>& checkpoints, const CheckpointRow& own);
    void setDifference(const CheckpointDifference& difference);
    /// Forgets the choice, too.
    void clear();
    /// In place of figures; empty tables stay behind it.
    void tell(const QString& text);
    void setFilter(const QString& text);

    [[nodiscard]] std::string chosenRun() const;
    /// nullptr for none.
    [[nodiscard]] const CheckpointRow* chosenCheckpoint() const;

    [[nodiscard]] MenuChoice& run() { return *run_; }
    [[nodiscard]] MenuChoice& checkpoint() { return *checkpoint_; }
    [[nodiscard]] SegmentControl& parts() { return *parts_; }
    [[nodiscard]] CellTable& tensors() { return *tensors_; }
    [[nodiscard]] CellTable& totals() { return *totals_; }
    [[nodiscard]] CellTable& values() { return *values_; }
    [[nodiscard]] QLabel& sentence() { return *sentence_; }

 signals:
    void runChosen();
    void checkpointChosen();

 private:
    MenuChoice* run_;
    MenuChoice* checkpoint_;
    SegmentControl* parts_;
    QLabel* sentence_;
    CellTable* tensors_;
    CellTable* totals_;
    CellTable* values_;
    QStackedLayout* stack_;
    std::vector<CheckpointRow> checkpoints_;
};

}  // namespace stepvault::ui
