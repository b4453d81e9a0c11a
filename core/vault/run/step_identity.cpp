#include "vault/run/step_identity.h"

#include <algorithm>
#include <filesystem>
#include <system_error>

#include "base/wall_clock.h"
#include "vault/records/step_choice.h"
#include "vault/records/vault_paths.h"

namespace stepvault {

StepMeta new_identity(const RunWriter& run, const OpenCheckpoint& checkpoint, std::optional<double> loss,
                      const std::set<std::string>& taken) {
    const auto& steps = run.steps();
    const auto& removals = run.removals();
    StepMeta meta;
    meta.run_id = run.record().id;
    meta.sequence = steps.empty() ? 1 : steps.back().sequence + 1;
    // A newer step may have been removed or quarantined, and may come back.
    meta.sequence = std::max(meta.sequence, removals.last_sequence() + 1);
    meta.step = checkpoint.step;
    meta.source = checkpoint.candidate.source;
    meta.generation = 1;
    for (const auto& m : steps) {
        if (m.step == meta.step && m.source == meta.source)
            meta.generation = std::max(meta.generation, m.generation + 1);
    }
    // A step file that cannot be read still has its name.
    std::error_code ec;
    const auto is_taken = [&](const std::string& id) {
        return taken.contains(id) || removals.has_id(id) ||
               std::filesystem::exists(step_path(steps_folder(run.folder()), id), ec);
    };
    meta.id = make_checkpoint_id(meta.step, meta.source, meta.generation);
    while (is_taken(meta.id))
        meta.id = make_checkpoint_id(meta.step, meta.source, ++meta.generation);
    meta.modified_ns = checkpoint.modified_ns;
    meta.filed_ns = unix_ns();
    meta.loss = loss;
    return meta;
}

}  // namespace stepvault
