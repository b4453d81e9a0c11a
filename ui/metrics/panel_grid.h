#pragma once

#include <map>
#include <memory>
#include <set>

#include <QScrollArea>
#include <QTimer>

#include "ui/charts/curve_axis.h"
#include "ui/metrics/panel_groups.h"
#include "ui/metrics/panel_reader.h"

class QGridLayout;
class QToolButton;
class QVBoxLayout;

namespace stepvault::ui {

class CurveControls;
class MetricPanel;
class Theme;

/// Groups of panels, one below another, each with as many panels in a row as fit. One crosshair runs through
/// all panels in view.
class PanelGrid : public QScrollArea {
    Q_OBJECT

 public:
    enum class Size { small, medium, large };

    /// `controls` scale and smooth all panels, and outlive the grid.
    PanelGrid(const Theme& theme, CurveControls& controls, QWidget* parent = nullptr);

    void setGroups(const std::vector<PanelGroup>& groups);
    void setSize(Size size);
    void setClosed(const std::set<std::string>& prefixes);
    [[nodiscard]] const std::set<std::string>& closed() const { return closed_; }
    void setCurves(const std::map<std::string, std::vector<PanelCurve>>& curves);
    /// Tags of the panels in view.
    [[nodiscard]] std::set<std::string> tagsInView() const;
    /// nullptr for none.
    [[nodiscard]] MetricPanel* panel(const std::string& tag) const;
    [[nodiscard]] std::size_t panelCount() const { return panels_.size(); }
    [[nodiscard]] int columns() const { return columns_; }

 signals:
    /// Other panels came into view.
    void viewChanged();
    void closedChanged();
    void opened(const QString& tag);

 protected:
    void resizeEvent(QResizeEvent* event) override;
    void showEvent(QShowEvent* event) override;

 private:
    struct Group {
        PanelGroup group;
        QWidget* box = nullptr;
        QToolButton* head = nullptr;
        QWidget* body = nullptr;
        QGridLayout* grid = nullptr;
    };

    void addGroup(const PanelGroup& group);
    MetricPanel* addPanel(const std::string& tag, QWidget* parent);
    void fold(const Group& group);
    void foldAll();
    void arrange();
    void look();
    void showEverywhere(const MetricPanel* from, std::optional<double> x);
    [[nodiscard]] int columnsThatFit() const;

    const Theme& theme_;
    CurveControls& controls_;
    Size size_ = Size::medium;
    int columns_ = 0;
    std::vector<Group> groups_;
    std::set<std::string> closed_;
    std::map<std::string, MetricPanel*> panels_;
    QVBoxLayout* layout_;
    QTimer look_;
};

}  // namespace stepvault::ui
