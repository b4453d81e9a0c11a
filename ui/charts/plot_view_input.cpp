// The mouse and the keyboard of PlotView.
#include <algorithm>
#include <cmath>

#include <QKeyEvent>
#include <QMouseEvent>
#include <QRubberBand>
#include <QWheelEvent>

#include "ui/charts/crosshair_layer.h"
#include "ui/charts/mark_series.h"
#include "ui/charts/plot_view.h"
#include "ui/charts/readout_layer.h"

namespace stepvault::ui {

namespace {
constexpr int dragPixels = 5;
constexpr double zoomPerNotch = 0.8;
constexpr double panShare = 0.25;
}  // namespace

void PlotView::wheelEvent(QWheelEvent* event) {
    event->accept();
    const double notches = event->angleDelta().y() / 120.0;
    if (notches == 0 || model_.isEmpty()) return;
    const QPointF at = event->position();
    zoomBy(std::pow(zoomPerNotch, notches), at, event->modifiers().testFlag(Qt::ShiftModifier));
}

void PlotView::zoomBy(double factor, const QPointF& at, bool both) {
    PlotRange range = scaledAround(frame().range, factor, frame().valueX(at.x()), frame().valueY(at.y()));
    const PlotRange& home = zoom_.home();
    range.followsY = !both;
    // Zooming out past everything leads home.
    if (range.x1 - range.x0 >= home.x1 - home.x0 &&
        (range.followsY || range.y1 - range.y0 >= home.y1 - home.y0)) {
        zoomPushed_ = false;
        return resetZoom();
    }
    pushZoom(range, zoomPushed_);
}

/// `together`: one step back leads before this and before the zoom just before it.
void PlotView::pushZoom(PlotRange range, bool& together) {
    if (range.followsY) {
        range.y0 = zoom_.home().y0;
        range.y1 = zoom_.home().y1;
    }
    if (together) {
        zoom_.replaceTop(range);
    } else {
        zoom_.push(range);
    }
    together = true;
    draw();
}

void PlotView::mousePressEvent(QMouseEvent* event) {
    event->accept();
    zoomPushed_ = false;
    dragStart_ = event->position().toPoint();
    dragRange_ = frame().range;
    dragPushed_ = false;
    dragsBoth_ = event->modifiers().testFlag(Qt::ShiftModifier);
    const bool pans = event->button() == Qt::LeftButton && event->modifiers().testFlag(Qt::ControlModifier);
    if (event->button() == Qt::MiddleButton || pans) {
        drag_ = Drag::pan;
        setCursor(Qt::ClosedHandCursor);
    } else if (event->button() == Qt::LeftButton) {
        drag_ = Drag::pressed;
    } else if (event->button() == Qt::RightButton) {
        zoomBack();
    }
}

void PlotView::mouseMoveEvent(QMouseEvent* event) {
    event->accept();
    const QPoint at = event->position().toPoint();
    const QPoint moved = at - dragStart_;
    if (drag_ == Drag::pressed && moved.manhattanLength() >= dragPixels && !model_.isEmpty()) {
        drag_ = Drag::band;
        crosshair_->clear();
        readout_->clear();
        band_->show();
    }
    if (drag_ == Drag::band) {
        QRect band = QRect(dragStart_, at).normalized();
        const QRect area = frame().area.toAlignedRect();
        if (!dragsBoth_) {
            band.setTop(area.top());
            band.setBottom(area.bottom());
        }
        band_->setGeometry(band & area);
    } else if (drag_ == Drag::pan) {
        const double dx = -moved.x() * (dragRange_.x1 - dragRange_.x0) / frame().area.width();
        const double dy = moved.y() * (dragRange_.y1 - dragRange_.y0) / frame().area.height();
        if (moved.isNull()) return;
        pushZoom(movedBy(dragRange_, dx, dy), dragPushed_);
    } else {
        mouse_ = event->position();
        moveCrosshair(*mouse_);
    }
}

void PlotView::mouseReleaseEvent(QMouseEvent* event) {
    event->accept();
    const Drag drag = drag_;
    drag_ = Drag::none;
    mouse_ = event->position();
    if (drag == Drag::band) return finishBand();
    if (drag == Drag::pressed) {
        if (const MarkSeries::Placed* placed = marks_->at(event->position()))
            emit markActivated(placed->mark.id);
    }
    moveCrosshair(event->position());
}

void PlotView::finishBand() {
    const QRectF band = band_->geometry();
    band_->hide();
    if (band.width() < dragPixels || band.height() < dragPixels) return;
    bool together = false;
    pushZoom({frame().valueX(band.left()), frame().valueX(band.right()), frame().valueY(band.bottom()),
              frame().valueY(band.top()), !dragsBoth_},
             together);
}

void PlotView::mouseDoubleClickEvent(QMouseEvent* event) {
    event->accept();
    drag_ = Drag::none;
    if (event->button() == Qt::LeftButton) resetZoom();
}

void PlotView::keyPressEvent(QKeyEvent* event) {
    const bool shifted = event->modifiers().testFlag(Qt::ShiftModifier);
    const QPointF middle = frame().area.center();
    switch (event->key()) {
        case Qt::Key_Left:
            return shifted ? panBy(-panShare) : stepMark(-1);
        case Qt::Key_Right:
            return shifted ? panBy(panShare) : stepMark(1);
        case Qt::Key_Plus:
        case Qt::Key_Equal:
            return zoomBy(zoomPerNotch, middle, false);
        case Qt::Key_Minus:
            return zoomBy(1 / zoomPerNotch, middle, false);
        case Qt::Key_0:
            return resetZoom();
        case Qt::Key_Backspace:
            return zoomBack();
        default:
            event->ignore();
    }
}

void PlotView::panBy(double share) {
    if (!zoom_.isZoomed()) return;
    const double width = frame().range.x1 - frame().range.x0;
    pushZoom(movedBy(frame().range, share * width, 0), zoomPushed_);
}

void PlotView::leaveEvent(QEvent* event) {
    FramedChart::leaveEvent(event);
    mouse_.reset();
    crosshair_->clear();
    leaveReadout();
    hoverMark({});
}

}  // namespace stepvault::ui
