#include "ui/cluster/treemap_view.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>

#include "ui/cluster/cluster_text.h"
#include "ui/cluster/rank_color.h"
#include "ui/text/format.h"
#include "ui/theme/theme.h"

namespace stepvault::ui {

namespace {
constexpr int tileLabelPixels = 11;
constexpr double labelWidth = 44;  // of the narrowest tile that has a label
constexpr double labelHeight = 18;
}  // namespace

TreemapView::TreemapView(const Theme& theme, QWidget* parent) : QWidget(parent), theme_(theme) {
    setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
    setMinimumSize(160, 120);
    setAccessibleName(tr("Map of the checkpoint by the ranks that hold it"));
    connect(&theme, &Theme::changed, this, qOverload<>(&QWidget::update));
}

void TreemapView::setStudy(std::shared_ptr<const ClusterStudy> study) {
    study_ = std::move(study);
    lay();
}

void TreemapView::setFailed(std::vector<bool> failed) {
    failed_ = std::move(failed);
    update();
}

void TreemapView::lay() {
    map_ = study_ ? layTiles(*study_, QRectF(rect())) : TileMap{};
    const auto keep = [this](auto& tile) {
        if (tile && *tile >= map_.tiles.size()) tile.reset();
    };
    keep(hovered_);
    keep(chosen_);
    if (!chosen_ && hasFocus() && !map_.tiles.empty()) chosen_ = 0;
    update();
    tell();
}

const Tile* TreemapView::current() const {
    const auto tile = hovered_ ? hovered_ : chosen_;
    return tile ? &map_.tiles[*tile] : nullptr;
}

void TreemapView::tell() {
    const Tile* tile = current();
    const QString text = tile != nullptr ? describeTile(*study_, *tile) : QString();
    if (accessibleDescription() != text) setAccessibleDescription(text);
    emit currentChanged();
}

void TreemapView::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.fillRect(rect(), theme_.tokens().surface);
    if (!study_) return;
    QFont font = painter.font();
    font.setPixelSize(tileLabelPixels);
    painter.setFont(font);
    for (const Tile& tile : map_.tiles)
        paintTile(painter, tile);
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(theme_.tokens().surface, 3));
    for (const TileFrame& frame : map_.frames)
        painter.drawRect(frame.box);
    for (const Tile& tile : map_.tiles)
        paintLabel(painter, tile);
    if (const auto marked = hovered_ ? hovered_ : chosen_) {
        painter.setPen(QPen(theme_.tokens().text, 2));
        painter.drawRect(map_.tiles[*marked].box.adjusted(1, 1, -1, -1));
    }
}

void TreemapView::paintTile(QPainter& painter, const Tile& tile) const {
    const Tokens& tokens = theme_.tokens();
    const std::uint32_t processes = study_->setting.processes;
    const bool isWide = tile.box.width() >= tile.box.height();
    const double length = isWide ? tile.box.width() : tile.box.height();
    double at = isWide ? tile.box.left() : tile.box.top();
    for (const RankBytes& held : tile.ranks) {
        const double part = length * static_cast<double>(held.bytes) / static_cast<double>(tile.bytes);
        const QRectF stripe = isWide ? QRectF(at, tile.box.top(), part, tile.box.height())
                                     : QRectF(tile.box.left(), at, tile.box.width(), part);
        painter.fillRect(stripe, rankColor(tokens, held.rank, processes));
        const std::uint32_t node = held.rank / processes;
        if (node < failed_.size() && failed_[node]) {
            painter.fillRect(stripe, blend(tokens.surface, tokens.grid, 1));
            painter.fillRect(stripe, QBrush(tokens.bad, Qt::BDiagPattern));
        }
        at += part;
    }
    if (std::min(tile.box.width(), tile.box.height()) < 6) return;
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(tokens.surface, 1));
    painter.drawRect(tile.box);
}

void TreemapView::paintLabel(QPainter& painter, const Tile& tile) const {
    const QRectF room = tile.box.adjusted(5, 2, -4, -2);
    if (room.width() < labelWidth || room.height() < labelHeight) return;
    const QFontMetrics metrics = painter.fontMetrics();
    const int width = static_cast<int>(room.width());
    // The end of a path tells more than its beginning.
    QString name = tileName(*study_->tree, tile);
    while (tile.kind == Tile::Kind::node && name.contains(QLatin1Char('.')) &&
           metrics.horizontalAdvance(name) > width)
        name = name.section(QLatin1Char('.'), 1);
    painter.setPen(theme_.tokens().text);
    painter.drawText(room, Qt::AlignLeft | Qt::AlignTop, metrics.elidedText(name, Qt::ElideRight, width));
    const QString bytes = formatBytes(tile.bytes);
    if (room.height() < 2 * labelHeight || metrics.horizontalAdvance(bytes) > width) return;
    painter.drawText(room.adjusted(0, metrics.height(), 0, 0), Qt::AlignLeft | Qt::AlignTop, bytes);
}

std::optional<std::size_t> TreemapView::tileAt(const QPointF& at) const {
    const auto found =
        std::ranges::find_if(map_.tiles, [&at](const Tile& tile) { return tile.box.contains(at); });
    if (found == map_.tiles.end()) return std::nullopt;
    return static_cast<std::size_t>(found - map_.tiles.begin());
}

std::optional<std::size_t> TreemapView::neighbour(int dx, int dy) const {
    if (map_.tiles.empty()) return std::nullopt;
    if (!chosen_) return 0;
    const QRectF& from = map_.tiles[*chosen_].box;
    std::optional<std::size_t> best;
    double nearest = std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < map_.tiles.size(); ++i) {
        const QRectF& to = map_.tiles[i].box;
        // Edge to edge in the direction; across it from the middle of the one to the other's span.
        const double ahead = dx > 0   ? to.left() - from.right()
                             : dx < 0 ? from.left() - to.right()
                             : dy > 0 ? to.top() - from.bottom()
                                      : from.top() - to.bottom();
        const QPointF middle = from.center();
        const double aside = dx != 0 ? std::max({to.top() - middle.y(), middle.y() - to.bottom(), 0.0})
                                     : std::max({to.left() - middle.x(), middle.x() - to.right(), 0.0});
        constexpr double touching = 0.5;
        if (ahead < -touching) continue;
        const double distance = std::max(ahead, 0.0) + 4 * aside;
        if (distance < nearest) {
            nearest = distance;
            best = i;
        }
    }
    return best ? best : chosen_;
}

void TreemapView::choose(std::optional<std::size_t> tile) {
    hovered_.reset();
    chosen_ = tile;
    update();
    tell();
}

void TreemapView::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    lay();
}

void TreemapView::mouseMoveEvent(QMouseEvent* event) {
    const auto tile = tileAt(event->position());
    if (tile == hovered_) return;
    hovered_ = tile;
    setToolTip(tile ? describeTile(*study_, map_.tiles[*tile]) : QString());
    update();
    tell();
}

void TreemapView::mousePressEvent(QMouseEvent* event) {
    chosen_ = tileAt(event->position());
    update();
    tell();
}

void TreemapView::leaveEvent(QEvent*) {
    hovered_.reset();
    update();
    tell();
}

void TreemapView::keyPressEvent(QKeyEvent* event) {
    switch (event->key()) {
        case Qt::Key_Left:
            return choose(neighbour(-1, 0));
        case Qt::Key_Right:
            return choose(neighbour(1, 0));
        case Qt::Key_Up:
            return choose(neighbour(0, -1));
        case Qt::Key_Down:
            return choose(neighbour(0, 1));
        case Qt::Key_Home:
            return choose(map_.tiles.empty() ? std::nullopt : std::optional<std::size_t>(0));
        default:
            QWidget::keyPressEvent(event);
    }
}

void TreemapView::focusInEvent(QFocusEvent* event) {
    if (!chosen_ && event->reason() != Qt::MouseFocusReason) choose(neighbour(0, 0));
    QWidget::focusInEvent(event);
}

void TreemapView::focusOutEvent(QFocusEvent* event) {
    chosen_.reset();
    QWidget::focusOutEvent(event);
    update();
    tell();
}

}  // namespace stepvault::ui
