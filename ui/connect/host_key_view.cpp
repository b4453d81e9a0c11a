#include "ui/connect/host_key_view.h"

#include <QVBoxLayout>

#include "ui/connect/ask_labels.h"
#include "ui/connect/ask_prompt.h"

namespace stepvault::ui {

HostKeyView::HostKeyView(const HostKeyPrompt& prompt, QWidget* parent) : QWidget(parent) {
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(12);
    layout->addWidget(plainLabel(tr("Is this the right machine?"), "title", this));
    layout->addWidget(plainLabel(tr("ssh does not know its key yet, and cannot tell who answers. Compare the "
                                    "fingerprint with the one that the machine's owner has told you, and "
                                    "connect only if both are the same."),
                                 "muted", this));
    QGridLayout* grid = factRows(
        {{tr("Machine"), prompt.host}, {tr("Address"), prompt.address}, {tr("Kind of key"), prompt.keyType}},
        this);
    // On one line: broken in two it could neither be compared nor copied as it is.
    QLabel* fingerprint = exactLabel(prompt.fingerprint, this);
    fingerprint->setWordWrap(false);
    fingerprint->setObjectName(QStringLiteral("fingerprint"));
    const int last = grid->rowCount();
    grid->addWidget(plainLabel(tr("Fingerprint"), "muted", this), last, 0, Qt::AlignTop);
    grid->addWidget(fingerprint, last, 1);
    layout->addLayout(grid);
    if (!prompt.notes.isEmpty())
        layout->addWidget(plainLabel(breakable(brief(prompt.notes)), "caption", this));
}

}  // namespace stepvault::ui
