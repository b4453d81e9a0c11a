#pragma once

#include "remote/copy/copy_store.h"
#include "remote/fetch/file_source.h"

namespace stepvault {

/// The files of a copy, by their contents.
class StoreSource final : public FileSource {
 public:
    /// `store` must outlive this object.
    explicit StoreSource(CopyStore& store) : store_(store) {}

    [[nodiscard]] std::string name() const override { return store_.name(); }
    Status fetch(const FetchFile& file, std::uint64_t offset, const Sink& sink,
                 const JobContext& job) override;

 private:
    CopyStore& store_;
};

}  // namespace stepvault
