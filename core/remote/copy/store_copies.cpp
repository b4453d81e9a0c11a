#include "remote/copy/store_copies.h"

#include "base/text.h"
#include "base/xxh3_wide.h"

namespace stepvault {

namespace {

/// The file in a run from which a shared base can be copied: the base itself, or the run's own first step
/// from before the sharing. Null for none.
const CopiedFile* find_base(const CopyManifest& manifest, std::uint64_t digest) {
    if (const auto* base = manifest.find("bases/" + hex_digits(digest) + ".svstep")) return base;
    for (const auto& file : manifest.files) {
        if (file.step && file.step->parent.empty() && file.step->parent_digest == 0 &&
            file.step->digest == digest)
            return &file;
    }
    return nullptr;
}

}  // namespace

StoreCopies::StoreCopies(std::unique_ptr<CopyStore> store, CopyManifests manifests, JobContext job)
    : store_(std::move(store)), job_(std::move(job)) {
    for (auto& manifest : manifests.sound) {
        const auto id = manifest.run_id;
        manifests_.emplace(id, std::move(manifest));
    }
}

Result<std::unique_ptr<StoreCopies>> StoreCopies::open(std::unique_ptr<CopyStore> store,
                                                       const JobContext& job) {
    STEPVAULT_TRY(check_copy(*store, job));
    STEPVAULT_ASSIGN(manifests, read_manifests(*store, job));
    return std::unique_ptr<StoreCopies>(new StoreCopies(std::move(store), std::move(manifests), job));
}

const CopyManifest* StoreCopies::manifest(const std::string& run_id) const {
    const auto found = manifests_.find(run_id);
    return found != manifests_.end() ? &found->second : nullptr;
}

Status StoreCopies::copy_file(const CopiedFile* file, const std::string& what, File& out) const {
    if (file == nullptr) return Error{ErrorCode::not_found, name() + " lacks " + what};
    Xxh3Wide hash;
    std::uint64_t at = 0;
    STEPVAULT_TRY(store_->get(
        object_key(file->content), 0,
        [&](ByteView bytes) -> Status {
            if (bytes.size() > file->content.bytes - at)
                return Error{ErrorCode::corrupt, what + " in " + name() + " is damaged: it is too long"};
            STEPVAULT_TRY(out.write_all(at, bytes));
            hash.update(bytes);
            at += bytes.size();
            return {};
        },
        job_));
    if (ContentName{hash.digest(), at} == file->content) return {};
    return Error{ErrorCode::corrupt, what + " in " + name() + " is damaged"};
}

Status StoreCopies::copy_step(const std::string& run_id, const std::string& checkpoint_id, File& out) const {
    const auto* run = manifest(run_id);
    return copy_file(run != nullptr ? run->find_step(checkpoint_id) : nullptr, checkpoint_id, out);
}

Status StoreCopies::copy_shared_base(std::uint64_t digest, File& out) const {
    const CopiedFile* base = nullptr;
    for (const auto& [id, run] : manifests_) {
        base = find_base(run, digest);
        if (base != nullptr) break;
    }
    return copy_file(base, "the shared base " + hex_digits(digest), out);
}

Result<RunRecord> StoreCopies::record(const std::string& run_id) const {
    const auto* run = manifest(run_id);
    const auto* file = run != nullptr ? run->find("runs/" + run_id + "/run.json") : nullptr;
    STEPVAULT_ASSIGN(out, File::in_memory("run.json", 0));
    STEPVAULT_TRY(copy_file(file, "the record of run " + run_id, out));
    const auto path = "/proc/self/fd/" + std::to_string(out.descriptor());
    auto record = RunRecord::read(path);
    return record ? std::move(record) : record.error().within(name());
}

}  // namespace stepvault
