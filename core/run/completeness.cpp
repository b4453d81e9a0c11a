#include "run/completeness.h"

#include <algorithm>
#include <sys/stat.h>

#include "base/text.h"
#include "run/distributed_files.h"
#include "run/done_marks.h"
#include "run/folder_rules.h"
#include "run/step_number.h"
#include "run/zarr_files.h"

namespace stepvault {

namespace {

/// Files of a rotated checkpoint may vanish between listing and opening.
Error vanished(Error error) {
    if (error.code == ErrorCode::not_found) error.code = ErrorCode::changed;
    return error;
}

Status open_files(OpenCheckpoint& checkpoint) {
    for (const auto& relative : checkpoint.candidate.files) {
        auto file = File::open_read(checkpoint.candidate.path_of(relative));
        if (!file.ok()) return vanished(std::move(file).error());
        STEPVAULT_ASSIGN(identity, (*file).identity());
        checkpoint.modified_ns = checkpoint.files.empty()
                                     ? identity.modified_ns
                                     : std::max(checkpoint.modified_ns, identity.modified_ns);
        checkpoint.bytes += identity.size;
        checkpoint.files.push_back(
            {.relative = relative, .file = *std::move(file), .identity = identity, .layout = {}});
    }
    return {};
}

Status inspect_file(OpenCheckpoint::OpenFile& file, const DistributedFiles& distributed,
                    const ZarrFiles& arrays, bool raw) {
    auto chunk = arrays.inspect_file(file);
    STEPVAULT_ASSIGN(inspection, chunk ? Result(*std::move(chunk)) : distributed.inspect_file(file));
    if (inspection.complete) {
        file.layout = std::move(inspection.layout);
        return {};
    }
    if (!raw) {
        return Error{ErrorCode::incomplete,
                     file.file.path().native() + " is incomplete: " + inspection.reason};
    }
    file.layout = Layout();
    file.layout.format = "raw";
    file.layout.file_size = file.identity.size;
    file.layout.note = std::move(inspection.reason);
    return {};
}

/// The largest number, since other counters in a folder (epochs of a scheduler) are smaller. Accelerate
/// counts the batches of gradient accumulation beside its random states, which is 0 without it.
std::optional<std::int64_t> content_number(const OpenCheckpoint& checkpoint,
                                           std::optional<std::int64_t> Layout::*number) {
    std::optional<std::int64_t> largest;
    for (const auto& file : checkpoint.files) {
        if (!base_name(file.relative).starts_with("random_states"))
            largest = std::max(largest, file.layout.*number);
    }
    return largest;
}

std::optional<std::int64_t> find_step(const OpenCheckpoint& checkpoint,
                                      const std::optional<TrainerState>& state) {
    if (state && state->global_step) return state->global_step;
    if (const auto step = content_number(checkpoint, &Layout::step)) return step;
    if (const auto step = step_from_name(checkpoint.candidate.source)) return step;
    return content_number(checkpoint, &Layout::epoch);
}

}  // namespace

Status OpenCheckpoint::read_payload(std::size_t file, std::uint64_t length, std::uint64_t offset,
                                    MutableByteView out) const {
    const auto& from = files[file];
    if (from.is_elsewhere && length > told_payload)
        return Error{ErrorCode::unsupported, "another process holds " + from.relative};
    return from.file.read_exact(offset, out);
}

Error incomplete(const OpenCheckpoint& checkpoint, std::string_view what) {
    return {ErrorCode::incomplete,
            checkpoint.candidate.path.native() + " is incomplete: " + std::string(what)};
}

Result<OpenCheckpoint> open_checkpoint(const CheckpointCandidate& candidate,
                                       std::optional<std::int64_t> given_step, bool raw,
                                       const StepOf& otherwise) {
    OpenCheckpoint checkpoint;
    checkpoint.candidate = candidate;
    STEPVAULT_TRY(open_files(checkpoint));

    STEPVAULT_ASSIGN(state, read_trainer_state(checkpoint));
    if (candidate.is_folder && !raw) STEPVAULT_TRY(check_folder_complete(checkpoint, state));
    if (!raw) STEPVAULT_TRY(check_done_marks(checkpoint));
    STEPVAULT_ASSIGN(distributed, DistributedFiles::find(checkpoint, raw));
    STEPVAULT_ASSIGN(arrays, ZarrFiles::find(checkpoint));
    for (auto& file : checkpoint.files)
        STEPVAULT_TRY(inspect_file(file, distributed, arrays, raw));
    if (!raw) STEPVAULT_TRY(check_bundles(checkpoint));

    auto step = given_step ? given_step : find_step(checkpoint, state);
    if (!step && otherwise) step = otherwise(checkpoint);
    if (!step) {
        return Error{ErrorCode::not_found,
                     candidate.path.native() +
                         " tells its step neither in its content nor in its name; give one with --step"};
    }
    checkpoint.step = *step;
    return checkpoint;
}

void copy_if_shared(OpenCheckpoint& checkpoint, const std::filesystem::path& folder) {
    std::vector<File> copies;
    for (const auto& file : checkpoint.files) {
        auto copy = file.file.share_copy(folder);
        if (!copy) return;
        copies.push_back(std::move(*copy));
    }
    if (!check_unchanged(checkpoint)) return;
    for (std::size_t i = 0; i < copies.size(); ++i)
        checkpoint.files[i].file = std::move(copies[i]);
    checkpoint.copied = true;
}

Status check_unchanged(const OpenCheckpoint& checkpoint) {
    if (checkpoint.copied) return {};
    for (const auto& file : checkpoint.files) {
        const Error changed{ErrorCode::changed, file.file.path().native() + " changed while it was read"};
        STEPVAULT_ASSIGN(now, file.file.identity());
        const auto& then = file.identity;
        if (now.size != then.size || now.modified_ns != then.modified_ns) return changed;
        if (now.changed_ns != then.changed_ns) {
            // Deleting a file sets its change time too, but leaves its bytes unchanged.
            struct stat s {};
            if (::fstat(file.file.descriptor(), &s) != 0 || s.st_nlink != 0) return changed;
        }
        if (!checkpoint.candidate.is_folder) continue;
        // A different file in its place means that a newer checkpoint is being written over this one, file by
        // file.
        const auto there = file_identity(file.file.path());
        if (there.ok() && ((*there).inode != then.inode || (*there).device != then.device)) return changed;
    }
    if (!checkpoint.candidate.is_folder || checkpoint.candidate.chosen) return {};
    // A folder that is gone by now was complete; one with other files than before is still being written.
    const auto now = checkpoint_at(checkpoint.candidate.path);
    if (now && now->files != checkpoint.candidate.files) {
        return Error{ErrorCode::changed,
                     checkpoint.candidate.path.native() + " has other files than when it was opened"};
    }
    return {};
}

}  // namespace stepvault
