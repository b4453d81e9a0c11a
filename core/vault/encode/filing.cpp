#include "vault/encode/filing.h"

#include <algorithm>
#include <filesystem>

#include "base/access_rights.h"
#include "base/checksum.h"
#include "base/memory_budget.h"
#include "vault/encode/content_writer.h"
#include "vault/encode/filing_plan.h"
#include "vault/format/step_file_writer.h"
#include "vault/records/vault_paths.h"

namespace stepvault {

namespace {

namespace fs = std::filesystem;

/// Hash of what must be the same for all processes: the checkpoint's files, and what it is coded against.
Bytes fingerprint(const OpenCheckpoint& checkpoint, const StepLayout& layout, const Chain* parent,
                  const Chain* before) {
    ByteWriter out;
    for (const auto& file : checkpoint.files) {
        out.put_varint(file.identity.size);
        out.put(file.identity.modified_ns);
    }
    layout.write(out);
    for (const auto* chain : {parent, before})
        out.put(chain != nullptr ? chain->top().state_digest() : 0);
    ByteWriter hash;
    hash.put(xxh3(out.view()));
    return hash.take();
}

/// Each process opens the checkpoint for itself: what one of them finds may be another one by then.
Status check_same(Communicator* communicator, const Bytes& mine, const OpenCheckpoint& checkpoint) {
    if (communicator == nullptr) return {};
    STEPVAULT_ASSIGN(all, communicator->all_gather(mine));
    if (std::ranges::all_of(all, [&](const Bytes& b) { return b == all.front(); })) return {};
    return Error{ErrorCode::changed, checkpoint.candidate.path.native() +
                                         ": the processes do not all see the same checkpoint and vault; "
                                         "both must lie where all nodes share them"};
}

/// What the vault keeps of a checkpoint is for those who may read the checkpoint.
Result<std::uint32_t> rights_of_readers(const OpenCheckpoint& checkpoint, const fs::path& place) {
    std::uint32_t rights = 0666;
    for (const auto& f : checkpoint.files) {
        STEPVAULT_ASSIGN(like, rights_like(f.file, place));
        rights &= like;
    }
    return rights;
}
Status restrict_to_readers(const OpenCheckpoint& checkpoint, StepFileWriter& writer, ParentState& parent) {
    for (const auto& f : checkpoint.files) {
        STEPVAULT_TRY(writer.restrict_like(f.file));
        parent.restrict_like(f.file);
    }
    return {};
}

/// What this process could not read again is not published. `parent`: null for a base.
Status check_memory(const StepContent& content, const Chain* parent, std::uint64_t budget) {
    auto bytes = content.layout.weight();
    for (const auto& stream : content.layout.streams)
        bytes += stream.chunks() * sizeof(ChunkEntry);
    for (const auto& stream : content.streams) {
        for (const auto& table : stream.tables)
            bytes += memory_of(table);
        if (stream.model) bytes += memory_of(*stream.model);
    }
    const auto& source = content.meta.source;
    if (bytes > budget)
        return beyond_memory_budget(source + " has so many tensors that its description needs");
    if (parent == nullptr || bytes + parent->memory() <= budget) return {};
    // It is coded against fewer, or none.
    return Error{ErrorCode::corrupt, "with all that " + source + " builds on it cannot be read"};
}

/// `piece`: null where the step file is published.
Status file_into(const OpenCheckpoint& checkpoint, const FilingRequest& request, StepPiece* piece,
                 ThreadPool& pool, const JobContext& job) {
    const auto steps = steps_folder(request.run_folder);
    StepContent content;
    content.meta = request.meta;
    const auto open = [&](const std::string& id, std::unique_ptr<Chain>& out) -> Status {
        if (id.empty()) return {};
        auto chain = Chain::open(steps, id, request.memory);
        if (!chain) return Error{ErrorCode::corrupt, chain.error().message};
        out = std::make_unique<Chain>(std::move(*chain));
        return {};
    };
    std::unique_ptr<Chain> chain;
    std::unique_ptr<Chain> before;
    auto* communicator = request.shared.communicator;
    // Before its folders may go.
    const auto place = step_path(steps, content.meta.id);
    const auto rights = rights_of_readers(checkpoint, place);
    STEPVAULT_TRY(all_reduce_status(communicator, rights ? Status() : rights.error()));
    STEPVAULT_TRY(all_reduce_status(communicator, open(content.meta.parent, chain)));
    STEPVAULT_TRY(all_reduce_status(communicator, open(request.before, before)));
    if (chain) content.meta.parent_digest = chain->top().state_digest();
    const auto& newest = before ? before : chain;
    if (newest && request.before_is_tip) newest->use_tip(tip_file(request.run_folder));
    auto layout = plan_filing(checkpoint, chain.get(), before.get(), traits_of(content.meta.scheme).coding,
                              request.choice.rules);
    STEPVAULT_TRY(all_reduce_status(communicator, layout ? Status() : layout.error()));
    content.layout = std::move(*layout);
    STEPVAULT_TRY(all_reduce_status(communicator, check_memory(content, chain.get(), request.memory)));
    STEPVAULT_TRY(check_same(communicator, fingerprint(checkpoint, content.layout, chain.get(), before.get()),
                             checkpoint));
    ParentState parent(std::move(chain), std::move(before), request.before_is_tip,
                       piece == nullptr ? tip_file(request.run_folder) : fs::path(), content.layout, *rights,
                       communicator);

    STEPVAULT_ASSIGN(writer, piece == nullptr ? StepFileWriter::create_together(place, communicator, *rights)
                                              : StepFileWriter::create_in_pieces(*piece, communicator));
    STEPVAULT_TRY(all_reduce_status(communicator, restrict_to_readers(checkpoint, writer, parent)));
    ContentWriter contents(checkpoint, request.choice, request.codes, content, parent, request.shared, pool,
                           job);
    STEPVAULT_TRY(all_reduce_status(communicator, contents.plan()));
    STEPVAULT_TRY(contents.write_payloads(writer));
    STEPVAULT_TRY(all_reduce_status(communicator, contents.check_crcs()));
    STEPVAULT_TRY(contents.write_skeleton(writer));
    STEPVAULT_TRY(all_reduce_status(communicator, check_unchanged(checkpoint)));
    STEPVAULT_TRY(all_reduce_status(communicator, job.check()));
    STEPVAULT_TRY(all_reduce_status(communicator, check_memory(content, parent.chain(), request.memory)));
    contents.summarize();
    STEPVAULT_TRY(writer.finish(content));
    return parent.finish();
}

}  // namespace

Result<StepFile> file_checkpoint(const OpenCheckpoint& checkpoint, const FilingRequest& request,
                                 ThreadPool& pool, const JobContext& job) {
    STEPVAULT_TRY(file_into(checkpoint, request, nullptr, pool, job));
    auto stored = StepFile::open(step_path(steps_folder(request.run_folder), request.meta.id));
    STEPVAULT_TRY(all_reduce_status(request.shared.communicator,
                                    stored ? Status() : Error{ErrorCode::io, stored.error().message}));
    return stored;
}

Status file_in_pieces(const OpenCheckpoint& checkpoint, const FilingRequest& request, StepPiece& piece,
                      ThreadPool& pool, const JobContext& job) {
    return file_into(checkpoint, request, &piece, pool, job);
}

}  // namespace stepvault
