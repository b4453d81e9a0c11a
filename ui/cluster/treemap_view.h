#pragma once

#include <memory>
#include <optional>

#include <QWidget>

#include "ui/cluster/checkpoint_tiles.h"

namespace stepvault::ui {

class Theme;

/// A checkpoint as a map of tiles, coloured by the ranks that hold them; parts on failed nodes are hatched.
/// The arrow keys walk from tile to tile.
class TreemapView : public QWidget {
    Q_OBJECT

 public:
    explicit TreemapView(const Theme& theme, QWidget* parent = nullptr);

    /// nullptr: nothing.
    void setStudy(std::shared_ptr<const ClusterStudy> study);
    void setFailed(std::vector<bool> failed);

    [[nodiscard]] const TileMap& map() const { return map_; }
    /// The tile under the mouse, else the one that the keyboard chose.
    [[nodiscard]] const Tile* current() const;

 signals:
    void currentChanged();

 protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;

 private:
    void lay();
    [[nodiscard]] std::optional<std::size_t> tileAt(const QPointF& at) const;
    /// The nearest tile in a direction.
    [[nodiscard]] std::optional<std::size_t> neighbour(int dx, int dy) const;
    void choose(std::optional<std::size_t> tile);
    void tell();
    void paintTile(QPainter& painter, const Tile& tile) const;
    void paintLabel(QPainter& painter, const Tile& tile) const;

    const Theme& theme_;
    std::shared_ptr<const ClusterStudy> study_;
    std::vector<bool> failed_;
    TileMap map_;
    std::optional<std::size_t> hovered_;
    std::optional<std::size_t> chosen_;
};

}  // namespace stepvault::ui
