#pragma once

#include <memory>

#include <QWidget>

#include "library/services/vault_handle.h"
#include "ui/inside/inside_loader.h"

class QFrame;
class QLabel;
class QLineEdit;
class QPushButton;
class QStackedLayout;

namespace stepvault::ui {

class CellTable;
class DetailsView;
class DifferenceView;
class ElidedLabel;
class EmptyState;
class SegmentControl;
class Theme;

/// The inside of one checkpoint: its tensors, its objects, the resume checklist, its storage, and its
/// difference from another checkpoint. Reads while it is shown.
class InsidePage : public QWidget {
    Q_OBJECT

 public:
    InsidePage(const Theme& theme, JobRunner& runner, QWidget* parent = nullptr);

    /// Shows another checkpoint, and reads it.
    void open(const std::shared_ptr<VaultHandle>& library, const RunRow& run, const CheckpointRow& row);
    /// The run's checkpoints as they are now: one that is stored in another way is read again.
    void update(const std::vector<CheckpointRow>& rows);
    /// Ends all reading.
    void close();

    [[nodiscard]] const CheckpointRow& checkpoint() const { return row_; }
    [[nodiscard]] bool isSettled() const { return loader_.isSettled(); }
    /// The title of a job for the activity strip; empty for jobs of other pages.
    [[nodiscard]] QString titleOf(JobId job) const;

    [[nodiscard]] QPushButton& back() { return *back_; }
    [[nodiscard]] SegmentControl& views() { return *views_; }
    [[nodiscard]] QLineEdit& filter() { return *filter_; }
    [[nodiscard]] CellTable& tensors() { return *tensors_; }
    [[nodiscard]] CellTable& objects() { return *objects_; }
    [[nodiscard]] DetailsView& details() { return *details_; }
    [[nodiscard]] DifferenceView& difference() { return *difference_; }
    [[nodiscard]] EmptyState& empty() { return *empty_; }
    [[nodiscard]] QLabel& count() { return *count_; }

 signals:
    void backClicked();

 protected:
    void hideEvent(QHideEvent* event) override;
    void showEvent(QShowEvent* event) override;

 private:
    enum View { Tensors, Objects, Details, Difference };

    QWidget* makeHead();
    void layOut();
    void connectLoader();
    void read();
    void showView();
    void compare();
    void takeReport(const CheckpointReport& report);
    void takeFailure(InsideLoader::Task task, const QString& message);
    void applyTheme();

    const Theme& theme_;
    InsideLoader loader_;
    std::weak_ptr<VaultHandle> library_;
    RunRow run_;
    CheckpointRow row_;
    bool isRead_ = false;
    bool isCompared_ = false;  ///< the chosen checkpoint, or it is being compared
    QPushButton* back_;
    QLabel* title_;
    ElidedLabel* source_;
    SegmentControl* views_;
    QLineEdit* filter_;
    QLabel* count_;
    CellTable* tensors_;
    CellTable* objects_;
    DetailsView* details_;
    DifferenceView* difference_;
    EmptyState* empty_;
    EmptyState* noObjects_;
    QFrame* card_;
    QStackedLayout* stack_ = nullptr;
};

}  // namespace stepvault::ui
