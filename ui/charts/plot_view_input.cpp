// The mouse and the keyboard of PlotView.
#include <algorithm>
#include <cmath>

#include <QKeyEvent>
#include <QMouseEvent>
#include <QRubberBand>
#include <QWheelEvent>

#include "ui/charts/crosshair_layer.h"
#include "ui/charts/mark_layer.h"
#include "ui/charts/plot_view.h"
#include "ui/charts/readout_layer.h"

namespace stepvault::ui {

namespace {
constexpr int dragPixels = 5;
constexpr double zoomPerNotch = 0.8;
}  // namespace

void PlotView::wheelEvent(QWheelEvent* event) {
    event->accept();
    const double notches = event->angleDelta().y() / 120.0;
    if (notches == 0 || model_.isEmpty()) return;
    const QPointF at = event->position();
    const PlotRange range = scaledAround(zoom_.current(), std::pow(zoomPerNotch, notches),
                                         frame_.valueX(at.x()), frame_.valueY(at.y()));
    const PlotRange& home = zoom_.home();
    // Wheeling out past everything is wheeling home.
    if (range.x1 - range.x0 >= home.x1 - home.x0 && range.y1 - range.y0 >= home.y1 - home.y0) {
        wheelPushed_ = false;
        return resetZoom();
    }
    if (wheelPushed_) {
        zoom_.replaceTop(range);
    } else {
        zoom_.push(range);
    }
    wheelPushed_ = true;
    draw();
}

void PlotView::mousePressEvent(QMouseEvent* event) {
    event->accept();
    wheelPushed_ = false;
    dragStart_ = event->position().toPoint();
    dragRange_ = zoom_.current();
    dragPushed_ = false;
    const bool shifted = event->button() == Qt::LeftButton && event->modifiers().testFlag(Qt::ShiftModifier);
    if (event->button() == Qt::MiddleButton || shifted) {
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
        band_->setGeometry(QRect(dragStart_, at).normalized() & frame_.area.toAlignedRect());
    } else if (drag_ == Drag::pan) {
        const double dx = -moved.x() * (dragRange_.x1 - dragRange_.x0) / frame_.area.width();
        const double dy = moved.y() * (dragRange_.y1 - dragRange_.y0) / frame_.area.height();
        if (moved.isNull()) return;
        if (dragPushed_) {
            zoom_.replaceTop(movedBy(dragRange_, dx, dy));
        } else {
            zoom_.push(movedBy(dragRange_, dx, dy));
        }
        dragPushed_ = true;
        draw();
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
        if (const MarkLayer::Placed* placed = marks_->at(event->position()))
            emit markActivated(placed->mark.id);
    }
    moveCrosshair(event->position());
}

void PlotView::finishBand() {
    const QRectF band = band_->geometry();
    band_->hide();
    if (band.width() < dragPixels || band.height() < dragPixels) return;
    zoom_.push({frame_.valueX(band.left()), frame_.valueX(band.right()), frame_.valueY(band.bottom()),
                frame_.valueY(band.top())});
    draw();
}

void PlotView::mouseDoubleClickEvent(QMouseEvent* event) {
    event->accept();
    drag_ = Drag::none;
    if (event->button() == Qt::LeftButton) resetZoom();
}

void PlotView::keyPressEvent(QKeyEvent* event) {
    switch (event->key()) {
        case Qt::Key_Left:
            return stepMark(-1);
        case Qt::Key_Right:
            return stepMark(1);
        case Qt::Key_Backspace:
            return zoomBack();
        default:
            event->ignore();
    }
}

void PlotView::leaveEvent(QEvent* event) {
    QGraphicsView::leaveEvent(event);
    mouse_.reset();
    crosshair_->clear();
    readout_->clear();
    hoverMark({});
}

}  // namespace stepvault::ui
