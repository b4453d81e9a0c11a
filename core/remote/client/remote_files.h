#pragma once

#include "remote/client/link.h"
#include "remote/fetch/file_source.h"

namespace stepvault {

/// Fetches files of a vault from another machine, several pieces at once, so that the way there and back
/// costs little.
class RemoteFiles : public FileSource {
 public:
    /// `link` must outlive this object.
    explicit RemoteFiles(Link& link) : link_(link) {}

    [[nodiscard]] std::string name() const override;
    Status fetch(const FetchFile& file, std::uint64_t offset, const Sink& sink,
                 const JobContext& job) override;

 private:
    Link& link_;
};

}  // namespace stepvault
