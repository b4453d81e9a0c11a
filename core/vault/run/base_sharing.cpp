#include "vault/run/base_sharing.h"

#include <algorithm>
#include <memory>
#include <system_error>
#include <vector>

#include "base/atomic_file.h"
#include "codec/exact_coder.h"
#include "vault/chain/layout_map.h"
#include "vault/chain/shared_base.h"
#include "vault/encode/compared_state.h"
#include "vault/encode/stream_planning.h"
#include "vault/originals/file_copying.h"
#include "vault/originals/trash.h"
#include "vault/records/step_list.h"
#include "vault/records/vault_access.h"
#include "vault/records/vault_lock.h"
#include "vault/records/vault_paths.h"

namespace stepvault {

namespace fs = std::filesystem;

namespace {

/// Only so many shared bases and newest runs of the vault are compared.
constexpr std::size_t most_candidates = 256;
/// About so many chunks of the checkpoint are compared.
constexpr std::uint64_t sampled_chunks = 16;
/// A shared base must save at least this share of a base's bytes.
constexpr double least_saved = 0.2;
/// A candidate with so small a share of a base's bytes ends the search.
constexpr double close_enough = 0.01;

struct Candidate {
    fs::path file;
    std::uint64_t digest = 0;
    double share = 1;  ///< coded bytes on this base, as a share of those without a base
};

/// None in a folder that does not exist.
Result<std::vector<fs::path>> folders_in(const fs::path& folder) {
    std::vector<fs::path> folders;
    std::error_code ec;
    for (fs::directory_iterator it(folder, ec), end; !ec && it != end; it.increment(ec)) {
        const bool is_folder = it->is_directory(ec);
        if (ec) break;
        if (is_folder) folders.push_back(it->path());
    }
    if (ec && ec != std::errc::no_such_file_or_directory)
        return system_error(ec.value(), "list", folder.native());
    return folders;
}

/// True if everyone who may use the vault may read the file.
bool is_open_to_all(const fs::path& vault, const fs::path& file) {
    std::error_code ec;
    const auto group = fs::perms::group_read;
    return !is_shared(vault) || (fs::status(file, ec).permissions() & group) != fs::perms::none;
}

/// Compares a checkpoint with candidates by coding some of its chunks.
class Comparison {
 public:
    static Result<Comparison> begin(const OpenCheckpoint& checkpoint) {
        SingleProcess alone;
        STEPVAULT_ASSIGN(layout, plan_streams(checkpoint, nullptr, nullptr, StreamCoding::exact, {}, alone,
                                              Relations::ignored));
        Comparison comparison(checkpoint, std::move(layout));
        STEPVAULT_TRY(comparison.read_sample());
        return comparison;
    }

    /// The bytes of the sample on that base, as a share of those without.
    [[nodiscard]] Result<double> share_on(const fs::path& file) const {
        STEPVAULT_ASSIGN(step, StepFile::open(file));
        const LayoutMap map(layout_, step.layout());
        if (matched(map) < least_saved) return 1.0;
        std::uint64_t bytes = 0;
        Bytes base;
        for (const auto& [stream, chunk, values, alone] : sample_) {
            STEPVAULT_TRY(gather_base(
                layout_, stream, chunk, map, step.layout(),
                [&](auto s, auto c, auto out) -> Status {
                    STEPVAULT_ASSIGN(coded, step.read_chunk(s, c));
                    return step.decode_chunk(s, c, coded, Bytes(out.size()), out);
                },
                base));
            bytes += encode_exact(values, base, item_size(layout_.streams[stream].dtype)).bytes.size();
        }
        return alone_ > 0 ? static_cast<double>(bytes) / static_cast<double>(alone_) : 1;
    }

 private:
    Comparison(const OpenCheckpoint& checkpoint, StepLayout layout)
        : checkpoint_(&checkpoint), layout_(std::move(layout)) {}

    /// The share of the bytes that have a counterpart.
    [[nodiscard]] double matched(const LayoutMap& map) const {
        double all = 0;
        double found = 0;
        for (std::uint32_t p = 0; p < layout_.payloads.size(); ++p) {
            const auto bytes = static_cast<double>(layout_.payloads[p].length);
            all += bytes;
            if (map.payload(p) != LayoutMap::none) found += bytes;
        }
        return all > 0 ? found / all : 0;
    }

    Status read_sample() {
        std::uint64_t chunks = 0;
        for (const auto& stream : layout_.streams)
            chunks += stream.coding == StreamCoding::bytes ? 0 : stream.chunks();
        const auto every = std::max<std::uint64_t>(1, chunks / sampled_chunks);
        std::uint64_t n = 0;
        for (std::uint32_t s = 0; s < layout_.streams.size(); ++s) {
            const auto& stream = layout_.streams[s];
            if (stream.coding == StreamCoding::bytes) continue;
            for (std::uint64_t c = 0; c < stream.chunks(); ++c) {
                if (n++ % every != 0) continue;
                Sampled sampled{s, c, Bytes(stream.chunk_bytes(c)), 0};
                STEPVAULT_TRY(read_payload_chunk(*checkpoint_, layout_, s, c, sampled.values));
                sampled.alone = encode_exact(sampled.values, {}, item_size(stream.dtype)).bytes.size();
                alone_ += sampled.alone;
                sample_.push_back(std::move(sampled));
            }
        }
        return {};
    }

    struct Sampled {
        std::uint32_t stream;
        std::uint64_t chunk;
        Bytes values;
        std::uint64_t alone;  ///< bytes without a base
    };

    const OpenCheckpoint* checkpoint_;
    StepLayout layout_;
    std::vector<Sampled> sample_;
    std::uint64_t alone_ = 0;
};

/// The base of a run that is not yet shared, where it can stand for other runs; nullopt otherwise.
std::optional<Candidate> base_of_run(const fs::path& run_folder, const RunWriter& own) {
    const auto record = RunRecord::read(run_file(run_folder));
    if (!record || record->id == own.record().id || (record->is_private && !own.record().is_private))
        return {};
    const auto step = open_first_step(steps_folder(run_folder));
    if (!step || !can_be_shared_base(*step, step->state_digest())) return {};
    return Candidate{step->path(), step->state_digest()};
}

std::vector<Candidate> candidates(const fs::path& vault, const RunWriter& own) {
    std::vector<Candidate> found;
    if (const auto shared = list_step_files(bases_folder(vault))) {
        for (const auto& file : *shared) {
            if (found.size() == most_candidates) break;
            if (!own.record().is_private && !is_open_to_all(vault, file)) continue;
            if (const auto step = StepFile::open(file)) found.push_back({file, step->state_digest()});
        }
    }
    std::vector<std::pair<fs::file_time_type, fs::path>> runs;
    const auto folders = folders_in(runs_folder(vault));
    for (std::size_t i = 0; folders && i < folders->size(); ++i) {
        std::error_code ec;
        const auto changed = fs::last_write_time(steps_folder((*folders)[i]), ec);
        if (!ec) runs.emplace_back(changed, (*folders)[i]);
    }
    std::ranges::sort(runs, std::greater());
    if (runs.size() > most_candidates) runs.resize(most_candidates);
    for (const auto& [changed, folder] : runs) {
        auto base = base_of_run(folder, own);
        if (base && std::ranges::find(found, base->digest, &Candidate::digest) == found.end())
            found.push_back(std::move(*base));
    }
    return found;
}

/// In a vault that a group shares, a run's file may become private later, so that the base needs another one.
Status put_base(const fs::path& vault, const fs::path& from, const fs::path& to) {
    if (!is_shared(vault)) return link_or_copy(from, to);
    STEPVAULT_ASSIGN(source, File::open_read(from));
    STEPVAULT_ASSIGN(copy, copy_file(source, to, [](std::uint64_t) { return Status(); }));
    return copy.file.publish(AtomicFile::Existing::keep);
}

Result<SharedBase> make_shared_base(const fs::path& vault, const Candidate& from, const JobContext& job) {
    STEPVAULT_ASSIGN(source, StepFile::open(from.file));
    STEPVAULT_TRY(source.check_all([&](std::uint64_t) { return job.check(); }));
    STEPVAULT_TRY(make_folders(bases_folder(vault), FileAccess::of_folder));
    const auto path = shared_base_path(vault, from.digest);
    STEPVAULT_ASSIGN(alone, lock_vault(vault));
    (void)alone;
    std::error_code ec;
    if (!fs::exists(path, ec)) {
        STEPVAULT_TRY(put_base(vault, from.file, path));
        STEPVAULT_TRY(sync_folder(bases_folder(vault)));
    }
    STEPVAULT_ASSIGN(lock, FileLock::acquire_shared(path));
    STEPVAULT_ASSIGN(made, StepFile::open(path));
    // The run may have replaced its base meanwhile.
    if (!can_be_shared_base(made, from.digest)) {
        fs::remove(path, ec);
        return Error{ErrorCode::changed, from.file.native() + " was replaced meanwhile"};
    }
    return SharedBase{from.digest, std::move(lock)};
}

/// Adds the shared bases that the steps of a folder need.
void add_needed(const fs::path& folder, SharedBaseUse& use) {
    std::error_code ec;
    const auto type = fs::status(folder, ec).type();
    if (type == fs::file_type::not_found) return;
    const auto listed = list_steps(folder);
    use.is_complete &= listed && listed->unreadable.empty();
    if (!listed) return;
    for (const auto& meta : listed->steps) {
        if (meta.leans_on_shared_base()) use.runs[meta.parent_digest].insert(meta.run_id);
    }
}

}  // namespace

Result<std::optional<SharedBase>> share_base(const RunWriter& run, const OpenCheckpoint& checkpoint,
                                             const JobContext& job) {
    const auto vault = vault_around(run.folder());
    if (!vault) return std::optional<SharedBase>();
    auto found = candidates(*vault, run);
    if (found.empty()) return std::optional<SharedBase>();
    STEPVAULT_ASSIGN(comparison, Comparison::begin(checkpoint));
    for (auto& candidate : found) {
        STEPVAULT_TRY(job.check());
        if (const auto share = comparison.share_on(candidate.file)) candidate.share = *share;
        if (candidate.share <= close_enough) break;
    }
    const auto best = std::ranges::min_element(found, {}, &Candidate::share);
    if (best->share > 1 - least_saved) return std::optional<SharedBase>();
    STEPVAULT_ASSIGN(shared, make_shared_base(*vault, *best, job));
    return std::optional(std::move(shared));
}

std::optional<SharedBase> shared_base_of(const fs::path& run_folder, const StepMeta& step) {
    const auto vault = vault_around(run_folder);
    if (!vault || !step.leans_on_shared_base()) return {};
    auto lock = FileLock::acquire_shared(shared_base_path(*vault, step.parent_digest));
    if (!lock) return {};
    return SharedBase{step.parent_digest, std::move(*lock)};
}

bool has_shared_base(const fs::path& run_folder, std::uint64_t digest) {
    const auto vault = vault_around(run_folder);
    std::error_code ec;
    return vault && fs::exists(shared_base_path(*vault, digest), ec);
}

SharedBaseUse runs_on_shared_bases(const fs::path& vault) {
    SharedBaseUse use;
    const auto runs = folders_in(runs_folder(vault));
    use.is_complete = static_cast<bool>(runs);
    for (std::size_t i = 0; runs && i < runs->size(); ++i) {
        // A repair may move a step between the two in the meantime.
        add_needed(quarantine_folder((*runs)[i]), use);
        add_needed(steps_folder((*runs)[i]), use);
        add_needed(quarantine_folder((*runs)[i]), use);
    }
    // After the runs, since removed steps move here.
    const auto entries = folders_in(trash_folder(vault));
    use.is_complete &= static_cast<bool>(entries);
    for (std::size_t i = 0; entries && i < entries->size(); ++i)
        add_needed((*entries)[i], use);
    return use;
}

Status remove_unneeded_bases(const fs::path& vault) {
    const auto bases = list_step_files(bases_folder(vault));
    if (!bases || bases->empty()) return {};
    // Steps come back from the trash only under its lock.
    STEPVAULT_ASSIGN(trash, lock_trash(vault));
    (void)trash;
    // Nobody begins to use a base while this process looks for the steps that need it.
    std::vector<std::pair<fs::path, FileLock>> unused;
    for (const auto& base : *bases) {
        if (auto lock = FileLock::acquire_existing(base)) unused.emplace_back(base, std::move(*lock));
    }
    const auto use = runs_on_shared_bases(vault);
    if (!use.is_complete) return {};
    STEPVAULT_ASSIGN(alone, lock_vault(vault));
    (void)alone;
    for (const auto& [base, lock] : unused) {
        const auto step = StepFile::open(base);
        if (!step || use.runs.contains(step->state_digest())) continue;
        std::error_code ec;
        fs::remove(base, ec);
        if (ec) return system_error(ec.value(), "remove", base.native());
    }
    return sync_folder(bases_folder(vault));
}

}  // namespace stepvault
