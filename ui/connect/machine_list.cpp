#include "ui/connect/machine_list.h"

#include <QLabel>
#include <QListWidget>
#include <QVBoxLayout>

#include "ui/theme/look.h"
#include "ui/theme/sizes.h"
#include "ui/widgets/filter_field.h"

namespace stepvault::ui {

namespace {
constexpr int rowHeight = 28;
constexpr int fewMachines = 6;  ///< that need no filter
}  // namespace

MachineList::MachineList(QWidget* parent)
    : QFrame(parent), field_(new FilterField(this)), list_(new QListWidget(this)), empty_(new QLabel(this)) {
    setLook(this, "card");
    setLook(empty_, "muted");
    empty_->setAlignment(Qt::AlignCenter);
    empty_->setWordWrap(true);
    empty_->setContentsMargins(16, 16, 16, 16);
    field_->setPlaceholderText(tr("Filter machines"));
    field_->setAccessibleName(tr("Filter machines"));
    list_->setAccessibleName(tr("Machines"));
    list_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    list_->setTextElideMode(Qt::ElideMiddle);
    list_->setUniformItemSizes(true);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(8, 8, 8, 8);
    layout->setSpacing(8);
    layout->addWidget(field_);
    layout->addWidget(list_, 1);
    layout->addWidget(empty_, 1);
    connect(field_, &QLineEdit::textChanged, this, &MachineList::filter);
    // Not the current item, which also changes when the list gets the keyboard.
    connect(list_, &QListWidget::itemSelectionChanged, this, [this] {
        for (const QListWidgetItem* item : list_->selectedItems())
            emit chosen(item->text());
    });
    connect(list_, &QListWidget::itemClicked, this,
            [this](const QListWidgetItem* item) { emit chosen(item->text()); });
    // Some desktops activate by a single click, and Enter presses the dialog's button anyhow.
    connect(list_, &QListWidget::itemDoubleClicked, this,
            [this](const QListWidgetItem* item) { emit activated(item->text()); });
    setMachines({}, {});
}

void MachineList::setMachines(const QStringList& recent, const QStringList& configured) {
    list_->clear();
    addGroup(tr("Recent"), recent);
    addGroup(tr("In ~/.ssh/config"), configured);
    field_->setVisible(recent.size() + configured.size() > fewMachines);
    filter();
}

void MachineList::addGroup(const QString& title, const QStringList& machines) {
    if (machines.isEmpty()) return;
    auto* head = new QListWidgetItem(title, list_);
    QFont caption = list_->font();
    caption.setPixelSize(captionPixels);
    head->setFont(caption);
    head->setFlags(Qt::NoItemFlags);
    for (const QString& machine : machines) {
        auto* item = new QListWidgetItem(machine, list_);
        item->setToolTip(machine);
    }
    for (int row = 0; row < list_->count(); ++row)
        list_->item(row)->setSizeHint({0, rowHeight});
}

void MachineList::filter() {
    const QString words = field_->text().trimmed();
    QListWidgetItem* head = nullptr;
    bool isAny = false;
    for (int row = 0; row < list_->count(); ++row) {
        QListWidgetItem* item = list_->item(row);
        if (item->flags() == Qt::NoItemFlags) {
            head = item;
            head->setHidden(true);
            continue;
        }
        const bool isShown = item->text().contains(words, Qt::CaseInsensitive);
        item->setHidden(!isShown);
        if (isShown) head->setHidden(false);
        isAny = isAny || isShown;
    }
    list_->setVisible(isAny);
    empty_->setVisible(!isAny);
    empty_->setText(list_->count() == 0
                        ? tr("Machines of ~/.ssh/config, and those that you connect to, appear here.")
                        : tr("No machine matches the filter."));
}

}  // namespace stepvault::ui
