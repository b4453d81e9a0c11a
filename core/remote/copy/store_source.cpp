#include "remote/copy/store_source.h"

#include "remote/copy/copy_layout.h"

namespace stepvault {

Status StoreSource::fetch(const FetchFile& file, std::uint64_t offset, const Sink& sink,
                          const JobContext& job) {
    return store_.get(object_key(file.content), offset, sink, job);
}

}  // namespace stepvault
