#include "remote/client/ssh_connecting.h"

#include <utility>

#include "remote/client/ssh_process.h"

namespace stepvault {

namespace {

/// How long ssh takes to tell why it ends.
constexpr std::chrono::milliseconds farewell{5000};

/// A connection and the ssh that carries it.
class Carried {
 public:
    explicit Carried(std::unique_ptr<SshProcess> process) : ssh(std::move(process)) {}
    /// The connection's threads read until ssh has gone.
    ~Carried() {
        if (connection) connection->fail({ErrorCode::io, "the connection was closed"});
        ssh->stop();
        connection.reset();
    }
    Carried(const Carried&) = delete;
    Carried& operator=(const Carried&) = delete;

    std::unique_ptr<SshProcess> ssh;
    std::unique_ptr<Connection> connection;
};

/// The reason why a connection could not be made.
Error reason_of(const std::string& host, const Error& error, SshProcess& ssh) {
    // The vault cannot be opened there.
    if (error.code == ErrorCode::not_found || error.code == ErrorCode::permission) return error.within(host);
    const auto code = ssh.code(farewell);
    const auto complaint = ssh.complaint();
    const auto own = said_by_stepvault(complaint);
    if (code == not_installed && !own.empty()) return {ErrorCode::unsupported, own};
    if (error.code == ErrorCode::unsupported) return error.within(host);
    if (!own.empty()) return {error.code, host + ": " + own};
    if (complaint.find("HOST IDENTIFICATION HAS CHANGED") != std::string::npos) {
        return {ErrorCode::permission,
                host +
                    " has another key than before: it is another machine, or it was set up anew; if you "
                    "expect that, remove the old key with `ssh-keygen -R " +
                    host.substr(host.find('@') + 1) + "`"};
    }
    return {error.code, "cannot connect to " + host + ": " + (complaint.empty() ? error.message : complaint)};
}

Result<std::shared_ptr<Connection>> connect(const RemotePlace& place, const SshOptions& options, bool may_ask,
                                            const std::stop_token& stop) {
    auto arguments = serve_arguments(place, options.served);
    // ssh itself notices a dead connection about as soon as this program does.
    std::vector<std::string> settings{"-o", "ConnectTimeout=20", "-o", "ServerAliveInterval=15"};
    if (!may_ask) settings.insert(settings.end(), {"-o", "BatchMode=yes"});
    arguments.insert(arguments.begin(), settings.begin(), settings.end());
    auto process = SshProcess::start(arguments, may_ask ? options.variables : Variables(),
                                     options.is_detached || !may_ask);
    // "Not found" would say that there is no vault.
    if (!process) return Error{ErrorCode::io, process.error().message};
    const auto carried = std::make_shared<Carried>(std::move(*process));
    auto& ssh = *carried->ssh;
    const std::stop_callback on_stop(stop, [&] { ssh.stop(); });
    auto connection = Connection::open(ssh.from_it(), ssh.to_it(), options.patience, options.silence);
    if (connection) {
        carried->connection = std::move(*connection);
        return std::shared_ptr<Connection>(carried, carried->connection.get());
    }
    if (stop.stop_requested()) return Error{ErrorCode::cancelled, "cancelled"};
    return reason_of(place.host, connection.error(), ssh);
}

}  // namespace

Link::Connect connect_by_ssh(const RemotePlace& place, SshOptions options) {
    return [place, options = std::move(options)](bool may_ask, const std::stop_token& stop) {
        return connect(place, options, may_ask, stop);
    };
}

}  // namespace stepvault
