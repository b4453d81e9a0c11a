#include "ui/window/shortcut_list.h"

#include <QAction>
#include <QHeaderView>
#include <QTableWidget>
#include <QVBoxLayout>

#include "ui/theme/table_look.h"
#include "ui/widgets/cell_delegate.h"

namespace stepvault::ui {

namespace {
constexpr int shortcutRowHeight = 26;
}  // namespace

ShortcutList::ShortcutList(const QList<QAction*>& actions, QWidget* parent)
    : QDialog(parent), table_(new QTableWidget(0, 2, this)) {
    setWindowTitle(tr("Keys and mouse"));
    resize(520, 520);
    table_->setAccessibleName(tr("Keys and mouse"));
    table_->setHorizontalHeaderLabels({tr("Keys"), tr("What they do")});
    setTableLook(*table_, shortcutRowHeight);
    table_->setItemDelegate(new CellDelegate(table_));
    table_->setFrameShape(QFrame::NoFrame);
    table_->horizontalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    table_->horizontalHeader()->setSectionResizeMode(0, QHeaderView::ResizeToContents);
    table_->horizontalHeader()->setStretchLastSection(true);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(1, 8, 1, 1);
    layout->addWidget(table_);
    for (const QAction* action : actions) {
        const QKeySequence keys = action->shortcut();
        if (!keys.isEmpty())
            add(keys.toString(QKeySequence::NativeText), QString(action->text()).remove(u'…'));
    }
    add(tr("Left, Right"), tr("The checkpoint before or after, in a chart"));
    add(tr("Wheel"), tr("Closer or farther, in a chart"));
    add(tr("Drag"), tr("Show this part of the chart"));
    add(tr("Shift with wheel or drag"), tr("Zoom the vertical axis as well"));
    add(tr("Ctrl and drag, or the middle button"), tr("Move the chart"));
    add(tr("+, -, 0"), tr("Closer, farther, the whole chart"));
    add(tr("Right button"), tr("Back to what the chart showed before"));
    add(tr("Double click"), tr("Show the whole curve"));
    add(tr("Double click or Enter, on a row"), tr("Look inside the checkpoint"));
    add(tr("Ctrl or Shift and click"), tr("Choose several checkpoints, to restore them together"));
    add(tr("Drag a row"), tr("Restore it to where it is dropped, in a file manager"));
}

void ShortcutList::add(const QString& keys, const QString& what) {
    const int row = table_->rowCount();
    table_->insertRow(row);
    table_->setItem(row, 0, new QTableWidgetItem(keys));
    table_->setItem(row, 1, new QTableWidgetItem(what));
}

}  // namespace stepvault::ui
