#include "remote/copy/copy_check.h"

#include <map>

#include "base/part_progress.h"
#include "remote/copy/damaged_objects.h"

namespace stepvault {

namespace {

/// Why an object is not what its name says; empty for a sound one.
Result<std::string> fault_of_object(CopyStore& store, const ContentName& content, const JobContext& job) {
    const auto found = store.content(object_key(content), content.bytes, job);
    if (!found && found.error().code == ErrorCode::not_found) return std::string("is missing");
    if (!found) return found.error();
    if (found->bytes > content.bytes) return std::string("is too long");
    if (found->bytes < content.bytes) return std::string("is cut off");
    return found->hash == content.hash ? std::string() : std::string("is damaged");
}

}  // namespace

Result<CopyVerdict> verify_copy(CopyStore& store, const JobContext& job) {
    STEPVAULT_TRY(check_copy(store, job));
    STEPVAULT_ASSIGN(manifests, read_manifests(store, job));
    CopyVerdict verdict{.runs = manifests.sound.size()};
    for (const auto& [id, error] : manifests.unreadable)
        verdict.damage.push_back({id, "", error.message + "; copy the run again"});
    PartProgress progress(job, store.name());
    for (const auto& content : manifests.contents())
        progress.expect(content.bytes);
    std::map<ContentName, std::string> faults;  // of the objects read so far
    std::set<ContentName> damaged;
    for (const auto& manifest : manifests.sound) {
        for (const auto& file : manifest.files) {
            STEPVAULT_TRY(job.check());
            verdict.checkpoints += file.step ? 1 : 0;
            auto known = faults.find(file.content);
            if (known == faults.end()) {
                progress.begin(file.content.bytes);
                STEPVAULT_ASSIGN(fault, fault_of_object(store, file.content, progress.job()));
                known = faults.emplace(file.content, fault).first;
                verdict.bytes += file.content.bytes;
            }
            if (known->second.empty()) continue;
            damaged.insert(file.content);
            verdict.damage.push_back({manifest.name, CopyManifest::checkpoint_of(file),
                                      object_key(file.content) + ", which holds " + file.path + ", " +
                                          known->second + "; copy the run again"});
        }
    }
    STEPVAULT_ASSIGN(noted, read_damaged_objects(store, job));
    // Where the place is read-only, the damage is told all the same.
    if (noted != damaged) (void)write_damaged_objects(store, damaged, job);
    return verdict;
}

}  // namespace stepvault
