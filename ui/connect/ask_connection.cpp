#include "ui/connect/ask_connection.h"

#include <array>
#include <cerrno>
#include <sys/socket.h>
#include <unistd.h>

#include <QSocketNotifier>

#include "ui/connect/ask_prompt.h"
#include "ui/connect/ask_protocol.h"

namespace stepvault::ui {

namespace {
constexpr int parts = 3;  ///< of a question
}  // namespace

AskConnection::AskConnection(int descriptor, quint64 id, const std::string& token, QObject* parent)
    : QObject(parent),
      descriptor_(descriptor),
      token_(QByteArray::fromStdString(token)),
      notifier_(new QSocketNotifier(descriptor, QSocketNotifier::Read, this)) {
    question_.id = id;
    connect(notifier_, &QSocketNotifier::activated, this, &AskConnection::read);
}

AskConnection::~AskConnection() {
    notifier_->setEnabled(false);
    ::close(descriptor_);
}

void AskConnection::answer(const WipedText& text) {
    if (!isAsked_ || text.view().size() > mostAnswerBytes) return;
    // One message to a socket that has taken none before: it never has to wait.
    std::array<char, 1 + mostAnswerBytes + 1> message{askAgreement};
    text.view().copy(message.data() + 1, text.view().size());
    ::send(descriptor_, message.data(), text.view().size() + 2, MSG_NOSIGNAL);
    ::explicit_bzero(message.data(), message.size());
}

void AskConnection::read() {
    std::array<char, 4096> buffer{};
    const ssize_t got = ::recv(descriptor_, buffer.data(), buffer.size(), 0);
    if (got < 0 && (errno == EAGAIN || errno == EINTR)) return;
    if (got > 0 && !isAsked_) {
        received_.append(buffer.data(), got);
        if (received_.count('\0') < parts && received_.size() < static_cast<qsizetype>(mostQuestionBytes))
            return;
        isAsked_ = parse();
        received_.clear();
        if (isAsked_) {
            emit asked();
            return;
        }
    }
    notifier_->setEnabled(false);
    emit ended();
}

bool AskConnection::parse() {
    const QList<QByteArray> part = received_.split('\0');
    if (part.size() != parts + 1 || part[0] != token_) return false;
    question_.text = safePrompt(part[2]);
    question_.kind = askKind(part[1], question_.text);
    return true;
}

}  // namespace stepvault::ui
