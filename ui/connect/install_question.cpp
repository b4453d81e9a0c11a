#include "ui/connect/install_question.h"

#include <utility>

#include <QVBoxLayout>

#include "ui/connect/ask_labels.h"
#include "ui/connect/question_dialog.h"
#include "ui/text/free_text.h"

namespace stepvault::ui {

void askToInstall(QWidget* window, const InstallOffer& offer, std::function<void(bool install)> decided) {
    auto* dialog = new QuestionDialog(tr("Install Stepvault"), window);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->parts().addWidget(
        plainLabel(tr("Install Stepvault on %1?").arg(breakable(brief(offer.host))), "title", dialog));
    dialog->parts().addWidget(
        plainLabel(tr("The machine has no Stepvault of this version. One file would be copied "
                      "there. It needs no rights of an administrator, and starts nothing by "
                      "itself."),
                   "muted", dialog));
    dialog->parts().addLayout(factRows(
        {{tr("Copied to"), offer.folder}, {tr("Size"), offer.size}, {tr("Removed by"), offer.removal}},
        dialog));
    dialog->addButtons(tr("Install"), tr("Cancel"), false);
    QObject::connect(dialog, &QDialog::finished, dialog,
                     [decided = std::move(decided)](int result) { decided(result == QDialog::Accepted); });
    dialog->open();
}

}  // namespace stepvault::ui
