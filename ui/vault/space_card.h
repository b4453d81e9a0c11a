#pragma once

#include <QFrame>

#include "ui/vault/space_model.h"

class QAction;
class QLabel;
class QSortFilterProxyModel;
class QTableView;
class QToolButton;

namespace stepvault::ui {

class ElidedLabel;
class PlotView;
class Theme;

/// The vault's figures, the bytes of each run as they grew, and the same in a table.
class SpaceCard : public QFrame {
    Q_OBJECT

 public:
    explicit SpaceCard(const Theme& theme, QWidget* parent = nullptr);

    /// When the disk is full; empty if that is not known. `isNear`: within the time that calls for action.
    void setForecast(const QString& text, bool isNear);
    void setView(const std::shared_ptr<const VaultView>& view);
    /// Sets the action of the export button.
    void setExportAction(QAction* action);

    [[nodiscard]] PlotView& plot() { return *plot_; }
    [[nodiscard]] QTableView& table() { return *table_; }
    [[nodiscard]] QString figures() const;

 protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

 private:
    QWidget* makeTable(const Theme& theme);
    QWidget* makeWarning();
    void applyTheme();

    const Theme& theme_;
    SpaceModel model_;
    QSortFilterProxyModel* sorted_;
    ElidedLabel* folder_;
    QLabel* figures_;
    QLabel* forecast_;
    QToolButton* export_;
    QLabel* title_;
    PlotView* plot_;
    QTableView* table_;
    QWidget* warning_ = nullptr;
    QLabel* warningPicture_ = nullptr;
    QLabel* warningText_ = nullptr;
};

}  // namespace stepvault::ui
