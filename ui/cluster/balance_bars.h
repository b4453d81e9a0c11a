#pragma once

#include <memory>
#include <optional>

#include <QWidget>

#include "ui/cluster/cluster_study.h"

namespace stepvault::ui {

class Theme;

/// What each rank holds, in bytes and in tensors, against the mean; the largest is named. The arrow keys walk
/// from rank to rank.
class BalanceBars : public QWidget {
    Q_OBJECT

 public:
    explicit BalanceBars(const Theme& theme, QWidget* parent = nullptr);

    /// nullptr: nothing.
    void setStudy(std::shared_ptr<const ClusterStudy> study);

    /// The largest of all by their mean, as it is written over the bars.
    [[nodiscard]] const QString& bytesCaption() const { return bytes_.caption; }
    [[nodiscard]] const QString& tensorsCaption() const { return tensors_.caption; }

 protected:
    void paintEvent(QPaintEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;

 private:
    struct Row {
        QString title;
        QString caption;
        std::vector<double> values;  ///< by rank
        double mean = 0;
        std::size_t largest = 0;
    };
    void fill(Row& row, double ratio);
    void choose(std::optional<std::size_t> rank);
    [[nodiscard]] QString describe(std::size_t rank) const;
    [[nodiscard]] QRectF barArea(int row) const;
    void paintRow(QPainter& painter, const Row& row, int index) const;

    const Theme& theme_;
    std::shared_ptr<const ClusterStudy> study_;
    Row bytes_;
    Row tensors_;
    std::optional<std::size_t> chosen_;
};

}  // namespace stepvault::ui
