// An S3 server on the loopback device that keeps objects in memory, and fails as a test wants.
#pragma once

#include <algorithm>
#include <arpa/inet.h>
#include <atomic>
#include <chrono>
#include <ctime>
#include <functional>
#include <map>
#include <mutex>
#include <netinet/in.h>
#include <poll.h>
#include <regex>
#include <string>
#include <sys/socket.h>
#include <thread>
#include <unistd.h>
#include <vector>

namespace stepvault::test {

/// Knows PUT, GET with a range, DELETE and ListObjectsV2 for one bucket named "bucket". Refuses a request
/// whose signature is missing or malformed.
class S3Server {
 public:
    enum class Trouble {
        none,
        fail,     ///< 500
        slow,     ///< 503 SlowDown
        cut,      ///< closes the connection in the middle of the body
        shorten,  ///< sends half the body as if it were all
        damage,   ///< sends a body with a wrong byte
        hang,     ///< never answers
        refuse,   ///< 403
        no_range  ///< ignores the range
    };

    S3Server() {
        listener_ = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
        sockaddr_in address{};
        address.sin_family = AF_INET;
        address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        socklen_t size = sizeof(address);
        if (::bind(listener_, reinterpret_cast<sockaddr*>(&address), size) != 0 ||
            ::listen(listener_, 16) != 0 ||
            ::getsockname(listener_, reinterpret_cast<sockaddr*>(&address), &size) != 0)
            std::abort();
        port_ = ntohs(address.sin_port);
        thread_ = std::jthread([this](const std::stop_token& stop) { serve(stop); });
    }
    ~S3Server() {
        thread_.request_stop();
        thread_.join();
        ::close(listener_);
    }
    S3Server(const S3Server&) = delete;
    S3Server& operator=(const S3Server&) = delete;

    [[nodiscard]] std::string endpoint() const { return "http://127.0.0.1:" + std::to_string(port_); }
    /// The next `times` requests of that method ("LIST" for a list) whose key or prefix contains `part` get
    /// this trouble.
    void trouble(Trouble kind, std::string method, std::string part, int times) {
        const std::scoped_lock lock(mutex_);
        trouble_ = kind;
        trouble_method_ = std::move(method);
        trouble_part_ = std::move(part);
        trouble_times_ = times;
    }
    /// Keys and contents.
    [[nodiscard]] std::map<std::string, std::string> objects() const {
        const std::scoped_lock lock(mutex_);
        return objects_;
    }
    void change(const std::string& key, const std::function<void(std::string&)>& change) {
        const std::scoped_lock lock(mutex_);
        change(objects_[key]);
    }
    /// Number of uploads in parts that are neither finished nor dropped.
    [[nodiscard]] std::size_t open_uploads() const {
        const std::scoped_lock lock(mutex_);
        return parts_.size();
    }
    /// Requests as "GET key"; for a list "LIST prefix".
    [[nodiscard]] std::vector<std::string> requests() const {
        const std::scoped_lock lock(mutex_);
        return requests_;
    }
    [[nodiscard]] std::size_t count(const std::string& method) const {
        const auto all = requests();
        return static_cast<std::size_t>(
            std::ranges::count_if(all, [&](const auto& r) { return r.starts_with(method + " "); }));
    }
    /// Session tokens and other headers of the last request, in lower case.
    [[nodiscard]] std::map<std::string, std::string> headers() const {
        const std::scoped_lock lock(mutex_);
        return headers_;
    }
    std::size_t page = 1000;  ///< objects in one page of a list

 private:
    struct Request {
        std::string method, path, query, body;
        std::map<std::string, std::string> headers;
    };

    static bool readable(int fd, const std::stop_token& stop) {
        while (!stop.stop_requested()) {
            pollfd waiting{fd, POLLIN, 0};
            if (::poll(&waiting, 1, 20) > 0) return true;
        }
        return false;
    }
    void serve(const std::stop_token& stop) {
        while (readable(listener_, stop)) {
            const int connection = ::accept4(listener_, nullptr, nullptr, SOCK_CLOEXEC);
            if (connection < 0) continue;
            talk(connection, stop);
            ::close(connection);
        }
    }
    void talk(int connection, const std::stop_token& stop) {
        Request request;
        if (!receive(connection, request, stop)) return;
        const std::scoped_lock lock(mutex_);
        headers_ = request.headers;
        const auto key = request.path.size() > 8 ? request.path.substr(8) : std::string();
        const bool is_list = key.empty();
        const auto prefix = value_of(request.query, "prefix");
        const auto method = is_list ? std::string("LIST") : request.method;
        requests_.push_back(method + " " + (is_list ? prefix : key));
        auto trouble = Trouble::none;
        if (trouble_times_ > 0 && method == trouble_method_ &&
            (is_list ? prefix : key).find(trouble_part_) != std::string::npos) {
            trouble = trouble_;
            --trouble_times_;
        }
        if (trouble == Trouble::hang) {
            (void)readable(connection, stop);
            return;
        }
        answer(connection, request, key, trouble);
    }
    bool receive(int connection, Request& request, const std::stop_token& stop) {
        std::string text;
        std::size_t head = std::string::npos;
        std::size_t length = 0;
        while (head == std::string::npos || text.size() < head + 4 + length) {
            char part[65536];
            if (!readable(connection, stop)) return false;
            const auto n = ::recv(connection, part, sizeof(part), 0);
            if (n <= 0) return false;
            text.append(part, static_cast<std::size_t>(n));
            if (head != std::string::npos) continue;
            head = text.find("\r\n\r\n");
            if (head == std::string::npos) continue;
            parse_head(text.substr(0, head), request);
            if (request.headers.contains("content-length"))
                length = std::stoul(request.headers["content-length"]);
            if (request.headers.contains("expect")) send_all(connection, "HTTP/1.1 100 Continue\r\n\r\n");
        }
        request.body = text.substr(head + 4, length);
        return true;
    }
    static void parse_head(const std::string& head, Request& request) {
        std::size_t at = 0;
        for (bool first = true; at < head.size(); first = false) {
            const auto end = std::min(head.find("\r\n", at), head.size());
            const auto line = head.substr(at, end - at);
            at = end + 2;
            if (first) {
                const auto space = line.find(' ');
                request.method = line.substr(0, space);
                const auto target = line.substr(space + 1, line.rfind(' ') - space - 1);
                const auto question = std::min(target.find('?'), target.size());
                request.path = decoded(target.substr(0, question));
                request.query = question < target.size() ? target.substr(question + 1) : "";
                continue;
            }
            const auto colon = line.find(": ");
            auto name = line.substr(0, colon);
            std::ranges::transform(name, name.begin(), [](unsigned char c) { return std::tolower(c); });
            request.headers[name] = colon == std::string::npos ? "" : line.substr(colon + 2);
        }
    }
    static std::string decoded(const std::string& text) {
        std::string plain;
        for (std::size_t i = 0; i < text.size(); ++i) {
            if (text[i] != '%') {
                plain += text[i];
                continue;
            }
            plain += static_cast<char>(std::stoi(text.substr(i + 1, 2), nullptr, 16));
            i += 2;
        }
        return plain;
    }
    static std::string value_of(const std::string& query, const std::string& name) {
        std::smatch found;
        const std::regex wanted("(^|&)" + name + "=([^&]*)");
        return std::regex_search(query, found, wanted) ? decoded(found[2]) : std::string();
    }
    static bool is_signed(const Request& request) {
        static const std::regex form(
            "AWS4-HMAC-SHA256 Credential=[^/ ]+/[0-9]{8}/[a-z0-9-]+/s3/aws4_request, "
            "SignedHeaders=([a-z0-9-]+;)*host;([a-z0-9-]+;)*x-amz-content-sha256;x-amz-date(;[a-z0-9-]+)*, "
            "Signature=[0-9a-f]{64}");
        const auto given = request.headers.find("authorization");
        return given != request.headers.end() && std::regex_match(given->second, form);
    }
    static void send_all(int connection, std::string_view bytes) {
        while (!bytes.empty()) {
            const auto n = ::send(connection, bytes.data(), bytes.size(), MSG_NOSIGNAL);
            if (n <= 0) return;
            bytes.remove_prefix(static_cast<std::size_t>(n));
        }
    }
    static void send_answer(int connection, int status, const std::string& body, std::size_t told) {
        send_all(connection, "HTTP/1.1 " + std::to_string(status) +
                                 " X\r\nConnection: close\r\nContent-Length: " + std::to_string(told) +
                                 "\r\n\r\n" + body);
    }
    static void send_error(int connection, int status, const std::string& code) {
        const auto body =
            "<?xml version=\"1.0\"?><Error><Code>" + code + "</Code><Message>m</Message></Error>";
        send_answer(connection, status, body, body.size());
    }
    void answer(int connection, const Request& request, const std::string& key, Trouble trouble) {
        if (!is_signed(request) || trouble == Trouble::refuse)
            return send_error(connection, 403, "AccessDenied");
        if (!request.path.starts_with("/bucket/")) return send_error(connection, 404, "NoSuchBucket");
        if (trouble == Trouble::fail) return send_error(connection, 500, "InternalError");
        if (trouble == Trouble::slow) return send_error(connection, 503, "SlowDown");
        if (key.empty()) return send_list(connection, request);
        if (const auto upload = value_of(request.query, "uploadId");
            !upload.empty() || request.query == "uploads=")
            return answer_parts(connection, request, key, upload, trouble);
        if (request.method == "PUT") {
            if (trouble == Trouble::cut) return;
            objects_[key] = request.body;
            times_[key] = std::time(nullptr);
            return send_answer(connection, 200, "", 0);
        }
        if (request.method == "DELETE") {
            objects_.erase(key);
            return send_answer(connection, 204, "", 0);
        }
        if (!objects_.contains(key)) return send_error(connection, 404, "NoSuchKey");
        send_object(connection, request, objects_[key], trouble);
    }
    /// Uploads in parts have the key as their id.
    void answer_parts(int connection, const Request& request, const std::string& key,
                      const std::string& upload, Trouble trouble) {
        const auto xml = [&](const std::string& body) { send_answer(connection, 200, body, body.size()); };
        if (upload.empty()) {
            parts_[key].clear();
            return xml("<InitiateMultipartUploadResult><UploadId>" + key + "</UploadId></Init>");
        }
        if (!parts_.contains(upload)) return send_error(connection, 404, "NoSuchUpload");
        if (request.method == "PUT") {
            const auto number = value_of(request.query, "partNumber");
            parts_[upload][std::stoi(number)] = request.body;
            return send_all(connection, "HTTP/1.1 200 X\r\nConnection: close\r\nETag: \"part" + number +
                                            "\"\r\nContent-Length: 0\r\n\r\n");
        }
        if (request.method == "POST") {
            std::string whole;
            for (const auto& [number, bytes] : parts_[upload]) {
                if (request.body.find("<ETag>\"part" + std::to_string(number) + "\"</ETag>") ==
                    std::string::npos)
                    return xml("<Error><Code>InvalidPart</Code></Error>");
                whole += bytes;
            }
            objects_[key] = whole;
            times_[key] = std::time(nullptr);
            if (trouble == Trouble::cut) {
                parts_.erase(upload);
                return;
            }
            xml("<CompleteMultipartUploadResult></CompleteMultipartUploadResult>");
        } else {
            send_answer(connection, 204, "", 0);
        }
        parts_.erase(upload);
    }
    static void send_object(int connection, const Request& request, std::string body, Trouble trouble) {
        int status = 200;
        const auto range = request.headers.find("range");
        if (range != request.headers.end() && trouble != Trouble::no_range) {
            body.erase(0, std::stoul(range->second.substr(6)));
            status = 206;
        }
        if (trouble == Trouble::damage && !body.empty()) body[body.size() / 2] ^= 1;
        const auto told = trouble == Trouble::shorten ? body.size() / 2 : body.size();
        if (trouble == Trouble::cut || trouble == Trouble::shorten) body.resize(body.size() / 2);
        send_answer(connection, status, body, told);
    }
    void send_list(int connection, const Request& request) {
        const auto prefix = value_of(request.query, "prefix");
        const auto after = value_of(request.query, "continuation-token");
        std::string list;
        std::string last;
        std::size_t listed = 0;
        bool is_cut = false;
        for (const auto& [key, bytes] : objects_) {
            if (!key.starts_with(prefix) || (!after.empty() && key <= after.substr(2))) continue;
            if (listed++ == page) {
                is_cut = true;
                break;
            }
            last = key;
            char time[32];
            const auto modified = times_[key];
            std::tm parts{};
            (void)std::strftime(time, sizeof(time), "%Y-%m-%dT%H:%M:%S.000Z", ::gmtime_r(&modified, &parts));
            list += "<Contents><Key>" + key + "</Key><LastModified>" + time + "</LastModified><Size>" +
                    std::to_string(bytes.size()) + "</Size></Contents>";
        }
        const auto body = "<?xml version=\"1.0\"?><ListBucketResult xmlns=\"x\"><IsTruncated>" +
                          std::string(is_cut ? "true" : "false") + "</IsTruncated>" +
                          (is_cut ? "<NextContinuationToken>+/" + last + "</NextContinuationToken>" : "") +
                          list + "</ListBucketResult>";
        send_answer(connection, 200, body, body.size());
    }

    int listener_ = -1;
    int port_ = 0;
    mutable std::mutex mutex_;
    std::map<std::string, std::string> objects_;
    std::map<std::string, std::time_t> times_;
    std::map<std::string, std::map<int, std::string>> parts_;  ///< by id of the upload
    std::vector<std::string> requests_;
    std::map<std::string, std::string> headers_;
    Trouble trouble_ = Trouble::none;
    std::string trouble_method_;
    std::string trouble_part_;
    int trouble_times_ = 0;
    std::jthread thread_;
};

}  // namespace stepvault::test
