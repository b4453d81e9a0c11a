#include "remote/copy/copy_store.h"

namespace stepvault {

Result<std::string> get_text(CopyStore& store, const std::string& key, std::uint64_t most,
                             const JobContext& job) {
    std::string text;
    STEPVAULT_TRY(store.get(
        key, 0,
        [&](ByteView bytes) -> Status {
            if (bytes.size() > most - text.size())
                return Error{ErrorCode::limit, key + " in " + store.name() + " is too large for what it is"};
            text += as_text(bytes);
            return {};
        },
        job));
    return text;
}

}  // namespace stepvault
