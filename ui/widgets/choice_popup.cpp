#include "ui/widgets/choice_popup.h"

#include <algorithm>

#include <QKeyEvent>
#include <QListWidget>
#include <QScreen>
#include <QVBoxLayout>

#include "ui/theme/look.h"
#include "ui/widgets/filter_field.h"

namespace stepvault::ui {

namespace {
constexpr int mostRowsShown = 12;
constexpr int leastListWidth = 220;
constexpr int mostListWidth = 480;
constexpr int besideText = 48;  // margins and the scroll bar
}  // namespace

ChoicePopup::ChoicePopup(QWidget* parent)
    : QFrame(parent, Qt::Popup), filter_(new FilterField(this)), list_(new QListWidget(this)) {
    setLook(this, "sheet");
    filter_->setPlaceholderText(tr("Filter"));
    filter_->setAccessibleName(tr("Filter"));
    filter_->installEventFilter(this);
    list_->setFocusPolicy(Qt::NoFocus);
    list_->setUniformItemSizes(true);
    list_->setTextElideMode(Qt::ElideMiddle);
    list_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    list_->setFrameShape(QFrame::NoFrame);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(8, 8, 8, 8);
    layout->setSpacing(6);
    layout->addWidget(filter_);
    layout->addWidget(list_, 1);
    connect(filter_, &QLineEdit::textChanged, this, &ChoicePopup::applyFilter);
    connect(list_, &QListWidget::itemClicked, this, &ChoicePopup::choose);
}

void ChoicePopup::openAt(const QRect& place, const std::vector<Entry>& entries, const QString& current) {
    filter_->clear();
    list_->clear();
    int textWidth = 0;
    for (const Entry& entry : entries) {
        auto* item = new QListWidgetItem(entry.text, list_);
        item->setData(Qt::UserRole, entry.id);
        item->setToolTip(entry.text);
        textWidth = std::max(textWidth, list_->fontMetrics().horizontalAdvance(entry.text));
        if (entry.id == current) list_->setCurrentItem(item);
    }
    const int rows = std::min<int>(mostRowsShown, list_->count());
    list_->setFixedHeight(std::max(1, rows) * std::max(1, list_->sizeHintForRow(0)));
    list_->setFixedWidth(std::clamp(textWidth + besideText, leastListWidth, mostListWidth));
    adjustSize();
    QRect frame(place.left(), place.bottom() + 1, width(), height());
    const QRect room = screen()->availableGeometry();
    frame.moveLeft(std::clamp(frame.left(), room.left(), std::max(room.left(), room.right() + 1 - width())));
    frame.moveTop(std::min(frame.top(), std::max(room.top(), room.bottom() + 1 - height())));
    move(frame.topLeft());
    show();
    filter_->setFocus();
    if (list_->currentItem() != nullptr) list_->scrollToItem(list_->currentItem());
}

void ChoicePopup::applyFilter() {
    const QStringList words = filter_->text().split(u' ', Qt::SkipEmptyParts);
    QListWidgetItem* first = nullptr;
    for (int row = 0; row < list_->count(); ++row) {
        QListWidgetItem& item = *list_->item(row);
        const bool isShown = std::ranges::all_of(
            words, [&item](const QString& word) { return item.text().contains(word, Qt::CaseInsensitive); });
        item.setHidden(!isShown);
        if (isShown && first == nullptr) first = &item;
    }
    const QListWidgetItem* current = list_->currentItem();
    if (current == nullptr || current->isHidden()) list_->setCurrentItem(first);
}

void ChoicePopup::moveBy(int rows) {
    std::vector<int> shown;
    for (int row = 0; row < list_->count(); ++row)
        if (!list_->item(row)->isHidden()) shown.push_back(row);
    if (shown.empty()) return;
    const auto at = static_cast<int>(std::ranges::lower_bound(shown, list_->currentRow()) - shown.begin());
    const int last = static_cast<int>(shown.size()) - 1;
    list_->setCurrentRow(shown[static_cast<std::size_t>(std::clamp(at + rows, 0, last))]);
}

void ChoicePopup::choose() {
    const QListWidgetItem* item = list_->currentItem();
    if (item == nullptr || item->isHidden()) return;
    const QString id = item->data(Qt::UserRole).toString();
    hide();
    emit chosen(id);
}

bool ChoicePopup::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() != QEvent::KeyPress) return QFrame::eventFilter(watched, event);
    switch (static_cast<const QKeyEvent*>(event)->key()) {
        case Qt::Key_Down:
            moveBy(1);
            return true;
        case Qt::Key_Up:
            moveBy(-1);
            return true;
        case Qt::Key_PageDown:
            moveBy(mostRowsShown);
            return true;
        case Qt::Key_PageUp:
            moveBy(-mostRowsShown);
            return true;
        case Qt::Key_Return:
        case Qt::Key_Enter:
            choose();
            return true;
        default:
            return QFrame::eventFilter(watched, event);
    }
}

}  // namespace stepvault::ui
