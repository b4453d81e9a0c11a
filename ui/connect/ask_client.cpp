#include "ui/connect/ask_client.h"

#include <array>
#include <cstdlib>
#include <cstring>
#include <string>
#include <string_view>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include "ui/connect/ask_protocol.h"

namespace stepvault::ui {

namespace {

std::string valueOf(const char* variable) {
    const char* value = std::getenv(variable);
    return value == nullptr ? std::string() : value;
}

bool writeAll(int descriptor, std::string_view text) {
    while (!text.empty()) {
        const ssize_t written = ::write(descriptor, text.data(), text.size());
        if (written <= 0) return false;
        text.remove_prefix(static_cast<std::size_t>(written));
    }
    return true;
}

/// A connected socket, -1 where there is no window any more.
int connectTo(const std::string& path) {
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    if (path.size() >= sizeof address.sun_path) return -1;
    path.copy(address.sun_path, path.size());
    const int descriptor = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (descriptor < 0 || ::connect(descriptor, reinterpret_cast<sockaddr*>(&address), sizeof address) == 0)
        return descriptor;
    ::close(descriptor);
    return -1;
}

/// Reads an answer up to its zero byte, and prints it with a line end in that byte's place.
bool passAnswerOn(int descriptor) {
    std::array<char, 1 + mostAnswerBytes + 1> answer{};
    std::size_t size = 0;
    bool isPassedOn = false;
    while (size < answer.size()) {
        const ssize_t got = ::read(descriptor, answer.data() + size, answer.size() - size);
        if (got <= 0) break;
        size += static_cast<std::size_t>(got);
        if (answer[size - 1] != '\0') continue;
        answer[size - 1] = '\n';
        isPassedOn = answer[0] == askAgreement &&
                     writeAll(STDOUT_FILENO, std::string_view(answer.data() + 1, size - 1));
        break;
    }
    ::explicit_bzero(answer.data(), answer.size());
    return isPassedOn;
}

}  // namespace

bool isAskedBySsh() {
    return std::getenv(askSocketVariable) != nullptr;
}

int askForSsh(int argc, char** argv) {
    const int descriptor = connectTo(valueOf(askSocketVariable));
    if (descriptor < 0) return 1;
    std::string question;
    for (const std::string& part :
         {valueOf(askTokenVariable), valueOf(askKindVariable), std::string(argc > 1 ? argv[1] : "")})
        question.append(part).push_back('\0');
    const bool isAnswered = writeAll(descriptor, question) && passAnswerOn(descriptor);
    ::close(descriptor);
    return isAnswered ? 0 : 1;
}

}  // namespace stepvault::ui
