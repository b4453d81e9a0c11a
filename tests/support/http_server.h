// A web server on the loopback device that answers as a test wants.
#pragma once

#include <arpa/inet.h>
#include <atomic>
#include <cctype>
#include <chrono>
#include <cstdlib>
#include <map>
#include <mutex>
#include <netinet/in.h>
#include <poll.h>
#include <string>
#include <string_view>
#include <sys/socket.h>
#include <thread>
#include <unistd.h>
#include <vector>

namespace stepvault::test {

/// A request as the server received it.
struct HttpReceived {
    std::string method;
    std::string target;                          ///< path and query
    std::map<std::string, std::string> headers;  ///< by names in lower case
    std::string body;
};

/// Serves one connection after another in a thread.
class HttpServer {
 public:
    static constexpr int hang = 0;  ///< as a status: never answers

    explicit HttpServer(int status = 200) : status_(status) {
        listener_ = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
        sockaddr_in address = local();
        socklen_t size = sizeof(address);
        if (::bind(listener_, reinterpret_cast<sockaddr*>(&address), size) != 0 ||
            ::listen(listener_, 16) != 0 ||
            ::getsockname(listener_, reinterpret_cast<sockaddr*>(&address), &size) != 0)
            std::abort();
        port_ = ntohs(address.sin_port);
        thread_ = std::jthread([this](const std::stop_token& stop) { serve(stop); });
    }
    ~HttpServer() {
        thread_.request_stop();
        thread_.join();
        ::close(listener_);
    }
    HttpServer(const HttpServer&) = delete;
    HttpServer& operator=(const HttpServer&) = delete;

    [[nodiscard]] std::string place() const { return "http://127.0.0.1:" + std::to_string(port_); }
    void set_status(int status) { status_ = status; }
    [[nodiscard]] std::vector<HttpReceived> received() const {
        const std::scoped_lock lock(mutex_);
        return received_;
    }
    /// True once `count` requests have come; false after 20 seconds.
    [[nodiscard]] bool wait_for(std::size_t count) const {
        for (int i = 0; i < 2000; ++i) {
            if (received().size() >= count) return true;
            std::this_thread::sleep_for(std::chrono::milliseconds(10));
        }
        return false;
    }
    /// A port of this machine at which nobody listens.
    static int closed_port() {
        const int fd = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
        sockaddr_in address = local();
        socklen_t size = sizeof(address);
        if (::bind(fd, reinterpret_cast<sockaddr*>(&address), size) != 0 ||
            ::getsockname(fd, reinterpret_cast<sockaddr*>(&address), &size) != 0)
            std::abort();
        ::close(fd);
        return ntohs(address.sin_port);
    }

 private:
    static sockaddr_in local() {
        sockaddr_in address{};
        address.sin_family = AF_INET;
        address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        return address;
    }
    /// False once the server is to end.
    static bool wait_readable(int fd, const std::stop_token& stop) {
        constexpr int turn = 20;  // milliseconds
        while (!stop.stop_requested()) {
            pollfd waiting{fd, POLLIN, 0};
            if (::poll(&waiting, 1, turn) > 0) return true;
        }
        return false;
    }
    void serve(const std::stop_token& stop) {
        while (wait_readable(listener_, stop)) {
            const int connection = ::accept4(listener_, nullptr, nullptr, SOCK_CLOEXEC);
            if (connection < 0) continue;
            talk(connection, stop);
            ::close(connection);
        }
    }
    void talk(int connection, const std::stop_token& stop) {
        std::string text;
        while (!is_whole(text)) {
            char part[4096];
            if (!wait_readable(connection, stop)) return;
            const auto n = ::recv(connection, part, sizeof(part), 0);
            if (n <= 0) return;
            text.append(part, static_cast<std::size_t>(n));
        }
        {
            const std::scoped_lock lock(mutex_);
            received_.push_back(parse(text));
        }
        const int status = status_;
        if (status == hang) {
            // Readable once the client has gone.
            (void)wait_readable(connection, stop);
            return;
        }
        const std::string body = "secret-in-the-answer";
        const auto answer = "HTTP/1.1 " + std::to_string(status) +
                            " X\r\nConnection: close\r\nLocation: /elsewhere\r\nContent-Length: " +
                            std::to_string(body.size()) + "\r\n\r\n" + body;
        (void)::send(connection, answer.data(), answer.size(), MSG_NOSIGNAL);
    }
    static HttpReceived parse(std::string_view text) {
        HttpReceived request;
        const auto head = text.find("\r\n\r\n");
        std::string_view lines = text.substr(0, head);
        request.body = head == std::string_view::npos ? "" : std::string(text.substr(head + 4));
        for (bool first = true; !lines.empty(); first = false) {
            const auto end = lines.find("\r\n");
            const auto line = lines.substr(0, end);
            lines = end == std::string_view::npos ? std::string_view() : lines.substr(end + 2);
            if (first) {
                const auto space = line.find(' ');
                request.method = line.substr(0, space);
                request.target = line.substr(space + 1, line.rfind(' ') - space - 1);
                continue;
            }
            const auto colon = line.find(": ");
            std::string name(line.substr(0, colon));
            for (char& c : name)
                c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
            request.headers[name] = colon == std::string_view::npos ? "" : line.substr(colon + 2);
        }
        return request;
    }
    static bool is_whole(std::string_view text) {
        if (text.find("\r\n\r\n") == std::string_view::npos) return false;
        const auto request = parse(text);
        const auto length = request.headers.find("content-length");
        return length == request.headers.end() ||
               request.body.size() >= std::strtoul(length->second.c_str(), nullptr, 10);
    }

    int listener_ = -1;
    int port_ = 0;
    std::atomic<int> status_;
    mutable std::mutex mutex_;
    std::vector<HttpReceived> received_;
    std::jthread thread_;
};

}  // namespace stepvault::test
