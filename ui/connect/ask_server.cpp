#include "ui/connect/ask_server.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <memory>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <QCoreApplication>
#include <QDir>
#include <QFileInfo>
#include <QRandomGenerator>
#include <QSocketNotifier>

#include "base/text.h"
#include "ui/connect/ask_connection.h"
#include "ui/connect/ask_protocol.h"

namespace stepvault::ui {

namespace {

constexpr int mostWaiting = 16;

/// A path of a socket has at most 107 bytes.
std::unique_ptr<QTemporaryDir> makeFolder() {
    const QString runtime = qEnvironmentVariable("XDG_RUNTIME_DIR");
    for (const QString& parent : {runtime, QDir::tempPath(), QStringLiteral("/tmp")}) {
        if (!QDir::isAbsolutePath(parent) || parent.toUtf8().size() > 70 || !QFileInfo(parent).isDir())
            continue;
        auto folder = std::make_unique<QTemporaryDir>(parent + QStringLiteral("/stepvault-ask-XXXXXX"));
        if (folder->isValid()) return folder;
    }
    return nullptr;
}

/// An AppImage is started as a whole: the program in it does not find its libraries without that.
QString thisProgram() {
    const QString program = QCoreApplication::applicationFilePath();
    const QString folder = qEnvironmentVariable("APPDIR");
    const QString image = qEnvironmentVariable("APPIMAGE");
    const bool isInImage =
        !folder.isEmpty() && program.startsWith(folder + u'/') && QFileInfo(image).isFile();
    return isInImage ? image : program;
}

bool isSameUser(int descriptor) {
    ucred peer{};
    socklen_t size = sizeof peer;
    return ::getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, &peer, &size) == 0 && peer.uid == ::geteuid();
}

Error noSocket(const std::string& reason) {
    std::string message = "cannot open a socket for the questions of ssh: ";
    message += reason;
    return {ErrorCode::io, std::move(message)};
}

}  // namespace

AskServer::AskServer(const QString& program, QObject* parent)
    : QObject(parent), program_(program.isEmpty() ? thisProgram() : program) {}

AskServer::~AskServer() {
    if (descriptor_ >= 0) ::close(descriptor_);
}

Status AskServer::start() {
    if (descriptor_ >= 0) return {};
    folder_ = makeFolder();
    if (!folder_) return noSocket("no folder for it can be made");
    path_ = folder_->filePath(QStringLiteral("socket")).toStdString();
    QRandomGenerator* random = QRandomGenerator::system();
    token_ = hex_digits(random->generate64()) + hex_digits(random->generate64());
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    path_.copy(address.sun_path, sizeof address.sun_path - 1);
    const int descriptor = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (descriptor < 0 || ::bind(descriptor, reinterpret_cast<sockaddr*>(&address), sizeof address) != 0 ||
        ::listen(descriptor, mostWaiting) != 0) {
        const int reason = errno;
        if (descriptor >= 0) ::close(descriptor);
        return noSocket(std::strerror(reason));
    }
    descriptor_ = descriptor;
    notifier_ = new QSocketNotifier(descriptor, QSocketNotifier::Read, this);
    connect(notifier_, &QSocketNotifier::activated, this, &AskServer::accept);
    return {};
}

std::vector<std::pair<std::string, std::string>> AskServer::environment() const {
    if (descriptor_ < 0) return {};
    return {{"SSH_ASKPASS", program_.toStdString()},
            {"SSH_ASKPASS_REQUIRE", "force"},
            {askSocketVariable, path_},
            {askTokenVariable, token_}};
}

void AskServer::accept() {
    const int descriptor = ::accept4(descriptor_, nullptr, nullptr, SOCK_CLOEXEC | SOCK_NONBLOCK);
    if (descriptor < 0) return;
    if (!isSameUser(descriptor) || connections_.size() >= mostWaiting) {
        ::close(descriptor);
        return;
    }
    auto* connection = new AskConnection(descriptor, ++lastId_, token_, this);
    connections_.push_back(connection);
    connect(connection, &AskConnection::asked, this, [this, connection] {
        waiting_.push_back(connection);
        showNext();
    });
    connect(connection, &AskConnection::ended, this, [this, connection] {
        const bool isShown = connection->question().id == shown_;
        if (isShown) emit withdrawn(shown_);
        end(connection);
    });
}

void AskServer::answer(quint64 id, const WipedText& text) {
    AskConnection* connection = waiting(id);
    if (connection == nullptr) return;
    connection->answer(text);
    end(connection);
}

void AskServer::refuse(quint64 id) {
    if (AskConnection* connection = waiting(id)) end(connection);
}

void AskServer::end(AskConnection* connection) {
    // It may have been ended by those who heard that it is withdrawn.
    if (std::erase(connections_, connection) == 0) return;
    std::erase(waiting_, connection);
    if (connection->question().id == shown_) shown_ = 0;
    connection->disconnect(this);
    connection->deleteLater();
    showNext();
}

void AskServer::showNext() {
    if (shown_ != 0 || waiting_.empty()) return;
    shown_ = waiting_.front()->question().id;
    emit asked(waiting_.front()->question());
}

AskConnection* AskServer::waiting(quint64 id) const {
    const auto it = std::ranges::find(waiting_, id, [](const AskConnection* c) { return c->question().id; });
    return it == waiting_.end() ? nullptr : *it;
}

}  // namespace stepvault::ui
