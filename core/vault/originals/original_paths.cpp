#include "vault/originals/original_paths.h"

#include "base/text.h"

namespace stepvault {

std::map<std::string, std::uint64_t> original_paths(const StepFile& step) {
    std::map<std::string, std::uint64_t> paths;
    const auto& source = step.meta().source;
    for (const auto& file : step.layout().files) {
        if (file.path.empty()) {
            paths.emplace(source, file.size);
            continue;
        }
        paths.emplace(source + '/' + file.path, file.size);
        paths.emplace(std::string(folder_prefix(source)) + file.path, file.size);
    }
    return paths;
}

bool is_remnant_of(const CheckpointCandidate& candidate, const Fingerprint& now, const StepFile& step) {
    if (candidate.files.size() >= step.layout().files.size()) return false;
    const auto paths = original_paths(step);
    for (std::size_t i = 0; i < candidate.files.size(); ++i) {
        const auto was = paths.find(candidate.source_of(candidate.files[i]));
        const auto& is = now.files[i];
        if (was == paths.end() || was->second != is.size || is.modified_ns > step.meta().modified_ns ||
            is.changed_ns > step.meta().filed_ns)
            return false;
    }
    return true;
}

}  // namespace stepvault
