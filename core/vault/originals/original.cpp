#include "vault/originals/original.h"

#include "vault/format/step_file.h"

namespace stepvault {

std::optional<OpenCheckpoint> find_original(const RunRecord& run, const StepMeta& meta,
                                            const std::filesystem::path& step_file) {
    std::vector<std::string> files;
    if (const auto stored = StepFile::open(step_file)) {
        for (const auto& file : stored->layout().files)
            files.push_back(file.path);
    }
    auto candidate = checkpoint_again(run.folder, meta.source, std::move(files));
    if (!candidate) return {};
    auto checkpoint = open_checkpoint(*candidate, meta.step, true);
    if (!checkpoint || checkpoint->bytes != meta.original_bytes ||
        checkpoint->modified_ns != meta.modified_ns)
        return {};
    return std::move(*checkpoint);
}

}  // namespace stepvault
