#pragma once

#include <memory>

#include "library/services/vault_handle.h"
#include "remote/client/link.h"
#include "remote/client/remote_maintenance.h"
#include "remote/client/remote_queries.h"
#include "remote/client/remote_restorer.h"
#include "remote/client/remote_watcher.h"

namespace stepvault {

/// A vault on another machine, through `stepvault serve` there. Paths in requests and results are paths on
/// that machine. Watching lasts as long as the connection.
class RemoteVault : public VaultHandle {
 public:
    /// See Link::open().
    static Result<std::unique_ptr<RemoteVault>> open(
        const RemotePlace& place, Link::Connect connect, const std::stop_token& stop,
        std::chrono::milliseconds retry = std::chrono::seconds(1));

    [[nodiscard]] const std::filesystem::path& folder() const override { return link_->vault(); }
    [[nodiscard]] const std::string& host() const override { return link_->place().host; }
    [[nodiscard]] Queries& queries() override { return queries_; }
    [[nodiscard]] Restorer& restorer() override { return restorer_; }
    [[nodiscard]] Maintenance& maintenance() override { return maintenance_; }
    [[nodiscard]] Watcher& watcher() override { return watcher_; }
    [[nodiscard]] Link& link() { return *link_; }

 private:
    explicit RemoteVault(std::unique_ptr<Link> link)
        : link_(std::move(link)),
          queries_(*link_),
          restorer_(*link_),
          maintenance_(*link_),
          watcher_(*link_) {}

    std::unique_ptr<Link> link_;
    RemoteQueries queries_;
    RemoteRestorer restorer_;
    RemoteMaintenance maintenance_;
    RemoteWatcher watcher_;
};

}  // namespace stepvault
