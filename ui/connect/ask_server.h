#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <QObject>
#include <QTemporaryDir>

#include "base/result.h"
#include "ui/connect/ask_question.h"
#include "ui/connect/wiped_text.h"

class QSocketNotifier;

namespace stepvault::ui {

class AskConnection;

/// Takes the questions that ssh has for the user, one after another. ssh without a terminal starts the
/// program of SSH_ASKPASS, which is this one again, and that asks over a socket in a folder that only the
/// user may enter. Answers are neither kept nor logged. GUI thread.
class AskServer : public QObject {
    Q_OBJECT

 public:
    /// `program`: for SSH_ASKPASS; empty: the one that runs.
    explicit AskServer(const QString& program = {}, QObject* parent = nullptr);
    /// Refuses the questions that wait.
    ~AskServer() override;

    /// Opens the socket; does nothing when it is open. ErrorCode::io.
    Status start();
    /// Variables for ssh's environment, which nobody else may see. Empty before start().
    [[nodiscard]] std::vector<std::pair<std::string, std::string>> environment() const;

    /// Sends the answer to a question; one that has been withdrawn is ignored. For AskKind::confirm and
    /// AskKind::hostKey the text is "yes".
    void answer(quint64 id, const WipedText& text);
    /// ssh goes on without an answer, and gives up as a rule.
    void refuse(quint64 id);

 signals:
    /// The next question to show; the one before has been answered, refused or withdrawn.
    void asked(const stepvault::ui::AskQuestion& question);
    /// The question that is shown is out of date: ssh has ended, or the user has touched the key.
    void withdrawn(quint64 id);

 private:
    void accept();
    void end(AskConnection* connection);
    void showNext();
    [[nodiscard]] AskConnection* waiting(quint64 id) const;

    QString program_;
    std::unique_ptr<QTemporaryDir> folder_;
    std::string path_;
    std::string token_;
    int descriptor_ = -1;
    QSocketNotifier* notifier_ = nullptr;
    quint64 lastId_ = 0;
    quint64 shown_ = 0;  ///< 0: no question is shown
    std::vector<AskConnection*> connections_;
    std::vector<AskConnection*> waiting_;  ///< those with a question, the one that is shown first
};

}  // namespace stepvault::ui
