#include "vault/encode/parted_base.h"

#include <algorithm>

#include "run/parted_checkpoint.h"
#include "vault/records/vault_paths.h"
#include "vault/restore/restored_files.h"

namespace stepvault {

namespace {

using OpenFile = OpenCheckpoint::OpenFile;

/// A file that takes more than this share of the exact file's bytes is not worth the loss.
constexpr double largest_share = 0.8;

Result<std::vector<OpenFile>> files_of(const OpenCheckpoint& next, const EncodeRequest& request,
                                       const EncodeContext& context) {
    STEPVAULT_ASSIGN(chain, Chain::open(steps_folder(request.run_folder), request.meta.id, request.memory));
    std::vector<bool> wanted;
    for (const auto& stored : chain.top().layout().files) {
        const auto now = std::ranges::find(next.files, stored.path, &OpenFile::relative);
        const auto holder = now != next.files.end() ? now->holder : 0;
        wanted.push_back(holder == context.shared.communicator.rank());
    }
    return restored_files(chain, wanted, context.pool, context.job);
}

}  // namespace

Result<std::optional<StepFile>> code_base(const OpenCheckpoint& base, EncodeRequest request,
                                          const EncodeContext& context) {
    const auto exact_bytes = static_cast<double>(request.meta.exact_bytes);
    STEPVAULT_ASSIGN(encoded, EncodedStep::encode(base, std::move(request), context));
    if (static_cast<double>(encoded->coded_bytes()) > largest_share * exact_bytes)
        return std::optional<StepFile>();
    return encoded->publish();
}

Result<std::optional<StepFile>> code_parted_base_anew(const OpenCheckpoint& next, EncodeRequest request,
                                                      const EncodeContext& context) {
    STEPVAULT_ASSIGN(base, join_files(context.shared.communicator, files_of(next, request, context),
                                      request.meta.source, request.meta.step));
    auto own = context;
    own.next = &next;
    return code_base(base, std::move(request), own);
}

}  // namespace stepvault
