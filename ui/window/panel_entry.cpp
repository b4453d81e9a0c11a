#include "ui/window/vault_entry.h"

#include <QHBoxLayout>
#include <QLabel>

#include "ui/theme/look.h"

namespace stepvault::ui {

namespace {
constexpr int entryHeight = 32;
constexpr int leastWidth = 120;
}  // namespace

VaultEntry::VaultEntry(QWidget* parent) : QPushButton(parent), figure_(new QLabel(this)) {
    setLook(this, "entry");
    setCheckable(true);
    auto* name = new QLabel(tr("Vault"), this);
    setLook(name, "muted");
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(8, 0, 8, 0);
    layout->addWidget(name);
    layout->addWidget(figure_, 1, Qt::AlignRight);
    for (QLabel* label : {name, figure_})
        label->setAttribute(Qt::WA_TransparentForMouseEvents);
    setFigure({});
}

void VaultEntry::setFigure(const QString& figure) {
    figure_->setText(figure);
    setAccessibleName(figure.isEmpty() ? tr("Vault") : tr("Vault, %1").arg(figure));
}

QString VaultEntry::figure() const {
    return figure_->text();
}

QSize VaultEntry::sizeHint() const {
    return {leastWidth, entryHeight};
}

}  // namespace stepvault::ui
