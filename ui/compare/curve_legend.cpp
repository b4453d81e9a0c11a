#include "ui/compare/curve_legend.h"

#include <QKeyEvent>

#include "ui/models/compare_model.h"
#include "ui/theme/theme.h"
#include "ui/widgets/curve_name_delegate.h"

namespace stepvault::ui {

CurveLegend::CurveLegend(const Theme& theme, CompareModel& model, QWidget* parent)
    : QListView(parent), runs_(model) {
    setModel(&model);
    setModelColumn(CompareModel::Run);
    setItemDelegate(new CurveNameDelegate(theme, this));
    setSelectionMode(QAbstractItemView::NoSelection);
    setEditTriggers(QAbstractItemView::NoEditTriggers);
    setUniformItemSizes(true);
    setMouseTracking(true);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setAccessibleName(tr("Curves, shown and hidden"));
    connect(this, &QListView::entered, this,
            [this](const QModelIndex& index) { emit hovered(index.data(CompareModel::IdRole).toString()); });
    connect(this, &QListView::viewportEntered, this, [this] { emit hovered({}); });
    connect(this, &QListView::clicked, this, &CurveLegend::toggle);
    connect(&theme, &Theme::changed, viewport(), [this] { viewport()->update(); });
}

void CurveLegend::keyPressEvent(QKeyEvent* event) {
    const bool chooses =
        event->key() == Qt::Key_Space || event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter;
    if (!chooses) return QListView::keyPressEvent(event);
    toggle(currentIndex());
}

void CurveLegend::leaveEvent(QEvent* event) {
    QListView::leaveEvent(event);
    emit hovered({});
}

void CurveLegend::toggle(const QModelIndex& index) {
    if (index.isValid() && !runs_.toggle(index.row()) && runs_.shownCount() == CompareModel::mostShown)
        emit refused();
}

}  // namespace stepvault::ui
