#pragma once

#include <functional>
#include <memory>

#include "remote/client/link.h"
#include "remote/copy/copy_store.h"
#include "remote/serve/copy_objects.h"

namespace stepvault {

/// A copy in a folder on another machine, through `stepvault serve --copy` there. A lost connection is made
/// again, and the work goes on where it was.
class RemoteStore final : public CopyStore {
 public:
    /// Gets a line for people when the connection is lost.
    using Tell = std::function<void(const std::string& line)>;

    /// See Link::open().
    static Result<std::unique_ptr<RemoteStore>> open(
        const RemotePlace& place, Link::Connect connect, Tell tell, const std::stop_token& stop,
        std::chrono::milliseconds retry = std::chrono::seconds(1));

    /// "HOST:FOLDER".
    [[nodiscard]] std::string name() const override;
    Result<std::vector<Object>> list(std::string_view prefix, const JobContext& job) override;
    Status get(const std::string& key, std::uint64_t offset, const Sink& sink,
               const JobContext& job) override;
    /// Reads the object on its machine.
    Result<ContentName> content(const std::string& key, std::uint64_t expected_bytes,
                                const JobContext& job) override;
    Status put(const std::string& key, const File& file, std::uint64_t bytes, const JobContext& job) override;
    Status put_bytes(const std::string& key, std::string_view bytes, const JobContext& job) override;
    Status remove(const std::string& key, const JobContext& job) override;

 private:
    RemoteStore(std::unique_ptr<Link> link, Tell tell) : link_(std::move(link)), tell_(std::move(tell)) {}
    /// Calls `work` again, after a lost connection has been made again, until it ends for another reason, or
    /// the connection was lost several times before anything was done.
    template <class Work>
    auto persist(const JobContext& job, Work work) -> decltype(work());
    /// Waits until there is a connection.
    Result<std::shared_ptr<Connection>> await_connection(const JobContext& job);
    Status put_small(const std::string& key, const Bytes& bytes, const JobContext& job);
    /// `is_again`: an upload of this content was interrupted.
    Status send(const std::string& key, const File& file, const ContentName& content, bool is_again,
                const JobContext& job);
    Result<BegunUpload> begin(const std::string& key, const ContentName& content, bool is_again,
                              const JobContext& job);

    std::unique_ptr<Link> link_;
    Tell tell_;
    std::uint64_t carried_ = 0;  ///< bytes of objects, there and back
};

}  // namespace stepvault
