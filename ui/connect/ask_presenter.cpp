#include "ui/connect/ask_presenter.h"

#include "ui/connect/ask_dialog.h"
#include "ui/connect/ask_server.h"

namespace stepvault::ui {

AskPresenter::AskPresenter(AskServer& server, QWidget* window) : server_(server), window_(window) {
    connect(&server, &AskServer::asked, this, &AskPresenter::show);
    connect(&server, &AskServer::withdrawn, this, [this] {
        if (!dialog_) return;
        dialog_->disconnect(this);
        dialog_->close();
    });
}

AskPresenter::~AskPresenter() {
    delete dialog_;
}

void AskPresenter::show(const AskQuestion& question) {
    dialog_ = new AskDialog(question, window_);
    dialog_->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog_, &QDialog::finished, this, [this, dialog = dialog_.data(), id = question.id](int result) {
        result == QDialog::Accepted ? server_.answer(id, dialog->takeAnswer()) : server_.refuse(id);
    });
    dialog_->open();
}

}  // namespace stepvault::ui
