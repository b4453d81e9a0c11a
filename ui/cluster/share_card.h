#pragma once

#include <memory>

#include <QFrame>

#include "ui/charts/exported_chart.h"
#include "ui/cluster/share_model.h"

class QStackedLayout;
class QTableView;

namespace stepvault::ui {

class ElidedLabel;
class SegmentControl;
class Theme;
class TreemapView;

/// Shows the part of the checkpoint that each process holds, as a map or as a table.
class ShareCard : public QFrame, public ExportableChart {
    Q_OBJECT

 public:
    explicit ShareCard(const Theme& theme, QWidget* parent = nullptr);

    void setStudy(const std::shared_ptr<const ClusterStudy>& study);
    void setFailed(const std::vector<bool>& failed);
    [[nodiscard]] ExportedChart exported() override;

    [[nodiscard]] TreemapView& map() { return *map_; }
    [[nodiscard]] QTableView& table() { return *table_; }
    [[nodiscard]] SegmentControl& view() { return *view_; }

 private:
    void tell();

    std::shared_ptr<const ClusterStudy> study_;
    ShareModel model_;
    TreemapView* map_;
    QTableView* table_;
    SegmentControl* view_;
    ElidedLabel* title_;
    ElidedLabel* note_;
    QStackedLayout* stack_ = nullptr;
};

}  // namespace stepvault::ui
