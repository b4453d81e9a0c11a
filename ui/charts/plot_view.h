// A curve with its checkpoints, or several curves.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include <QTimer>

#include "ui/charts/band_pool.h"
#include "ui/charts/exported_chart.h"
#include "ui/charts/framed_chart.h"
#include "ui/charts/line_pool.h"
#include "ui/charts/plot_model.h"
#include "ui/charts/zoom_stack.h"

class QRubberBand;
class QToolButton;

namespace stepvault::ui {

class CrosshairLayer;
class EventSeries;
class ForecastSeries;
class MarkSeries;
class ReadoutLayer;
class Theme;

/// The wheel and dragging zoom x, and y follows; with Shift they zoom both. The middle button, or Ctrl and
/// dragging, pans; the right button goes one step back; a double click, the button Reset or resetZoom() leads
/// home. Data may come at any rate: it is drawn a few times a second. Left and Right step through the
/// checkpoints; plus, minus, 0 and Shift with Left and Right zoom and pan.
class PlotView : public FramedChart, public ExportableChart {
    Q_OBJECT

 public:
    explicit PlotView(const Theme& theme, QWidget* parent = nullptr);
    ~PlotView() override;

    void setCurve(const QString& name, std::vector<PlotPoint> points, std::size_t color);
    /// See PlotModel::setCurves(). The zoom stays. Beside the one curve, those of another magnitude get an
    /// axis at the right.
    void setCurves(std::vector<PlotCurve> curves);
    /// See PlotModel::setSmoothed().
    void setSmoothed(std::vector<PlotPoint> points);
    /// `sinceName` stands beside the line where the future begins.
    void setForecast(std::optional<PlotForecast> forecast, const QString& sinceName = {});
    void setMarks(std::vector<PlotMark> marks);
    /// The text of a mark under the mouse. It is asked for only then, since there may be thousands of marks.
    void setMarkLabel(std::function<QString(const QString& id)> label) { markLabel_ = std::move(label); }
    /// A dashed line to compare the curve with.
    void setGuide(std::vector<PlotPoint> points);
    void setEvents(std::vector<PlotEvent> events);
    /// The name of x: "step" unless set. The zoom is reset if the name or the unit changes.
    void setXAxis(const QString& name, AxisKind kind, AxisScale scale = AxisScale::linear);
    void setScale(AxisScale scale);
    void setSmoothing(double weight);
    void setSelectedMark(const QString& id);
    void setHoveredMark(const QString& id);
    /// Draws one of several curves stronger, and the others paler; empty: none.
    void setEmphasis(const QString& curve);
    /// Shows the values of several curves at `x`, while the mouse is over another chart; nullopt: none.
    void showReadoutAt(std::optional<double> x);
    /// Points of all lines together that are handed to Qt Charts for one frame.
    void setMostPoints(std::size_t points);
    void resetZoom();
    void zoomBack();
    /// The least left margin in pixels, for widgets that are aligned with the chart.
    void setLeftMargin(double margin);
    /// Draws pending changes now instead of at the timer's next tick.
    void flush();
    /// The title of an exported chart; the curve's name unless set.
    void setTitle(const QString& title) { title_ = title; }
    /// Title of the vertical axis; the curve's name unless set.
    void setYTitle(const QString& title) { yTitle_ = title; }
    /// The chart as it is shown now, without the crosshair.
    [[nodiscard]] ExportedChart exported() override;

    [[nodiscard]] const PlotModel& model() const { return model_; }
    [[nodiscard]] const QString& name() const { return name_; }
    [[nodiscard]] const QString& xName() const { return xName_; }
    [[nodiscard]] const ZoomStack& zoom() const { return zoom_; }
    [[nodiscard]] QString selectedMark() const;
    [[nodiscard]] QString hoveredMark() const;
    [[nodiscard]] std::size_t drawnMarks() const;
    [[nodiscard]] QString crosshairText() const;
    /// The text of the readout of several curves, a line each.
    [[nodiscard]] QString readoutText() const;
    /// Where a mark is drawn, in coordinates of viewport().
    [[nodiscard]] QPoint markPosition(const QString& id) const;

 signals:
    void markActivated(const QString& id);
    void markHovered(const QString& id);  ///< empty for none
    /// The mouse is near one of several curves; empty: it is near none any more.
    void curveHovered(const QString& id);
    void hintChanged(const QString& hint);
    /// Where several curves are read by the mouse; nullopt when it leaves.
    void readoutMoved(std::optional<double> x);
    void frameChanged(const stepvault::ui::PlotFrame& frame);

 protected:
    void resizeEvent(QResizeEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void leaveEvent(QEvent* event) override;

 private:
    enum class Drag { none, pressed, band, pan };

    void applyTheme();
    void scheduleDraw();
    void draw();
    void placeCurves();
    /// Makes room for it, where a curve needs one.
    void placeRightAxis(PlotFrame& placed);
    [[nodiscard]] QString titleOf(bool isRight) const;
    void tellHint();
    void showReadout(const QPointF& at);
    bool showReadoutNear(double x);
    void leaveReadout();
    void hoverCurve(const QString& id);
    void placeBands(int columns);
    /// The pen of one of several curves.
    [[nodiscard]] QPen curvePen(const CurveSet::Curve& curve) const;
    void placeMarks();
    void placeEvents();
    /// With the axis' name.
    [[nodiscard]] QString xText(double x) const;
    /// In scene coordinates; nullopt for a value that a log axis cannot show.
    [[nodiscard]] std::optional<double> sceneX(double x) const;
    [[nodiscard]] double xUnder(double scene) const { return model_.xAt(frame().valueX(scene)); }
    void placeForecast();
    void moveCrosshair(const QPointF& at);
    void hoverMark(const QString& id);
    void stepMark(int direction);
    [[nodiscard]] QString crosshairLabel(double x, double value) const;
    [[nodiscard]] QColor seriesColor() const;
    void finishBand();
    void zoomBy(double factor, const QPointF& at, bool both);
    void pushZoom(PlotRange range, bool& together);
    void panBy(double share);

    const Theme& theme_;
    PlotModel model_;
    ZoomStack zoom_;
    QString title_;
    QString yTitle_;
    QString name_;
    std::function<QString(const QString& id)> markLabel_;
    QString xName_;
    AxisKind xKind_ = AxisKind::whole;
    std::size_t color_ = 0;
    QString hint_;
    double leftMargin_;
    QTimer timer_;
    std::optional<RightScale> right_;  ///< of the frame that is shown
    LinePool lines_;
    BandPool bands_;
    QString emphasis_;
    QString hoveredCurve_;
    std::unique_ptr<ForecastSeries> forecast_;
    std::unique_ptr<EventSeries> events_;
    std::unique_ptr<MarkSeries> marks_;
    CrosshairLayer* crosshair_ = nullptr;
    ReadoutLayer* readout_ = nullptr;
    QRubberBand* band_ = nullptr;
    std::optional<QPointF> mouse_;      ///< while it is over the chart
    std::optional<double> otherMouse_;  ///< x, while it is over another chart
    int mostColumnsInAll_;
    Drag drag_ = Drag::none;
    QPoint dragStart_;
    PlotRange dragRange_;
    bool dragPushed_ = false;
    bool dragsBoth_ = false;
    bool zoomPushed_ = false;
    QToolButton* reset_ = nullptr;
};

}  // namespace stepvault::ui
