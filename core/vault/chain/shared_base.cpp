#include "vault/chain/shared_base.h"

#include <system_error>

#include "base/text.h"
#include "vault/records/vault_paths.h"

namespace stepvault {

namespace fs = std::filesystem;

std::optional<fs::path> vault_around(const fs::path& folder) {
    std::error_code ec;
    for (auto at = fs::absolute(folder, ec); !ec && at.has_relative_path(); at = at.parent_path()) {
        if (fs::exists(vault_file(at), ec)) return at;
    }
    return {};
}

fs::path shared_base_path(const fs::path& vault, std::uint64_t digest) {
    return step_path(bases_folder(vault), hex_digits(digest));
}

bool can_be_shared_base(const StepFile& file, std::uint64_t digest) {
    const auto& meta = file.meta();
    return file.state_digest() == digest && meta.stands_alone() && !meta.weights_only && file.links() == 0;
}

Result<StepFile> open_shared_base(const fs::path& steps_folder, std::uint64_t digest) {
    const auto vault = vault_around(steps_folder);
    if (!vault) {
        return Error{ErrorCode::corrupt, steps_folder.native() + " needs the shared base " +
                                             hex_digits(digest) + ", but lies in no vault"};
    }
    auto file = StepFile::open(shared_base_path(*vault, digest));
    if (!file && file.error().code == ErrorCode::not_found)
        return Error{ErrorCode::corrupt, "the shared base is missing: " + file.error().message};
    if (!file) return file;
    if (!can_be_shared_base(*file, digest))
        return Error{ErrorCode::corrupt, file->path().native() + " is not the base that its name says"};
    return file;
}

}  // namespace stepvault
