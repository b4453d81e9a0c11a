#include "remote/serve/stored_files.h"

#include <algorithm>
#include <set>

#include "base/file.h"
#include "library/summary/run_info.h"
#include "vault/chain/chain.h"

namespace stepvault {

Result<FetchFile> StoredFiles::name(const std::filesystem::path& path, const JobContext& job) {
    FetchFile named{path.lexically_relative(parts_.folder()).native(), {}};
    STEPVAULT_ASSIGN(file, File::open_read(path));
    STEPVAULT_ASSIGN(version, file.identity());
    {
        const std::scoped_lock lock(mutex_);
        const auto known = named_.find(named.path);
        if (known != named_.end() && known->second.version == version) {
            named.content = known->second.content;
            return named;
        }
    }
    Progress progress{.done = 0, .total = version.size, .item = named.path};
    STEPVAULT_ASSIGN(content, name_content(file, version.size, [&](std::uint64_t bytes) -> Status {
                         progress.done += bytes;
                         job.report(progress);
                         return job.check();
                     }));
    named.content = content;
    const std::scoped_lock lock(mutex_);
    named_.insert_or_assign(named.path, Named{version, content});
    return named;
}

Result<std::vector<FetchFile>> StoredFiles::chain_files(const std::string& run_id,
                                                        const std::string& checkpoint_id,
                                                        const JobContext& job) {
    STEPVAULT_ASSIGN(record, find_run(parts_.vault, run_id));
    const auto folder = parts_.vault.run_folder(record.id);
    STEPVAULT_ASSIGN(chain, Chain::open(steps_folder(folder), checkpoint_id));
    std::set<std::filesystem::path> paths;
    for (std::size_t link = 0; link < chain.length(); ++link)
        paths.insert(chain.link(link).path());
    STEPVAULT_ASSIGN(first, name(run_file(folder), job));
    std::vector<FetchFile> files{std::move(first)};
    for (const auto& path : paths) {
        STEPVAULT_ASSIGN(file, name(path, job));
        files.push_back(std::move(file));
    }
    return files;
}

Result<Bytes> StoredFiles::piece(const std::string& path, std::uint64_t offset, std::uint64_t bytes,
                                 const JobContext& job) {
    STEPVAULT_TRY(job.check());
    const auto gone = [&] { return Error{ErrorCode::not_found, path + " has changed or is gone"}; };
    Named named;
    {
        const std::scoped_lock lock(mutex_);
        const auto known = named_.find(path);
        if (known == named_.end()) return gone();
        named = known->second;
    }
    STEPVAULT_ASSIGN(file, File::open_read(parts_.folder() / path));
    STEPVAULT_ASSIGN(version, file.identity());
    if (version != named.version || offset > version.size) return gone();
    Bytes out(std::min({bytes, largest_piece, version.size - offset}));
    STEPVAULT_TRY(file.read_exact(offset, out));
    return out;
}

}  // namespace stepvault
